import type { Term } from "../../operators/term.ts";
import { termList } from "../../operators/term-list.ts";
import { constantText } from "./constant-text.ts";
import { operationText, type WgslArithmetic } from "./operation-text.ts";
import type { WgslLibrary } from "./wgsl-library.ts";

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
