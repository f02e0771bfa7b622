// Numbers with Futhark's suffixes, and what they are without one: a whole or a real number, typed by where it stands.

import { decimalOf, nearestFloat32 } from "../../values/decimal.ts";
import { endsOf } from "../../values/program-scalars.ts";
import type { ArrayTerm, LiteralTerm } from "../term.ts";
import { isScalarType } from "../types/type.ts";
import type { ProgramCursor } from "./grammar.ts";

const PARTS = /^(.*?)((?:[iu](?:8|16)|[iuf](?:32|64)))?$/;

/** The value and type of a number's text; undefined where no type has it. A minus is not part of it: `2147483648i32` is let through for one. */
function literalOf(text: string): Omit<LiteralTerm, "kind" | "at"> | undefined {
  const hexadecimal = HEXADECIMAL_FLOAT.exec(text);
  if (hexadecimal !== null) return hexadecimalFloat(hexadecimal);
  const isHexadecimal = text.startsWith("0x");
  // Hexadecimal digits reach into a suffix that begins with f.
  const [, digits, suffix] =
    (isHexadecimal ? /^(0x[0-9A-Fa-f_]+?)([iu](?:8|16|32|64))?$/ : PARTS).exec(text) ?? [];
  if (digits === undefined) return undefined;
  const plain = digits.replaceAll("_", "");
  const isWhole = /^(?:0x[0-9A-Fa-f]+|0b[01]+|[0-9]+)$/.test(plain);
  if (!isWhole && /^0[xb]/.test(plain)) return undefined;
  if (suffix === undefined) {
    if (!isWhole) return realOf(plain);
    const value = BigInt(plain);
    return value <= 2n ** 64n ? { value, type: "whole" } : undefined;
  }
  if (!isScalarType(suffix) || suffix === "bool") return undefined;
  if (suffix === "f64") return { value: Number(plain), type: suffix };
  if (suffix === "f32") return { value: nearestFloat32(decimalOf(plain)), type: suffix };
  if (!isWhole) return undefined;
  const value = BigInt(plain);
  const { largest } = endsOf(suffix);
  const isSigned = suffix.startsWith("i");
  if (value > BigInt(largest) + (isSigned ? 1n : 0n)) return undefined;
  return { value: suffix.endsWith("64") ? value : Number(value), type: suffix };
}

const HEXADECIMAL_FLOAT = /^0x([0-9A-F_]+)(?:\.([0-9A-F_]+))?p([+-]?[0-9]+)(f32|f64)?$/i;

/** `0x1.8p3`; undefined where the type has no such number, since these are written for their bits. */
function hexadecimalFloat([, whole, fraction = "", exponent, type]: RegExpExecArray): ReturnType<
  typeof literalOf
> {
  const [ones, parts] = [whole, fraction].map((digits) => digits.replaceAll("_", ""));
  const digits = BigInt(`0x${ones}${parts}`);
  const mantissa = Number(digits);
  // In two steps: 2^-1074 is a number, and 2^-1100 · 2^40 is one too.
  const power = Number(exponent) - 4 * parts.length;
  const half = Math.trunc(power / 2);
  const value = mantissa * 2 ** half * 2 ** (power - half);
  const isExact =
    BigInt(mantissa) === digits && (value / 2 ** half / 2 ** (power - half) === mantissa || value === 0);
  if (!isExact || !Number.isFinite(value) || (value === 0 && digits !== 0n)) return undefined;
  if (type === "f32" && Math.fround(value) !== value) return undefined;
  return { value, type: type === "f32" || type === "f64" ? type : "real" };
}

function realOf(digits: string): Omit<LiteralTerm, "kind" | "at"> | undefined {
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  const nearest = nearestFloat32(decimalOf(digits));
  const isKnown = Math.fround(value) === nearest && nearestFloat32(decimalOf(String(value))) === nearest;
  return { value, type: "real", ...(!isKnown && { digits }) };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0" };

/** Parses `'a'`, a u8, or `"text"`, an array of them: the bytes of UTF-8. */
export function parseText(cursor: ProgramCursor): ArrayTerm {
  const { text, at } = cursor.peek();
  const plain = text.slice(1, -1).replaceAll(/\\(.)/gu, (_, letter) => ESCAPES[letter] ?? letter);
  const bytes = Array.from(new TextEncoder().encode(plain));
  if (text.startsWith("'") && bytes.length !== 1) return cursor.fail("a character of one byte");
  cursor.take();
  const items = bytes.map((value): ArrayTerm => ({ kind: "literal", at, value, type: "u8" }));
  return text.startsWith("'") ? items[0] : { kind: "array", at, items };
}

/** Parses a number. */
export function parseNumber(cursor: ProgramCursor): ArrayTerm {
  const { text, at } = cursor.peek();
  const literal = literalOf(text);
  if (literal === undefined) return cursor.fail("a number that its type has");
  cursor.take();
  return { kind: "literal", at, ...literal };
}
