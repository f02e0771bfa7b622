import { convertExactly } from "../values/convert.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";

/** The scalar of `type` that a JavaScript value is exactly, bools from booleans; undefined where there is none. −0 is no integer. */
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
