/*
 * 32-bit integers. Where WGSL's own operators leave something open or refuse it (a zero divisor, smallest / −1, distances beyond the width)
 * the operands are made harmless first. Signed values are words here too: WGSL's i32 is entered for order and for the arithmetic shift
 * alone.
 */
export const INTEGER32 = `
fn u32_negate(value: u32) -> u32 {
  return 0u - value;
}

fn i32_abs(value: u32) -> u32 {
  return select(value, 0u - value, (value >> 31u) != 0u);
}

fn u32_countLeadingZeros(value: u32) -> u32 {
  return countLeadingZeros(value);
}

fn u32_countTrailingZeros(value: u32) -> u32 {
  return countTrailingZeros(value);
}

fn u32_countOnes(value: u32) -> u32 {
  return countOneBits(value);
}

fn u32_divide(first: u32, second: u32) -> u32 {
  return select(first / max(second, 1u), 0u, second == 0u);
}

fn u32_remainder(first: u32, second: u32) -> u32 {
  return first - (first / max(second, 1u)) * second;
}

fn i32_divide(first: u32, second: u32) -> u32 {
  let quotient = u32_divide(i32_abs(first), i32_abs(second));
  return select(quotient, 0u - quotient, ((first ^ second) >> 31u) != 0u);
}

fn i32_remainder(first: u32, second: u32) -> u32 {
  let rest = u32_remainder(i32_abs(first), i32_abs(second));
  return select(rest, 0u - rest, (first >> 31u) != 0u);
}

fn u32_less(first: u32, second: u32) -> bool {
  return first < second;
}

fn u32_lessOrEqual(first: u32, second: u32) -> bool {
  return first <= second;
}

fn i32_less(first: u32, second: u32) -> bool {
  return bitcast<i32>(first) < bitcast<i32>(second);
}

fn i32_lessOrEqual(first: u32, second: u32) -> bool {
  return bitcast<i32>(first) <= bitcast<i32>(second);
}

fn u32_min(first: u32, second: u32) -> u32 {
  return min(first, second);
}

fn u32_max(first: u32, second: u32) -> u32 {
  return max(first, second);
}

fn i32_min(first: u32, second: u32) -> u32 {
  return bitcast<u32>(min(bitcast<i32>(first), bitcast<i32>(second)));
}

fn i32_max(first: u32, second: u32) -> u32 {
  return bitcast<u32>(max(bitcast<i32>(first), bitcast<i32>(second)));
}

fn u32_shiftLeft(first: u32, second: u32) -> u32 {
  return first << (second & 31u);
}

fn u32_shiftRight(first: u32, second: u32) -> u32 {
  return first >> (second & 31u);
}

fn i32_shiftRight(first: u32, second: u32) -> u32 {
  return bitcast<u32>(bitcast<i32>(first) >> (second & 31u));
}

fn u32_rotateLeft(first: u32, second: u32) -> u32 {
  return (first << (second & 31u)) | (first >> ((0u - second) & 31u));
}

fn u32_product(first: u32, second: u32) -> vec2<u32> {
  let low = (first & 0xffffu) * (second & 0xffffu);
  let middle = (first >> 16u) * (second & 0xffffu) + (low >> 16u);
  let other = (first & 0xffffu) * (second >> 16u) + (middle & 0xffffu);
  let high = (first >> 16u) * (second >> 16u) + (middle >> 16u) + (other >> 16u);
  return vec2<u32>(first * second, high);
}
`;
