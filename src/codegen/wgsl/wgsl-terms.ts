// Terms and whole operators as WGSL.

import type { OperatorBody } from "../../operators/operator.ts";
import type { Term } from "../../operators/term.ts";
import { termList } from "../../operators/term-list.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { operationText, type WgslArithmetic } from "./operation-text.ts";
import type { WgslLibrary } from "./wgsl-library.ts";
import { constantText, wgslWords } from "./wgsl-words.ts";

/** A leaf of a term that reads a column. */
export type ColumnLeaf = Extract<Term, { readonly kind: "left" | "right" }>;

/** Terms as WGSL statements, and the names of their values, in WGSL's type of each; bools are WGSL's own. */
export interface WgslTerms {
  readonly statements: string;
  readonly values: readonly string[];
}

/**
 * Terms as statements that compute each distinct subterm once; `leafText` gives the value of a column, a bool as WGSL's own. What is called is
 * added to `library`.
 */
export function wgslTerms(
  terms: readonly Term[],
  leafText: (leaf: ColumnLeaf) => string,
  arithmetic: WgslArithmetic,
  library: WgslLibrary,
): WgslTerms {
  const { nodes, roots } = termList(terms);
  const statements = nodes.map(({ term, operands }, place) => {
    const names = operands.map((operand) => `t${operand}`);
    // Of runtime type also for constants: nothing is evaluated, and refused, at compile time.
    return `  let t${place} = ${nodeText(term, leafText) ?? operationText(term, names, arithmetic, library)};\n`;
  });
  return { statements: statements.join(""), values: roots.map((root) => `t${root}`) };
}

function nodeText(term: Term, leafText: (leaf: ColumnLeaf) => string): string | undefined {
  if (term.kind === "constant") return constantText(term.type, term.value);
  return term.kind === "left" || term.kind === "right" ? leafText(term) : undefined;
}

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
