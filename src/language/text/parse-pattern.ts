import type { Pattern } from "../term.ts";
import { type Cursor, expectNext, fail, isNext, nested, parseItems, peek, take, takeIf } from "./cursor.ts";
import { parseFieldName, parseType } from "./parse-type.ts";
import { RESERVED_WORDS } from "./words.ts";

/** Parses a pattern that stands alone, as after `let` or `loop`, where a type may follow without parentheses. */
export function parsePattern(cursor: Cursor): Pattern {
  const pattern = parseParameter(cursor);
  if (pattern.type !== undefined || takeIf(cursor, ":") === undefined) return pattern;
  return { ...pattern, type: parseType(cursor) };
}

/** Parses `x`, `_`, `(a, b)`, `{x, y = p}`, `(x: t)`: what may stand in a row of parameters. */
export function parseParameter(cursor: Cursor): Pattern {
  return nested(cursor, () => {
    const token = peek(cursor);
    const { at } = token;
    if (takeIf(cursor, "(")) {
      const items = parseItems(cursor, ")", () => parsePattern(cursor));
      return items.length === 1 ? items[0] : { kind: "tuple", at, items };
    }
    if (takeIf(cursor, "{")) {
      const fields = parseItems(cursor, "}", () => parseField(cursor));
      return { kind: "record", at, fields };
    }
    if (token.kind !== "name" || RESERVED_WORDS.includes(token.text))
      return fail(cursor, "a name or a pattern");
    take(cursor);
    return token.text === "_" ? { kind: "any", at } : { kind: "name", at, name: token.text };
  });
}

function parseField(cursor: Cursor): { readonly name: string; readonly pattern: Pattern } {
  const { at } = peek(cursor);
  const name = parseFieldName(cursor);
  if (!isNext(cursor, "=")) return { name, pattern: { kind: "name", at, name } };
  expectNext(cursor, "=", "and a pattern");
  return { name, pattern: parsePattern(cursor) };
}

/** Whether a parameter may begin here. */
export function isParameterNext(cursor: Cursor): boolean {
  const token = peek(cursor);
  if (token.kind === "symbol") return token.text === "(" || token.text === "{";
  return token.kind === "name" && !RESERVED_WORDS.includes(token.text);
}
