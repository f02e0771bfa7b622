/*
 * Conversions that meet a float: to a float one rounding, ties to even, also from 64-bit integers to f32; from a float truncation that
 * saturates, NaN gives 0. f32_magnitude and f64_magnitude are the truncated magnitude, at most the largest of a word or a pair; NaN gives
 * 0.
 */
export const CONVERSIONS = `
fn f32_from_u32(value: u32) -> u32 {
  return f32_round(0u, 0, value);
}

fn f32_from_i32(value: u32) -> u32 {
  return f32_round(value & 0x80000000u, 0, i32_abs(value));
}

fn f32_from_pair(sign: u32, exponent: i32, part: vec2<u32>) -> u32 {
  let lead = u64_lead(part);
  let top = u64_left(part, lead);
  return f32_round(sign, exponent + 32 - i32(lead), top.y | min(top.x, 1u));
}

fn f32_from_u64(value: vec2<u32>) -> u32 {
  return f32_from_pair(0u, 0, value);
}

fn f32_from_i64(value: vec2<u32>) -> u32 {
  return f32_from_pair(value.y & 0x80000000u, 0, i64_abs(value));
}

fn f32_from_f64(value: vec2<u32>) -> u32 {
  let sign = value.y & 0x80000000u;
  let parts = f64_unpack(value);
  let finite = f32_round(sign, bitcast<i32>(parts.z + 32u), parts.y | min(parts.x, 1u));
  let usual = select(finite, sign | 0x7f800000u, (value.y & 0x7fffffffu) >= 0x7ff00000u);
  return select(usual, 0x7fc00000u, f64_is_nan(value));
}

fn f64_from_f32(value: u32) -> vec2<u32> {
  let sign = value & 0x80000000u;
  let parts = f32_unpack(value);
  let high = sign | (((parts.y + 1053u) << 20u) + (parts.x >> 11u));
  let finite = select(vec2<u32>(parts.x << 21u, high), vec2<u32>(0u, sign), parts.x == 0u);
  let usual = select(finite, vec2<u32>(0u, sign | 0x7ff00000u), (value & 0x7fffffffu) == 0x7f800000u);
  return select(usual, vec2<u32>(0u, 0x7ff80000u), f32_is_nan(value));
}

fn f64_from_u32(value: u32) -> vec2<u32> {
  return f64_round(0u, 0, vec2<u32>(value, 0u));
}

fn f64_from_i32(value: u32) -> vec2<u32> {
  return f64_round(value & 0x80000000u, 0, vec2<u32>(i32_abs(value), 0u));
}

fn f64_from_u64(value: vec2<u32>) -> vec2<u32> {
  return f64_round(0u, 0, value);
}

fn f64_from_i64(value: vec2<u32>) -> vec2<u32> {
  return f64_round(value.y & 0x80000000u, 0, i64_abs(value));
}

fn f32_magnitude(value: u32) -> u32 {
  let parts = f32_unpack(value);
  let exponent = bitcast<i32>(parts.y);
  let whole = select(parts.x >> u32(clamp(-exponent, 0, 31)), 0u, exponent < -31);
  return select(select(whole, 0xffffffffu, exponent > 0), 0u, f32_is_nan(value));
}

fn u32_from_f32(value: u32) -> u32 {
  return select(f32_magnitude(value), 0u, (value >> 31u) != 0u);
}

fn i32_from_f32(value: u32) -> u32 {
  let sign = value >> 31u;
  let magnitude = min(f32_magnitude(value), 0x7fffffffu + sign);
  return select(magnitude, 0u - magnitude, sign != 0u);
}

fn u64_from_f32(value: u32) -> vec2<u32> {
  return u64_from_f64(f64_from_f32(value));
}

fn i64_from_f32(value: u32) -> vec2<u32> {
  return i64_from_f64(f64_from_f32(value));
}

fn f64_magnitude(value: vec2<u32>) -> vec2<u32> {
  let parts = f64_unpack(value);
  let exponent = bitcast<i32>(parts.z);
  let shifted = u64_right(parts.xy, u32(clamp(-exponent, 0, 63)));
  let whole = select(shifted, vec2<u32>(0u, 0u), exponent < -63);
  let most = vec2<u32>(0xffffffffu, 0xffffffffu);
  return select(select(whole, most, exponent > 0), vec2<u32>(0u, 0u), f64_is_nan(value));
}

fn u64_from_f64(value: vec2<u32>) -> vec2<u32> {
  return select(f64_magnitude(value), vec2<u32>(0u, 0u), (value.y >> 31u) != 0u);
}

fn i64_from_f64(value: vec2<u32>) -> vec2<u32> {
  let sign = value.y >> 31u;
  let magnitude = u64_min(f64_magnitude(value), vec2<u32>(sign - 1u, 0x7fffffffu + sign));
  return select(magnitude, u64_negate(magnitude), sign != 0u);
}

fn u32_from_f64(value: vec2<u32>) -> u32 {
  let whole = u64_from_f64(value);
  return select(whole.x, 0xffffffffu, whole.y != 0u);
}

fn i32_from_f64(value: vec2<u32>) -> u32 {
  let sign = value.y >> 31u;
  let whole = f64_magnitude(value);
  let magnitude = min(select(whole.x, 0xffffffffu, whole.y != 0u), 0x7fffffffu + sign);
  return select(magnitude, 0u - magnitude, sign != 0u);
}

fn i64_from_i32(value: u32) -> vec2<u32> {
  return vec2<u32>(value, 0u - (value >> 31u));
}
`;
