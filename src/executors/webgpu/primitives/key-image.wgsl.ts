// Keys of every type as unsigned integers in the same order, so that sorts and searches compare integers alone.

import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";

/**
 * `image_of(bits)`: the place of a key in the total order of its type, an unsigned integer of the key's words: numbers by value, −0 before +0, NaNs, all
 * equal, last. Integer operations alone, on bits: no device's floats are asked.
 *
 * What kind of key it is, a word says: kernels take seconds to compile, and so there is one for all types of so many words.
 */
export const IMAGE_WGSL: Readonly<Record<1 | 2, string>> = {
  1: `fn image_of(bits: u32) -> u32 {
  let kind = key_kind();
  if (kind == 0u) { return bits; }
  if (kind == 2u && (bits & 0x7fffffffu) > 0x7f800000u) { return 0xffffffffu; }
  return select(bits ^ 0x80000000u, ~bits, kind == 2u && (bits >> 31u) == 1u);
}`,
  2: `fn image_of(bits: vec2<u32>) -> vec2<u32> {
  let kind = key_kind();
  if (kind == 0u) { return bits; }
  let high = bits.y & 0x7fffffffu;
  if (kind == 2u && (high > 0x7ff00000u || (high == 0x7ff00000u && bits.x != 0u))) { return vec2<u32>(0xffffffffu); }
  return select(vec2<u32>(bits.x, bits.y ^ 0x80000000u), ~bits, kind == 2u && (bits.y >> 31u) == 1u);
}`,
};

/** The word that a kernel with `image_of` has, and what it is for keys of a type. */
export const KEY_KIND_WORD = "key_kind";

export function keyKind(type: ScalarType): number {
  const { isFloat, isSigned } = SCALAR_TYPE_FACTS[type];
  if (isFloat) return 2;
  return isSigned ? 1 : 0;
}

/** A type that stands for all of so many words where elements are only moved or looked at as bits. */
export const WORDS_TYPE = { 1: "u32", 2: "u64" } as const satisfies Record<1 | 2, ScalarType>;

/** `precedes(first, second)` of two images. */
export const PRECEDES_WGSL: Readonly<Record<1 | 2, string>> = {
  1: "fn precedes(first: u32, second: u32) -> bool { return first < second; }",
  2: `fn precedes(first: vec2<u32>, second: vec2<u32>) -> bool {
  return first.y < second.y || (first.y == second.y && first.x < second.x);
}`,
};

/** `bits_from(image, shift)`: the bits of an image from `shift`, below its width, on; 32 of them at most. */
export const BITS_FROM_WGSL: Readonly<Record<1 | 2, string>> = {
  1: "fn bits_from(image: u32, shift: u32) -> u32 { return image >> shift; }",
  2: `fn bits_from(image: vec2<u32>, shift: u32) -> u32 {
  if (shift >= 32u) { return image.y >> (shift - 32u); }
  if (shift == 0u) { return image.x; }
  return (image.x >> shift) | (image.y << (32u - shift));
}`,
};
