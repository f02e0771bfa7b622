import type { Scalar } from "../values/element-types.ts";
import type { AccumulatorState } from "./accumulators/accumulator.ts";

/**
 * What a neighbour needs to know of the input positions [start, end), and nothing else: plain data, equal bits for equal ranges,
 * however the range was cut and joined. An observation is never a summary: nothing turns one back.
 *
 * Values of n positions: leftFold 1; iteratedPairwise ≤ max(1, 2·log2 n); interleaved(L) that many for each of min(L, n) lanes;
 * blockDyadic(B) that many for each of a head and a tail (shorter than B) and for the blocks; linearCarry(B) instead of the blocks'
 * one carry from position 0, elsewhere each block's root; network(NAME, N) has a head and a tail of elements, below N each. binned(K): K sums; exact: one. To these the positions mean nothing.
 */
export type Summary<Value = Scalar> = Positioned & State<Value>;

/** The range in input positions: with an initial value placed "first", the range from 0 holds that value besides. */
export interface Positioned {
  readonly contract: string; // canonical line
  readonly start: number;
  readonly end: number;
}

/** The values of a range under an expression that is a tree, one variant for each shape of list. */
export type TreeState<Value = Scalar> = RootsState<Value> | LanesState<Value> | BlocksState<Value>;

/** What a range amounts to: roots of trees, or a sum without an order. */
export type State<Value = Scalar> = TreeState<Value> | AccumulatorState;

/** leftFold and iteratedPairwise: one list over the elements. */
export interface RootsState<Value = Scalar> {
  readonly kind: "roots";
  readonly roots: readonly Root<Value>[];
}

/** interleaved: one list for each lane that has an element; the list at j is that of the range's j-th element. */
export interface LanesState<Value = Scalar> {
  readonly kind: "lanes";
  readonly lanes: readonly (readonly Root<Value>[])[]; // positions: floor(position / laneCount)
}

/** blockDyadic, linearCarry and network: the complete blocks, and what is left of blocks at either end; of a network's as elements. */
export interface BlocksState<Value = Scalar> {
  readonly kind: "blocks";
  readonly head: readonly Root<Value>[]; // of a block that began before the range; positions: offsets in that block
  readonly blocks: readonly Root<Value>[]; // positions: block indexes
  readonly tail: readonly Root<Value>[]; // of a block that begins in the range and is not full; positions: offsets in that block
}

/** The value of the tree over the positions [start, end) of one list. An initial value placed "first" is element 0 of the list. */
export interface Root<Value = Scalar> extends PositionRange {
  readonly value: Value; // of the accumulation type; of records by column
}

export interface PositionRange {
  readonly start: number;
  readonly end: number;
}

/** The same summary with other values: those of single elements are scalars to callers, and lists of one to executors. */
export function mapValues<From, To>(summary: Summary<From>, map: (value: From) => To): Summary<To> {
  const mapped = (roots: readonly Root<From>[]): readonly Root<To>[] =>
    roots.map((root) => ({ ...root, value: map(root.value) }));
  switch (summary.kind) {
    case "roots":
      return { ...summary, roots: mapped(summary.roots) };
    case "lanes":
      return { ...summary, lanes: summary.lanes.map(mapped) };
    case "blocks": {
      const { head, blocks, tail } = summary;
      return { ...summary, head: mapped(head), blocks: mapped(blocks), tail: mapped(tail) };
    }
    case "binned":
    case "exact": // a sum, not of values
      return summary;
    default:
      return summary satisfies never;
  }
}
