import type { Scalar, ScalarType } from "../values/element-types.ts";
import type { TestValue } from "./test-value.ts";
import { checkTestValue } from "./test-value.ts";

/** A value as `parseTestValues` reads it: `[1i64, 2, 3]`, `2.5`, `empty([0]f32)`. The bits come back, but for those of NaNs. */
export function printTestValue(value: TestValue): string {
  const { type, shape, elements } = checkTestValue("value", value);
  if (shape.includes(0)) return `empty(${shape.map((length) => `[${length}]`).join("")}${type})`;
  let next = 0;
  const print = (dimension: number): string => {
    if (dimension === shape.length) {
      const text = printElement(elements[next], type);
      const needsSuffix = next === 0 && type !== "i32" && type !== "f64" && type !== "bool" && type !== "f32";
      next++;
      return needsSuffix ? `${text}${type}` : text;
    }
    return `[${Array.from({ length: shape[dimension] }, () => print(dimension + 1)).join(", ")}]`;
  };
  return print(0);
}

function printElement(value: Scalar, type: ScalarType): string {
  if (type === "bool") return value === 1 ? "true" : "false";
  if (type !== "f64" && type !== "f32") return String(value);
  const number = Number(value);
  if (Number.isNaN(number)) return `${type}.nan`;
  if (!Number.isFinite(number)) return `${number < 0 ? "-" : ""}${type}.inf`;
  const text = Object.is(number, -0) ? "-0" : String(number);
  if (type === "f32") return `${text}f32`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}
