import type { Scalar, ScalarType } from "../../values/element-types.ts";

/** A literal as a value of the type that it was found to have. */
export function literalValue(value: Scalar, type: ScalarType): Scalar {
  switch (type) {
    case "i64":
      return BigInt.asIntN(64, BigInt(value));
    case "u64":
      return BigInt.asUintN(64, BigInt(value));
    case "i32":
      return Number(BigInt.asIntN(32, BigInt(value)));
    case "u32":
      return Number(BigInt.asUintN(32, BigInt(value)));
    case "f32":
      return Math.fround(Number(value));
    default:
      return Number(value);
  }
}
