import { checkText } from "../values/check-arguments.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { columnsOf, SCALAR_TYPES, type ValueType } from "../values/value-types.ts";
import type { TypeDescription, TypeOf } from "./node.ts";

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
