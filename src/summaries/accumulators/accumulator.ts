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

/** The mark that a term leaves: what it is, if it is not finite, and that it is not −0, if it is not. */
export function markOf(value: number): number {
  if (value !== 0) {
    if (Number.isFinite(value)) return MARKS.notNegativeZero;
    if (Number.isNaN(value)) return MARKS.nan | MARKS.notNegativeZero;
    return (value > 0 ? MARKS.positiveInfinity : MARKS.negativeInfinity) | MARKS.notNegativeZero;
  }
  return Object.is(value, -0) ? 0 : MARKS.notNegativeZero;
}

/** The sum where terms are not finite; undefined where all are. */
export function notFiniteSum(marks: number): number | undefined {
  const infinities = marks & (MARKS.positiveInfinity | MARKS.negativeInfinity);
  if ((marks & MARKS.nan) !== 0) return Number.NaN;
  if (infinities === 0) return undefined;
  if (infinities === MARKS.positiveInfinity) return Number.POSITIVE_INFINITY;
  return infinities === MARKS.negativeInfinity ? Number.NEGATIVE_INFINITY : Number.NaN;
}

const view = new DataView(new ArrayBuffer(8));

/** `2^exponent` for exponents from −1022 to 1023, by its bits: the operator `**` takes 30 times as long. */
export function powerOfTwo(exponent: number): number {
  view.setInt32(0, (exponent + 1023) << 20);
  return view.getFloat64(0);
}

/** `value · 2^exponent` where that has no rounding, for any exponent from −2044 to 2046: one power of two may be out of reach. */
export function scaled(value: number, exponent: number): number {
  const half = exponent >> 1;
  return value * powerOfTwo(half) * powerOfTwo(exponent - half);
}
