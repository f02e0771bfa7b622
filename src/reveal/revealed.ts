// What a question about a sum is answered with: a tree, or why there is none.
import type { Arithmetic } from "./arithmetic.ts";
import type { SummedType } from "./float-type.ts";
import type { KnownSum } from "./known-sums.ts";
import type { RevealedTree } from "./revealed-tree.ts";
import type { TreeFacts } from "./tree-facts.ts";

/** What was found out about a sum of `n` elements of `type`. */
export type Revealed =
  | RevealedSum
  | OrderFreeSum
  | CompensatedSum
  | WideSum
  | NotDeterministic
  | NotASum
  | UnexplainedSum;

interface Asked {
  readonly type: SummedType;
  readonly n: number;
  readonly callCount: number; // of the function, all told
}

/** A tree that has given the function's bits on random inputs. */
export interface RevealedSum extends Asked, TreeFacts {
  readonly kind: "tree";
  readonly tree: RevealedTree; // of the children of a node, the one with the smallest index first
  readonly arithmetic: Arithmetic;
  readonly start: "none" | "zero"; // a zero is added first: seen in a sum of −0 alone
  readonly subnormals: "kept" | "flushed" | "other";
}

/** The same bits in any order: what comes back depends on the set of terms. */
export interface OrderFreeSum extends Asked {
  readonly kind: "orderFree";
  readonly name: Extract<KnownSum, "exact" | "binned:2" | "binned:3" | "binned:4">;
  readonly accumulate: "f64" | "f32"; // of bins; what an exact sum is rounded to
  readonly result: SummedType;
}

/** A loop from the first element to the last that keeps what roundings lose. */
export interface CompensatedSum extends Asked {
  readonly kind: "compensated";
  readonly name: Extract<KnownSum, "kahan" | "neumaier" | "klein">;
  readonly accumulate: "f64" | "f32";
  readonly result: SummedType;
}

/** Nothing that a mask should swallow is lost, and no sum that is known gives these bits. */
export interface WideSum extends Asked {
  readonly kind: "wide";
  readonly keptDigits: number; // (2^d + 1) − 2^d is 1 up to this d
  readonly isWhole: boolean; // over the whole range of the type
}

/** The same input has given different answers. */
export interface NotDeterministic extends Asked {
  readonly kind: "notDeterministic";
  readonly askedCount: number; // how often one input was asked
  readonly differentCount: number; // answers other than the most common
}

/** Ones do not add up to their number. */
export interface NotASum extends Asked {
  readonly kind: "notASum";
  readonly fact: string;
}

/** The masks show a shape, or contradict every shape, and no arithmetic that is known gives the bits. */
export interface UnexplainedSum extends Asked {
  readonly kind: "unexplained";
  readonly shape: RevealedTree | undefined; // undefined: the answers are those of no tree
  readonly fact: string;
}
