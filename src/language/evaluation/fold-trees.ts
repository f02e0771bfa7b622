import type { Tree, TreeNode } from "../../expressions/tree.ts";
import type { Context } from "./context.ts";
import type { Value } from "./value.ts";

interface Done {
  readonly value: Value;
  readonly end: unknown; // the mark at which it is there
}

/**
 * The values of trees over elements. A subtree that several trees share is combined once; each combine begins when both of its sides are there.
 */
export function foldTrees(
  trees: readonly Tree[],
  elements: readonly Value[],
  combine: (left: Value, right: Value) => Value,
  context: Context,
): readonly Value[] {
  const start = context.mark();
  const done = new Map<TreeNode, Done>();
  const ends: unknown[] = [start];
  const doneOf = (tree: Tree): Done | undefined => {
    return typeof tree === "number" ? { value: elements[tree], end: start } : done.get(tree);
  };
  const results = trees.map((tree) => {
    // An own stack, because a left fold is as deep as it is long.
    const open: Tree[] = [tree];
    for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
      if (typeof node === "number" || done.has(node)) {
        open.pop();
        continue;
      }
      const left = doneOf(node.left);
      const right = doneOf(node.right);
      if (left !== undefined && right !== undefined) {
        context.waitFor([left.end, right.end]);
        done.set(node, { value: combine(left.value, right.value), end: context.mark() });
        ends.push(context.mark());
        open.pop();
      } else {
        if (right === undefined) open.push(node.right);
        if (left === undefined) open.push(node.left);
      }
    }
    return doneOf(tree)?.value ?? 0;
  });
  context.waitFor(ends);
  return results;
}
