// Types without sizes: all that the builder has to know of a value to take it apart.

import { scalarTypeNamed } from "../../operators/builder/scalar-values.ts";
import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { TypeSyntax } from "../term.ts";
import { carrierOf } from "../types/narrow.ts";
import { ArrayDescription, type TypeDescription } from "./type-description.ts";

/** What a value of a program being built is taken apart into. Sizes are not part of it. A tuple's fields are "0", "1", … */
export type Shape =
  | { readonly kind: "scalar"; readonly type: ScalarType }
  | { readonly kind: "array"; readonly element: Shape }
  | RecordShape;

interface RecordShape {
  readonly kind: "record";
  readonly isTuple: boolean;
  readonly fields: readonly { readonly name: string; readonly shape: Shape }[];
}

export const BOOL: Shape = { kind: "scalar", type: "bool" };
export const I64: Shape = { kind: "scalar", type: "i64" };

export function arrayShape(element: Shape): Shape {
  return { kind: "array", element };
}

export function tupleShape(items: readonly Shape[]): RecordShape {
  return {
    kind: "record",
    isTuple: true,
    fields: items.map((shape, index) => ({ name: String(index), shape })),
  };
}

/** A shape as the language writes its type. */
export function shapeText(shape: Shape): string {
  if (shape.kind === "scalar") return shape.type;
  if (shape.kind === "array") return `[]${shapeText(shape.element)}`;
  const fields = shape.fields.map(({ name, shape: of }) => {
    return shape.isTuple ? shapeText(of) : `${name}: ${shapeText(of)}`;
  });
  return shape.isTuple ? `(${fields.join(", ")})` : `{${fields.join(", ")}}`;
}

/** The type that a description means, as it is written in a program. @throws InvalidArgumentError for what describes none */
export function syntaxOf(description: TypeDescription, argument: string): TypeSyntax {
  const at = -1;
  const name = scalarTypeNamed(description);
  if (name !== undefined) return { kind: "scalar", at, type: name };
  if (description instanceof ArrayDescription) {
    const { size, element } = description;
    const written =
      size === undefined
        ? {}
        : typeof size === "number"
          ? { size: { kind: "constant", value: size } as const }
          : { size: { kind: "name", at, name: size } as const };
    return { kind: "array", at, ...written, element: syntaxOf(element, `${argument}.element`) };
  }
  if (Array.isArray(description)) {
    const items: readonly TypeDescription[] = Array.from(description);
    if (items.length === 1) throw wrongType(argument, "a tuple of one, which the language does not have");
    return {
      kind: "tuple",
      at,
      items: items.map((item, index) => syntaxOf(item, `${argument}[${index}]`)),
    };
  }
  if (typeof description !== "object" || description === null)
    throw wrongType(argument, describe(description));
  const fields = Object.entries(description).map(([field, of]) => {
    return { name: field, type: syntaxOf(of as TypeDescription, `${argument}.${field}`) };
  });
  return { kind: "record", at, fields };
}

function wrongType(argument: string, actual: string): InvalidArgumentError {
  return new InvalidArgumentError(
    argument,
    "a type: f64, arrayOf(f64), [f64, i64] or a record of them",
    actual,
  );
}

/** The shape of a type as it is written: one without names of types. */
export function shapeOfSyntax(syntax: TypeSyntax): Shape {
  switch (syntax.kind) {
    case "scalar":
      return { kind: "scalar", type: carrierOf(syntax.type) };
    case "array":
      return arrayShape(shapeOfSyntax(syntax.element));
    case "tuple":
      return tupleShape(syntax.items.map(shapeOfSyntax));
    case "record":
      return {
        kind: "record",
        isTuple: false,
        fields: syntax.fields.map(({ name, type }) => ({ name, shape: shapeOfSyntax(type) })),
      };
    default:
      throw new InvalidArgumentError("type", "one of data", syntax.kind);
  }
}

/** The names of sizes in a type, as they come. */
export function sizesOf(syntax: TypeSyntax): readonly string[] {
  switch (syntax.kind) {
    case "array": {
      const own = syntax.size?.kind === "name" ? [syntax.size.name] : [];
      return [...own, ...sizesOf(syntax.element)];
    }
    case "tuple":
      return syntax.items.flatMap(sizesOf);
    case "record":
      return syntax.fields.flatMap(({ type }) => sizesOf(type));
    default:
      return [];
  }
}
