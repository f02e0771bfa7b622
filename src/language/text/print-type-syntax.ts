import type { TypeSyntax } from "../term.ts";

/** A type as it is written. */
export function printTypeSyntax(syntax: TypeSyntax): string {
  switch (syntax.kind) {
    case "scalar":
      return syntax.type;
    case "variable":
      return syntax.name;
    case "array": {
      const { size } = syntax;
      const text = size === undefined ? "" : size.kind === "constant" ? String(size.value) : size.name;
      return `[${text}]${printAtom(syntax.element)}`;
    }
    case "tuple":
      return `(${syntax.items.map(printTypeSyntax).join(", ")})`;
    case "record":
      return `{${syntax.fields.map(({ name, type }) => `${name}: ${printTypeSyntax(type)}`).join(", ")}}`;
    case "function":
      return `${printAtom(syntax.parameter)} -> ${printTypeSyntax(syntax.result)}`;
    default:
      return syntax satisfies never;
  }
}

function printAtom(syntax: TypeSyntax): string {
  const text = printTypeSyntax(syntax);
  return syntax.kind === "function" ? `(${text})` : text;
}
