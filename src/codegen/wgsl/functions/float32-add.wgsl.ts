/*
 * f32 addition on bits, without a branch. The idea, with |big| >= |small|:
 *
 *   align small to big's exponent, a sticky bit for what falls off; add or subtract; move the leading bit to bit 30; round; put together
 *
 * 1. Doubled operands have no sign, so big and small are `max` and `min`; only the sign of the result needs a choice.
 * 2. `e` is the exponent less one, 0 for subnormals as well: then (doubled << 5) − (e << 29), modulo 2^32, is the significand with its hidden
 *    bit at bit 29, and without one for subnormals.
 * 3. The shift to bit 30 is limited by the exponent, so a subnormal result comes out in its place.
 * 4. Exponent and significand are added, not joined: the hidden bit and a carry of the rounding increment the exponent, up to infinity.
 * 5. Only exactly opposite operands have a sum of zero without being zeros of one sign: first + −first is +0, or NaN for infinities.
 */
export const FLOAT32_ADD = `
fn f32_add(first: u32, second: u32) -> u32 {
  let big = max(first << 1u, second << 1u);
  let small = min(first << 1u, second << 1u);
  let big_e = max(big >> 24u, 1u) - 1u;
  let small_e = max(small >> 24u, 1u) - 1u;
  let big_part = (big << 5u) - (big_e << 29u);
  let small_part = (small << 5u) - (small_e << 29u);
  let distance = min(big_e - small_e, 31u);
  let kept = small_part >> distance;
  let aligned = kept | select(0u, 1u, (kept << distance) != small_part);
  let apart = first ^ second;
  let sum = big_part + select(aligned, 0u - aligned, (apart >> 31u) != 0u);
  let shift = min(countLeadingZeros(sum) - 1u, big_e + 1u);
  let part = sum << shift;
  let rounded = (part + 63u + ((part >> 7u) & 1u)) >> 7u;
  let magnitude = min(((big_e + 1u - shift) << 23u) + rounded, 0x7f800000u);
  let leading = select(first, second, (first << 1u) < (second << 1u));
  let is_finite = big < 0xff000000u;
  let usual = select(leading, magnitude | (leading & 0x80000000u), is_finite);
  let unusual = select(0x7fc00000u, 0u, is_finite);
  return select(usual, unusual, (apart == 0x80000000u) | (big > 0xff000000u));
}

fn f32_subtract(first: u32, second: u32) -> u32 {
  return f32_add(first, second ^ 0x80000000u);
}
`;
