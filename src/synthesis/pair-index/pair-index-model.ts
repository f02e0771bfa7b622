import type { IndexTerm } from "../programs/index-term.ts";

/** One of the functions that an index function is a sum of. */
export interface BasisTerm {
  readonly term: IndexTerm; // over i, j, N
  readonly text: string; // as the published formulas write it
  readonly cost: number; // a whole number: what it costs to use it at all, beside the size of its coefficient
}

/** The functions that index functions are sums of, with whole numbers as coefficients. */
export type IndexBasis = readonly BasisTerm[];

/** A sum of functions of a basis: f or g of a phase. Empty: 0. */
export type IndexFunction = readonly IndexSummand[];

export interface IndexSummand {
  readonly coefficient: number; // a whole number, not 0
  readonly of: BasisTerm;
}

/**
 * A loop program in the published form: pair j of step i of a phase is (f(i, j), g(i, j)), for all j with g(i, j) < N.
 */
export interface PairIndexProgram {
  readonly phases: readonly PairIndexPhase[];
}

export interface PairIndexPhase {
  readonly first: WidthForm; // the lowest value of i
  readonly count: WidthForm; // h(N), how many values i takes
  readonly direction: "up" | "down";
  readonly f: IndexFunction; // the source
  readonly g: IndexFunction; // the destination
}

/** logs·⌈log2 N⌉ + widths·N + constant. */
export interface WidthForm {
  readonly logs: number;
  readonly widths: number;
  readonly constant: number;
}
