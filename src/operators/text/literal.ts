// Numbers between their texts and the exact values of a type.

import { decimalOf, nearestFloat32, nearestFloat64 } from "../../values/decimal.ts";
import { describe } from "../../values/describe.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementType,
  extremes,
  type Scalar,
  type ScalarType,
} from "../../values/element-types.ts";
import type { Literal } from "./syntax.ts";

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

/** What a literal is in a type: its value, or what the type would have had. */
type LiteralValue =
  | { readonly kind: "value"; readonly value: Scalar }
  | { readonly kind: "none"; readonly expected: string };

/** The longest decimal integer of any type has 20 digits. */
const MOST_DIGITS = 20;

/** A literal as a value of a type. Integers must be that exactly; floats round to nearest, ties to even. */
export function literalValue(type: ElementType, literal: Literal): LiteralValue {
  return ELEMENT_TYPE_FACTS[type].isFloat ? floatValue(type, literal) : integerValue(type, literal);
}

/** A literal as it was written. */
export function literalText(literal: Literal): string {
  return literal.kind === "text" ? literal.text : describe(literal.value);
}

function floatValue(type: ElementType, literal: Literal): LiteralValue {
  const special = { inf: Infinity, "-inf": -Infinity, nan: Number.NaN } as const;
  if (literal.kind === "text" && Object.hasOwn(special, literal.text)) {
    return { kind: "value", value: special[literal.text as keyof typeof special] };
  }
  const value = nearestFloat(type, literal);
  const isTooLarge = !Number.isFinite(value) && (literal.kind === "text" || Number.isFinite(literal.value));
  return isTooLarge
    ? { kind: "none", expected: `a number that ${type} has, or inf` }
    : { kind: "value", value };
}

function nearestFloat(type: ElementType, literal: Literal): number {
  if (literal.kind === "number") return type === "f32" ? Math.fround(literal.value) : literal.value;
  const decimal = decimalOf(literal.text);
  return type === "f32" ? nearestFloat32(decimal) : nearestFloat64(decimal);
}

function integerValue(type: ElementType, literal: Literal): LiteralValue {
  const { smallest, largest } = extremes(type);
  const value = literal.kind === "text" ? exactInteger(literal.text) : exactOf(literal.value);
  if (value === undefined) return { kind: "none", expected: `an integer, as ${type} is` };
  if (value === "huge" || value < smallest || value > largest) {
    return { kind: "none", expected: `an integer from ${smallest} to ${largest}, as ${type} is` };
  }
  return { kind: "value", value: ELEMENT_TYPE_FACTS[type].isBigInt ? value : Number(value) };
}

function exactInteger(text: string): bigint | "huge" | undefined {
  if (/^-?inf$|^nan$/.test(text)) return undefined;
  const { isNegative, digits, exponent } = decimalOf(text);
  if (digits === "") return 0n;
  if (exponent < 0) return undefined;
  if (digits.length + exponent > MOST_DIGITS) return "huge";
  const magnitude = BigInt(digits) * 10n ** BigInt(exponent);
  return isNegative ? -magnitude : magnitude;
}

function exactOf(value: number): bigint | undefined {
  return Number.isInteger(value) ? BigInt(value) : undefined;
}
