// Where no name fits: the expression of ours that shares the most partial sums, and the first addition at which both part.
import { splitmix64 } from "../conformance/data/splitmix64.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../expressions/expression.ts";
import { treeOf } from "../expressions/prefix-trees.ts";
import { printAddition } from "./named-elements.ts";
import { canonicalTree, foldTree, leavesOf, type RevealedTree } from "./revealed-tree.ts";

/** How a tree that has no name is like one that has. */
export interface NearestExpression {
  readonly expression: Expression;
  readonly sharedCount: number; // partial sums over the same elements in both
  readonly nodeCount: number; // partial sums of the revealed tree
  readonly firstDifference: TreeDifference;
}

/** The first addition, in the order of evaluation, over elements that the other tree does not add up by themselves. */
export interface TreeDifference {
  readonly elements: readonly number[]; // what the addition holds
  readonly here: string; // what it adds: "(x0 … x7) + x8"
  readonly there: string; // the same of the smallest partial sum of the other tree that holds these elements
}

/** The expression of ours with the most partial results in common; the simplest of several. A node of three and more is one partial sum. */
export function nearestExpression(tree: RevealedTree, n: number): NearestExpression {
  const hashes = randomWords(0n, n);
  const own = partialSums(tree, hashes);
  let best: { readonly expression: Expression; readonly sharedCount: number } = {
    expression: leftFold,
    sharedCount: -1,
  };
  for (const expression of likelyExpressions(n)) {
    const theirs = partialSums(treeOf(expression, n) as RevealedTree, hashes);
    const sharedCount = [...own.keys()].filter((key) => theirs.has(key)).length;
    if (sharedCount > best.sharedCount) best = { expression, sharedCount };
  }
  const other = canonicalTree(treeOf(best.expression, n) as RevealedTree);
  return { ...best, nodeCount: own.size, firstDifference: firstDifference(tree, other, n) };
}

/** Expressions of ours with the parameters that most programs have. */
export function likelyExpressions(n: number): readonly Expression[] {
  const powers = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].filter((power) => power < n);
  return [leftFold, iteratedPairwise, bisection].concat(
    ...powers.map((power) => [interleaved(power), blockDyadic(power), linearCarry(power)]),
  );
}

/** Where two canonical trees over the same elements part first; two that are equal have no such place, and give their roots. */
function firstDifference(tree: RevealedTree, other: RevealedTree, n: number): TreeDifference {
  const hashes = randomWords(0n, n);
  const theirs = partialSums(other, hashes);
  let found = tree;
  for (const [key, node] of partialSums(tree, hashes)) {
    if (theirs.has(key)) continue;
    found = node;
    break;
  }
  const elements = [...leavesOf(found)].sort((one, another) => one - another);
  return {
    elements,
    here: printAddition(found),
    there: printAddition(smallestOver(other, new Set(elements))),
  };
}

/** The lowest node that holds all of some elements. */
function smallestOver(tree: RevealedTree, elements: ReadonlySet<number>): RevealedTree {
  let lowest: RevealedTree | undefined;
  foldTree<number>(
    tree,
    (index) => (elements.has(index) ? 1 : 0),
    (parts, node) => {
      const count = parts.reduce((sum, part) => sum + part);
      if (count === elements.size) lowest ??= node;
      return count;
    },
  );
  return lowest ?? tree;
}

/** The nodes by what they hold, in the order of evaluation. */
function partialSums(tree: RevealedTree, hashes: BigUint64Array): ReadonlyMap<bigint, RevealedTree> {
  const nodes = new Map<bigint, RevealedTree>();
  foldTree<bigint>(
    tree,
    (index) => hashes[index],
    (parts, node) => {
      const key = parts.reduce((hash, part) => hash ^ part);
      nodes.set(key, node);
      return key;
    },
  );
  return nodes;
}

/** Words of 64 bits, drawn at random. By the exclusive or of one for each element, sets of elements are told apart. */
export function randomWords(seed: bigint, n: number): BigUint64Array {
  const [high, low] = [new Uint32Array(n), new Uint32Array(n)];
  splitmix64(seed)(high, low);
  return BigUint64Array.from({ length: n }, (_, index) => (BigInt(high[index]) << 32n) | BigInt(low[index]));
}
