import type { OperatorBody } from "../../operators/operator.ts";
import type { ScalarType } from "../../values/element-types.ts";
import type { WgslArithmetic } from "./operation-text.ts";
import type { WgslLibrary } from "./wgsl-library.ts";
import { type ColumnLeaf, wgslTerms } from "./wgsl-terms.ts";
import { wgslWords } from "./wgsl-words.ts";

/**
 * An operator's combine as WGSL: `fn NAME(left: Value, right: Value) -> Value`, over the struct that `wgslStruct` writes for its columns' types.
 *
 * "integer": the bits of the evaluator on every device, as WGSL fixes them; operands may have any NaN, operations give the canonical one.
 * "native": f32 operations with floats of the device, whatever their bits are; everything else as in "integer". Each distinct subterm is
 * computed once; what is called is added to `library`.
 */
export function wgslCombine(
  { columns, terms }: OperatorBody,
  name: string,
  arithmetic: WgslArithmetic,
  library: WgslLibrary,
  struct = "Value",
): string {
  const types = columns.map(({ type }) => type);
  const { statements, values } = wgslTerms(terms, (leaf) => leafText(leaf, types), arithmetic, library);
  const words = values.flatMap((value, column) => wordTexts(types[column], value));
  const head = `fn ${name}(left: ${struct}, right: ${struct}) -> ${struct}`;
  return `${head} {\n${statements}  return ${struct}(${words.join(", ")});\n}\n`;
}

function leafText({ kind, type, column }: ColumnLeaf, types: readonly ScalarType[]): string {
  const place = types.slice(0, column).reduce((sum, each) => sum + wgslWords(each), 0);
  const word = `${kind}.w${place}`;
  if (type === "bool") return `${word} != 0u`;
  return wgslWords(type) === 1 ? word : `vec2<u32>(${word}, ${kind}.w${place + 1})`;
}

/** The words of a value that stands in a local of its WGSL type; bools are WGSL's own there. */
function wordTexts(type: ScalarType, local: string): readonly string[] {
  if (type === "bool") return [`select(0u, 1u, ${local})`];
  return wgslWords(type) === 1 ? [local] : [`${local}.x`, `${local}.y`];
}
