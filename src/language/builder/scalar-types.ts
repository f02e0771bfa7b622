// Types as values, as the operators' builder has them; their constants are nodes of a program.

import { namedType } from "../../operators/builder/scalar-values.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { typedLiteral } from "./graph-terms.ts";
import type { ScalarTypeValue } from "./node.ts";
import { present } from "./trace.ts";

function scalarType<Type extends ScalarType>(type: Type): ScalarTypeValue<Type> {
  return namedType(type, (value) => present(typedLiteral(type, value))) as ScalarTypeValue<Type>;
}

export const f64: ScalarTypeValue<"f64"> = scalarType("f64");
export const f32: ScalarTypeValue<"f32"> = scalarType("f32");
export const i64: ScalarTypeValue<"i64"> = scalarType("i64");
export const u64: ScalarTypeValue<"u64"> = scalarType("u64");
export const i32: ScalarTypeValue<"i32"> = scalarType("i32");
export const u32: ScalarTypeValue<"u32"> = scalarType("u32");
export const bool: ScalarTypeValue<"bool"> = scalarType("bool");
