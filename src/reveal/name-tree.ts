// The way back from a tree to a name: block and lane lengths are read off the path from the first element to the root, and what stands in a
// block, and over the blocks, is named in the same way. A name is kept only if its rule gives the whole tree.
import {
  bisection,
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type TreeExpression,
} from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import {
  canonicalTree,
  childrenOf,
  foldTree,
  nodeOf,
  type RevealedTree,
  treesEqual,
} from "./revealed-tree.ts";
import { partCount, type TreeForm, treeOfForm } from "./tree-form.ts";

/** The simplest form that has this canonical tree over its n elements; undefined where there is none. */
export function nameTree(tree: RevealedTree, n: number): TreeForm | undefined {
  const [ours] = expressionsOf(tree, n);
  return ours === undefined ? nameWithin(tree, n, MOST_COMPOSED) : expression(ours);
}

/** Every expression of ours with this canonical tree, the simplest first; the one that is used when none is named before all others. */
export function expressionsOf(tree: RevealedTree, n: number): readonly Expression[] {
  const forms = [...OURS, ...(n < 3 ? [] : named(shapesOf(tree, n), n))];
  const found = forms.flatMap((form) =>
    form.kind === "expression" && hasTree(form, tree, n) ? [form.expression] : [],
  );
  const usual = printExpression(DEFAULT_EXPRESSION);
  return found.sort(
    (one, other) => Number(printExpression(other) === usual) - Number(printExpression(one) === usual),
  );
}

/** Rules within rules. */
const MOST_COMPOSED = 3;

const OURS: readonly TreeForm[] = [leftFold, iteratedPairwise, bisection].map(expression);

const OTHERS: readonly TreeForm[] = [
  { kind: "rightFold" },
  { kind: "bracketing", name: "mirror" },
  { kind: "bracketing", name: "dyadicLeft" },
];

function expression(given: Expression): TreeForm {
  return { kind: "expression", expression: given as TreeExpression };
}

function nameWithin(tree: RevealedTree, n: number, depth: number): TreeForm | undefined {
  const has = (form: TreeForm): boolean => hasTree(form, tree, n);
  const plain = OURS.find(has);
  if (plain !== undefined || n < 3) return plain;
  const seen = shapesOf(tree, n);
  for (const form of named(seen, n)) if (has(form)) return form;
  const other = OTHERS.find(has);
  if (other !== undefined || depth === 0) return other;
  let simplest: TreeForm | undefined;
  for (const form of composed(tree, seen, n, depth)) {
    const isSimpler = simplest === undefined || partCount(form) < partCount(simplest);
    if (isSimpler && has(form)) simplest = form;
  }
  return simplest;
}

function hasTree(form: TreeForm, tree: RevealedTree, n: number): boolean {
  return treesEqual(canonicalTree(treeOfForm(form, indices(n))), tree);
}

/** Expressions of ours with parameters that the path shows. */
function* named({ path, ranges }: Shapes, n: number): Generator<TreeForm> {
  const strides = new Set(lanes(path, n).map(({ stride }) => stride));
  for (const stride of strides) yield expression(interleaved(stride));
  for (const length of blockLengths(path, n, ranges)) {
    yield expression(blockDyadic(length));
    yield expression(linearCarry(length));
  }
}

function* composed(
  tree: RevealedTree,
  { path, ranges }: Shapes,
  n: number,
  depth: number,
): Generator<TreeForm> {
  const inner = (part: RevealedTree | undefined, length: number): TreeForm | undefined =>
    part === undefined ? undefined : nameWithin(part, length, depth - 1);
  for (const { stride, count, node } of lanes(path, n)) {
    yield* lanesOf(
      tree,
      {
        laneCount: stride,
        lane: inner(
          relabelled(node, (leaf) => leaf / stride),
          count,
        ),
      },
      n,
      inner,
    );
  }
  const blocks = blockLengths(path, n, ranges).map((blockLength) => {
    const block = path.find(({ count, stride }) => count === blockLength && stride === 1);
    return { blockLength, within: inner(block?.node, blockLength) };
  });
  for (const block of blocks) yield* blocksOf(tree, block, ["carry", "singly"], n, inner);
  yield* halvesOf(path, n, inner);
  for (const block of blocks) yield* blocksOf(tree, block, ["peer"], n, inner);
  yield* oneBlock(tree, n, inner);
  const [first, ...rest] = childrenOf(tree);
  if (first === 0 && rest.length === 1) {
    const form = inner(
      relabelled(rest[0], (leaf) => leaf - 1),
      n - 1,
    );
    if (form !== undefined) yield { kind: "first", rest: form };
  }
}

type Inner = (part: RevealedTree | undefined, length: number) => TreeForm | undefined;

function* lanesOf(
  tree: RevealedTree,
  { laneCount, lane }: { readonly laneCount: number; readonly lane: TreeForm | undefined },
  n: number,
  inner: Inner,
): Generator<TreeForm> {
  if (lane === undefined) return;
  for (const rest of ["ragged", "singly"] as const) {
    const covered = rest === "ragged" ? n : n - (n % laneCount);
    const whole = withoutSingles(tree, n - covered);
    const over = quotient(whole, Math.min(laneCount, covered), (leaf) => leaf % laneCount, covered);
    const form = inner(over, Math.min(laneCount, covered));
    if (form !== undefined) yield { kind: "lanes", laneCount, rest, lane, over: form };
  }
}

function* blocksOf(
  tree: RevealedTree,
  { blockLength, within }: { readonly blockLength: number; readonly within: TreeForm | undefined },
  tails: readonly BlocksForm["tail"][],
  n: number,
  inner: Inner,
): Generator<TreeForm> {
  if (within === undefined) return;
  const blockCount = Math.floor(n / blockLength);
  const full = blockCount * blockLength;
  for (const tail of tails) {
    const hasPeer = tail === "peer" && full < n;
    const whole = hasPeer
      ? tree
      : tail === "singly"
        ? withoutSingles(tree, n - full)
        : withoutTail(tree, full < n);
    const count = hasPeer ? blockCount + 1 : blockCount;
    const over = quotient(whole, count, (leaf) => Math.floor(leaf / blockLength), hasPeer ? n : full);
    const form = inner(over, count);
    if (form === undefined) continue;
    for (const each of alternatives(within))
      yield { kind: "blocks", blockLength, tail, within: each, over: form };
  }
}

type BlocksForm = Extract<TreeForm, { readonly kind: "blocks" }>;

/** Forms that differ only in what is left over, where nothing is left over: other lengths tell them apart. */
function alternatives(form: TreeForm): readonly TreeForm[] {
  if (form.kind === "lanes") return [form, { ...form, rest: "singly" }];
  if (form.kind === "blocks") return [form, { ...form, tail: "singly" }, { ...form, tail: "peer" }];
  return [form];
}

/** One block, and elements beyond it that are added one by one. */
function* oneBlock(tree: RevealedTree, n: number, inner: Inner): Generator<TreeForm> {
  let block: RevealedTree = tree;
  let length = n;
  while (childrenOf(block)[1] === length - 1) {
    [block] = childrenOf(block);
    length--;
  }
  const within = length === n || length < 2 ? undefined : inner(block, length);
  if (within === undefined) return;
  yield { kind: "blocks", blockLength: length, tail: "singly", within, over: OURS[0] };
}

const MULTIPLES = [8, 4, 16, 2, 32];

/** The left halves from the root down show where halving ends, and what stands there. */
function* halvesOf(path: readonly OnPath[], n: number, inner: Inner): Generator<TreeForm> {
  for (const multiple of MULTIPLES) {
    let length = n;
    for (;;) {
      const half = Math.floor(length / 2);
      const split = half - (half % multiple);
      const left = path.find(({ stride, count }) => stride === 1 && count === split);
      if (left === undefined) break;
      const form = inner(left.node, split);
      if (form !== undefined && form.kind !== "halves") {
        const most = roundest(split, length - 1);
        for (const within of alternatives(form)) yield { kind: "halves", multiple, most, within };
      }
      length = split;
    }
  }
}

/** Halving ends at one of these lengths; a power of two if there is one. */
function roundest(least: number, most: number): number {
  const power = 2 ** Math.floor(Math.log2(most));
  return power >= least ? power : least;
}

/** A node over the first element whose elements stand at equal distances. */
interface OnPath {
  readonly node: RevealedTree;
  readonly count: number;
  readonly stride: number; // 1: a range
}

interface Shapes {
  readonly path: readonly OnPath[]; // from the first element up; the element itself is left out
  readonly ranges: ReadonlySet<number>; // start and end of every node over neighbours
}

interface Shape {
  readonly smallest: number;
  readonly largest: number;
  readonly count: number;
  readonly distance: number; // the greatest common divisor of all distances
}

function shapesOf(tree: RevealedTree, n: number): Shapes {
  const path: OnPath[] = [];
  const ranges = new Set<number>();
  foldTree<Shape>(
    tree,
    (index) => ({ smallest: index, largest: index, count: 1, distance: 0 }),
    (parts, node) => {
      const shape = parts.reduce(joined);
      const { smallest, largest, count, distance } = shape;
      const isEven = (largest - smallest) / distance + 1 === count;
      if (smallest === 0 && isEven) path.push({ node, count, stride: distance });
      if (isEven && distance === 1) ranges.add(rangeKey(smallest, largest + 1, n));
      return shape;
    },
  );
  return { path, ranges };
}

function joined(one: Shape, other: Shape): Shape {
  const apart = Math.abs(one.smallest - other.smallest);
  return {
    smallest: Math.min(one.smallest, other.smallest),
    largest: Math.max(one.largest, other.largest),
    count: one.count + other.count,
    distance: greatestDivisor(greatestDivisor(one.distance, other.distance), apart),
  };
}

function greatestDivisor(one: number, other: number): number {
  let [left, right] = [one, other];
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}

/** What may be the first lane. */
function lanes(path: readonly OnPath[], n: number): readonly OnPath[] {
  return path.filter(
    ({ stride, count }) =>
      stride > 1 && (count === Math.ceil(n / stride) || count === Math.floor(n / stride)),
  );
}

/** Ranges from the first element that may be a block: the next one as long is a node too. */
function blockLengths(path: readonly OnPath[], n: number, ranges: ReadonlySet<number>): readonly number[] {
  return path
    .filter(
      ({ stride, count }) => stride === 1 && 2 * count <= n && ranges.has(rangeKey(count, 2 * count, n)),
    )
    .map(({ count }) => count);
}

function rangeKey(start: number, end: number, n: number): number {
  return start * (n + 1) + end;
}

function indices(n: number): readonly number[] {
  return Array.from({ length: n }, (_, index) => index);
}

function relabelled(tree: RevealedTree, label: (leaf: number) => number): RevealedTree {
  return foldTree<RevealedTree>(tree, label, nodeOf);
}

/** What stands below the last `count` elements, if these are added one by one at the end. */
function withoutSingles(tree: RevealedTree, count: number): RevealedTree | undefined {
  let rest: RevealedTree = tree;
  for (let i = 0; i < count; i++) {
    const [left, right] = childrenOf(rest);
    if (typeof right !== "number") return undefined;
    rest = left;
  }
  return rest;
}

function withoutTail(tree: RevealedTree, hasTail: boolean): RevealedTree {
  return hasTail ? (childrenOf(tree)[0] ?? tree) : tree;
}

/** The tree over groups of elements, where every group is a subtree; undefined where one is not. */
function quotient(
  tree: RevealedTree | undefined,
  groupCount: number,
  groupOf: (leaf: number) => number,
  leafCount: number,
): RevealedTree | undefined {
  if (tree === undefined) return undefined;
  const sizes = new Array<number>(groupCount).fill(0);
  for (let leaf = 0; leaf < leafCount; leaf++) sizes[groupOf(leaf)]++;
  interface Grouped {
    readonly tree: RevealedTree | undefined; // undefined: a part of a group
    readonly group: number;
    readonly count: number;
  }
  const grouped = (part: RevealedTree | undefined, group: number, count: number): Grouped => ({
    tree: part ?? (count === sizes[group] ? group : undefined),
    group,
    count,
  });
  let isWhole = true;
  const root = foldTree<Grouped>(
    tree,
    (leaf) => grouped(undefined, leaf < leafCount ? groupOf(leaf) : -1, 1),
    (parts) => {
      const whole = parts.every((part) => part.tree !== undefined);
      if (whole) return { tree: nodeOf(parts.map((part) => part.tree as RevealedTree)), group: -1, count: 0 };
      const { group } = parts[0];
      if (parts.some((part) => part.group !== group || part.tree !== undefined)) isWhole = false;
      return grouped(
        undefined,
        group,
        parts.reduce((sum, part) => sum + part.count, 0),
      );
    },
  );
  return isWhole && root.tree !== undefined ? canonicalTree(root.tree) : undefined;
}
