// Where two trees over the same elements part: the first addition of one, in the order of evaluation, over elements that the other does not add up by themselves.
import type { DrawnNode } from "./tree-of-sum.ts";

interface TreeDifference {
  readonly here: number; // place of the node in the first tree
  readonly there: number; // in the other, the lowest node that holds all of its elements
}

/** Undefined where both trees are the same. */
export function firstDifference(
  one: readonly DrawnNode[],
  other: readonly DrawnNode[],
): TreeDifference | undefined {
  const masks = new Set(other.map((node) => node.mask));
  const here = one.findIndex((node) => !masks.has(node.mask));
  if (here < 0) return undefined;
  const wanted = one[here].mask;
  const there = other.findIndex((node) => (node.mask & wanted) === wanted);
  return { here, there };
}
