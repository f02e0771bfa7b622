// What JavaScript values mean to both builders, that of operators and that of array programs: constants of a type, and types.

import { checkText } from "../../values/check-arguments.ts";
import { convertExactly } from "../../values/convert.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { columnsOf, SCALAR_TYPES, type ValueType } from "../../values/value-types.ts";
import type { TypeDescription, TypeOf } from "./node.ts";

/** The scalar of `type` that a JavaScript value is exactly, bools from booleans; undefined where there is no such scalar. −0 is not an integer. */
export function exactConstant(type: ScalarType, value: unknown): Scalar | undefined {
  if (type === "bool") return typeof value === "boolean" ? Number(value) : undefined;
  const { isFloat, isBigInt } = SCALAR_TYPE_FACTS[type];
  if (!isFloat && Object.is(value, -0)) return undefined;
  // A larger number may have been rounded when it was written.
  if (isBigInt && typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
  return convertExactly(type, value);
}

/** What `exactConstant` asks for, as the expectation of an error. */
export function exactlyOf(type: ScalarType): string {
  if (type === "bool") return "true or false";
  const { isFloat, isBigInt } = SCALAR_TYPE_FACTS[type];
  if (isFloat)
    return type === "f32" ? "a number that f32 has exactly (f32(x) rounds to nearest)" : "a number";
  return isBigInt ? `an integer of ${type}, as a bigint or a safe number` : `an integer of ${type}`;
}

/** The constant that `f64(0.1)` is: as `exactConstant`, except that f32 rounds a number to nearest. */
export function writtenConstant(type: ScalarType, value: unknown): Scalar | undefined {
  return exactConstant(type, type === "f32" && typeof value === "number" ? Math.fround(value) : value);
}

/** A scalar type as a value: the function that makes its constants, with the type's name. */
export function namedType(type: ScalarType, make: (value: unknown) => unknown): unknown {
  return Object.freeze(Object.defineProperty(make, "type", { value: type, enumerable: true }));
}

/** The type that a description means: `{ value: f32, index: "u32" }` gives `{ value: "f32", index: "u32" }`. @throws InvalidArgumentError as `columnsOf` does */
export function typeFrom<const Description extends TypeDescription>(
  description: Description,
  argument = "type",
): TypeOf<Description> {
  checkText("argument", argument);
  const resolve = (part: unknown, path: readonly string[], within: readonly unknown[]): unknown => {
    const name = scalarTypeNamed(part);
    if (name !== undefined) return name;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    if (within.includes(part)) {
      throw new InvalidArgumentError([argument, ...path].join("."), "a finite record", "one within itself");
    }
    const inner = [...within, part];
    return Object.fromEntries(
      Object.entries(part).map(([field, type]) => [field, resolve(type, [...path, field], inner)]),
    );
  };
  const type = resolve(description, [], []);
  columnsOf(type as ValueType, argument);
  return type as TypeOf<Description>;
}

/** The scalar type that `f32` or `"f32"` means; undefined for anything else. */
export function scalarTypeNamed(description: unknown): ScalarType | undefined {
  const name =
    typeof description === "function" && Object.hasOwn(description, "type")
      ? (description as { readonly type?: unknown }).type
      : description;
  return SCALAR_TYPES.find((type) => type === name);
}
