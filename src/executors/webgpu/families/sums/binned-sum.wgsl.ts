/*
 * binned(fold): the sums of all bins as integers, in the place of ReproBLAS's few bins with their carries.
 *
 *     add a term:  its first bin follows from its exponent; for `fold` bins from there on:
 *                    digit = term rounded to the grid of the bin, halves away from zero; sum[bin] += digit; term -= digit
 *     the value:   from the highest bin that has a term: ReproBLAS's sequence of f64 additions, done on bits
 */

import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { BINS, gridExponent } from "../../../../summaries/accumulators/binned-accumulator.ts";
import { returnRounded, type SumText } from "./sum-of-terms.wgsl.ts";

/** By type: limbs of a bin's sum, log2 of the smallest subnormal, and a sum as carry · c + rest, 0 ≤ rest < c: an i64 and a u64. */
const FORMATS = {
  f64: {
    slot: 3,
    least: -1074,
    carry:
      "vec2<u32>((limbs[at + 1u] >> 18u) | (limbs[at + 2u] << 14u), bitcast<u32>(bitcast<i32>(limbs[at + 2u]) >> 18u))",
    rest: "vec2<u32>(limbs[at], limbs[at + 1u] & 0x3ffffu)",
    top: "select(countTrailingZeros(limbs[1]), 32u + countTrailingZeros(limbs[2]), limbs[1] == 0u)",
  },
  f32: {
    slot: 2,
    least: -149,
    carry:
      "vec2<u32>((limbs[at] >> 21u) | (limbs[at + 1u] << 11u), bitcast<u32>(bitcast<i32>(limbs[at + 1u]) >> 21u))",
    rest: "vec2<u32>(limbs[at] & 0x1fffffu, 0u)",
    top: "countTrailingZeros(limbs[1])",
  },
} as const;

/**
 * The sums of all bins, each a two's complement number, behind flags that say of which bins terms are. A term's digits depend on no other term: so all are kept, and
 * which bins count is found out when the value is.
 *
 * The value is ReproBLAS's sequence of additions in f64, done on bits, with exponents counted from the grid of the top bin: so nothing overflows on the way.
 */
export function binnedSum(type: FloatType, fold: number): SumText {
  const { slot } = FORMATS[type];
  return {
    name: `binned ${fold} ${type}`,
    limbs: slot * (1 + BINS[type].last + fold),
    slot,
    firstSum: slot,
    text: () => `fn spread() {}

fn gather() {}

fn clear() {
  for (var k = 0u; k < LIMBS; k++) { limbs[k] = 0u; }
}

fn bin_start(bin: u32) -> u32 { return ${slot}u * (bin + 1u); }

${addSource(type, fold)}
${valueSource(type, fold)}
`,
  };
}

function addSource(type: FloatType, fold: number): string {
  const { least } = FORMATS[type];
  const { width, last, emax } = BINS[type];
  return `fn add_finite(part: vec2<u32>, e: u32, negative: u32) {
  let first = min((${emax - least}u + u64_lead(part) - e - 64u) / ${width}u, ${last}u);
  limbs[1u + (first >> 5u)] |= 1u << (first & 31u);
  var rest = part;
  var sign = negative;
  for (var bin = first; bin < first + ${fold}u; bin++) {
    let grid = ${gridExponent(type, 0) - least}u - ${width}u * min(bin, ${last}u);
    var digit = u64_left(rest, (e - min(grid, e)) & 63u);
    var taken = rest;
    if (grid > e) {
      let shift = grid - e;
      digit = u64_right(u64_add(rest, u64_left(vec2<u32>(1u, 0u), shift - 1u)), shift);
      taken = u64_left(digit, shift);
    }
    add_limbs(bin_start(bin), bin_start(bin + 1u), vec3<u32>(digit, 0u), sign);
    // Halves go away from zero: then what is left has the other sign.
    let is_more = u64_less(rest, taken);
    rest = u64_subtract(rest, taken);
    if ((rest.x | rest.y) == 0u) { break; }
    if (is_more) {
      rest = u64_negate(rest);
      sign ^= 1u;
    }
  }
}
`;
}

function valueSource(type: FloatType, fold: number): string {
  const { carry, rest, top } = FORMATS[type];
  const { width, last, carry: carryUnit } = BINS[type];
  const exponent = `bitcast<i32>(parts.z) + ${gridExponent(type, 0)} - ${width} * i32(top)`;
  return `fn finite_sum() -> Value {
  let top = ${top};
  var value = vec2<u32>(0u, 0u);
  var before = vec2<u32>(0u, 0u);
  for (var i = 0u; i < ${fold}u; i++) {
    let exponent = -${width} * i32(min(top + i, ${last}u) - top);
    let at = bin_start(top + i);
    let carry = ${carry};
    value = f64_add(value, f64_round(carry.y & 0x80000000u, exponent + ${Math.log2(carryUnit)}, i64_abs(carry)));
    value = f64_add(value, before);
    before = f64_round(0u, exponent, ${rest});
  }
  value = f64_add(value, before);
  let parts = f64_unpack(value);
  ${returnRounded(type, "value.y & 0x80000000u", exponent, "parts.xy")}
}
`;
}
