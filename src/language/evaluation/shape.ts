import { resolved, resolvedSize, type Size, type Type } from "../types/type.ts";

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
export function areAlike(one: Shape, other: Shape): boolean {
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
export function printShape(shape: Shape): string {
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
