// The tree that a sum was seen to add by. Where every node has two children it is a tree of an expression; hardware that adds several
// operands at once, before it rounds, gives nodes of three and more.
import type { Tree, TreeNode } from "../expressions/expression.ts";
import { InternalError } from "../values/errors.ts";

/** An element's index, a node that adds two, or one that adds three and more at once. The child that holds the smallest index comes first. */
export type RevealedTree = number | RevealedPair | FusedNode;

/** A node of two children. Addition commutes, so which of them is the left one cannot be seen. */
export interface RevealedPair {
  readonly left: RevealedTree;
  readonly right: RevealedTree;
}

/** A node that adds three or more operands and rounds once. */
export interface FusedNode {
  readonly parts: readonly RevealedTree[];
}

/** The children of a node; none of an element. */
export function childrenOf(tree: RevealedTree): readonly RevealedTree[] {
  if (typeof tree === "number") return [];
  return "parts" in tree ? tree.parts : [tree.left, tree.right];
}

/** A node over parts in their order. */
export function nodeOf(parts: readonly RevealedTree[]): RevealedTree {
  if (parts.length === 1) return parts[0];
  return parts.length === 2 ? { left: parts[0], right: parts[1] } : { parts };
}

/**
 * Works a tree out from its leaves: `leaf` of every element, `node` of the children's results. Keeps its own stack, because a left fold is
 * as deep as it is long.
 */
export function foldTree<Result>(
  root: RevealedTree,
  leaf: (index: number) => Result,
  node: (parts: readonly Result[], tree: RevealedPair | FusedNode) => Result,
): Result {
  const open: (RevealedTree | typeof JOIN)[] = [root]; // above a node that is entered stands JOIN
  const results: Result[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "number") {
      results.push(leaf(next));
    } else if (next === JOIN) {
      const tree = open.pop() as RevealedPair | FusedNode;
      results.push(node(lastOf(results, "parts" in tree ? tree.parts.length : 2), tree));
    } else if ("parts" in next) {
      open.push(next, JOIN);
      for (let i = next.parts.length - 1; i >= 0; i--) open.push(next.parts[i]);
    } else {
      open.push(next, JOIN, next.right, next.left);
    }
  }
  return results[0];
}

const JOIN = Symbol("join");

/** Takes the last of a list; two without a splice, which a tree of millions would do as often. */
function lastOf<Item>(list: Item[], count: number): readonly Item[] {
  if (count !== 2) return list.splice(list.length - count);
  const right = list.pop() as Item;
  return [list.pop() as Item, right];
}

interface Placed {
  readonly tree: RevealedTree;
  readonly smallest: number;
}

/** The same tree as it is always written: of the children of a node, the one with the smallest index first. */
export function canonicalTree(root: RevealedTree): RevealedTree {
  return foldTree<Placed>(
    root,
    (index) => ({ tree: index, smallest: index }),
    (parts) => {
      const ordered = [...parts].sort((one, other) => one.smallest - other.smallest);
      return { tree: nodeOf(ordered.map(({ tree }) => tree)), smallest: ordered[0].smallest };
    },
  ).tree;
}

/** Whether two trees that are written canonically are the same. */
export function treesEqual(one: RevealedTree, other: RevealedTree): boolean {
  const open: [RevealedTree, RevealedTree][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (typeof left === "number" || typeof right === "number") return false;
    const [here, there] = [childrenOf(left), childrenOf(right)];
    if (here.length !== there.length) return false;
    here.forEach((child, i) => {
      open.push([child, there[i]]);
    });
  }
  return true;
}

/** Additions on the longest path from an element to the sum. */
export function depthOfTree(tree: RevealedTree): number {
  return foldTree(
    tree,
    () => 0,
    (parts) => 1 + parts.reduce((deepest, depth) => Math.max(deepest, depth), 0),
  );
}

/** How many nodes add three or more operands at once. */
export function fusedCount(tree: RevealedTree): number {
  return foldTree<number>(
    tree,
    () => 0,
    (parts) => parts.reduce((sum, count) => sum + count, parts.length > 2 ? 1 : 0),
  );
}

/** The elements under a tree, from left to right. */
export function leavesOf(root: RevealedTree): readonly number[] {
  const leaves: number[] = [];
  const open: RevealedTree[] = [root];
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (typeof tree === "number") leaves.push(tree);
    else if ("parts" in tree) open.push(...[...tree.parts].reverse());
    else open.push(tree.right, tree.left);
  }
  return leaves;
}

/** The tree as expressions have it. @throws InternalError for one with a node of three or more */
export function asBinaryTree(tree: RevealedTree): Tree {
  if (fusedCount(tree) > 0) throw new InternalError("a tree with fused nodes taken for one without");
  return tree as Tree | TreeNode;
}
