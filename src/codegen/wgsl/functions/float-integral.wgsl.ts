/*
 * Integers near a float, on bits. The bits below the binary point are a mask; adding its highest bit and one more to a magnitude goes to
 * the next integer, since a carry out of the significand increments the exponent.
 *
 * 1. f32_fraction is the mask: all bits but the sign for magnitudes below 1, none from 2^23 on. So is f64_fraction, from 2^52 on.
 * 2. f32_outward: the integer next to a truncated one, away from zero; ±1 for ±0.
 * 3. roundEven adds half a unit less one, and one where the unit is odd, then truncates. Exponents below 0 are not in that scheme: up to
 *    one half gives 0, above 1.
 */
export const FLOAT_INTEGRAL = `
fn f32_fraction(value: u32) -> u32 {
  let e = (value >> 23u) & 255u;
  return select(0x7fffffu >> min(e - 127u, 23u), 0x7fffffffu, e < 127u);
}

fn f32_truncate(value: u32) -> u32 {
  return f32_canonical(value & ~f32_fraction(value));
}

fn f32_outward(value: u32) -> u32 {
  let fraction = f32_fraction(value);
  let one = (value & 0x80000000u) | 0x3f800000u;
  return select((value & ~fraction) + fraction + 1u, one, fraction == 0x7fffffffu);
}

fn f32_floor(value: u32) -> u32 {
  let whole = f32_truncate(value);
  let steps = ((value >> 31u) != 0u) & (whole != value) & !f32_is_nan(value);
  return select(whole, f32_outward(value), steps);
}

fn f32_ceil(value: u32) -> u32 {
  let whole = f32_truncate(value);
  let steps = ((value >> 31u) == 0u) & (whole != value) & !f32_is_nan(value);
  return select(whole, f32_outward(value), steps);
}

fn f32_roundEven(value: u32) -> u32 {
  let fraction = f32_fraction(value);
  let odd = select(0u, 1u, (value & (fraction + 1u)) != 0u);
  let near = (value + (fraction >> 1u) + odd) & ~fraction;
  let small = (value & 0x80000000u) | select(0u, 0x3f800000u, (value & 0x7fffffffu) > 0x3f000000u);
  let usual = select(near, small, fraction == 0x7fffffffu);
  return f32_canonical(select(usual, value, fraction == 0u));
}

fn f64_fraction(value: vec2<u32>) -> vec2<u32> {
  let e = (value.y >> 20u) & 2047u;
  let mask = u64_right(vec2<u32>(0xffffffffu, 0xfffffu), min(e - 1023u, 52u));
  return select(mask, vec2<u32>(0xffffffffu, 0x7fffffffu), e < 1023u);
}

fn f64_truncate(value: vec2<u32>) -> vec2<u32> {
  return f64_canonical(value & ~f64_fraction(value));
}

fn f64_outward(value: vec2<u32>) -> vec2<u32> {
  let fraction = f64_fraction(value);
  let next = u64_add(value & ~fraction, u64_add(fraction, vec2<u32>(1u, 0u)));
  let one = vec2<u32>(0u, (value.y & 0x80000000u) | 0x3ff00000u);
  return select(next, one, fraction.y == 0x7fffffffu);
}

fn f64_floor(value: vec2<u32>) -> vec2<u32> {
  let whole = f64_truncate(value);
  let steps = ((value.y >> 31u) != 0u) & !u64_equal(whole, value) & !f64_is_nan(value);
  return select(whole, f64_outward(value), steps);
}

fn f64_ceil(value: vec2<u32>) -> vec2<u32> {
  let whole = f64_truncate(value);
  let steps = ((value.y >> 31u) == 0u) & !u64_equal(whole, value) & !f64_is_nan(value);
  return select(whole, f64_outward(value), steps);
}

fn f64_roundEven(value: vec2<u32>) -> vec2<u32> {
  let fraction = f64_fraction(value);
  let unit = value & u64_add(fraction, vec2<u32>(1u, 0u));
  let half = u64_add(u64_right(fraction, 1u), vec2<u32>(min(unit.x | unit.y, 1u), 0u));
  let near = u64_add(value, half) & ~fraction;
  let magnitude = vec2<u32>(value.x, value.y & 0x7fffffffu);
  let is_one = u64_less(vec2<u32>(0u, 0x3fe00000u), magnitude);
  let small = vec2<u32>(0u, (value.y & 0x80000000u) | select(0u, 0x3ff00000u, is_one));
  let usual = select(near, small, fraction.y == 0x7fffffffu);
  return f64_canonical(select(usual, value, (fraction.x | fraction.y) == 0u));
}
`;
