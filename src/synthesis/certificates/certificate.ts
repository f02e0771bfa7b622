// What proves a program for every width: after each stage, the interval that wire j holds, as cases over j and N.
import type { JoinRule } from "../leaf/span-state.ts";
import type { IndexCondition, IndexTerm, NetworkProgram } from "../programs/network-program.ts";
import { type Substitution, substituteInCondition, substituteInTerm } from "../programs/substitute.ts";

/**
 * Why a program is a scan at every width, as data: with a solver of linear integer arithmetic, and without anything that found it, `checkCertificate` can follow it.
 *
 * Of the widths with fewer levels than `leastLevels` each one is tested; of all others the spans say, stage by stage of the program (forward, with
 * the steps of phases of constant length one by one), what every wire holds: of a loop before the turn of counter i, of a single step after it.
 */
export interface ProgramCertificate {
  readonly kind: "scan program";
  readonly version: 1;
  readonly program: NetworkProgram;
  readonly direction: "forward" | "backward";
  readonly serves: JoinRule;
  readonly leastLevels: number; // of ⌈log2 N⌉
  readonly spans: readonly SpanCases[];
  readonly solver: string; // with its version
}

/** What is known of a program for all widths. */
export type ProgramProof =
  | { readonly kind: "proved"; readonly certificate: ProgramCertificate; readonly obligationCount: number }
  | { readonly kind: "tested"; readonly reason: string }; // at the widths of its synthesis only

/**
 * Where the interval that wire j holds begins (it ends at j), as a function of j and of names of the program: that of the first case whose
 * condition holds. The last case has no condition.
 */
export interface SpanCases {
  readonly cases: readonly SpanCase[];
  readonly otherwise: IndexTerm;
}

/** Where the interval of wire j begins if a condition holds. */
export interface SpanCase {
  readonly when: IndexCondition;
  readonly start: IndexTerm;
}

/** The same with other terms in the place of names. */
export function substituteInCases(spans: SpanCases, substitution: Substitution): SpanCases {
  return {
    cases: spans.cases.map(({ when, start }) => ({
      when: substituteInCondition(when, substitution),
      start: substituteInTerm(start, substitution),
    })),
    otherwise: substituteInTerm(spans.otherwise, substitution),
  };
}
