import { customTree } from "../../expressions/custom-tree.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Tree } from "../../expressions/tree.ts";
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

const JOIN = -1;

/** Keeps its own stack, because a caller's tree may be as deep as the input is long. */
function evaluateTree<Value>(tree: Tree, at: (index: number) => Value, combine: Combine<Value>): Value {
  const todo: Tree[] = [tree];
  const values: Value[] = [];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next === JOIN) {
      const right = values.pop() as Value;
      values.push(combine(values.pop() as Value, right));
    } else if (typeof next === "number") {
      values.push(at(next));
    } else {
      todo.push(JOIN, next.right, next.left);
    }
  }
  return values[0];
}
