// Types as values: `f64` stands in a type's description, and `f64(0.1)` is a constant of it.

import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { constant } from "../term.ts";
import { makeNode, stateOf, textOf } from "./make-nodes.ts";
import type { ScalarTypeValue } from "./node.ts";
import { exactlyOf, namedType, writtenConstant } from "./scalar-values.ts";

/** The type f64, in descriptions of types; `f64(0.1)` is a constant of it. */
export const f64: ScalarTypeValue<"f64"> = typeValue("f64");

/** The type f32, in descriptions of types; `f32(0.1)` is the constant nearest to 0.1, ties to even. */
export const f32: ScalarTypeValue<"f32"> = typeValue("f32");

/** The type i64, in descriptions of types; `i64(5n)` or `i64(5)` is a constant of it. */
export const i64: ScalarTypeValue<"i64"> = typeValue("i64");

/** The type u64, in descriptions of types; `u64(5n)` or `u64(5)` is a constant of it. */
export const u64: ScalarTypeValue<"u64"> = typeValue("u64");

/** The type i32, in descriptions of types; `i32(5)` is a constant of it. */
export const i32: ScalarTypeValue<"i32"> = typeValue("i32");

/** The type u32, in descriptions of types; `u32(5)` is a constant of it. */
export const u32: ScalarTypeValue<"u32"> = typeValue("u32");

/** The type bool, of comparisons and flags, in descriptions of types; `bool(true)` is a constant of it. */
export const bool: ScalarTypeValue<"bool"> = typeValue("bool");

/** The type as a value. Makes constants, and throws InvalidArgumentError for what the type does not have exactly; f32 rounds a number. */
function typeValue<Type extends ScalarType>(type: Type): ScalarTypeValue<Type> {
  return namedType(type, (value) => {
    const scalar = writtenConstant(type, value);
    if (scalar !== undefined) return makeNode(constant(type, scalar), undefined);
    const remedy = type === "bool" ? ".notEqual(0)" : `.convert(${type})`;
    const fact = stateOf(value) === undefined ? textOf(value) : `a node: use ${textOf(value)}${remedy}`;
    throw new InvalidArgumentError(type, `given ${exactlyOf(type)}`, fact);
  }) as ScalarTypeValue<Type>;
}
