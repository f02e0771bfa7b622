// What hardware may do to f32, as data: the exact arithmetic, and those that take subnormals as zero.

/** Correctly rounded f32 arithmetic, of which subnormal operands or results may be taken as zero. */
export interface FloatModel {
  readonly flushesOperands: boolean;
  readonly flushesResults: "no" | "rounded" | "unrounded"; // subnormal as rounded, or already before
}

export const EXACT: FloatModel = { flushesOperands: false, flushesResults: "no" };

/** The arithmetics that hardware has, but for the exact one. */
export const FLUSHING: readonly FloatModel[] = [
  { flushesOperands: true, flushesResults: "no" },
  { flushesOperands: false, flushesResults: "rounded" },
  { flushesOperands: false, flushesResults: "unrounded" },
  { flushesOperands: true, flushesResults: "rounded" },
  { flushesOperands: true, flushesResults: "unrounded" },
];

/** The least normal f32. */
export const LEAST_NORMAL = 2 ** -126;

export function isSubnormal(value: number): boolean {
  return value !== 0 && Math.abs(value) < LEAST_NORMAL;
}

/** An operand as the model reads it: an f32, or a zero of its sign. */
export function operand(model: FloatModel, value: number): number {
  return model.flushesOperands && isSubnormal(value) ? value * 0 : value;
}

/** A value rounded to f32 as the model does it. */
export function rounded(model: FloatModel, value: number): number {
  const result = Math.fround(value);
  if (model.flushesResults === "no") return result;
  return isSubnormal(model.flushesResults === "rounded" ? result : value) ? result * 0 : result;
}

// Doubles have more than twice the digits of f32, so that rounding twice is rounding once for all but the fused operation.

export function add(model: FloatModel, left: number, right: number): number {
  return rounded(model, operand(model, left) + operand(model, right));
}

export function subtract(model: FloatModel, left: number, right: number): number {
  return rounded(model, operand(model, left) - operand(model, right));
}

export function multiply(model: FloatModel, left: number, right: number): number {
  return rounded(model, operand(model, left) * operand(model, right));
}

export function divide(model: FloatModel, left: number, right: number): number {
  return rounded(model, operand(model, left) / operand(model, right));
}

/** a·b + c with one rounding: the sum of doubles is rounded to odd, so that the rounding to f32 sees which side it lies on. */
export function fusedMultiplyAdd(model: FloatModel, a: number, b: number, c: number): number {
  const product = operand(model, a) * operand(model, b); // exact
  const addend = operand(model, c);
  return rounded(model, sumToOdd(product, addend));
}

const double = new Float64Array(1);
const doubleBits = new BigUint64Array(double.buffer);

function sumToOdd(left: number, right: number): number {
  const sum = left + right;
  const rightSeen = sum - left;
  const error = left - (sum - rightSeen) + (right - rightSeen);
  if (error === 0 || !Number.isFinite(error)) return sum;
  double[0] = sum;
  const bits = doubleBits[0] ?? 0n;
  if ((bits & 1n) === 1n) return sum;
  // An even sum lies beside the exact one, and its odd neighbour on that side is what truncating to odd would give.
  doubleBits[0] = bits + (error > 0 === sum > 0 ? 1n : -1n);
  return double[0];
}
