import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";

/**
 * Loops of one operation on one type. Methods, as in Access: each is written for the arrays of its own type, and given no others.
 *
 * All take `count` elements, the first at `first`, each `step` from the one before, and give the value after them. `output` may be `input`.
 */
export interface FoldLoops {
  /** `((value·x0)·x1)·…` */
  reduce(input: ColumnArray, first: number, step: number, count: number, value: Scalar): Scalar;
  /** `out[k] = (value·x0)·…·xk` */
  inclusive(
    input: ColumnArray,
    output: ColumnArray,
    first: number,
    step: number,
    count: number,
    value: Scalar,
  ): Scalar;
  /** `out[k] = (value·x0)·…·x(k−1)` */
  exclusive(
    input: ColumnArray,
    output: ColumnArray,
    first: number,
    step: number,
    count: number,
    value: Scalar,
  ): Scalar;
}

/** Where a scan of blocks stands. Empty slots of `roots` hold the identity, which changes no bit. */
export interface BlockState {
  readonly octets: number; // in a block: 1, 2 or 4
  readonly isLinear: boolean; // blocks are joined by one running value, which is roots[0], and not by a tree
  readonly roots: Float64Array; // roots[k]: the complete range of 2^k blocks, where `index` has that bit
  index: number; // blocks so far
}

/** Loops over octets, which are straight-line code: a slot in memory for each level takes three times as long. */
export interface TreeLoops {
  readonly identity: number;
  /** `output[k] = T(the eight elements from start + 8k on)`; `output` may be `input`, where `start` is 0. */
  roots(input: ColumnArray, start: number, count: number, output: ColumnArray): void;
  /**
   * The prefixes of the elements from `start` to `end`, a block beginning at `start`. `state` then has all whole blocks; a shorter one at the end is in no
   * state. Gives whether NaNs may have come out, which need not be canonical: never false where there is one, and true for infinities too.
   */
  blocks(input: ColumnArray, output: ColumnArray, start: number, end: number, state: BlockState): boolean;
  /** `array[i] = value·array[i]` */
  prepend(value: number, array: ColumnArray, start: number, end: number): void;
}

/** A loop of one operation over columns of one type. */
export interface MapLoop {
  /** `output[i] = first[i]·second[i]` */
  run(first: ColumnArray, second: ColumnArray, output: ColumnArray): void;
}

/** A loop of one operation over a column. */
export interface UnaryLoop {
  /** `output[i]` of `operand[i]` */
  run(operand: ColumnArray, output: ColumnArray): void;
}

/** A loop that picks from columns of one type. */
export interface SelectLoop {
  /** `output[i] = condition[i] ? first[i] : second[i]` */
  run(condition: ColumnArray, first: ColumnArray, second: ColumnArray, output: ColumnArray): void;
}

/** One operation over columns, elementwise, so that `output` may be one of the operands; those that it lacks it ignores. */
export type ColumnRun = (
  first: ColumnArray,
  second: ColumnArray,
  third: ColumnArray,
  output: ColumnArray,
) => void;
