/*
 * Floats of 128 bits: ±part · 2^exponent, the leading bit of part at bit 127. A part of zero has an exponent far below all others.
 *
 * 1. Results are cut off, not rounded: an error is at most some units of 2^-126 of the value, of wide_add of the larger operand. Where
 *    an operand has few bits (an f32, a square of one) and its result fits, it is exact.
 * 2. Signs of zeros are nobody's business here: callers that need them look at their operands.
 * 3. A quotient has 127 bits, cut off. A root has 124 and, below them, one bit that says whether something is left, so that it is rounded as
 *    the real root is.
 * 4. wide_round rounds once, to nearest even, with all lower bits as the sticky one.
 */
export const WIDE_FLOATS = `
struct Wide { part: vec4<u32>, exponent: i32, sign: u32 }

fn wide_normal(part: vec4<u32>, exponent: i32, sign: u32) -> Wide {
  let lead = u128_lead(part);
  return Wide(u128_left(part, lead), select(exponent - i32(lead), -1000000, lead == 128u), sign);
}

fn wide_of(value: u32) -> Wide {
  let parts = f32_unpack(value);
  return wide_normal(vec4<u32>(0u, 0u, 0u, parts.x), bitcast<i32>(parts.y) - 96, value & 0x80000000u);
}

fn wide_integer(value: i32) -> Wide {
  let word = bitcast<u32>(value);
  return wide_normal(vec4<u32>(i32_abs(word), 0u, 0u, 0u), 0, word & 0x80000000u);
}

fn wide_round(value: Wide) -> u32 {
  let sticky = min(value.part.x | value.part.y | value.part.z, 1u);
  return f32_round(value.sign, value.exponent + 96, value.part.w | sticky);
}

fn wide_negate(value: Wide) -> Wide {
  return Wide(value.part, value.exponent, value.sign ^ 0x80000000u);
}

fn wide_half(value: Wide) -> Wide {
  return Wide(value.part, value.exponent - 1, value.sign);
}

fn wide_fraction(value: Wide) -> vec4<u32> {
  return u128_right(value.part, u32(clamp(-128 - value.exponent, 0, 128)));
}

fn wide_less(first: Wide, second: Wide) -> bool {
  let is_less = (first.exponent == second.exponent) & u128_less(first.part, second.part);
  return (first.exponent < second.exponent) | is_less;
}

fn wide_add(first: Wide, second: Wide) -> Wide {
  var big = first;
  var small = second;
  if (wide_less(first, second)) {
    big = second;
    small = first;
  }
  let distance = u32(min(big.exponent - small.exponent, 127) + 1);
  let above = u128_right(big.part, 1u);
  let below = u128_right(small.part, distance);
  var sum = u128_add(above, below);
  if (first.sign != second.sign) {
    sum = u128_subtract(above, below);
  }
  return wide_normal(sum, big.exponent + 1, big.sign);
}

fn wide_multiply(first: Wide, second: Wide) -> Wide {
  let product = u128_product(first.part, second.part);
  return wide_normal(product, first.exponent + second.exponent + 128, first.sign ^ second.sign);
}

fn wide_divide(first: Wide, second: Wide) -> Wide {
  let divisor = u128_right(second.part, 1u);
  var rest = u128_right(first.part, 1u);
  var quotient = vec4<u32>(0u);
  for (var step = 0u; step < 127u; step++) {
    let fits = !u128_less(rest, divisor);
    rest = u128_left(select(rest, u128_subtract(rest, divisor), fits), 1u);
    quotient = u128_left(quotient, 1u) | vec4<u32>(select(0u, 1u, fits), 0u, 0u, 0u);
  }
  return wide_normal(quotient, first.exponent - second.exponent - 126, first.sign ^ second.sign);
}

fn wide_root(value: Wide) -> Wide {
  let odd = bitcast<u32>(value.exponent) & 1u;
  var word = u128_right(value.part, odd);
  var rest = vec4<u32>(0u);
  var root = vec4<u32>(0u);
  for (var step = 0u; step < 124u; step++) {
    rest = u128_left(rest, 2u) | vec4<u32>(word.w >> 30u, 0u, 0u, 0u);
    word = u128_left(word, 2u);
    let trial = u128_left(root, 2u) | vec4<u32>(1u, 0u, 0u, 0u);
    let fits = !u128_less(rest, trial);
    rest = select(rest, u128_subtract(rest, trial), fits);
    root = u128_left(root, 1u) | vec4<u32>(select(0u, 1u, fits), 0u, 0u, 0u);
  }
  let left = min(rest.x | rest.y | rest.z | rest.w, 1u);
  let part = u128_left(root, 1u) | vec4<u32>(left, 0u, 0u, 0u);
  return wide_normal(part, ((value.exponent + i32(odd) - 120) >> 1u) - 1, 0u);
}
`;
