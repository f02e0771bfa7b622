import type { TypeSyntax } from "../type-syntax.ts";
import { ANY_SIZE, type Size, scalar, type Type, tupleOf } from "./type.ts";

/** What names in a written type stand for. */
interface TypeNames {
  /** The type of a name. @throws where there is none */
  type(name: string, at: number): Type;
  /** The size of a name. @throws where there is none */
  size(name: string, at: number): Size;
}

/** The type that is written; a size that is left out may be any. */
export function typeOfSyntax(syntax: TypeSyntax, names: TypeNames): Type {
  const typeOf = (part: TypeSyntax): Type => typeOfSyntax(part, names);
  switch (syntax.kind) {
    case "scalar":
      return scalar(syntax.type);
    case "variable":
      return names.type(syntax.name, syntax.at);
    case "array": {
      const { size } = syntax;
      const known =
        size === undefined ? ANY_SIZE : size.kind === "constant" ? size : names.size(size.name, size.at);
      return { kind: "array", element: typeOf(syntax.element), size: known };
    }
    case "tuple":
      return tupleOf(syntax.items.map(typeOf));
    case "record":
      return {
        kind: "record",
        fields: syntax.fields.map(({ name, type }) => ({ name, type: typeOf(type) })),
      };
    case "function":
      return { kind: "function", parameter: typeOf(syntax.parameter), result: typeOf(syntax.result) };
    default:
      return syntax satisfies never;
  }
}
