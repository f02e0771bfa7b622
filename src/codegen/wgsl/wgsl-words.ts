import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";

/** How many u32 words hold one value on the GPU: two for the 64-bit types, the low one first, else one. */
export function wgslWords(type: ScalarType): 1 | 2 {
  return SCALAR_TYPE_FACTS[type].bytes === 8 ? 2 : 1;
}
