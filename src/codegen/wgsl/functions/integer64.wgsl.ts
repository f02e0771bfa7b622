/*
 * 64-bit integers as vec2<u32>, the low word in x. What has no name of the term language (u64_left, u64_lead …) serves other functions.
 *
 * 1. Distances of u64_left and u64_right are below 64: a choice of words by bit 5, then both shifted by the rest. A word moved across is
 *    shifted by 1 and by 31 − rest, so that no shift by 32 occurs.
 * 2. u64_divided finds quotient and rest by shift and subtract, as many steps as the quotient can have bits: one or two for operands of
 *    like size.
 */
export const INTEGER64 = `
fn u64_add(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let low = first.x + second.x;
  return vec2<u32>(low, first.y + second.y + select(0u, 1u, low < first.x));
}

fn u64_subtract(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(first.x - second.x, first.y - second.y - select(0u, 1u, first.x < second.x));
}

fn u64_negate(value: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(0u - value.x, 0u - value.y - min(value.x, 1u));
}

fn i64_abs(value: vec2<u32>) -> vec2<u32> {
  return select(value, u64_negate(value), (value.y >> 31u) != 0u);
}

fn u64_multiply(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let low = u32_product(first.x, second.x);
  return vec2<u32>(low.x, low.y + first.x * second.y + first.y * second.x);
}

fn u64_product(first: vec2<u32>, second: vec2<u32>) -> vec4<u32> {
  let low = u32_product(first.x, second.x);
  let middle = u64_add(u32_product(first.x, second.y), vec2<u32>(low.y, 0u));
  let other = u64_add(u32_product(first.y, second.x), vec2<u32>(middle.x, 0u));
  let high = u64_add(u32_product(first.y, second.y), u64_add(vec2<u32>(middle.y, 0u), vec2<u32>(other.y, 0u)));
  return vec4<u32>(low.x, other.x, high.x, high.y);
}

fn u64_divided(first: vec2<u32>, second: vec2<u32>) -> vec4<u32> {
  let first_lead = u64_lead(first);
  let second_lead = u64_lead(second);
  let has_quotient = (first_lead <= second_lead) & (second_lead < 64u);
  var steps = select(0u, second_lead - first_lead + 1u, has_quotient);
  var divisor = u64_left(second, second_lead - first_lead);
  var rest = first;
  var quotient = vec2<u32>(0u, 0u);
  while (steps > 0u) {
    let fits = !u64_less(rest, divisor);
    rest = select(rest, u64_subtract(rest, divisor), fits);
    quotient = vec2<u32>((quotient.x << 1u) | select(0u, 1u, fits), (quotient.y << 1u) | (quotient.x >> 31u));
    divisor = vec2<u32>((divisor.x >> 1u) | (divisor.y << 31u), divisor.y >> 1u);
    steps -= 1u;
  }
  return vec4<u32>(quotient, rest);
}

fn u64_divide(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return u64_divided(first, second).xy;
}

fn u64_remainder(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return u64_divided(first, second).zw;
}

fn i64_divide(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let quotient = u64_divide(i64_abs(first), i64_abs(second));
  return select(quotient, u64_negate(quotient), ((first.y ^ second.y) >> 31u) != 0u);
}

fn i64_remainder(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let rest = u64_remainder(i64_abs(first), i64_abs(second));
  return select(rest, u64_negate(rest), (first.y >> 31u) != 0u);
}

fn u64_equal(first: vec2<u32>, second: vec2<u32>) -> bool {
  return (first.x == second.x) & (first.y == second.y);
}

fn u64_less(first: vec2<u32>, second: vec2<u32>) -> bool {
  return (first.y < second.y) | ((first.y == second.y) & (first.x < second.x));
}

fn u64_lessOrEqual(first: vec2<u32>, second: vec2<u32>) -> bool {
  return !u64_less(second, first);
}

fn i64_less(first: vec2<u32>, second: vec2<u32>) -> bool {
  return u64_less(vec2<u32>(first.x, first.y ^ 0x80000000u), vec2<u32>(second.x, second.y ^ 0x80000000u));
}

fn i64_lessOrEqual(first: vec2<u32>, second: vec2<u32>) -> bool {
  return !i64_less(second, first);
}

fn u64_min(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return select(second, first, u64_less(first, second));
}

fn u64_max(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return select(first, second, u64_less(first, second));
}

fn i64_min(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return select(second, first, i64_less(first, second));
}

fn i64_max(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return select(first, second, i64_less(first, second));
}

fn u64_left(value: vec2<u32>, distance: u32) -> vec2<u32> {
  let near = select(value, vec2<u32>(0u, value.x), (distance & 32u) != 0u);
  let rest = distance & 31u;
  return vec2<u32>(near.x << rest, (near.y << rest) | ((near.x >> 1u) >> (31u - rest)));
}

fn u64_right(value: vec2<u32>, distance: u32) -> vec2<u32> {
  let near = select(value, vec2<u32>(value.y, 0u), (distance & 32u) != 0u);
  let rest = distance & 31u;
  return vec2<u32>((near.x >> rest) | ((near.y << 1u) << (31u - rest)), near.y >> rest);
}

fn u64_right_sticky(value: vec2<u32>, distance: u32) -> vec2<u32> {
  let is_far = (distance & 32u) != 0u;
  let near = select(value, vec2<u32>(value.y, 0u), is_far);
  let rest = distance & 31u;
  let lost = select(0u, value.x, is_far) | ((near.x << 1u) << (31u - rest));
  let low = (near.x >> rest) | ((near.y << 1u) << (31u - rest));
  return vec2<u32>(low | min(lost, 1u), near.y >> rest);
}

fn u64_lead(value: vec2<u32>) -> u32 {
  return select(countLeadingZeros(value.y), 32u + countLeadingZeros(value.x), value.y == 0u);
}

fn u64_shiftLeft(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return u64_left(first, second.x);
}

fn u64_shiftRight(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return u64_right(first, second.x);
}

fn i64_shiftRight(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let sign = 0u - (first.y >> 31u);
  return u64_right(first ^ vec2<u32>(sign, sign), second.x) ^ vec2<u32>(sign, sign);
}

fn u64_rotateLeft(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return u64_left(first, second.x) | u64_right(first, 0u - second.x);
}

fn u64_countLeadingZeros(value: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(u64_lead(value), 0u);
}

fn u64_countTrailingZeros(value: vec2<u32>) -> vec2<u32> {
  let far = 32u + countTrailingZeros(value.y);
  return vec2<u32>(select(countTrailingZeros(value.x), far, value.x == 0u), 0u);
}

fn u64_countOnes(value: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(countOneBits(value.x) + countOneBits(value.y), 0u);
}
`;
