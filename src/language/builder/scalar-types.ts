// Types as values, as the operators' builder has them; their constants are nodes of a program.

import { namedType } from "../../operators/builder/scalar-values.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { typedLiteral } from "./graph-terms.ts";
import type { ScalarTypeValue } from "./node.ts";
import { present } from "./trace.ts";

function scalarType<Type extends ScalarType>(type: Type): ScalarTypeValue<Type> {
  return namedType(type, (value) => present(typedLiteral(type, value))) as ScalarTypeValue<Type>;
}

/** The type of 64-bit floats; `f64(x)` is a constant of it. */
export const f64: ScalarTypeValue<"f64"> = scalarType("f64");
/** The type of 32-bit floats; `f32(x)` is a constant of it. */
export const f32: ScalarTypeValue<"f32"> = scalarType("f32");
/** The type of 64-bit integers with a sign; `i64(x)` is a constant of it. */
export const i64: ScalarTypeValue<"i64"> = scalarType("i64");
/** The type of 64-bit integers without a sign; `u64(x)` is a constant of it. */
export const u64: ScalarTypeValue<"u64"> = scalarType("u64");
/** The type of 32-bit integers with a sign; `i32(x)` is a constant of it. */
export const i32: ScalarTypeValue<"i32"> = scalarType("i32");
/** The type of 32-bit integers without a sign; `u32(x)` is a constant of it. */
export const u32: ScalarTypeValue<"u32"> = scalarType("u32");
/** The type of truth values; `bool(x)` is a constant of it. */
export const bool: ScalarTypeValue<"bool"> = scalarType("bool");
