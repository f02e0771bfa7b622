/*
 * exact: one two's complement integer in units of the smallest subnormal, wide enough for any sum.
 *
 *     add a term:  limbs[exponent / 32 …] += significand << exponent % 32, with its sign; carries stop where nothing changes
 *     the value:   sign and leading bit; the next 64 bits, the last of which is sticky; rounded once
 */

import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { returnRounded, type SumText } from "./sum-of-terms.wgsl.ts";

/** log2 of the smallest subnormal, and the bits from there to the largest number. */
const RANGES = { f64: { least: -1074, bits: 2098 }, f32: { least: -149, bits: 277 } } as const;

/** A sign, and room for 2^42 terms. */
const HEADROOM = 43;

/**
 * The sum as one two's complement number in units of the smallest subnormal, behind a limb of marks.
 *
 * Terms of like size touch few of its limbs: those below `low` are 0, and those from `high` on repeat the sign of the one before, whatever is stored there.
 */
export function exactSum(type: FloatType): SumText {
  const { least, bits } = RANGES[type];
  const limbs = 1 + Math.ceil((bits + HEADROOM) / 32);
  const exponent = `bitcast<i32>(32u * lead - shift) - ${64 - least}`;
  const zero = "select(0x80000000u, 0u, limbs[0] != 0u)";
  return {
    name: `exact ${type}`,
    limbs,
    slot: limbs,
    firstSum: 1,
    text: () => `${ADD_FINITE}fn finite_sum() -> Value {
  while (high > 2u && limbs[high - 1u] == 0u - (limbs[high - 2u] >> 31u)) { high--; }
  while (low < high && limbs[low] == 0u) { low++; }
  if (low >= high) { return Value(${type === "f64" ? "0u, " : ""}${zero}); }
  let negative = limbs[high - 1u] >> 31u;
  var lead = high - 1u;
  while (magnitude_at(lead, negative) == 0u) { lead--; }
  let top = magnitude_at(lead, negative);
  let last = magnitude_at(max(lead, 2u) - 2u, negative);
  let shift = countLeadingZeros(top);
  let kept = u64_left(vec2<u32>(magnitude_at(lead - 1u, negative), top), shift);
  let is_inexact = ((last << shift) != 0u) | (low + 2u < lead);
  let part = vec2<u32>(kept.x | ((last >> 1u) >> (31u - shift)) | select(0u, 1u, is_inexact), kept.y);
  ${returnRounded(type, "negative << 31u", exponent, "part")}
}

`,
  };
}

const ADD_FINITE = `var<private> low = LIMBS;
var<private> high = 2u;

fn extend(end: u32) {
  let sign = 0u - (limbs[high - 1u] >> 31u);
  for (; high < end; high++) { limbs[high] = sign; }
}

fn spread() { extend(LIMBS); }

fn gather() {
  low = 1u;
  high = LIMBS;
}

fn clear() {
  limbs[0] = 0u;
  for (var k = low; k < high; k++) { limbs[k] = 0u; }
  low = LIMBS;
  high = 2u;
}

fn add_finite(part: vec2<u32>, e: u32, negative: u32) {
  let first = 1u + (e >> 5u);
  let shift = e & 31u;
  let top = limbs[high - 1u];
  // Where its highest bits are equal there is room for a carry.
  extend(min(max(first + 3u, high + ((top ^ (top << 1u)) >> 31u)), LIMBS));
  low = min(low, first);
  add_limbs(first, high, vec3<u32>(u64_left(part, shift), (part.y >> 1u) >> (31u - shift)), negative);
}

/** Of the sum without its sign. What is below low is 0, and limb low is not. */
fn magnitude_at(k: u32, negative: u32) -> u32 {
  let limb = (limbs[k] ^ (0u - negative)) + select(0u, negative, k == low);
  return select(limb, 0u, k < low);
}

`;
