import type { JoinRule } from "../leaf/span-state.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import type { SpanCases } from "./span-cases.ts";

/**
 * Why a program is a scan at every width, as data: with a solver of linear integer arithmetic, and without anything that found it, `checkCertificate` can follow it.
 *
 * Of the widths with fewer levels than `leastLevels` each one is tested; of all others the spans say, stage by stage of the program (forward, with
 * the steps of phases of constant length one by one), what every wire holds: of a loop before the step of counter i, of a single step after it.
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
