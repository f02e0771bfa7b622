// Written types with others in place of names: what an abbreviation stands for where it is used.

import type { ArrayTerm, SizeSyntax, TypeSyntax } from "../term.ts";

/** What comes in the place of names; a size that any will do for is undefined. */
export interface Replacements {
  readonly sizes: Map<string, SizeSyntax | undefined>;
  readonly types: Map<string, TypeSyntax>;
}

export function withReplaced(syntax: TypeSyntax, given: Replacements): TypeSyntax {
  const replace = (part: TypeSyntax): TypeSyntax => withReplaced(part, given);
  switch (syntax.kind) {
    case "scalar":
      return syntax;
    case "variable":
      return given.types.get(syntax.name) ?? syntax;
    case "array": {
      const { size: old, ...rest } = syntax;
      const size = old === undefined ? undefined : sizeWith(old, given.sizes);
      return { ...rest, ...(size === undefined ? {} : { size }), element: replace(syntax.element) };
    }
    case "tuple":
      return { ...syntax, items: syntax.items.map(replace) };
    case "record":
      return { ...syntax, fields: syntax.fields.map(({ name, type }) => ({ name, type: replace(type) })) };
    case "function":
      return { ...syntax, parameter: replace(syntax.parameter), result: replace(syntax.result) };
    default:
      return syntax satisfies never;
  }
}

function sizeWith(size: SizeSyntax, sizes: Replacements["sizes"]): SizeSyntax | undefined {
  if (size.kind === "constant") return size;
  if (size.kind === "name") return sizes.has(size.name) ? sizes.get(size.name) : size;
  const term = termWith(size.term, sizes);
  return term && { ...size, term };
}

/** A sum of sizes with others in it; undefined where one of these may be any. */
function termWith(term: ArrayTerm, sizes: Replacements["sizes"]): ArrayTerm | undefined {
  if (term.kind === "infix") {
    const [left, right] = [termWith(term.left, sizes), termWith(term.right, sizes)];
    return left && right && { ...term, left, right };
  }
  if (term.kind !== "variable" || !sizes.has(term.name)) return term;
  const size = sizes.get(term.name);
  return size && termOf(size, term.at);
}

/** A size as a term of i64. */
function termOf(size: SizeSyntax, at: number): ArrayTerm {
  if (size.kind === "constant") return { kind: "literal", at, value: BigInt(size.value), type: "i64" };
  return size.kind === "name" ? { kind: "variable", at, name: size.name } : size.term;
}
