import type { SizeSyntax, TypeSyntax } from "../type-syntax.ts";
import { isScalarType } from "../types/type.ts";
import { type Cursor, expectNext, fail, isNext, nested, parseItems, peek, take, takeIf } from "./cursor.ts";
import { RESERVED_WORDS } from "./words.ts";

/** Parses `t`, `[]t`, `[n]t`, `[8]t`, `(a, b)`, `{x: a}`, `a -> b`; `*t` is `t`, since nothing here is ever overwritten. */
export function parseType(cursor: Cursor): TypeSyntax {
  return nested(cursor, () => {
    const parameter = parseTypeAtom(cursor);
    const arrow = takeIf(cursor, "->");
    if (arrow === undefined) return parameter;
    return { kind: "function", at: arrow.at, parameter, result: parseType(cursor) };
  });
}

/** A type that needs no parentheses where it is an operand of `->` or follows a size. */
function parseTypeAtom(cursor: Cursor): TypeSyntax {
  const token = peek(cursor);
  const { at } = token;
  if (takeIf(cursor, "*")) return nested(cursor, () => parseTypeAtom(cursor));
  if (takeIf(cursor, "[")) {
    const size = isNext(cursor, "]") ? undefined : parseSize(cursor);
    expectNext(cursor, "]", "after the size");
    const element = nested(cursor, () => parseTypeAtom(cursor));
    return { kind: "array", at, ...(size === undefined ? {} : { size }), element };
  }
  if (takeIf(cursor, "(")) {
    const items = parseItems(cursor, ")", () => parseType(cursor));
    return items.length === 1 ? items[0] : { kind: "tuple", at, items };
  }
  if (takeIf(cursor, "{")) {
    const fields = parseItems(cursor, "}", () => {
      const name = parseFieldName(cursor);
      expectNext(cursor, ":", "and the field's type");
      return { name, type: parseType(cursor) };
    });
    return { kind: "record", at, fields };
  }
  if (token.kind !== "name" || RESERVED_WORDS.includes(token.text)) return fail(cursor, "a type");
  take(cursor);
  if (isScalarType(token.text)) return { kind: "scalar", at, type: token.text };
  return { kind: "variable", at, name: token.text };
}

function parseSize(cursor: Cursor): SizeSyntax {
  const token = take(cursor);
  if (token.kind === "name") return { kind: "name", at: token.at, name: token.text };
  if (token.kind === "number" && /^[0-9]+$/.test(token.text) && Number.isSafeInteger(Number(token.text))) {
    return { kind: "constant", value: Number(token.text) };
  }
  cursor.next--;
  return fail(cursor, "a size: a number, the name of one, or nothing");
}

/** A name, or digits, as the components of a tuple have. */
export function parseFieldName(cursor: Cursor): string {
  const token = peek(cursor);
  const isField = token.kind === "name" || (token.kind === "number" && /^[0-9]+$/.test(token.text));
  return isField ? take(cursor).text : fail(cursor, "the name of a field");
}
