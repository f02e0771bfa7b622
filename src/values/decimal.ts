// Decimal texts as the nearest f64 or f32, rounded once.

/** A decimal number taken apart: `sign · digits · 10^exponent`. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string; // without zeros at either end; empty for zero
  readonly exponent: number;
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/** The parts of a decimal text, or of a hexadecimal or binary integer. */
export function decimalOf(text: string): Decimal {
  const hex = /^(-?)(0[xb].+)$/.exec(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    DECIMAL.exec(hex === null ? text : hex[1] + BigInt(hex[2])) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const shift = digits.length - significant.length - fraction.length;
  return { isNegative: sign === "-", digits: significant, exponent: Number(exponent) + shift };
}

/** The nearest f64, ties to even. */
export function nearestFloat64({ isNegative, digits, exponent }: Decimal): number {
  return Number(`${isNegative ? "-" : ""}${digits === "" ? "0" : digits}e${exponent}`);
}

/**
 * The nearest f32, ties to even.
 *
 * Rounding first to f64 and then to f32 is wrong in one case: where the f64 lies halfway between two f32 and the decimal does not.
 */
export function nearestFloat32(decimal: Decimal): number {
  const wide = nearestFloat64(decimal);
  const near = Math.fround(wide);
  const rest = wide - finite(near);
  if (rest === 0 || !Number.isFinite(wide)) return near;
  const other = neighbour(near, rest > 0);
  if (finite(other) - wide !== rest) return near; // not halfway
  const side = compareMagnitude(decimal, Math.abs(wide));
  if (side === 0) return near;
  const isAway = side > 0;
  return isAway === Math.abs(other) > Math.abs(near) ? other : near;
}

// Beyond the largest f32, rounding goes as if the next one were 2^128.
function finite(value: number): number {
  return Number.isFinite(value) ? value : Math.sign(value) * 2 ** 128;
}

function neighbour(value: number, isUp: boolean): number {
  const smallest = 2 ** -149;
  if (value === 0) return isUp ? smallest : -smallest;
  const isAway = value > 0 === isUp;
  float[0] = value;
  bits[0] += isAway ? 1 : -1;
  return float[0];
}

/** The sign of `|decimal| − value`, exactly, for a positive value. */
function compareMagnitude({ digits, exponent }: Decimal, value: number): number {
  let numerator = value;
  let halvings = 0n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    halvings++;
  }
  const tens = 10n ** BigInt(Math.abs(exponent));
  const first = BigInt(digits) * (exponent > 0 ? tens : 1n) * 2n ** halvings;
  const second = BigInt(numerator) * (exponent < 0 ? tens : 1n);
  return first === second ? 0 : first > second ? 1 : -1;
}
