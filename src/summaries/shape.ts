import type { State } from "./summary.ts";

/**
 * The algebra of one expression, on states. Positions are those of the sequence: an initial value placed "first" is its element 0.
 *
 * Methods, not function properties: a shape is only ever given states that it made, which the contract's line on each summary
 * ensures, and method parameters let `Shape<Value, RootsState<Value>>` stand for `Shape<Value>`.
 */
export interface Shape<Value, S extends State<Value> = State<Value>> {
  empty(): S;
  /** [start, end) followed by elements from position `end` on. */
  append(state: S, start: number, end: number, elements: ArrayLike<Value>): S;
  /** [start, middle) followed by [middle, end), neither of them empty. */
  concat(left: S, right: S, start: number, middle: number, end: number): S;
  /** The value of [0, end), end ≥ 1. */
  observe(state: S): Value;
  /** The values of the state, list by list: all that is not determined by the range. */
  values(state: S): readonly (readonly Value[])[];
  /** The inverse of `values`. @throws FormatError when the number of lists or values is not that of the range */
  restore(start: number, end: number, values: readonly (readonly Value[])[]): S;
}
