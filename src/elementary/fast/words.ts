// The words of a double, by two views of the same eight bytes, and multiplications without rounding.

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** Which of the two words holds sign, exponent and the top of the fraction. */
const HIGH = /* @__PURE__ */ highWord();

function highWord(): 0 | 1 {
  double[0] = 1;
  return words[1] === 0 ? 0 : 1;
}

/** Sign, exponent and the upper 20 bits of the fraction. */
export function highWordOf(value: number): number {
  double[0] = value;
  return words[HIGH];
}

/** The value with its exponent lowered: no check that it has so many. */
export function loweredBy(value: number, exponent: number): number {
  double[0] = value;
  words[HIGH] -= exponent << 20;
  return double[0];
}

/** 2^exponent, between −1022 and 1023. */
export function powerOfTwo(exponent: number): number {
  words[HIGH] = (exponent + 1023) << 20;
  words[1 - HIGH] = 0;
  return double[0];
}

/** The upper half of a double's bits: products of two of them are exact. By Veltkamp's splitting, for magnitudes below 2^996. */
export function upperHalf(value: number): number {
  const much = 134217729 * value; // 2^27 + 1
  return much - (much - value);
}

/** A double that begins with this word, and goes on with zeros. */
export function withHighWord(word: number): number {
  words[HIGH] = word;
  words[1 - HIGH] = 0;
  return double[0];
}
