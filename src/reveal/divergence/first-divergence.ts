import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type UlpType, ulpsBetween } from "../../values/ulps.ts";
import type { StoredArray } from "../../values/value-types.ts";
import { type NamedElements, namedSet, sortedElements } from "../named-elements.ts";
import { leavesOf } from "../revealed-tree.ts";
import { type DivergingNode, describeNode } from "./describe-node.ts";
import { elementWords, finderOf, type PartialSums, partialSumsOf } from "./partial-sums.ts";
import { type Side, type Summation, sideOf } from "./summation.ts";

/** Two ways to combine the same elements, evaluated side by side. */
export interface Comparison {
  readonly type: ElementType; // of all values and bits: of f32 and f64 the wider
  readonly leftLabel: string; // a contract's line, or the name of a revealed tree
  readonly rightLabel: string;
  readonly left: Scalar; // the results
  readonly right: Scalar;
  readonly distance: number | undefined; // left − right, counted in floats of the type; of integers as it is; undefined beside a NaN
  readonly sharedCount: number; // partial results over the same elements in both, the results among them
  readonly differentCount: number; // of these, with other bits
  readonly divergence: Divergence | undefined; // undefined where all that is shared has the same bits
}

/** The first place at which they part. */
export interface Divergence {
  readonly elements: NamedElements; // what both nodes hold
  readonly left: DivergingNode;
  readonly right: DivergingNode;
  readonly distance: number | undefined;
  readonly growth: readonly GrowthStep[]; // what is shared from there to the result: at most 16 of it, the last is the result
}

/** A partial result over the same elements in both. */
export interface GrowthStep {
  readonly elementCount: number;
  readonly left: Scalar;
  readonly right: Scalar;
  readonly distance: number | undefined;
}

/**
 * Evaluates two trees over the same elements and finds the first partial result, in the left one's order of evaluation, that the right one has
 * over the same elements with other bits. All that they share within it is equal: what each does from there is where they part. A sum without an
 * order has the partial sums of the other's tree, each as it would sum these elements alone.
 *
 * A side is an expression or its text, a contract or its line, options of `reduce`, or what `revealTree` has found; the type of a side is the
 * input's where it does not say its own. Of two scans compare the prefixes first, by `compareElements`, and ask about the input up to the first
 * that differs. About 1 µs and 200 bytes for each element.
 *
 * @throws InvalidArgumentError for two sums without an order and for more than 2^22 elements, LengthMismatchError, EmptyInputError, UnsupportedError
 */
export function firstDivergence(left: Summation, right: Summation, input: StoredArray): Comparison {
  const one = sideOf("left", left, input, () => sideOf("right", right, input).tree);
  const other = sideOf("right", right, input, () => one.tree);
  checkInitials(one, other, input.length);
  const type = commonType(one, other);
  const words = elementWords(input.length + 1);
  const [ours, theirs] = [partialSumsOf(one, words), partialSumsOf(other, words)];
  const matches = matchesOf(ours, theirs);
  const pair = { type, initialIndex: input.length, one, other, ours, theirs, matches };
  const first = matches.findIndex((_, number) => isDifferent(pair, number) && holdSame(pair, number));
  return {
    ...{ type, leftLabel: one.label, rightLabel: other.label },
    ...{ left: ours.root, right: theirs.root, distance: distanceBetween(type, ours.root, theirs.root) },
    sharedCount: matches.reduce((count, match) => count + Number(match >= 0), 0),
    differentCount: matches.reduce((count, _, number) => count + Number(isDifferent(pair, number)), 0),
    divergence: first < 0 ? undefined : divergenceAt(pair, first),
  };
}

/** Both sides, and which of their nodes hold the same. */
interface Pair {
  readonly type: ElementType;
  readonly initialIndex: number;
  readonly one: Side;
  readonly other: Side;
  readonly ours: PartialSums;
  readonly theirs: PartialSums;
  readonly matches: Int32Array; // for each node of ours the number of theirs over the same elements, or −1
}

function isDifferent({ ours, theirs, matches }: Pair, number: number): boolean {
  return matches[number] >= 0 && !Object.is(ours.values[number], theirs.values[matches[number]]);
}

/** Words of sets may agree by chance: once in 2^64 pairs. */
function holdSame({ ours, theirs, matches }: Pair, number: number): boolean {
  const others = sortedElements(theirs.nodes[matches[number]]);
  return sortedElements(ours.nodes[number]).every((leaf, i) => leaf === others[i]);
}

function divergenceAt(pair: Pair, number: number): Divergence {
  const { type, initialIndex, one, other, ours, theirs, matches } = pair;
  const left = describeNode({ side: one, sums: ours, number }, type, initialIndex);
  const right = describeNode({ side: other, sums: theirs, number: matches[number] }, type, initialIndex);
  const shared: number[] = []; // nodes that hold this one, itself the first
  for (let node = number; node >= 0; node = ours.parents[node]) if (matches[node] >= 0) shared.push(node);
  return {
    elements: namedSet(sortedElements(ours.nodes[number]), initialIndex),
    ...{ left, right, distance: distanceBetween(type, left.value, right.value) },
    growth: thinned(shared).map((node) => growthStep(pair, node)),
  };
}

function growthStep({ type, ours, theirs, matches }: Pair, number: number): GrowthStep {
  const [left, right] = [ours.values[number], theirs.values[matches[number]]];
  return { elementCount: ours.sizes[number], left, right, distance: distanceBetween(type, left, right) };
}

/** Results of f32 and f64 are compared as f64; all else is of one type. */
function commonType(one: Side, other: Side): ElementType {
  if (one.type === other.type) return one.type;
  const areFloats = [one, other].every(({ type }) => ELEMENT_TYPE_FACTS[type].isFloat);
  if (areFloats) return "f64";
  throw new InvalidArgumentError("right", `combines of ${one.type}, as left has`, `of ${other.type}`);
}

/** @throws InvalidArgumentError where one side has an initial value and the other has none: then not even the results hold the same */
function matchesOf(ours: PartialSums, theirs: PartialSums): Int32Array {
  const find = finderOf(theirs);
  const matches = new Int32Array(ours.count);
  for (let number = 0; number < ours.count; number++) matches[number] = find(ours, number);
  const isOne = ours.count === 0 ? theirs.count === 0 : matches[ours.count - 1] >= 0;
  if (isOne) return matches;
  throw new InvalidArgumentError("right", "over the same elements and initial value as left", "others");
}

/** A sum without an order has the nodes of the other side's tree, whether it has an initial value itself or not. @throws InvalidArgumentError */
function checkInitials(one: Side, other: Side, initialIndex: number): void {
  if (one.newSum === undefined && other.newSum === undefined) return;
  const isIn = leavesOf(one.tree).includes(initialIndex);
  if (one.hasInitial === isIn && other.hasInitial === isIn) return;
  throw new InvalidArgumentError("right", "over the same elements and initial value as left", "others");
}

/** left − right: in floats of the type, or as integers. */
function distanceBetween(type: ElementType, left: Scalar, right: Scalar): number | undefined {
  return ELEMENT_TYPE_FACTS[type].isFloat
    ? ulpsBetween(type as UlpType, left as number, right as number)
    : Number(BigInt(left) - BigInt(right));
}

const MOST_STEPS = 16;

/** At most so many of a list, evenly, its first and last among them. */
function thinned(list: readonly number[]): readonly number[] {
  if (list.length <= MOST_STEPS) return list;
  return Array.from(
    { length: MOST_STEPS },
    (_, i) => list[Math.round((i * (list.length - 1)) / (MOST_STEPS - 1))],
  );
}
