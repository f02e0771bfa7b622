// Why: these trees are what an expression means. Executors, summaries, depth and networks must agree with them; nothing here is fast.
import type { Network } from "../networks/network.ts";
import { runNetwork } from "../networks/run-network.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { customTree, nonEmpty } from "./custom-tree.ts";
import type { Expression, OrderFreeExpression, Tree, TreeNode } from "./expression.ts";
import { printExpression } from "./print.ts";

/**
 * The tree of the reduce of x[0..length): what defines the value. @throws InvalidArgumentError when a caller's own tree is not one
 * over these elements, for an order-free sum and for length 0, which have none.
 */
export function treeOf(expression: Expression, length: number): Tree {
  return prefixTreeMaker(expression, UNSHARED)(length);
}

/**
 * The trees of all prefixes: tree i is that of x[0..i]. Equal subtrees are the same object, so the distinct nodes are the combines
 * that a scan needs at least: (n/2)·log2 n for iteratedPairwise at n = 2^k. A caller's own trees are taken as they are.
 */
export function prefixTrees(expression: Expression, length: number): readonly Tree[] {
  const make = prefixTreeMaker(expression, { node: sharedNodes(), isShared: true });
  return Array.from({ length }, (_, index) => make(index + 1));
}

/** The error for asking an order-free sum for its order. */
export function noTree(expression: OrderFreeExpression): InvalidArgumentError {
  return new InvalidArgumentError(
    "expression",
    "one that is a tree of combines",
    `"${printExpression(expression)}", which no order of its terms changes`,
  );
}

/** How nodes are made. Where trees are shared, equal ones are the same object. */
interface Making {
  readonly node: MakeNode;
  readonly isShared: boolean;
}

/** One tree alone holds each element once, and so no two equal subtrees: to look for them takes most of the time, and of the memory. */
const UNSHARED: Making = { node: (left, right) => ({ left, right }), isShared: false };

/** Makes trees of one expression. */
function prefixTreeMaker(expression: Expression, making: Making): (length: number) => Tree {
  const { node } = making;
  const canonical = canonicalMaker(making, (index) => index);
  switch (expression.kind) {
    case "leftFold":
      return leftFoldMaker(making, (index) => index);
    case "iteratedPairwise":
      return (length) => canonical(0, nonEmpty(length));
    case "bisection":
      return (length) => bisect(node, 0, nonEmpty(length));
    case "interleaved":
      return interleavedMaker(making, expression.laneCount);
    case "blockDyadic":
      return blockedMaker(making, expression.blockLength, canonical, dyadicMaker);
    case "linearCarry":
      return blockedMaker(making, expression.blockLength, canonical, leftFoldMaker);
    case "network":
      return blockedMaker(
        making,
        expression.network.width,
        networkMaker(node, expression.network),
        dyadicMaker,
      );
    case "custom":
      return (length) => customTree(expression, length);
    case "binned":
    case "exact":
      throw noTree(expression);
    default:
      return expression satisfies never;
  }
}

type MakeNode = (left: Tree, right: Tree) => TreeNode;

/** Nodes are found again by their children. */
function sharedNodes(): MakeNode {
  const known = new Map<Tree, Map<Tree, TreeNode>>();
  return (left, right) => {
    let byRight = known.get(left);
    if (byRight === undefined) {
      byRight = new Map();
      known.set(left, byRight);
    }
    let found = byRight.get(right);
    if (found === undefined) {
      found = { left, right };
      byRight.set(right, found);
    }
    return found;
  };
}

/**
 * T over leaf(start) … leaf(end − 1): split at the largest power of two strictly below the length. Ranges that were made before are
 * not walked again: without that, the prefixes of 4,099 elements take a second instead of 30 ms.
 */
function canonicalMaker(
  { node, isShared }: Making,
  leaf: (index: number) => Tree,
): (start: number, end: number) => Tree {
  const made = new Map<number, Map<number, Tree>>(); // start → end → tree
  const make = (start: number, end: number): Tree => {
    const length = end - start;
    if (length === 1) return leaf(start);
    const split = start + 2 ** (Math.ceil(Math.log2(length)) - 1);
    if (!isShared) return node(make(start, split), make(split, end));
    const fromStart = made.get(start) ?? new Map<number, Tree>();
    const known = fromStart.get(end);
    if (known !== undefined) return known;
    const tree = node(make(start, split), make(split, end));
    made.set(start, fromStart.set(end, tree));
    return tree;
  };
  return make;
}

function leftFoldMaker({ node }: Making, leaf: (index: number) => Tree): (length: number) => Tree {
  const prefixes: Tree[] = [];
  return (length) => {
    for (let index = prefixes.length; index < nonEmpty(length); index++) {
      prefixes.push(index === 0 ? leaf(0) : node(prefixes[index - 1], leaf(index)));
    }
    return prefixes[length - 1];
  };
}

function bisect(node: MakeNode, start: number, end: number): Tree {
  if (end - start === 1) return start;
  const middle = start + Math.floor((end - start) / 2);
  return node(bisect(node, start, middle), bisect(node, middle, end));
}

function interleavedMaker(making: Making, laneCount: number): (length: number) => Tree {
  const laneMakers: ((start: number, end: number) => Tree)[] = [];
  return (length) => {
    const presentLanes = Math.min(laneCount, nonEmpty(length));
    const lanes = Array.from({ length: presentLanes }, (_, lane) => {
      laneMakers[lane] ??= canonicalMaker(making, (row) => lane + row * laneCount);
      return laneMakers[lane](0, Math.ceil((length - lane) / laneCount));
    });
    return canonicalMaker(making, (lane) => lanes[lane])(0, presentLanes);
  };
}

/** What stands in a block, from its start to `end`, which is at most where the block ends. */
type MakeInBlock = (start: number, end: number) => Tree;

/** The output of a network that ends before `end`, over a block that begins at `start`. */
function networkMaker(node: MakeNode, network: Network): MakeInBlock {
  const outputs = new Map<number, readonly Tree[]>(); // by the block's start
  return (start, end) => {
    let found = outputs.get(start);
    if (found === undefined) {
      const leaves = Array.from({ length: network.width }, (_, wire) => start + wire);
      found = runNetwork<Tree>(network, leaves, node);
      outputs.set(start, found);
    }
    return found[end - start - 1];
  };
}

/** Canonical over the roots of blocks. */
function dyadicMaker(making: Making, rootOf: (block: number) => Tree): (blockCount: number) => Tree {
  const canonical = canonicalMaker(making, rootOf);
  return (blockCount) => canonical(0, blockCount);
}

function blockedMaker(
  making: Making,
  blockLength: number,
  inBlock: MakeInBlock,
  makerOverRoots: typeof dyadicMaker,
): (length: number) => Tree {
  const overRoots = makerOverRoots(making, (block) =>
    inBlock(block * blockLength, (block + 1) * blockLength),
  );
  return (length) => {
    const blockCount = Math.floor(nonEmpty(length) / blockLength);
    const tailStart = blockCount * blockLength;
    if (blockCount === 0) return inBlock(0, length);
    const blocks = overRoots(blockCount);
    return tailStart === length ? blocks : making.node(blocks, inBlock(tailStart, length));
  };
}

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
