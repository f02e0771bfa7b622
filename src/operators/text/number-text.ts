import { decimalOf, nearestFloat32 } from "../../values/decimal.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";

/** Digits that tell any f32 from its neighbours. */
const FLOAT32_DIGITS = 9;

/** A value as the language writes it, without its type: floats as the shortest decimal that reads back. */
export function numberText(type: ScalarType, value: Scalar): string {
  if (type === "bool") return value === 0 ? "false" : "true";
  if (typeof value === "bigint") return String(value);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0";
  return type === "f32" ? shortestFloat32(value) : String(value);
}

/** The same with its type, so that it may stand anywhere. */
export function typedNumberText(type: ScalarType, value: Scalar): string {
  const text = numberText(type, value);
  if (type === "bool") return text;
  return /[0-9]/.test(text) ? text + type : `${type}(${text})`;
}

function shortestFloat32(value: number): string {
  for (let digits = 1; digits < FLOAT32_DIGITS; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (nearestFloat32(decimalOf(text)) === value) return text;
  }
  return String(Number(value.toPrecision(FLOAT32_DIGITS)));
}
