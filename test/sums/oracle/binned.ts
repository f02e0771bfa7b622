import {
  bitLength,
  decidedBy,
  decode,
  type Float,
  FORMATS,
  magnitudeOf,
  marksOf,
  nearest,
  roundedTo,
} from "./format.ts";

/** Width of a bin in bits, and the last bin's index. */
export const BINS = { f64: { width: 40, last: 51 }, f32: { width: 13, last: 20 } } as const;

/** A set of terms: the first bin of any of them, and the sum of their digits there and in the following bins. */
export interface BinnedState {
  readonly kind: "binned";
  readonly marks: number;
  readonly top: number; // −1 without finite terms
  readonly sums: readonly bigint[];
}

/** `ulp` of bin i, in units: `2^(largest − width·(i + 1) + 1)`. Bins past the last are like it. */
export function gridOf(type: Float, index: number): bigint {
  const { width, last } = BINS[type];
  const { largest, smallest } = FORMATS[type];
  return 1n << BigInt(largest - width * (Math.min(index, last) + 1) + 1 - smallest);
}

/** The bin of a term: `floor((largest − k) / width)` where `2^(k−1) ≤ |x| < 2^k`. */
export function indexOf(type: Float, units: bigint): number {
  const { width, last } = BINS[type];
  const { largest, smallest } = FORMATS[type];
  const magnitude = magnitudeOf(units);
  if (magnitude === 0n) return last;
  return Math.min(last, Math.floor((largest - smallest - bitLength(magnitude)) / width));
}

/** The first `count` digits of a term from its own bin on: each is what is left, its last bit set, to the nearest multiple. */
export function digitsOf(type: Float, units: bigint, count: number): readonly bigint[] {
  const start = indexOf(type, units);
  const digits: bigint[] = [];
  let rest = units;
  for (let i = start; i < start + count; i++) {
    const grid = gridOf(type, i);
    const magnitude = withLastBit(type, magnitudeOf(rest));
    const twice = 2n * (magnitude % grid);
    if (twice === grid) throw new RangeError("a tie, which a set last bit excludes");
    const digit = magnitude / grid + (twice > grid ? 1n : 0n);
    digits.push(rest < 0n ? -digit : digit);
    rest -= (rest < 0n ? -digit : digit) * grid;
  }
  return digits;
}

/** The state of a list of terms: first the smallest index of any, then every term's digits from there. */
export function binnedState(type: Float, fold: number, terms: Iterable<number>): BinnedState {
  const decoded = Array.from(terms, (term) => decode(type, term));
  const finite = decoded.flatMap((term) => (term.kind === "finite" ? [term.units] : []));
  const marks = decoded.reduce((all, term) => all | marksOf(term), 0);
  const sums = new Array<bigint>(fold).fill(0n);
  if (finite.length === 0) return { kind: "binned", marks, top: -1, sums };
  const top = Math.min(...finite.map((units) => indexOf(type, units)));
  for (const units of finite) {
    const start = indexOf(type, units) - top;
    for (const [i, digit] of digitsOf(type, units, Math.max(0, fold - start)).entries())
      sums[start + i] += digit;
  }
  return { kind: "binned", marks, top, sums };
}

/** What is carried of a sum of digits once its absolute value has grown past a quarter of its bin, and what stays. */
export function carriedOf(type: Float, sum: bigint): { readonly carry: bigint; readonly rest: bigint } {
  const quarter = 1n << BigInt(FORMATS[type].precision - 3);
  const rest = ((sum % quarter) + quarter) % quarter;
  return { carry: (sum - rest) / quarter, rest };
}

/**
 * The value of at least one term: carries and rests, each exact, added from the largest down, every sum rounded to 53 bits (f32 sums are
 * added as f64), without a bound on the exponent; then rounded to the type. A zero is +0.
 */
export function binnedValue(type: Float, { marks, top, sums }: BinnedState): number {
  const decided = decidedBy(marks);
  if (decided !== undefined) return decided;
  const quarter = 1n << BigInt(FORMATS[type].precision - 3);
  const parts = sums.map((sum, j) => {
    const { carry, rest } = carriedOf(type, sum);
    const grid = gridOf(type, top + j);
    return { carry: carry * quarter * grid, rest: rest * grid };
  });
  let value = parts[0].carry;
  for (let j = 1; j < parts.length; j++) {
    value = toDouble(value + parts[j].carry);
    value = toDouble(value + parts[j - 1].rest);
  }
  return nearest(type, toDouble(value + parts[parts.length - 1].rest));
}

/** The two in one. */
export function binnedSum(type: Float, fold: number, terms: Iterable<number>): number {
  return binnedValue(type, binnedState(type, fold, terms));
}

function toDouble(units: bigint): bigint {
  const rounded = roundedTo(FORMATS.f64.precision, magnitudeOf(units));
  return units < 0n ? -rounded : rounded;
}

function withLastBit(type: Float, magnitude: bigint): bigint {
  return magnitude | (1n << BigInt(Math.max(0, bitLength(magnitude) - FORMATS[type].precision)));
}
