/** The types that an order-free sum is formed in. */
export type FloatType = "f64" | "f32";

/** What is known of terms without a place among the digits: bits of a number. */
export const MARKS = {
  nan: 1, // some term is NaN
  positiveInfinity: 2,
  negativeInfinity: 4,
  notNegativeZero: 8, // some term is not −0
} as const;

/** A sum of terms as plain data: equal for equal multisets of terms, in whatever order and groups they came. */
export type AccumulatorState = ExactState | BinnedState;

export interface ExactState {
  readonly kind: "exact";
  readonly marks: number;
  readonly sum: bigint; // of the finite terms, in units of the smallest subnormal: 2^−1074 for f64, 2^−149 for f32
}

export interface BinnedState {
  readonly kind: "binned";
  readonly marks: number;
  readonly top: number; // the bin of the largest finite magnitude; −1 where no term is finite
  readonly sums: readonly bigint[]; // of the bins from `top` on, each in units of its own grid
}

/** A running sum without an order. Addition and merging are associative and commutative bit for bit. */
export interface Accumulator {
  /** One more term. */
  add(value: number): void;
  /** The terms of another accumulator of the same kind and type. */
  merge(state: AccumulatorState): void;
  /** The value of at least one term, its NaN canonical. */
  observe(): number;
  state(): AccumulatorState;
}
