import { bitsOf } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import type { Equality } from "./question.ts";

/** Whether two values are the same in every column: by bits with NaNs canonical, or by value, where −0 equals +0. */
export function sameColumns(
  types: readonly ScalarType[],
  left: readonly Scalar[],
  right: readonly Scalar[],
  equality: Equality,
): boolean {
  return types.every((type, column) => {
    // === says that −0 equals +0, and of equal integers and bools that they are.
    if (equality === "value" && left[column] === right[column]) return true;
    return bitsOf(type, left[column]) === bitsOf(type, right[column]);
  });
}
