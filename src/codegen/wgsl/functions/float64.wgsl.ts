/*
 * f64 on bits, in vec2<u32> with the low word in x. The addition is f32's (float32-add.wgsl.ts) in two words.
 *
 * 1. f64_unpack: magnitude = (x, y) · 2^z with the leading bit at bit 63, also of subnormals; of zero (x, y) is zero. z is a signed number
 *    in a word.
 * 2. f64_pack: rounds away the last 10 bits of a word whose leading bit is at bit 62, ties to even, under an exponent that is one less: the
 *    hidden bit and a carry increment it, up to infinity. f64_round brings a part, whose last bit is sticky, to that place.
 * 3. Quotients and roots are found bit by bit, 56 and 55 of them, and what is left is sticky.
 */
export const FLOAT64 = `
fn f64_is_nan(value: vec2<u32>) -> bool {
  return ((value.y & 0x7fffffffu) | min(value.x, 1u)) > 0x7ff00000u;
}

fn f64_canonical(value: vec2<u32>) -> vec2<u32> {
  return select(value, vec2<u32>(0u, 0x7ff80000u), f64_is_nan(value));
}

fn f64_unpack(value: vec2<u32>) -> vec3<u32> {
  let high = value.y & 0x7fffffffu;
  let e = max(high >> 20u, 1u) - 1u;
  let part = vec2<u32>(value.x, high - (e << 20u));
  let lead = u64_lead(part);
  return vec3<u32>(u64_left(part, lead), e - 1074u - lead);
}

fn f64_pack(sign: u32, e: u32, word: vec2<u32>) -> vec2<u32> {
  let low = word.x + 511u + ((word.x >> 10u) & 1u);
  let high = word.y + select(0u, 1u, low < word.x);
  let top = (high >> 10u) + (e << 20u);
  let is_over = top >= 0x7ff00000u;
  return vec2<u32>(select((low >> 10u) | (high << 22u), 0u, is_over), sign | min(top, 0x7ff00000u));
}

fn f64_round(sign: u32, exponent: i32, part: vec2<u32>) -> vec2<u32> {
  let lead = u64_lead(part);
  let biased = exponent + 1086 - i32(lead);
  let word = u64_right_sticky(u64_left(part, lead), u32(clamp(2 - biased, 1, 63)));
  let finite = f64_pack(sign, u32(clamp(biased, 1, 2047) - 1), word);
  return select(finite, vec2<u32>(0u, sign), lead == 64u);
}

fn f64_add(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let is_swapped = u64_less(vec2<u32>(first.x, first.y << 1u), vec2<u32>(second.x, second.y << 1u));
  let big = select(first, second, is_swapped);
  let small = select(second, first, is_swapped);
  let big_e = max((big.y >> 20u) & 2047u, 1u) - 1u;
  let small_e = max((small.y >> 20u) & 2047u, 1u) - 1u;
  let big_part = vec2<u32>(big.x << 9u, ((big.y << 9u) - (big_e << 29u)) | (big.x >> 23u));
  let small_part = vec2<u32>(small.x << 9u, ((small.y << 9u) - (small_e << 29u)) | (small.x >> 23u));
  let aligned = u64_right_sticky(small_part, min(big_e - small_e, 63u));
  let apart = (first.y ^ second.y) >> 31u;
  let sum = u64_add(big_part, select(aligned, u64_negate(aligned), apart != 0u));
  let shift = min(u64_lead(sum) - 1u, big_e + 1u);
  let finite = f64_pack(big.y & 0x80000000u, big_e + 1u - shift, u64_left(sum, shift));
  let is_finite = (big.y & 0x7fffffffu) < 0x7ff00000u;
  let is_opposite = (first.x == second.x) & ((first.y ^ second.y) == 0x80000000u);
  let unusual = vec2<u32>(0u, select(0x7ff80000u, 0u, is_finite));
  return select(select(big, finite, is_finite), unusual, is_opposite | f64_is_nan(big));
}

fn f64_subtract(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  return f64_add(first, vec2<u32>(second.x, second.y ^ 0x80000000u));
}

fn f64_multiply(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let sign = (first.y ^ second.y) & 0x80000000u;
  let one = f64_unpack(first);
  let other = f64_unpack(second);
  let product = u64_product(one.xy, other.xy);
  let part = vec2<u32>(product.z | min(product.x | product.y, 1u), product.w);
  let finite = f64_round(sign, bitcast<i32>(one.z + other.z + 64u), part);
  let is_zero = ((one.x | one.y) == 0u) | ((other.x | other.y) == 0u);
  let is_infinite = max(first.y & 0x7fffffffu, second.y & 0x7fffffffu) >= 0x7ff00000u;
  let is_nan = (is_zero & is_infinite) | f64_is_nan(first) | f64_is_nan(second);
  return f64_choose(finite, sign, false, is_infinite, is_nan);
}

fn f64_divide(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let sign = (first.y ^ second.y) & 0x80000000u;
  let one = f64_unpack(first);
  let other = f64_unpack(second);
  var rest = u64_right(one.xy, 2u);
  let divisor = u64_right(other.xy, 2u);
  var quotient = vec2<u32>(0u, 0u);
  for (var step = 0u; step < 56u; step++) {
    let fits = !u64_less(rest, divisor);
    rest = u64_left(select(rest, u64_subtract(rest, divisor), fits), 1u);
    quotient = u64_left(quotient, 1u) | vec2<u32>(select(0u, 1u, fits), 0u);
  }
  let part = u64_left(quotient, 1u) | vec2<u32>(min(rest.x | rest.y, 1u), 0u);
  let finite = f64_round(sign, bitcast<i32>(one.z - other.z - 56u), part);
  let above = vec2<u32>(first.x, first.y & 0x7fffffffu);
  let below = vec2<u32>(second.x, second.y & 0x7fffffffu);
  let infinity = vec2<u32>(0u, 0x7ff00000u);
  let is_zero = ((above.x | above.y) == 0u) | u64_equal(below, infinity);
  let is_infinite = ((below.x | below.y) == 0u) | u64_equal(above, infinity);
  let is_nan = (is_zero & is_infinite) | f64_is_nan(first) | f64_is_nan(second);
  return f64_choose(finite, sign, is_zero, is_infinite, is_nan);
}

fn f64_choose(finite: vec2<u32>, sign: u32, is_zero: bool, is_infinite: bool, is_nan: bool) -> vec2<u32> {
  let usual = select(finite, vec2<u32>(0u, sign | 0x7ff00000u), is_infinite);
  return select(select(usual, vec2<u32>(0u, sign), is_zero), vec2<u32>(0u, 0x7ff80000u), is_nan);
}

fn f64_sqrt(value: vec2<u32>) -> vec2<u32> {
  let parts = f64_unpack(value);
  let odd = parts.z & 1u;
  var word = u64_right(parts.xy, odd);
  var rest = vec2<u32>(0u, 0u);
  var root = vec2<u32>(0u, 0u);
  for (var step = 0u; step < 55u; step++) {
    rest = u64_left(rest, 2u) | vec2<u32>(word.y >> 30u, 0u);
    word = u64_left(word, 2u);
    let trial = u64_left(root, 2u) | vec2<u32>(1u, 0u);
    let fits = !u64_less(rest, trial);
    rest = select(rest, u64_subtract(rest, trial), fits);
    root = u64_left(root, 1u) | vec2<u32>(select(0u, 1u, fits), 0u);
  }
  let part = u64_left(root, 1u) | vec2<u32>(min(rest.x | rest.y, 1u), 0u);
  let finite = f64_round(0u, (bitcast<i32>(parts.z + odd) >> 1u) - 24, part);
  let is_zero = (parts.x | parts.y) == 0u;
  let is_itself = is_zero | ((value.x == 0u) & (value.y == 0x7ff00000u));
  let is_nan = f64_is_nan(value) | ((value.y >> 31u != 0u) & !is_zero);
  return select(select(finite, value, is_itself), vec2<u32>(0u, 0x7ff80000u), is_nan);
}
`;
