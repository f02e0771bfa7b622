/** The type that a sum is rounded to: its significant digits, and the place of its smallest one in units of 2^−1074. */
const FORMATS = { f64: { digits: 53, smallest: 0 }, f32: { digits: 24, smallest: 925 } } as const;

/**
 * Every prefix sum of `terms`, exactly, as integers of any length in units of 2^−1074, each rounded once: to nearest, ties to even.
 *
 * NaN where a term is, or both infinities are; −0 where every term is.
 */
export function exactPrefixes(terms: readonly number[], type: "f64" | "f32"): number[] {
  let finite = 0n;
  let others = 0; // NaN and infinities, added as they are
  let isNegativeZero = true;
  return terms.map((term) => {
    if (!Object.is(term, -0)) isNegativeZero = false;
    if (Number.isFinite(term)) finite += unitsOf(term);
    else others += term;
    if (others !== 0) return others;
    if (isNegativeZero) return -0;
    return finite < 0n ? -rounded(-finite, type) : rounded(finite, type);
  });
}

/** A finite double as a multiple of the smallest subnormal. */
function unitsOf(value: number): bigint {
  const bits = BigInt.asUintN(64, new BigInt64Array(Float64Array.of(value).buffer)[0]);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const magnitude = exponent === 0n ? fraction : (fraction + (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

function rounded(units: bigint, type: "f64" | "f32"): number {
  const { digits, smallest } = FORMATS[type];
  const length = units === 0n ? 0 : units.toString(2).length;
  const cut = Math.max(0, smallest, length - digits);
  const step = 1n << BigInt(cut);
  const below = units % step;
  let kept = units / step;
  if (2n * below > step || (2n * below === step && kept % 2n === 1n)) kept += 1n;
  // Now at most `digits` digits, or a power of two: a double, unless it is beyond the largest.
  const value = doubleOf(kept * step);
  return type === "f32" ? Math.fround(value) : value;
}

/** An integer of at most 53 significant digits, in units of 2^−1074, as a double, by its bits. */
function doubleOf(units: bigint): number {
  if (units < 1n << 53n) return Number(units) * Number.MIN_VALUE;
  const shift = units.toString(2).length - 53;
  if (shift > 2045) return Number.POSITIVE_INFINITY;
  const bits = ((units >> BigInt(shift)) - (1n << 52n)) | (BigInt(shift + 1) << 52n);
  return new Float64Array(BigUint64Array.of(bits).buffer)[0];
}
