// What programs on the lanes of vectors are written in: operations on two doubles at once, over whatever values whoever emits them has.

/**
 * Operations on 128 bits: as two f64 where nothing else is said, `…32` as four f32, `plus` and `minus` as two i64. Comparisons give masks; `pick`
 * takes bits of the first where the third has ones; `widen` and `narrow` go between the first two f32 and two f64.
 */
export type LaneOperation =
  | "add"
  | "subtract"
  | "multiply"
  | "magnitude"
  | "isEqual"
  | "isAtMost"
  | "magnitude32"
  | "isEqual32"
  | "isLess32"
  | "isAtMost32"
  | "and"
  | "or"
  | "pick"
  | "plus"
  | "minus"
  | "widen"
  | "narrow";

/** Rows of doubles in the memory of the lanes. */
export interface LaneTable {
  readonly start: number; // bytes
  readonly rowBytes: 16 | 32;
}

/** Rows of a table, one for each of two lanes. */
export interface LaneRows<Value> {
  readonly column: (index: number) => Value;
  /** Two columns that lie side by side, the first of them an even one: cheaper than each by itself. */
  readonly columns: (index: 0 | 2) => readonly [Value, Value];
}

/** An emitter of code for lanes. A value that is used twice has to be kept. */
export interface LaneCode<Value> {
  readonly apply: (operation: LaneOperation, ...operands: readonly Value[]) => Value;
  readonly shift: (direction: "left" | "right", value: Value, bits: number) => Value; // of two u64
  readonly keep: (value: Value) => Value;
  readonly number: (value: number) => Value; // the f64, twice
  readonly number32: (value: number) => Value; // the f32, four times
  readonly bits: (value: bigint) => Value; // the u64, twice
  readonly halves: (which: "lower" | "upper", first: Value, second: Value) => Value; // a half of each
  readonly rows: (table: LaneTable, places: Value) => LaneRows<Value>;
}

/** Values of all lanes, and a mask of those that are rounded correctly. */
export interface LaneGuess<Value> {
  readonly value: Value;
  readonly isSure: Value;
}

export type LaneProgram = <Value>(on: LaneCode<Value>, x: Value) => LaneGuess<Value>;

/** Fast paths on lanes by function and type, as `exp_f64`, and the tables that they read from the beginning of their memory. */
export interface LanePrograms {
  readonly programs: Readonly<Record<string, LaneProgram>>;
  readonly tables: () => Float64Array;
}
