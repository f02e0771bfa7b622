import { decimalOf, nearestFloat32, nearestFloat64 } from "../values/decimal.ts";
import { extremes, type Scalar, type ScalarType } from "../values/element-types.ts";

/** Whether a number is written with a point or an exponent. */
export function isReal(text: string): boolean {
  return !/^-?0x/.test(text) && /[.eE]/.test(text);
}

/** A number of a test file as an element of a type, floats rounded once; undefined where it is none. A minus belongs to it, `_` may separate digits. */
export function elementOfNumber(text: string, type: ScalarType): Scalar | undefined {
  if (type === "bool") return undefined;
  const plain = text.replaceAll("_", "");
  if (type === "f32") return nearestFloat32(decimalOf(plain));
  if (type === "f64") return nearestFloat64(decimalOf(plain));
  if (isReal(plain)) return undefined;
  const whole = plain.startsWith("-") ? -BigInt(plain.slice(1)) : BigInt(plain);
  const { smallest, largest } = extremes(type);
  if (whole < BigInt(smallest) || whole > BigInt(largest)) return undefined;
  return type === "i64" || type === "u64" ? whole : Number(whole);
}

/** What a number must be to be an element of a type, for errors. */
export function numbersOf(type: ScalarType): string {
  if (type === "bool" || type === "f64" || type === "f32") return type;
  const { smallest, largest } = extremes(type);
  return `a whole number of ${type}, from ${smallest} to ${largest}`;
}
