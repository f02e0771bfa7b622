// What JavaScript has no operation for, exactly as the scalar language has it.

/** The nearest integer, of two equally near ones the even one; keeps the sign of a zero. */
export function roundEven(operand: number): number {
  const whole = Math.trunc(operand);
  const rest = Math.abs(operand - whole); // exact; NaN for an infinity and for NaN
  if (rest > 0.5 || (rest === 0.5 && whole % 2 !== 0)) return whole + Math.sign(operand);
  return whole;
}

/** How many of the 32 low bits are 0 below the lowest 1; 32 if there is none. */
export function countTrailingZeros(operand: number): number {
  return operand === 0 ? 32 : 31 - Math.clz32(operand & -operand);
}

/** How many of the 32 low bits are 1: counts of pairs, of fours, of bytes, then the sum of the bytes. */
export function countOnes(operand: number): number {
  const pairs = operand - ((operand >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The i64 nearest towards zero, the ends of the type beyond them, 0 for NaN. */
export function saturateInt64(value: number): bigint {
  if (value >= 2 ** 63) return 0x7fffffffffffffffn;
  if (value <= -(2 ** 63)) return -0x8000000000000000n;
  return Number.isNaN(value) ? 0n : BigInt(Math.trunc(value));
}

/** The u64 nearest towards zero, the ends of the type beyond them, 0 for NaN. */
export function saturateUint64(value: number): bigint {
  if (value >= 2 ** 64) return 0xffffffffffffffffn;
  return value > 0 ? BigInt(Math.trunc(value)) : 0n;
}

/**
 * The f32 nearest to a 64-bit integer, ties to even, rounded once.
 *
 * Beyond 2^53 the 11 lowest bits are folded into one that stays below everything an f32 rounds by, so that the step to f64 is exact
 * and cannot hide on which side of a tie the integer lies.
 */
export function float32OfBigInt(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude < 0x20000000000000n) return Math.fround(Number(value));
  const sticky = (magnitude & 0x7ffn) === 0n ? 0n : 0x800n;
  const rounded = Math.fround(Number((magnitude & ~0x7ffn) | sticky));
  return value < 0n ? -rounded : rounded;
}
