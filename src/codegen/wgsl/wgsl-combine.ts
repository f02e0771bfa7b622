import type { OperatorBody } from "../../operators/operator.ts";
import type { Term } from "../../operators/term.ts";
import { termList } from "../../operators/term-list.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { constantText } from "./constant-text.ts";
import { operationText, type WgslArithmetic } from "./operation-text.ts";
import type { WgslLibrary } from "./wgsl-library.ts";
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
  const { nodes, roots } = termList(terms);
  const statements = nodes.map(({ term, operands }, place) => {
    const names = operands.map((operand) => `t${operand}`);
    const text = leafText(term, types) ?? operationText(term, names, arithmetic, library);
    return `  let t${place} = ${text};\n`; // of runtime type also for constants: nothing is evaluated, and refused, at compile time
  });
  const words = roots.flatMap((root, column) => wordTexts(types[column], `t${root}`));
  const head = `fn ${name}(left: ${struct}, right: ${struct}) -> ${struct}`;
  return `${head} {\n${statements.join("")}  return ${struct}(${words.join(", ")});\n}\n`;
}

function leafText(term: Term, types: readonly ScalarType[]): string | undefined {
  if (term.kind === "constant") return constantText(term.type, term.value);
  if (term.kind !== "left" && term.kind !== "right") return undefined;
  const place = types.slice(0, term.column).reduce((sum, type) => sum + wgslWords(type), 0);
  const word = `${term.kind}.w${place}`;
  if (term.type === "bool") return `${word} != 0u`;
  return wgslWords(term.type) === 1 ? word : `vec2<u32>(${word}, ${term.kind}.w${place + 1})`;
}

/** The words of a value that stands in a local of its WGSL type; bools are WGSL's own there. */
function wordTexts(type: ScalarType, local: string): readonly string[] {
  if (type === "bool") return [`select(0u, 1u, ${local})`];
  return wgslWords(type) === 1 ? [local] : [`${local}.x`, `${local}.y`];
}
