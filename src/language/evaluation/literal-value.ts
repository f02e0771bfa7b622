import { applyConvert } from "../../operators/apply.ts";
import { decimalOf, nearestFloat32 } from "../../values/decimal.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import type { LiteralTerm } from "../term.ts";

/** A literal as a value of the type that it was found to have. */
export function literalValue({ value, digits }: LiteralTerm, type: ScalarType): Scalar {
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
      if (digits !== undefined) return nearestFloat32(decimalOf(value < 0 ? `-${digits}` : digits));
      return applyConvert(typeof value === "bigint" ? "i64" : "f64", type, value);
    default:
      return Number(value);
  }
}
