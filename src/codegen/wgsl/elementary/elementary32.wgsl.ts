/*
 * Elementary functions of f32 on bits, correctly rounded: the function of 128 bits, rounded once.
 *
 * 1. No rounding is tested. A function of one operand that is wrong by less than 2^-112 of its value decides every f32 unless one of 2^32 values lies that near
 *    to the middle between two f32, of which the chance is 2^-55; and what is exactly in the middle (2^-150) comes out exactly.
 * 2. Only exact results of pow can lie in the middle (hypot's too, whose root is exact). wide_snapped takes a power that is within 2^-107 of a number of 26 bits for that number.
 * 3. Operands at which the value is a sign, a zero, an infinity or NaN are answered first, as IEEE 754-2019 has them; infinities
 *    go through as 2^128, where that gives the same.
 */
export const ELEMENTARY32 = `
fn f32_exp(value: u32) -> u32 {
  return select(wide_round(wide_exp(wide_of(value))), 0x7fc00000u, f32_is_nan(value));
}

fn f32_exp2(value: u32) -> u32 {
  return select(wide_round(wide_exp2(wide_of(value))), 0x7fc00000u, f32_is_nan(value));
}

fn f32_expm1(value: u32) -> u32 {
  if ((value << 1u) == 0u || f32_is_nan(value)) {
    return f32_canonical(value);
  }
  let x = wide_of(value);
  let minus_one = wide_negate(WIDE_ONE);
  if (x.exponent > -128) {
    return wide_round(wide_add(wide_exp(x), minus_one));
  }
  let pair = wide_hyperbolic(x);
  return wide_round(wide_add(pair.sine, wide_add(pair.cosine, minus_one)));
}

fn f32_log_times(value: u32, factor: Wide) -> u32 {
  if ((value << 1u) == 0u) {
    return 0xff800000u;
  }
  if (value >= 0x7f800000u) {
    return select(0x7fc00000u, value, value == 0x7f800000u);
  }
  return wide_round(wide_multiply(wide_log2(wide_of(value)), factor));
}

fn f32_log(value: u32) -> u32 {
  return f32_log_times(value, WIDE_LN2);
}

fn f32_log2(value: u32) -> u32 {
  return f32_log_times(value, WIDE_ONE);
}

fn f32_log10(value: u32) -> u32 {
  return f32_log_times(value, WIDE_LOG10_2);
}

fn f32_log1p(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size >= 0x7f800000u || value >= 0xbf800000u) {
    let usual = select(0x7fc00000u, value, value == 0x7f800000u);
    return select(usual, 0xff800000u, value == 0xbf800000u);
  }
  if (size == 0u) {
    return value;
  }
  let x = wide_of(value);
  if (size < 0x3e800000u) {
    return wide_round(wide_log_ratio(x, wide_add(wide_add(x, WIDE_ONE), WIDE_ONE)));
  }
  return wide_round(wide_multiply(wide_log2(wide_add(x, WIDE_ONE)), WIDE_LN2));
}

fn f32_turned_sine(value: u32, quarter: u32) -> u32 {
  let turned = wide_turned(value & 0x7fffffffu);
  return wide_round(wide_sine(turned.rest, turned.quarter + quarter));
}

fn f32_sin(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size == 0u || size >= 0x7f800000u) {
    return select(value, 0x7fc00000u, size != 0u);
  }
  return f32_turned_sine(value, 0u) ^ (value & 0x80000000u);
}

fn f32_cos(value: u32) -> u32 {
  if ((value & 0x7fffffffu) >= 0x7f800000u) {
    return 0x7fc00000u;
  }
  return f32_turned_sine(value, 1u);
}

fn f32_tan(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size == 0u || size >= 0x7f800000u) {
    return select(value, 0x7fc00000u, size != 0u);
  }
  let turned = wide_turned(size);
  let cosine = wide_sine(turned.rest, turned.quarter + 1u);
  return wide_round(wide_divide(wide_sine(turned.rest, turned.quarter), cosine)) ^ (value & 0x80000000u);
}

fn f32_leg(size: u32) -> Wide {
  let x = wide_of(size);
  return wide_root(wide_add(WIDE_ONE, wide_negate(wide_multiply(x, x))));
}

fn f32_asin(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size == 0u || size > 0x3f800000u) {
    return select(value, 0x7fc00000u, size != 0u);
  }
  return wide_round(wide_angle(wide_of(size), f32_leg(size))) | (value & 0x80000000u);
}

fn f32_acos(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size > 0x3f800000u) {
    return 0x7fc00000u;
  }
  return f32_turned_angle(wide_angle(f32_leg(size), wide_of(size)), value);
}

fn f32_turned_angle(angle: Wide, side: u32) -> u32 {
  if ((side >> 31u) == 0u) {
    return wide_round(angle);
  }
  return wide_round(wide_add(wide_add(WIDE_HALF_PI, WIDE_HALF_PI), wide_negate(angle)));
}

fn f32_atan(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size == 0u || size > 0x7f800000u) {
    return f32_canonical(value);
  }
  return wide_round(wide_angle(wide_of(size), WIDE_ONE)) | (value & 0x80000000u);
}

fn f32_atan2(first: u32, second: u32) -> u32 {
  if (f32_is_nan(first) || f32_is_nan(second)) {
    return 0x7fc00000u;
  }
  let height = first & 0x7fffffffu;
  let across = second & 0x7fffffffu;
  let is_far = max(height, across) == 0x7f800000u;
  let opposite = select(height, select(0u, 0x3f800000u, height == 0x7f800000u), is_far);
  let is_beside = select(max(height, across) == 0u, across == 0x7f800000u, is_far);
  let adjacent = select(select(across, 0u, is_far), 0x3f800000u, is_beside);
  return f32_turned_angle(wide_angle(wide_of(opposite), wide_of(adjacent)), second) | (first & 0x80000000u);
}

fn f32_sinh(value: u32) -> u32 {
  if ((value << 1u) == 0u || f32_is_nan(value)) {
    return f32_canonical(value);
  }
  return wide_round(wide_hyperbolic(wide_of(value)).sine);
}

fn f32_cosh(value: u32) -> u32 {
  return select(wide_round(wide_hyperbolic(wide_of(value)).cosine), 0x7fc00000u, f32_is_nan(value));
}

fn f32_tanh(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size == 0u || size >= 0x42000000u) {
    return select(f32_canonical(value), 0x3f800000u | (value & 0x80000000u), size >= 0x42000000u && size <= 0x7f800000u);
  }
  let pair = wide_hyperbolic(wide_of(value));
  return wide_round(wide_divide(pair.sine, pair.cosine));
}

fn f32_cbrt(value: u32) -> u32 {
  let size = value & 0x7fffffffu;
  if (size == 0u || size >= 0x7f800000u) {
    return f32_canonical(value);
  }
  let third = wide_multiply(wide_log2(wide_of(size)), WIDE_THIRD);
  return wide_round(wide_exp2(third)) | (value & 0x80000000u);
}

fn f32_hypot(first: u32, second: u32) -> u32 {
  let x = first & 0x7fffffffu;
  let y = second & 0x7fffffffu;
  if (x == 0x7f800000u || y == 0x7f800000u) {
    return 0x7f800000u;
  }
  if (max(x, y) > 0x7f800000u) {
    return 0x7fc00000u;
  }
  let across = wide_of(x);
  let height = wide_of(y);
  return wide_round(wide_root(wide_add(wide_multiply(across, across), wide_multiply(height, height))));
}

fn wide_snapped(value: Wide) -> Wide {
  let near = u128_add(value.part, vec4<u32>(0x80000u, 0u, 0u, 0u));
  if (((near.x >> 20u) | near.y | near.z | (near.w & 63u)) != 0u) {
    return value;
  }
  let is_over = near.w == 0u;
  let top = select(near.w, 0x80000000u, is_over);
  return Wide(vec4<u32>(0u, 0u, 0u, top), value.exponent + select(0, 1, is_over), value.sign);
}

fn f32_pow(first: u32, second: u32) -> u32 {
  let size = first & 0x7fffffffu;
  if ((second << 1u) == 0u || first == 0x3f800000u) {
    return 0x3f800000u;
  }
  if (f32_is_nan(first) || f32_is_nan(second)) {
    return 0x7fc00000u;
  }
  let power = f32_unpack(second);
  let unit = bitcast<i32>(power.y + countTrailingZeros(power.x));
  let sign = select(0u, first & 0x80000000u, unit == 0);
  if (size == 0u || size == 0x7f800000u) {
    return select(0u, 0x7f800000u, (size == 0u) == ((second >> 31u) != 0u)) | sign;
  }
  if (unit < 0 && (first >> 31u) != 0u) {
    return 0x7fc00000u;
  }
  let exponent = wide_multiply(wide_log2(wide_of(size)), wide_of(second));
  return wide_round(wide_snapped(wide_exp2(exponent))) | sign;
}
`;
