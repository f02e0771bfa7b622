import type { ElementType, Scalar } from "../values/element-types.ts";
import type { Term } from "./term.ts";

/**
 * A typed term `combine(left, right)`, with what is known of it. It need not be associative: the expression fixes the tree.
 *
 * Laws are bit for bit. `associative` means proved for every input, so that all trees over the same operands in the same order
 * have one value (NaNs canonical).
 */
export interface Operator {
  readonly kind: "operator";
  readonly name: string; // the canonical, kebab-case name
  readonly types: readonly ElementType[]; // the types it is defined on
  readonly term: (type: ElementType) => Term;
  readonly start: (type: ElementType) => Scalar | undefined; // what an exclusive scan begins with when no initial value is given
  readonly identity: (type: ElementType) => Scalar | undefined; // two-sided, bit for bit on everything but NaN: −0 for float add
  readonly isAssociative: (type: ElementType) => boolean;
  readonly isCommutative: boolean;
}

/** A plain function over any values. Runs on the javascript executor alone, and nothing is known of it. */
export type CombineFunction = (left: never, right: never) => unknown;
