// Patterns and types, as parameters and `let` have them.

import { wholeOf } from "../../text/tokens.ts";
import type { Pattern, SizeSyntax, TypeSyntax } from "../term.ts";
import { isScalarType } from "../types/type.ts";
import { type ProgramCursor, parseItems, RESERVED_WORDS } from "./grammar.ts";

/** Parses a pattern that stands alone, as after `let` or `loop`, where a type may follow without parentheses. */
export function parsePattern(cursor: ProgramCursor): Pattern {
  const pattern = parseParameter(cursor);
  if (pattern.type !== undefined || cursor.takeIf(":") === undefined) return pattern;
  return { ...pattern, type: parseType(cursor) };
}

/** Parses `x`, `_`, `(a, b)`, `{x, y = p}`, `(x: t)`: what may stand in a row of parameters. */
export function parseParameter(cursor: ProgramCursor): Pattern {
  return cursor.nested(() => {
    const token = cursor.peek();
    const { at } = token;
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
  if (!cursor.isNext("=")) return { name, pattern: { kind: "name", at, name } };
  cursor.expect("=", "and a pattern");
  return { name, pattern: parsePattern(cursor) };
}

/** Whether a parameter may begin here. */
export function isParameterNext(cursor: ProgramCursor): boolean {
  const token = cursor.peek();
  if (token.kind === "symbol") return token.text === "(" || token.text === "{";
  return token.kind === "name" && !RESERVED_WORDS.includes(token.text);
}

/** Parses `t`, `[]t`, `[n]t`, `[8]t`, `(a, b)`, `{x: a}`, `a -> b`; `*t` is `t`, since nothing here is ever overwritten. */
export function parseType(cursor: ProgramCursor): TypeSyntax {
  return cursor.nested(() => {
    const parameter = parseTypeAtom(cursor);
    const arrow = cursor.takeIf("->");
    if (arrow === undefined) return parameter;
    return { kind: "function", at: arrow.at, parameter, result: parseType(cursor) };
  });
}

/** A type that needs no parentheses where it is an operand of `->` or follows a size. */
function parseTypeAtom(cursor: ProgramCursor): TypeSyntax {
  const token = cursor.peek();
  const { at } = token;
  if (cursor.takeIf("*")) return cursor.nested(() => parseTypeAtom(cursor));
  if (cursor.takeIf("[")) {
    const size = cursor.isNext("]") ? undefined : parseSize(cursor);
    cursor.expect("]", "after the size");
    const element = cursor.nested(() => parseTypeAtom(cursor));
    return { kind: "array", at, ...(size === undefined ? {} : { size }), element };
  }
  if (cursor.takeIf("(")) {
    const items = parseItems(cursor, ")", () => parseType(cursor));
    return items.length === 1 ? items[0] : { kind: "tuple", at, items };
  }
  if (cursor.takeIf("{")) {
    const fields = parseItems(cursor, "}", () => {
      const name = parseFieldName(cursor);
      cursor.expect(":", "and the field's type");
      return { name, type: parseType(cursor) };
    });
    return { kind: "record", at, fields };
  }
  if (token.kind !== "name" || RESERVED_WORDS.includes(token.text)) return cursor.fail("a type");
  cursor.take();
  if (isScalarType(token.text)) return { kind: "scalar", at, type: token.text };
  return { kind: "variable", at, name: token.text };
}

function parseSize(cursor: ProgramCursor): SizeSyntax {
  const { kind, text, at } = cursor.peek();
  const value = kind === "number" ? wholeOf(text) : undefined;
  if (kind !== "name" && value === undefined) cursor.fail("a size: a number, the name of one, or nothing");
  cursor.take();
  return value === undefined ? { kind: "name", at, name: text } : { kind: "constant", value };
}

/** A name, or digits, as the components of a tuple have. */
export function parseFieldName(cursor: ProgramCursor): string {
  const token = cursor.peek();
  const isField = token.kind === "name" || (token.kind === "number" && /^[0-9]+$/.test(token.text));
  return isField ? cursor.take().text : cursor.fail("the name of a field");
}
