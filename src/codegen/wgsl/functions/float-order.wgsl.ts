/*
 * Signs and order of floats, on bits. f32_order and f64_order turn bits into integers of the same order, −0 below +0: the first a signed
 * word, the second an unsigned pair. Comparisons then look at zeros and NaNs, of which one is enough.
 */
export const FLOAT_ORDER = `
fn f32_negate(value: u32) -> u32 {
  return f32_canonical(value ^ 0x80000000u);
}

fn f32_abs(value: u32) -> u32 {
  return f32_canonical(value & 0x7fffffffu);
}

fn f32_order(value: u32) -> i32 {
  return bitcast<i32>(value ^ ((0u - (value >> 31u)) >> 1u));
}

fn f32_min(first: u32, second: u32) -> u32 {
  let smaller = select(second, first, f32_order(first) < f32_order(second));
  return select(smaller, 0x7fc00000u, f32_is_nan(first) | f32_is_nan(second));
}

fn f32_max(first: u32, second: u32) -> u32 {
  let larger = select(first, second, f32_order(first) < f32_order(second));
  return select(larger, 0x7fc00000u, f32_is_nan(first) | f32_is_nan(second));
}

fn f32_equal(first: u32, second: u32) -> bool {
  return ((first == second) | (((first | second) << 1u) == 0u)) & !f32_is_nan(first);
}

fn f32_less(first: u32, second: u32) -> bool {
  let is_apart = ((first | second) << 1u) != 0u;
  let is_ordered = !(f32_is_nan(first) | f32_is_nan(second));
  return (f32_order(first) < f32_order(second)) & is_apart & is_ordered;
}

fn f32_lessOrEqual(first: u32, second: u32) -> bool {
  let is_zero = ((first | second) << 1u) == 0u;
  let is_ordered = !(f32_is_nan(first) | f32_is_nan(second));
  return ((f32_order(first) <= f32_order(second)) | is_zero) & is_ordered;
}

fn f64_negate(value: vec2<u32>) -> vec2<u32> {
  return f64_canonical(vec2<u32>(value.x, value.y ^ 0x80000000u));
}

fn f64_abs(value: vec2<u32>) -> vec2<u32> {
  return f64_canonical(vec2<u32>(value.x, value.y & 0x7fffffffu));
}

fn f64_order(value: vec2<u32>) -> vec2<u32> {
  let sign = 0u - (value.y >> 31u);
  return vec2<u32>(value.x ^ sign, value.y ^ (sign | 0x80000000u));
}

fn f64_unordered(first: vec2<u32>, second: vec2<u32>) -> bool {
  return f64_is_nan(first) | f64_is_nan(second);
}

fn f64_both_zero(first: vec2<u32>, second: vec2<u32>) -> bool {
  return (first.x | second.x | ((first.y | second.y) << 1u)) == 0u;
}

fn f64_min(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let smaller = select(second, first, u64_less(f64_order(first), f64_order(second)));
  return select(smaller, vec2<u32>(0u, 0x7ff80000u), f64_unordered(first, second));
}

fn f64_max(first: vec2<u32>, second: vec2<u32>) -> vec2<u32> {
  let larger = select(first, second, u64_less(f64_order(first), f64_order(second)));
  return select(larger, vec2<u32>(0u, 0x7ff80000u), f64_unordered(first, second));
}

fn f64_equal(first: vec2<u32>, second: vec2<u32>) -> bool {
  return (u64_equal(first, second) | f64_both_zero(first, second)) & !f64_is_nan(first);
}

fn f64_less(first: vec2<u32>, second: vec2<u32>) -> bool {
  let is_less = u64_less(f64_order(first), f64_order(second));
  return is_less & !f64_both_zero(first, second) & !f64_unordered(first, second);
}

fn f64_lessOrEqual(first: vec2<u32>, second: vec2<u32>) -> bool {
  let is_within = !u64_less(f64_order(second), f64_order(first));
  return (is_within | f64_both_zero(first, second)) & !f64_unordered(first, second);
}
`;
