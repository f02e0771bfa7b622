import { checkAttached } from "./check-arrays.ts";
import { describe } from "./describe.ts";
import { elementTypeOf, type ScalarType } from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { ColumnArray } from "./value-types.ts";

const ARRAY_NAMES: Readonly<Record<ScalarType, string>> = {
  f64: "a Float64Array",
  f32: "a Float32Array",
  i64: "a BigInt64Array",
  u64: "a BigUint64Array",
  i32: "an Int32Array",
  u32: "a Uint32Array",
  bool: "a Uint8Array of 0 and 1",
};

/** What came as a column of this type; its bools are not looked at. @throws InvalidArgumentError for another array, or a detached one */
export function checkColumn(name: string, type: ScalarType, value: unknown): ColumnArray {
  const isOfType = type === "bool" ? value instanceof Uint8Array : elementTypeOf(value) === type;
  if (!isOfType) throw new InvalidArgumentError(name, ARRAY_NAMES[type], describe(value));
  const column = value as ColumnArray;
  if (column.length === 0) checkAttached(name, column);
  return column;
}
