import type { ScalarType } from "../../values/element-types.ts";
import { wgslWords } from "./wgsl-words.ts";

/** The WGSL struct of one value: the words of its columns one after the other, `w0`, `w1`, …, all u32. */
export function wgslStruct(types: readonly ScalarType[], name = "Value"): string {
  const words = types.reduce((sum, type) => sum + wgslWords(type), 0);
  const members = Array.from({ length: words }, (_, word) => `w${word}: u32`);
  return `struct ${name} { ${members.join(", ")} }\n`;
}
