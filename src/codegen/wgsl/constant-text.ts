import { toHex } from "../../values/bits.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { wgslWords } from "./wgsl-words.ts";

/** A constant as WGSL: its words in hexadecimal, a NaN the canonical one; of bools WGSL's own. */
export function constantText(type: ScalarType, value: Scalar): string {
  if (type === "bool") return value === 0 ? "false" : "true";
  const hex = toHex(type, value);
  if (wgslWords(type) === 1) return `0x${hex}u`;
  return `vec2<u32>(0x${hex.slice(8)}u, 0x${hex.slice(0, 8)}u)`;
}
