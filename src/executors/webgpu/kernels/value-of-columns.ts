import { wgslConvert } from "../../../codegen/wgsl/wgsl-convert.ts";
import type { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { KernelSetting } from "./kernel-setting.ts";

/** Statements that return the `Value` of an element whose columns these expressions are, of the setting's types. */
export function valueOfColumns(
  { types, sums }: Pick<KernelSetting, "types" | "sums">,
  columns: readonly string[],
  library: WgslLibrary,
): string {
  const converted = columns.map(
    (column, i) => `  let c${i} = ${wgslConvert(types[i], sums[i], library)(column)};\n`,
  );
  const words = sums.flatMap((type, i) => (wgslWords(type) === 1 ? [`c${i}`] : [`c${i}.x`, `c${i}.y`]));
  return `${converted.join("")}  return Value(${words.join(", ")});`;
}
