import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar, type ScalarType } from "./element-types.ts";

/** The accumulation types that an element type may widen to, itself first. Every conversion is exact. */
export const ACCUMULATION_TYPES: Readonly<Record<ElementType, readonly ElementType[]>> = {
  f64: ["f64"],
  f32: ["f32", "f64"],
  i64: ["i64"],
  u64: ["u64"],
  i32: ["i32", "i64"],
  u32: ["u32", "u64"],
};

/** Converts one element to an accumulation type it may widen to; exact by construction of the legal pairs. */
export function widen(value: Scalar, accumulate: ElementType): Scalar {
  return ELEMENT_TYPE_FACTS[accumulate].isBigInt ? BigInt(value) : Number(value);
}

/** Whether `value` is an element of `type` exactly: right kind, in range, and representable. */
export function isElement(type: ScalarType, value: unknown): value is Scalar {
  switch (type) {
    case "f64":
      return typeof value === "number";
    case "f32":
      return typeof value === "number" && (Number.isNaN(value) || Math.fround(value) === value);
    case "i32":
      return typeof value === "number" && (value | 0) === value;
    case "u32":
      return typeof value === "number" && value >>> 0 === value;
    case "i64":
      return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
    case "u64":
      return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
    case "bool":
      return value === 0 || value === 1;
    default:
      return type satisfies never;
  }
}
