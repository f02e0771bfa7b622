/*
 * 128-bit integers as vec4<u32>, the lowest word in x.
 *
 * u128_product is the upper half of a product, without the columns that only carry into it: it may be 3 units too small. Operands whose
 * lower halves are zero have their product exactly.
 */
export const WIDE_INTEGERS = `
fn u96_add_product(sum: vec3<u32>, first: u32, second: u32) -> vec3<u32> {
  let product = u32_product(first, second);
  let low = u64_add(sum.xy, product);
  return vec3<u32>(low, sum.z + select(0u, 1u, u64_less(low, product)));
}

fn u128_product(first: vec4<u32>, second: vec4<u32>) -> vec4<u32> {
  var sum = u96_add_product(vec3<u32>(0u, 0u, 0u), first.x, second.w);
  sum = u96_add_product(sum, first.y, second.z);
  sum = u96_add_product(sum, first.z, second.y);
  sum = u96_add_product(sum, first.w, second.x);
  sum = u96_add_product(vec3<u32>(sum.yz, 0u), first.y, second.w);
  sum = u96_add_product(sum, first.z, second.z);
  sum = u96_add_product(sum, first.w, second.y);
  let x = sum.x;
  sum = u96_add_product(vec3<u32>(sum.yz, 0u), first.z, second.w);
  sum = u96_add_product(sum, first.w, second.z);
  let y = sum.x;
  sum = u96_add_product(vec3<u32>(sum.yz, 0u), first.w, second.w);
  return vec4<u32>(x, y, sum.xy);
}

fn u128_less(first: vec4<u32>, second: vec4<u32>) -> bool {
  return u64_less(first.zw, second.zw) | (u64_equal(first.zw, second.zw) & u64_less(first.xy, second.xy));
}

fn u128_add(first: vec4<u32>, second: vec4<u32>) -> vec4<u32> {
  let low = u64_add(first.xy, second.xy);
  let carry = select(0u, 1u, u64_less(low, first.xy));
  return vec4<u32>(low, u64_add(u64_add(first.zw, second.zw), vec2<u32>(carry, 0u)));
}

fn u128_subtract(first: vec4<u32>, second: vec4<u32>) -> vec4<u32> {
  let borrow = select(0u, 1u, u64_less(first.xy, second.xy));
  let high = u64_subtract(u64_subtract(first.zw, second.zw), vec2<u32>(borrow, 0u));
  return vec4<u32>(u64_subtract(first.xy, second.xy), high);
}

fn u128_left(value: vec4<u32>, distance: u32) -> vec4<u32> {
  let far = select(value, vec4<u32>(0u, 0u, value.xy), (distance & 64u) != 0u);
  let near = select(far, vec4<u32>(0u, far.xyz), (distance & 32u) != 0u);
  let rest = distance & 31u;
  let moved = (vec4<u32>(0u, near.xyz) >> vec4<u32>(1u)) >> vec4<u32>(31u - rest);
  return (near << vec4<u32>(rest)) | moved;
}

fn u128_right(value: vec4<u32>, distance: u32) -> vec4<u32> {
  let far = select(value, vec4<u32>(value.zw, 0u, 0u), (distance & 64u) != 0u);
  let near = select(far, vec4<u32>(far.yzw, 0u), (distance & 32u) != 0u);
  let rest = distance & 31u;
  let moved = (vec4<u32>(near.yzw, 0u) << vec4<u32>(1u)) << vec4<u32>(31u - rest);
  return select((near >> vec4<u32>(rest)) | moved, vec4<u32>(0u), distance > 127u);
}

fn u128_lead(value: vec4<u32>) -> u32 {
  return select(u64_lead(value.zw), 64u + u64_lead(value.xy), (value.z | value.w) == 0u);
}
`;
