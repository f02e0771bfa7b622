import type { Tree } from "./tree.ts";

const JOIN = -1;

/** The value of a tree over elements, `at(i)` being element i. Keeps its own stack, because a tree may be as deep as the input is long. */
export function evaluateTree<Value>(
  tree: Tree,
  at: (index: number) => Value,
  combine: (left: Value, right: Value) => Value,
): Value {
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
