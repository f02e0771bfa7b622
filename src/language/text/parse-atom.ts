import type { ArrayTerm } from "../term.ts";
import { isScalarType } from "../types/type.ts";
import {
  type Cursor,
  expectNext,
  fail,
  infixNext,
  isNext,
  nested,
  parseItems,
  peek,
  take,
  takeIf,
} from "./cursor.ts";
import { literalOf } from "./literal.ts";
import { parseFieldName } from "./parse-type.ts";
import { INFIX_LEVELS, RESERVED_WORDS } from "./words.ts";

/** Whether an operand of an application may begin here. An index stands tight against its array, an array literal does not. */
export function isAtomNext(cursor: Cursor): boolean {
  const token = peek(cursor);
  if (token.kind === "number") return true;
  if (token.kind === "symbol")
    return ["(", "{", "\\"].includes(token.text) || (token.text === "[" && !token.isTight);
  const isWord = RESERVED_WORDS.includes(token.text) && token.text !== "true" && token.text !== "false";
  return token.kind === "name" && !isWord;
}

/** An atom with its fields, indices and slices. */
export function parsePostfix(cursor: Cursor): ArrayTerm {
  let term = parseAtom(cursor);
  for (;;) {
    const token = peek(cursor);
    if (!token.isTight) return term;
    if (takeIf(cursor, ".")) term = { kind: "field", at: token.at, of: term, name: parseFieldName(cursor) };
    else if (takeIf(cursor, "[")) term = parseIndex(cursor, term, token.at);
    else return term;
  }
}

function parseIndex(cursor: Cursor, array: ArrayTerm, at: number): ArrayTerm {
  const start = isNext(cursor, ":") ? undefined : parseIndexTerm(cursor);
  if (takeIf(cursor, ":")) {
    const end = isNext(cursor, "]") ? undefined : parseIndexTerm(cursor);
    expectNext(cursor, "]", "after the slice");
    return { kind: "slice", at, array, ...(start && { start }), ...(end && { end }) };
  }
  if (start === undefined) fail(cursor, "an index");
  const indices = [start];
  while (takeIf(cursor, ",")) indices.push(parseIndexTerm(cursor));
  expectNext(cursor, "]", "after the index");
  return { kind: "index", at, array, indices };
}

/** A term without a type at its end: the colon is that of a slice. */
function parseIndexTerm(cursor: Cursor): ArrayTerm {
  return nested(cursor, () => cursor.grammar.infix(cursor, 1));
}

function parseAtom(cursor: Cursor): ArrayTerm {
  const token = peek(cursor);
  const { at } = token;
  if (token.kind === "number") return numberAtom(cursor);
  if (takeIf(cursor, "(")) return parseParenthesis(cursor, at);
  if (takeIf(cursor, "["))
    return { kind: "array", at, items: parseItems(cursor, "]", () => cursor.grammar.term(cursor)) };
  if (takeIf(cursor, "{")) {
    const fields = parseItems(cursor, "}", () => parseRecordField(cursor));
    return { kind: "record", at, fields };
  }
  if (token.kind !== "name") return fail(cursor, "a value");
  if (token.text === "true" || token.text === "false") {
    take(cursor);
    return { kind: "literal", at, value: token.text === "true" ? 1 : 0, type: "bool" };
  }
  if (RESERVED_WORDS.includes(token.text)) return fail(cursor, "a value");
  take(cursor);
  const isQualified = isScalarType(token.text) && isNext(cursor, ".") && peek(cursor).isTight;
  if (!isQualified) return { kind: "variable", at, name: token.text };
  take(cursor);
  return { kind: "variable", at, name: `${token.text}.${parseFieldName(cursor)}` };
}

function numberAtom(cursor: Cursor): ArrayTerm {
  const { text, at } = peek(cursor);
  const literal = literalOf(text);
  if (literal === undefined) return fail(cursor, "a number that its type has");
  take(cursor);
  return { kind: "literal", at, ...literal };
}

function parseRecordField(cursor: Cursor): { readonly name: string; readonly value: ArrayTerm } {
  const { at } = peek(cursor);
  const name = parseFieldName(cursor);
  if (takeIf(cursor, "=")) return { name, value: cursor.grammar.term(cursor) };
  return { name, value: { kind: "variable", at, name } };
}

/** What stands between parentheses: nothing, a term, a tuple, or a section. */
function parseParenthesis(cursor: Cursor, at: number): ArrayTerm {
  const section = parseLeadingSymbol(cursor, at);
  if (section !== undefined) return section;
  if (takeIf(cursor, ")")) return { kind: "tuple", at, items: [] };
  const first = cursor.grammar.term(cursor);
  const symbol = infixNext(cursor);
  if (symbol !== undefined) {
    take(cursor);
    expectNext(cursor, ")", "after an operator without its right operand");
    return { kind: "section", at, symbol, left: first };
  }
  if (takeIf(cursor, ")")) return first;
  expectNext(cursor, ",", 'or ")"');
  return { kind: "tuple", at, items: [first, ...parseItems(cursor, ")", () => cursor.grammar.term(cursor))] };
}

/** `(+)` and `(+ e)`; `(-1)` and `(- x)` are negations. */
function parseLeadingSymbol(cursor: Cursor, at: number): ArrayTerm | undefined {
  const symbol = infixNext(cursor);
  if (symbol === undefined) return undefined;
  if (isNext(cursor, ")", 1)) {
    take(cursor);
    take(cursor);
    return { kind: "section", at, symbol };
  }
  if (symbol === "-") return undefined;
  take(cursor);
  const right = nested(cursor, () => cursor.grammar.infix(cursor, INFIX_LEVELS[symbol] + 1));
  expectNext(cursor, ")", "after the operand of a section");
  return { kind: "section", at, symbol, right };
}
