// Patterns, as parameters and `let` have them.

import type { Pattern } from "../term.ts";
import { type ProgramCursor, parseItems, RESERVED_WORDS } from "./grammar.ts";
import { passAttributes } from "./parse-attribute.ts";
import { parseFieldName, parseType } from "./parse-type.ts";

/** Parses a pattern that stands alone, as after `let` or `loop`, where a type may follow without parentheses. */
export function parsePattern(cursor: ProgramCursor): Pattern {
  return withType(cursor, parseParameter(cursor));
}

/** A pattern with the type that may follow it. */
function withType(cursor: ProgramCursor, pattern: Pattern): Pattern {
  if (pattern.type !== undefined || cursor.takeIf(":") === undefined) return pattern;
  return { ...pattern, type: parseType(cursor) };
}

/** Parses `x`, `_`, `(a, b)`, `{x, y = p, z: t}`, `(x: t)`: what may stand in a row of parameters. */
export function parseParameter(cursor: ProgramCursor): Pattern {
  passAttributes(cursor);
  return cursor.nested(() => {
    const token = cursor.peek();
    const { at } = token;
    const operator = cursor.isNext("(") && cursor.isNext(")", 2) ? cursor.symbolNext(1) : undefined;
    if (operator !== undefined && operator.text !== "`") {
      for (const _ of "(+)") cursor.take();
      return { kind: "name", at, name: `(${operator.text})` };
    }
    if (cursor.takeIf("(")) {
      const items = parseItems(cursor, ")", () => parsePattern(cursor));
      return items.length === 1 ? items[0] : { kind: "tuple", at, items };
    }
    if (cursor.takeIf("{")) {
      const fields = parseItems(cursor, "}", () => parseField(cursor));
      return { kind: "record", at, fields };
    }
    if (token.kind !== "name" || RESERVED_WORDS.includes(token.text))
      return cursor.fail("a name or a pattern");
    cursor.take();
    return token.text === "_" ? { kind: "any", at } : { kind: "name", at, name: token.text };
  });
}

function parseField(cursor: ProgramCursor): { readonly name: string; readonly pattern: Pattern } {
  const { at } = cursor.peek();
  const name = parseFieldName(cursor);
  if (!cursor.isNext("=")) return { name, pattern: withType(cursor, { kind: "name", at, name }) };
  cursor.expect("=", "and a pattern");
  return { name, pattern: parsePattern(cursor) };
}

/** Whether a parameter may begin here. */
export function isParameterNext(cursor: ProgramCursor): boolean {
  const token = cursor.peek();
  if (token.kind === "symbol") return token.text === "(" || token.text === "{";
  return token.kind === "name" && !RESERVED_WORDS.includes(token.text) && !token.text.startsWith("'");
}
