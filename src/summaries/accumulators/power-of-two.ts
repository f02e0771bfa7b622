/** `value · 2^exponent` where that has no rounding, for any exponent from −2148 to 2046: one power of two may be out of reach. */
export function scaled(value: number, exponent: number): number {
  const half = exponent >> 1;
  return value * 2 ** half * 2 ** (exponent - half);
}
