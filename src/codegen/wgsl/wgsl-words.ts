// On a GPU every value is one u32 word or two.

import { toHex } from "../../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";

/** How many u32 words hold one value on the GPU: two for the 64-bit types, the low one first, else one. */
export function wgslWords(type: ScalarType): 1 | 2 {
  return SCALAR_TYPE_FACTS[type].bytes === 8 ? 2 : 1;
}

/** The WGSL struct of one value: the words of its columns one after the other, `w0`, `w1`, …, all u32. */
export function wgslStruct(types: readonly ScalarType[], name = "Value"): string {
  const words = types.reduce((sum, type) => sum + wgslWords(type), 0);
  const members = Array.from({ length: words }, (_, word) => `w${word}: u32`);
  return `struct ${name} { ${members.join(", ")} }\n`;
}

/** A constant as WGSL: its words in hexadecimal, a NaN the canonical one; of bools WGSL's own. */
export function constantText(type: ScalarType, value: Scalar): string {
  if (type === "bool") return value === 0 ? "false" : "true";
  const hex = toHex(type, value);
  if (wgslWords(type) === 1) return `0x${hex}u`;
  return `vec2<u32>(0x${hex.slice(8)}u, 0x${hex.slice(0, 8)}u)`;
}
