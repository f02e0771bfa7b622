import { runNetwork } from "../networks/run-network.ts";
import { checkExpression, checkLength } from "./check-expression.ts";

import type { Expression, NetworkExpression, Tree } from "./expression.ts";
import { noTree, treeOf } from "./prefix-trees.ts";

/**
 * The combines on the longest path from an element to the value of the reduce of x[0..length), by formula.
 *
 * ⌈log2 n⌉ for iteratedPairwise and bisection, n − 1 for leftFold; that of prefix i is `depthOf(expression, i + 1)`. Constant
 * cost; for a network one step for each of its pairs, and for a caller's own expression, whose tree is made and measured.
 *
 * @throws InvalidArgumentError for a length that is not a positive integer, and for an order-free sum, which has no tree
 */
export function depthOf(given: Expression, length: number): number {
  const expression = checkExpression(given);
  checkLength(length, 1);
  switch (expression.kind) {
    case "leftFold":
      return length - 1;
    case "iteratedPairwise":
    case "bisection":
      return ceilLog2(length);
    case "interleaved":
      // Lane 0 is both a longest lane and a deepest leaf of the tree over the lanes.
      return (
        ceilLog2(Math.ceil(length / expression.laneCount)) + ceilLog2(Math.min(length, expression.laneCount))
      );
    case "blockDyadic":
      return depthOfBlocks(length, expression.blockLength, ceilLog2);
    case "linearCarry":
      return depthOfBlocks(length, expression.blockLength, (blockCount) => blockCount - 1);
    case "network":
      return depthOfNetwork(expression, length);
    case "custom":
      return depthOfTree(treeOf(expression, length));
    case "binned":
    case "exact":
      throw noTree(expression);
    default:
      return expression satisfies never;
  }
}

/** A tail is shorter than a block, so the deepest element is in a block wherever there is one. */
function depthOfBlocks(
  length: number,
  blockLength: number,
  depthOverRoots: (blockCount: number) => number,
): number {
  const blockCount = Math.floor(length / blockLength);
  if (blockCount === 0) return ceilLog2(length);
  const hasTail = blockCount * blockLength < length;
  return ceilLog2(blockLength) + depthOverRoots(blockCount) + (hasTail ? 1 : 0);
}

/** An output before the last may be deeper than the last, so that a tail may hold the deepest element. */
function depthOfNetwork({ network }: NetworkExpression, length: number): number {
  const { width } = network;
  const leaves = Array.from({ length: width }, () => 0);
  const depths = runNetwork(network, leaves, (left, right) => Math.max(left, right) + 1);
  const blockCount = Math.floor(length / width);
  const tailLength = length - blockCount * width;
  if (blockCount === 0) return depths[tailLength - 1];
  const blocks = depths[width - 1] + ceilLog2(blockCount);
  return tailLength === 0 ? blocks : Math.max(blocks, depths[tailLength - 1]) + 1;
}

/** Exact for every length; the logarithm of a double is not, just above 2^49. */
function ceilLog2(value: number): number {
  let exponent = 0;
  for (let power = 1; power < value; power *= 2) exponent++;
  return exponent;
}

function depthOfTree(root: Tree): number {
  let deepest = 0;
  const open: { readonly tree: Tree; readonly depth: number }[] = [{ tree: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, depth } = next;
    deepest = Math.max(deepest, depth);
    if (typeof tree === "number") continue;
    open.push({ tree: tree.right, depth: depth + 1 }, { tree: tree.left, depth: depth + 1 });
  }
  return deepest;
}
