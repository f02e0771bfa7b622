// What came, in the fact of an error: short, and safe to print whatever it is.

import { printable, shownName } from "./printable.ts";

const LONGEST_TEXT = 40;
const LONGEST_BIGINT_BITS = 128; // the digits of a larger one take more than linear time, and nobody reads them

/** What a value is, in a few words: the fact of an error message. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return describeText(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "bigint":
      return BigInt.asIntN(LONGEST_BIGINT_BITS, value) === value
        ? `${value}n`
        : "a bigint of more than 128 bits";
    case "function":
      return "a function";
    case "object":
      return describeObject(value);
    default:
      return shownName(String(value));
  }
}

/** A text from outside in quotes, as JSON writes it: on one line, of bounded length, safe to print. */
export function describeText(text: string, longest = LONGEST_TEXT): string {
  return printable(JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text));
}

function describeObject(value: object | null): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an Array of length ${value.length}`;
  const name = shownName(Object.prototype.toString.call(value).slice("[object ".length, -1));
  const article = /^[AEIO]/.test(name) ? "an" : "a"; // a Uint8Array
  const isTyped = ArrayBuffer.isView(value) && "length" in value;
  return isTyped ? `${article} ${name} of length ${value.length}` : `${article} ${name}`;
}

/** A part of parsed JSON as its text, for the fact of an error; in a few words where it is nested so deep that it has none. */
export function describeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    return describe(value);
  }
}
