import { customTree } from "../../expressions/custom-tree.ts";
import { evaluateTree } from "../../expressions/evaluate-tree.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Combine } from "./online-fold.ts";

/** The value of the first `length` elements of a sequence, `at(i)` being element i. */
export type PrefixAt<Value> = (at: (index: number) => Value, length: number) => Value;

/** `T` by recursive halving at `floor(n/2)`. */
export function bisectionAt<Value>(combine: Combine<Value>): PrefixAt<Value> {
  return (at, length) => {
    const ofRange = (start: number, end: number): Value => {
      if (end - start === 1) return at(start);
      const middle = start + Math.floor((end - start) / 2);
      return combine(ofRange(start, middle), ofRange(middle, end));
    };
    return ofRange(0, length);
  };
}

/** A caller's own expression: builds the tree of each length asked for and reads it literally. */
export function customAt<Value>(
  expression: Extract<Expression, { readonly kind: "custom" }>,
  combine: Combine<Value>,
): PrefixAt<Value> {
  return (at, length) => evaluateTree(customTree(expression, length), at, combine);
}
