// How long arrays are, empty ones' rows as well, and whether that is what a written type says.

import { applyBinary } from "../../operators/apply.ts";
import type { ArrayTerm, SizeSyntax, SyntaxOf, TypeSyntax } from "../term.ts";
import { INFIX_MEANINGS } from "../types/scalar-functions.ts";
import { resolved, resolvedSize, type Size, type Type } from "../types/type.ts";

/** Where an array of no rows keeps what these would be. Nothing that goes through an array's elements or compares them sees it. */
const ROWS = Symbol("rows");

/** An array of no rows, as data. */
export function noRows(shape: Shape): readonly never[] {
  return Object.defineProperty([], ROWS, { value: shape });
}

/** What the rows of empty data would be, where it is known. */
export function rowShapeOf(data: unknown): Shape | undefined {
  return Array.isArray(data) && data.length === 0 ? Reflect.get(data, ROWS) : undefined;
}

/** Rows without an element that are made: their number is written in a few digits, and no element pays for them. */
export const MOST_EMPTY_ROWS = 2 ** 20;

/**
 * What a value is without its scalars: how long its arrays are, and what their elements are even where there are none. Rows may differ in
 * length: `lengths` has those that there are, in their order, and none where it is not known.
 */
export type Shape =
  | { readonly kind: "scalar"; readonly isWide: boolean } // a bigint
  | { readonly kind: "array"; readonly lengths: readonly number[]; readonly element: Shape }
  | { readonly kind: "record"; readonly fields: readonly FieldShape[] }
  | { readonly kind: "unknown" }; // of a function, or of a type that nothing says

interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
}

export const UNKNOWN_SHAPE: Shape = { kind: "unknown" };
export const NARROW: Shape = { kind: "scalar", isWide: false };
export const WIDE: Shape = { kind: "scalar", isWide: true };

/** An array of a length that is known. */
export function arrayShape(length: number, element: Shape): Shape {
  return { kind: "array", lengths: [length], element };
}

/** What both of two shapes are: the lengths of either, where they differ both. */
export function joinedShapes(one: Shape, other: Shape): Shape {
  if (one === other || other.kind === "unknown") return one;
  if (one.kind === "array" && other.kind === "array") {
    const more = other.lengths.filter((length) => !one.lengths.includes(length));
    const element = joinedShapes(one.element, other.element);
    if (more.length === 0 && element === one.element) return one;
    return { kind: "array", lengths: [...one.lengths, ...more], element };
  }
  if (one.kind === "record" && other.kind === "record") {
    const fields = one.fields.map(({ name, shape }, index) => {
      return { name, shape: joinedShapes(shape, other.fields[index].shape) };
    });
    return fields.every(({ shape }, index) => shape === one.fields[index].shape) ? one : { ...one, fields };
  }
  return one.kind === "unknown" ? other : one;
}

/** A shape with those lengths alone that another one, the same but for lengths, has as well. */
export function agreedShape(one: Shape, other: Shape): Shape {
  if (one.kind === "array" && other.kind === "array") {
    const lengths = String(one.lengths) === String(other.lengths) ? one.lengths : [];
    return { kind: "array", lengths, element: agreedShape(one.element, other.element) };
  }
  if (one.kind === "record" && other.kind === "record") {
    const fields = one.fields.map(({ name, shape }, index) => {
      return { name, shape: agreedShape(shape, other.fields[index].shape) };
    });
    return { kind: "record", fields };
  }
  return one;
}

/** Whether two shapes have, as far as they are known, the same lengths. Rows that differ among themselves are like any. */
function areAlike(one: Shape, other: Shape): boolean {
  if (one.kind === "array" && other.kind === "array") {
    const areKnown = one.lengths.length === 1 && other.lengths.length === 1;
    return (!areKnown || one.lengths[0] === other.lengths[0]) && areAlike(one.element, other.element);
  }
  if (one.kind !== "record" || other.kind !== "record") return true;
  return one.fields.every(({ shape }, index) => areAlike(shape, other.fields[index].shape));
}

export function tupleShape(items: readonly Shape[]): Shape {
  return { kind: "record", fields: items.map((shape, index) => ({ name: String(index), shape })) };
}

/** A field of a record's shape. */
export function fieldShape(shape: Shape, name: string): Shape {
  const field = shape.kind === "record" ? shape.fields.find((each) => each.name === name) : undefined;
  return field?.shape ?? UNKNOWN_SHAPE;
}

export function elementShape(shape: Shape): Shape {
  return shape.kind === "array" ? shape.element : UNKNOWN_SHAPE;
}

/** The shape that a type says, with what `lengthOf` says of its sizes. */
export function shapeOfType(type: Type, lengthOf: (size: Size) => number | undefined = constantSize): Shape {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return known.type === "i64" || known.type === "u64" ? WIDE : NARROW;
    case "array": {
      const length = lengthOf(resolvedSize(known.size));
      const lengths = length === undefined ? [] : [length];
      return { kind: "array", lengths, element: shapeOfType(known.element, lengthOf) };
    }
    case "record":
      return {
        kind: "record",
        fields: known.fields.map((field) => ({ name: field.name, shape: shapeOfType(field.type, lengthOf) })),
      };
    default:
      return UNKNOWN_SHAPE;
  }
}

/** Whether a value of a shape may be of a type, its sizes aside. */
export function isShapeOf(shape: Shape, type: Type): boolean {
  const known = resolved(type);
  switch (shape.kind) {
    case "scalar":
      return known.kind === "scalar" && shape.isWide === (known.type === "i64" || known.type === "u64");
    case "array":
      return known.kind === "array" && isShapeOf(shape.element, known.element);
    case "record":
      if (known.kind !== "record" || known.fields.length !== shape.fields.length) return false;
      return known.fields.every(({ name, type: of }) => isShapeOf(fieldShape(shape, name), of));
    default:
      return true;
  }
}

export function constantSize(size: Size): number | undefined {
  return size.kind === "constant" ? size.value : undefined;
}

/** `[2][3]`, `[2]([3], _)`: the lengths alone. */
function printShape(shape: Shape): string {
  switch (shape.kind) {
    case "array": {
      const inner = shape.element.kind === "scalar" ? "" : printShape(shape.element);
      return `[${shape.lengths.join(" or ")}]${inner}`;
    }
    case "record":
      return `(${shape.fields.map((field) => printShape(field.shape)).join(", ")})`;
    default:
      return "_";
  }
}

/** What the names in a written type stand for while it is held against a value. */
export interface SizeNames {
  /** The length that a name says, written at a place; undefined where nothing has said it yet. */
  length(name: string, at: number): number | undefined;
  /** What a type that the definition names is in this use; undefined where no value of it was seen. */
  shape(name: string): Shape | undefined;
  /** A name is what it stands for where it comes first. */
  say(name: string, length: number): void;
  sayShape(name: string, shape: Shape): void;
}

/** The same within one use of a function: what nothing has said before is said by the operands. */
export function withinUse(known: SizeNames): SizeNames {
  const said = new Map<string, number>();
  return {
    length: (name, at) => known.length(name, at) ?? said.get(name),
    shape: (name) => known.shape(name),
    say: (name, length) => said.set(name, length),
    sayShape: (name, shape) => known.sayShape(name, shape),
  };
}

type Fail = (at: number, expected: string, actual: string) => never;

/** Holds the shape of a value against a written type. @throws by `fail` at the first size that differs */
export function checkShape(syntax: TypeSyntax, shape: Shape, names: SizeNames, fail: Fail): void {
  switch (syntax.kind) {
    case "array":
      if (shape.kind !== "array") return;
      checkLengths(syntax, shape.lengths, names, fail);
      checkShape(syntax.element, shape.element, names, fail);
      return;
    case "tuple":
      syntax.items.forEach((item, index) => {
        checkShape(item, fieldShape(shape, String(index)), names, fail);
      });
      return;
    case "record":
      for (const { name, type } of syntax.fields) checkShape(type, fieldShape(shape, name), names, fail);
      return;
    case "variable": {
      const known = names.shape(syntax.name);
      if (known !== undefined && !areAlike(known, shape)) {
        const { name, at } = syntax;
        fail(at, `a value of the shape ${printShape(known)}, which "${name}" has here`, printShape(shape));
      }
      names.sayShape(syntax.name, known === undefined ? shape : joinedShapes(known, shape));
      return;
    }
    default:
  }
}

function checkLengths(
  { size, at }: SyntaxOf<"array">,
  lengths: readonly number[],
  names: SizeNames,
  fail: Fail,
): void {
  for (const length of size === undefined ? [] : lengths) {
    const expected = size === undefined ? undefined : lengthOfSize(size, names, at);
    if (size?.kind === "name" && expected === undefined) names.say(size.name, length);
    if (expected === undefined || expected === length) continue;
    const called = size?.kind === "name" ? `${size.name} = ${expected}` : String(expected);
    fail(at, `an array of length ${called}`, `length ${length}`);
  }
}

/** What a size says where these names are known; undefined where one of them is not. */
function lengthOfSize(size: SizeSyntax, names: SizeNames, at: number): number | undefined {
  if (size.kind === "constant") return size.value;
  return size.kind === "name" ? names.length(size.name, at) : lengthOfSum(size.term, names);
}

/** Sums and products are those of i64, which lengths stay far within. */
function lengthOfSum(term: ArrayTerm, names: SizeNames): number | undefined {
  if (term.kind === "literal") return Number(term.value);
  if (term.kind === "variable") return names.length(term.name, term.at);
  if (term.kind !== "infix") return undefined;
  const [left, right] = [lengthOfSum(term.left, names), lengthOfSum(term.right, names)];
  if (left === undefined || right === undefined) return undefined;
  return Number(applyBinary(INFIX_MEANINGS[term.symbol].operation, "i64", BigInt(left), BigInt(right)));
}

/** Whether a type says how long an array is, of data that are there. A type that is named says that it is of one shape. */
export function saysSize(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "array":
      return syntax.size !== undefined || saysSize(syntax.element);
    case "tuple":
      return syntax.items.some(saysSize);
    case "record":
      return syntax.fields.some(({ type }) => saysSize(type));
    case "variable":
      return true;
    default:
      return false;
  }
}

/** Whether functions in a value are to be held to sizes whenever they are used. */
export function hasSizedFunction(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "function":
      return namesLength(syntax.parameter) || namesLength(syntax.result);
    case "tuple":
      return syntax.items.some(hasSizedFunction);
    case "record":
      return syntax.fields.some(({ type }) => hasSizedFunction(type));
    default:
      return false;
  }
}

/** Whether a length stands anywhere in a type. */
function namesLength(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "array":
      return syntax.size !== undefined || namesLength(syntax.element);
    case "function":
      return namesLength(syntax.parameter) || namesLength(syntax.result);
    case "tuple":
      return syntax.items.some(namesLength);
    case "record":
      return syntax.fields.some(({ type }) => namesLength(type));
    default:
      return false;
  }
}
