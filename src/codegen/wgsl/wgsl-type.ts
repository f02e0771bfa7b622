import type { ScalarType } from "../../values/element-types.ts";
import { wgslWords } from "./wgsl-words.ts";

/** The WGSL type of one scalar's words: `u32`, or `vec2<u32>` with the low word in x. A bool is the word 0 or 1. */
export function wgslType(type: ScalarType): "u32" | "vec2<u32>" {
  return wgslWords(type) === 1 ? "u32" : "vec2<u32>";
}
