/*
 * f32 on bits: put together and taken apart, multiplied, divided, rooted.
 *
 * 1. f32_unpack: magnitude = x · 2^y with the leading bit of x at bit 31, also of subnormals; of zero x is zero. y is a signed number in a
 *    word.
 * 2. f32_round: the f32 nearest to part · 2^exponent, ties to even, where the last bit of part stands for all below it (sticky). It is
 *    moved so that its leading bit comes to bit 30, further down for subnormals, and the last 7 bits are rounded away; the hidden bit
 *    increments the exponent that it is added to.
 * 3. A quotient is divided out in one bit and three digits of 8 bits: 25 bits and what is left, which is sticky.
 * 4. A root is found bit by bit from pairs of bits, 26 of them: 24, one to round by, one more, and what is left.
 */
export const FLOAT32 = `
fn f32_is_nan(value: u32) -> bool {
  return (value & 0x7fffffffu) > 0x7f800000u;
}

fn f32_canonical(value: u32) -> u32 {
  return select(value, 0x7fc00000u, f32_is_nan(value));
}

fn f32_unpack(value: u32) -> vec2<u32> {
  let magnitude = value & 0x7fffffffu;
  let e = max(magnitude >> 23u, 1u) - 1u;
  let part = magnitude - (e << 23u);
  let lead = countLeadingZeros(part);
  return vec2<u32>(part << (lead & 31u), e - 149u - lead);
}

fn f32_round(sign: u32, exponent: i32, part: u32) -> u32 {
  let lead = countLeadingZeros(part);
  let biased = exponent + 158 - i32(lead);
  let top = part << (lead & 31u);
  let distance = u32(clamp(2 - biased, 1, 31));
  let kept = top >> distance;
  let word = kept | select(0u, 1u, (kept << distance) != top);
  let rounded = (word + 63u + ((word >> 7u) & 1u)) >> 7u;
  let magnitude = min((u32(clamp(biased, 1, 255) - 1) << 23u) + rounded, 0x7f800000u);
  return sign | select(magnitude, 0u, part == 0u);
}

fn f32_multiply(first: u32, second: u32) -> u32 {
  let sign = (first ^ second) & 0x80000000u;
  let one = f32_unpack(first);
  let other = f32_unpack(second);
  let product = u32_product(one.x, other.x);
  let finite = f32_round(sign, bitcast<i32>(one.y + other.y + 32u), product.y | min(product.x, 1u));
  let big = max(first & 0x7fffffffu, second & 0x7fffffffu);
  let small = min(first & 0x7fffffffu, second & 0x7fffffffu);
  let is_nan = (big > 0x7f800000u) | ((big == 0x7f800000u) & (small == 0u));
  return select(select(finite, sign | 0x7f800000u, big == 0x7f800000u), 0x7fc00000u, is_nan);
}

fn f32_divide(first: u32, second: u32) -> u32 {
  let sign = (first ^ second) & 0x80000000u;
  let one = f32_unpack(first);
  let other = f32_unpack(second);
  let divisor = max(other.x >> 8u, 1u);
  let is_less = one.x < other.x;
  var rest = select(one.x >> 8u, one.x >> 7u, is_less) - divisor;
  var quotient = 1u;
  for (var digit = 0u; digit < 3u; digit++) {
    rest = rest << 8u;
    let next = rest / divisor;
    rest -= next * divisor;
    quotient = (quotient << 8u) | next;
  }
  let exponent = one.y - other.y - select(25u, 26u, is_less);
  let finite = f32_round(sign, bitcast<i32>(exponent), (quotient << 1u) | min(rest, 1u));
  let above = first & 0x7fffffffu;
  let below = second & 0x7fffffffu;
  let is_zero = (above == 0u) | (below == 0x7f800000u);
  let is_infinite = (below == 0u) | (above == 0x7f800000u);
  let is_nan = (is_zero & is_infinite) | f32_is_nan(first) | f32_is_nan(second);
  let usual = select(select(finite, sign | 0x7f800000u, is_infinite), sign, is_zero);
  return select(usual, 0x7fc00000u, is_nan);
}

fn f32_sqrt(value: u32) -> u32 {
  let parts = f32_unpack(value);
  let odd = parts.y & 1u;
  var word = parts.x >> odd;
  var rest = 0u;
  var root = 0u;
  for (var step = 0u; step < 26u; step++) {
    rest = (rest << 2u) | (word >> 30u);
    word = word << 2u;
    let trial = (root << 2u) | 1u;
    let fits = rest >= trial;
    rest = select(rest, rest - trial, fits);
    root = (root << 1u) | select(0u, 1u, fits);
  }
  let exponent = (bitcast<i32>(parts.y + odd) >> 1u) - 11;
  let finite = f32_round(0u, exponent, (root << 1u) | min(rest, 1u));
  let is_itself = (parts.x == 0u) | (value == 0x7f800000u);
  return select(select(finite, value, is_itself), 0x7fc00000u, (value > 0x7f800000u) & (value != 0x80000000u));
}
`;
