import type { State, TreeState } from "./summary.ts";

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
  /** All of the state that is not determined by the range, as lists of texts. */
  print(state: S, printValue: (value: Value) => string): readonly (readonly string[])[];
  /** The inverse of `print`. @throws FormatError when it is not of that range, and what `parseValue` throws */
  parse(start: number, end: number, lists: Lists<string>, parseValue: (text: string) => Value): S;
}

export type Lists<Item> = readonly (readonly Item[])[];

/** The algebra of an expression that is a tree: its states are values in lists. */
export interface TreeShape<Value, S extends TreeState<Value> = TreeState<Value>>
  extends Omit<Shape<Value, S>, "print" | "parse"> {
  /** The values of the state, list by list: all that is not determined by the range. */
  values(state: S): Lists<Value>;
  /** The inverse of `values`. @throws FormatError when the number of lists or values is not that of the range */
  restore(start: number, end: number, values: Lists<Value>): S;
}
