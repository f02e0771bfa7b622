// Short decimal numbers straight from their bytes.

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LOWER_E = 0x65;
const UPPER_E = 0x45;

/** Integers of so many digits are f64s, each. */
const MOST_DIGITS = 15;

/** Powers of ten that are f64s. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/**
 * The f64 that is nearest to the decimal number in a range of bytes, blanks around it left out; NaN where this does not tell: more than 15
 * digits, an exponent beyond 22, anything that is not a number in digits.
 *
 * Digits and power of ten are both exact, so that their product or quotient is rounded once, to nearest (Clinger 1990).
 */
export function decimalOf(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let stop = end;
  while (at < stop && isBlank(bytes[at])) at++;
  while (at < stop && isBlank(bytes[stop - 1])) stop--;
  const first = bytes[at];
  const isNegative = first === MINUS;
  if ((isNegative || first === PLUS) && at < stop) at++;
  let digits = 0;
  let count = 0; // of digits from the first that is not zero on
  let hasDigits = false;
  let fraction = 0;
  let isPoint = false;
  for (; at < stop; at++) {
    const digit = bytes[at] - ZERO;
    if (digit >= 0 && digit <= 9) {
      hasDigits = true;
      if (digits !== 0 || digit !== 0) count++;
      digits = 10 * digits + digit;
      if (isPoint) fraction++;
    } else if (bytes[at] === POINT && !isPoint) isPoint = true;
    else break;
    if (count > MOST_DIGITS) return Number.NaN;
  }
  if (!hasDigits) return Number.NaN;
  let scale = -fraction;
  if (at < stop) {
    if (bytes[at] !== LOWER_E && bytes[at] !== UPPER_E) return Number.NaN;
    const exponent = exponentOf(bytes, at + 1, stop);
    if (Number.isNaN(exponent)) return Number.NaN;
    scale += exponent;
  }
  if (scale > 22 || scale < -22) return Number.NaN;
  const value = scale < 0 ? digits / POWERS[-scale] : digits * POWERS[scale];
  return isNegative ? -value : value;
}

function exponentOf(bytes: Uint8Array, start: number, stop: number): number {
  const isNegative = bytes[start] === MINUS;
  const from = isNegative || bytes[start] === PLUS ? start + 1 : start;
  if (from >= stop || stop - from > 3) return Number.NaN;
  let exponent = 0;
  for (let at = from; at < stop; at++) {
    const digit = bytes[at] - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    exponent = 10 * exponent + digit;
  }
  return isNegative ? -exponent : exponent;
}

/** Space and tab: other blanks are rare, and go the long way. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09;
}
