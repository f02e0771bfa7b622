/*
 * Elementary functions of floats of 128 bits, wrong by less than 2^-112 of the value where f32 functions call them:
 *
 *   2^t       = 2^n · e^(f · ln 2), n + f = t, 0 <= f < 1
 *   log2 x    = e + 2 artanh((m − 1)/(m + 1)) / ln 2, x = 2^e · m, m from √½ to √2
 *   sin, cos  of what multiples of π/2 leave, by their series, alternating; sinh, cosh of x below 1 by the same series with one sign
 *   an angle  = arctan(i/8) + arctan((o − a·i/8)/(a + o·i/8)), opposite o, adjacent a, i next to 8 o/a
 *
 * 1. All series are one loop of Horner's over two tables, 1/n! and 1/(2k + 1), in units of 2^-126, with u below 1 in units of 2^-128. A loop,
 *    not a chain: compilers of drivers unroll nothing, and the code is some 200 lines with all functions in it.
 * 2. wide_turned multiplies |x| by a window of 192 bits of 2/π that begins where its product with x is below 4 quarters. No f32 is closer
 *    to a multiple of π/2 than 2^-30 of a quarter, so that 128 bits and more are left.
 * 3. wide_angle takes one unit of its series away. Then the angle of a tiny quotient is less than the quotient, as it should be: the quotient alone may
 *    lie halfway between two subnormals.
 * 4. wide_exp2 gives 2^±2000 beyond ±1024, which rounds to what is right there.
 */
export const WIDE_FUNCTIONS = `
fn wide_series(u: vec4<u32>, last: i32, first: i32, step: i32, alternates: bool) -> vec4<u32> {
  var sum = WIDE_TERMS[last];
  for (var term = last - step; term >= first; term -= step) {
    let product = u128_product(u, sum);
    let next = WIDE_TERMS[term];
    sum = select(u128_add(next, product), u128_subtract(next, product), alternates);
  }
  return sum;
}

fn wide_exp2(t: Wide) -> Wide {
  let size = t.exponent + 128;
  if (size > 10) {
    return Wide(WIDE_ONE.part, select(2000, -2000, t.sign != 0u), 0u);
  }
  let is_above = size > 0;
  let whole = select(0u, t.part.w >> u32(clamp(32 - size, 0, 31)), is_above);
  let fraction = select(wide_fraction(t), u128_left(t.part, u32(max(size, 0))), is_above);
  let is_whole = (fraction.x | fraction.y | fraction.z | fraction.w) == 0u;
  let is_complement = (t.sign != 0u) & !is_whole;
  let f = select(fraction, u128_subtract(vec4<u32>(0u), fraction), is_complement);
  let n = select(i32(whole), -i32(whole), t.sign != 0u) - select(0, 1, is_complement);
  let series = wide_series(u128_product(f, WIDE_LN2.part), 34, 0, 1, false);
  return wide_normal(series, n - 126, 0u);
}

fn wide_exp(x: Wide) -> Wide {
  return wide_exp2(wide_multiply(x, WIDE_PER_LN2));
}

fn wide_log_ratio(first: Wide, second: Wide) -> Wide {
  let z = wide_divide(first, second);
  let square = wide_fraction(wide_multiply(z, z));
  return wide_multiply(z, wide_normal(wide_series(square, 61, 35, 1, false), -125, 0u));
}

fn wide_log2(x: Wide) -> Wide {
  let is_low = x.part.w < 0xb504f333u;
  let m = Wide(x.part, select(-128, -127, is_low), 0u);
  let e = x.exponent + select(128, 127, is_low);
  let log = wide_log_ratio(wide_add(m, wide_negate(WIDE_ONE)), wide_add(m, WIDE_ONE));
  return wide_add(wide_integer(e), wide_multiply(log, WIDE_PER_LN2));
}

struct WidePair { sine: Wide, cosine: Wide }

fn wide_hyperbolic(x: Wide) -> WidePair {
  if (x.exponent <= -128) {
    let square = wide_fraction(wide_multiply(x, x));
    let series = wide_normal(wide_series(square, 33, 1, 2, false), -126, 0u);
    return WidePair(wide_multiply(x, series), wide_normal(wide_series(square, 34, 0, 2, false), -126, 0u));
  }
  let rise = wide_exp(Wide(x.part, x.exponent, 0u));
  let fall = wide_exp(Wide(x.part, x.exponent, 0x80000000u));
  var sine = wide_half(wide_add(rise, wide_negate(fall)));
  sine.sign = x.sign;
  return WidePair(sine, wide_half(wide_add(rise, fall)));
}

struct WideTurned { rest: Wide, quarter: u32 }

fn wide_turned(size: u32) -> WideTurned {
  if (size < 0x3f400000u) {
    return WideTurned(wide_of(size), 0u);
  }
  let parts = f32_unpack(size);
  let place = parts.y + 62u;
  let shift = place & 31u;
  var words = array<u32, 6>(0u, 0u, 0u, 0u, 0u, 0u);
  var sum = vec3<u32>(0u, 0u, 0u);
  for (var word = 0u; word < 6u; word++) {
    let at = (place >> 5u) + 5u - word;
    let window = (WIDE_QUARTERS[at] << shift) | ((WIDE_QUARTERS[at + 1u] >> 1u) >> (31u - shift));
    sum = u96_add_product(vec3<u32>(sum.yz, 0u), parts.x, window);
    words[word] = sum.x;
  }
  let top = vec4<u32>(words[2], words[3], words[4], words[5]);
  let past = u128_left(top, 2u) | vec4<u32>(words[1] >> 30u, 0u, 0u, 0u);
  let is_past = past.w >> 31u;
  let flip = 0u - is_past;
  let high = past ^ vec4<u32>(flip);
  let low = u64_left(vec2<u32>(words[0], words[1]), 2u) ^ vec2<u32>(flip, flip);
  let lead = u128_lead(high);
  let moved = vec4<u32>(u64_right(u64_right(low, 1u), 63u - lead), 0u, 0u);
  let fraction = Wide(u128_left(high, lead) | moved, -128 - i32(lead), is_past << 31u);
  return WideTurned(wide_multiply(fraction, WIDE_HALF_PI), (words[5] >> 30u) + is_past);
}

fn wide_sine(rest: Wide, quarter: u32) -> Wide {
  let square = wide_fraction(wide_multiply(rest, rest));
  let is_cosine = i32(quarter & 1u);
  let series = wide_series(square, 33 + is_cosine, 1 - is_cosine, 2, true);
  let value = wide_normal(series, -126, (quarter & 2u) << 30u);
  if (is_cosine != 0) {
    return value;
  }
  return wide_multiply(value, rest);
}

fn wide_angle(opposite: Wide, adjacent: Wide) -> Wide {
  let is_steep = wide_less(adjacent, opposite);
  var over = opposite;
  var under = adjacent;
  if (is_steep) {
    over = adjacent;
    under = opposite;
  }
  let near = over.part.w >> u32(min(under.exponent - over.exponent, 31));
  let eighths = ((near >> 1u) + (under.part.w >> 5u)) / (under.part.w >> 4u);
  let tangent = wide_normal(vec4<u32>(eighths, 0u, 0u, 0u), -3, 0u);
  let above = wide_add(over, wide_negate(wide_multiply(tangent, under)));
  let rest = wide_divide(above, wide_add(under, wide_multiply(tangent, over)));
  let square = wide_fraction(wide_multiply(rest, rest));
  let series = u128_subtract(wide_series(square, 53, 35, 1, true), vec4<u32>(1u, 0u, 0u, 0u));
  let step = wide_multiply(rest, wide_normal(series, -126, 0u));
  let angle = wide_add(wide_normal(WIDE_ANGLES[eighths], -128, 0u), step);
  if (is_steep) {
    return wide_add(WIDE_HALF_PI, wide_negate(angle));
  }
  return angle;
}
`;
