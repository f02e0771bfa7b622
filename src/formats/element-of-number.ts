import { decimalOf, nearestFloat32, nearestFloat64 } from "../values/decimal.ts";
import { extremes, type Scalar, type ScalarType } from "../values/element-types.ts";

/** Whether a number is written with a point or an exponent. */
export function isReal(text: string): boolean {
  return !/^-?0x/.test(text) && /[.eE]/.test(text);
}

/** A number of a test file as an element of a type, floats rounded once; undefined where it is none, or beyond them all. A minus belongs to it, `_` may separate digits. */
export function elementOfNumber(text: string, type: ScalarType): Scalar | undefined {
  if (type === "bool") return undefined;
  const plain = text.replaceAll("_", "");
  if (type === "f32" || type === "f64") {
    const nearest = type === "f32" ? nearestFloat32(decimalOf(plain)) : nearestFloat64(decimalOf(plain));
    return Number.isFinite(nearest) ? nearest : undefined; // infinity has a name of its own
  }
  if (isReal(plain)) return undefined;
  const whole = plain.startsWith("-") ? -BigInt(plain.slice(1)) : BigInt(plain);
  const { smallest, largest } = extremes(type);
  if (whole < BigInt(smallest) || whole > BigInt(largest)) return undefined;
  return type === "i64" || type === "u64" ? whole : Number(whole);
}

/** What a number must be to be an element of a type, for errors. */
export function numbersOf(type: ScalarType): string {
  if (type === "f64" || type === "f32") return `a number that ${type} has, or ${type}.inf`;
  if (type === "bool") return type;
  const { smallest, largest } = extremes(type);
  return `a whole number of ${type}, from ${smallest} to ${largest}`;
}
