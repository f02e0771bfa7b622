// What exact and binned sums share: terms taken apart, special values as marks, limbs in a table. A sum of limbs is a sum of integers, so any
// order of additions gives the same bits.

import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";

/** Bits of limb 0: some term is NaN, +∞, −∞, not −0. */
const MARKS = { nan: 1, positiveInfinity: 2, negativeInfinity: 4, notNegativeZero: 8 };
const INFINITIES = `${MARKS.positiveInfinity + MARKS.negativeInfinity}u`;

/** A sum of floats, with `add_term(value)` of any, and `observe()`. There is room for 2^42 terms. */
export function sumOfTerms(sumOf: (type: FloatType) => SumText, type: FloatType): SumText {
  const sum = sumOf(type);
  return { ...sum, text: () => `${limbSource(sum.limbs)}${sum.text()}${termSource(type)}` };
}

/** Carries stop where nothing changes any more: above a number without its sign is all zeros, or all ones and a carry. */
function limbSource(limbs: number): string {
  return `const LIMBS = ${limbs}u;
var<private> limbs: array<u32, LIMBS>;

fn add_limbs(first: u32, end: u32, magnitude: vec3<u32>, negative: u32) {
  var rest = magnitude;
  var carry = negative;
  for (var k = first; k < end; k++) {
    let piece = rest.x ^ (0u - negative);
    let sum = limbs[k] + piece;
    limbs[k] = sum + carry;
    carry = select(0u, 1u, (sum < piece) | (limbs[k] < sum));
    rest = vec3<u32>(rest.yz, 0u);
    if (((rest.x | rest.y) == 0u) & (carry == negative)) { break; }
  }
}

`;
}

function termSource(type: FloatType): string {
  const { high, bits, part, digits, infinity, nan } = FORMATS[type];
  const isNegativeZero = `(${high} == 0x80000000u)${type === "f64" ? " & (value.w0 == 0u)" : ""}`;
  return `fn add_term(value: Value) {
  let magnitude = ${high} & 0x7fffffffu;
  let negative = ${high} >> 31u;
  limbs[0] |= select(${MARKS.notNegativeZero}u, 0u, ${isNegativeZero});
  if (magnitude >= ${infinity}) {
    limbs[0] |= select(${MARKS.positiveInfinity}u << negative, ${MARKS.nan}u, ${type}_is_nan(${bits}));
    return;
  }
  let e = max(magnitude >> ${digits}u, 1u) - 1u;
  let top = magnitude - (e << ${digits}u);
  add_finite(${part}, e, negative);
}

fn observe() -> Value {
  let infinities = limbs[0] & ${INFINITIES};
  let is_nan = ((limbs[0] & ${MARKS.nan}u) != 0u) | (infinities == ${INFINITIES});
  if ((infinities == 0u) & !is_nan) { return finite_sum(); }
  let unusual = select(${infinity} | ((infinities & ${MARKS.negativeInfinity}u) << 29u), ${nan}, is_nan);
  return Value(${type === "f64" ? "0u, " : ""}unusual);
}
`;
}

/** A value's words and bits, its significand without the exponent, and the digits in the word that has the sign. */
const FORMATS = {
  f64: {
    high: "value.w1",
    bits: "vec2<u32>(value.w0, value.w1)",
    part: "vec2<u32>(value.w0, top)",
    digits: 20,
    infinity: "0x7ff00000u",
    nan: "0x7ff80000u",
  },
  f32: {
    high: "value.w0",
    bits: "value.w0",
    part: "vec2<u32>(top, 0u)",
    digits: 23,
    infinity: "0x7f800000u",
    nan: "0x7fc00000u",
  },
} as const;

/**
 * A sum of terms in WGSL: `limbs`, words of a thread, and functions on them.
 *
 * - `add_finite(part, e, negative)`: one more finite term, ±part · 2^e smallest subnormals
 * - `finite_sum()`: the value, where all terms are finite
 * - `clear()`: no terms any more
 * - `spread()` and `gather()`: before all limbs are stored, and after all have been loaded
 *
 * The limbs of two sets of terms together are their sums, limb by limb, where carries go up within every `slot` limbs from a multiple of `slot` on; but those
 * before `firstSum` are flags and their unions, limb 0 MARKS.
 */
export interface SumText {
  readonly name: string; // two sums with one name have one text
  readonly limbs: number;
  readonly slot: number;
  readonly firstSum: number;
  readonly text: () => string;
}

/** How halves of limbs are kept in a table: `cell` is a WGSL expression of the place of one, `cell(column, row)`. */
interface HalfAccess {
  readonly row: string; // what a row is called
  readonly load: (cell: string) => string;
  readonly store: (cell: string, half: string) => string;
}

/**
 * `store_sum(row)` and `load_sum(row)`: the limbs of a sum in two columns each, a half of one in each. Halves of as many rows as there are shares add up in
 * a word, in any order; the thread that loads a sum brings the carries up.
 */
export function limbTable({ limbs, slot }: SumText, { row, load, store }: HalfAccess): string {
  const [lower, upper] = [`cell(2u * k, ${row})`, `cell(2u * k + 1u, ${row})`];
  return `fn store_sum(${row}: u32) {
  spread();
  for (var k = 0u; k < ${limbs}u; k++) {
    ${store(lower, "limbs[k] & 0xffffu")};
    ${store(upper, "limbs[k] >> 16u")};
  }
}

fn load_sum(${row}: u32) {
  var carry = 0u;
  for (var k = 0u; k < ${limbs}u; k++) {
    if (k % ${slot}u == 0u) { carry = 0u; }
    let lower = ${load(lower)} + carry;
    let upper = ${load(upper)} + (lower >> 16u);
    limbs[k] = (lower & 0xffffu) | (upper << 16u);
    carry = upper >> 16u;
  }
  gather();
}
`;
}

/** Statements that return ±part · 2^exponent as a `Value`, rounded to nearest, ties to even; the last bit of part is sticky. */
export function returnRounded(type: FloatType, sign: string, exponent: string, part: string): string {
  if (type === "f32") return `return Value(f32_from_pair(${sign}, ${exponent}, ${part}));`;
  return `let words = f64_round(${sign}, ${exponent}, ${part});
  return Value(words.x, words.y);`;
}
