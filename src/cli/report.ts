import { type ElementType, type Scalar, toHex } from "../index.ts";
import type { JsonValue } from "./json-line.ts";

/** A value as JSON has it: exact as a number where that is finite and below 2^53, as a string of digits or a name otherwise. */
export function jsonScalar(value: Scalar): JsonValue {
  return typeof value === "bigint" || !Number.isFinite(value) ? String(value) : value;
}

/** A value as a person reads it, −0 with its sign. */
export function printScalar(value: Scalar): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The bits of a value, hexadecimal without a prefix. */
export function bitsOfScalar(type: ElementType, value: Scalar): string {
  return toHex(type, value);
}

/** Lines of `name  value`, the values under one another; what is undefined is left out. */
export function alignedLines(entries: Readonly<Record<string, string | undefined>>): string {
  return alignedPairs(Object.entries(entries));
}

/** The same where a name may come twice. */
export function alignedPairs(
  entries: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const present = entries.filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join("");
}

/** A duration, and the rate at which so many bytes went through. */
export function printSpeed(seconds: number, bytes: number): string {
  const rate = seconds > 0 && bytes > 0 ? `  (${(bytes / seconds / 1e9).toFixed(2)} GB/s)` : "";
  return `${seconds.toPrecision(3)} s${rate}`;
}
