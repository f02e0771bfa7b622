// The words and symbols of the array language, for its parser and its printer.

import { Cursor } from "../../text/cursor.ts";
import type { SourceText } from "../../text/source-text.ts";
import { ProgramError } from "../program-error.ts";
import type { InfixSymbol } from "../term.ts";

/** The words that nothing may be called by. */
export const RESERVED_WORDS: readonly string[] =
  "def entry let in if then else loop for while do true false".split(" ");

/** How tightly infix symbols bind; those of one level associate to the left, comparisons not at all. */
export const INFIX_LEVELS: Readonly<Record<InfixSymbol, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "|": 4,
  "^": 4,
  "&": 4,
  "<<": 5,
  ">>": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
};

export const COMPARISON_LEVEL = 3;

type TokenKind = "name" | "number" | "symbol" | "attribute";

/** Where the parser of the array language stands. */
export type ProgramCursor = Cursor<TokenKind>;

/** A cursor at the beginning of a text. */
export function cursorOf(source: SourceText): ProgramCursor {
  return new Cursor(source, {
    blank: /(?:\s|--[^\n]*)+/y,
    rules: [
      { kind: "attribute", pattern: /#\[\s*expression\(([^)\]]*)\)\s*\]/y },
      { kind: "name", pattern: /'?[A-Za-z_][A-Za-z0-9_]*'*/y },
      {
        kind: "number", // a component, as `t.0.1` has two of and no number
        pattern: /[0-9]+/y,
        where: (before, _, isTight) => isTight && before.at(-1)?.text === ".",
      },
      {
        kind: "number",
        pattern:
          /(?:0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)(?:[iuf][0-9]+)?/y,
      },
      { kind: "symbol", pattern: /->|\|>|<\||==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%<>=!&|^(){}[\]:,.\\]/y },
    ],
    reserved: RESERVED_WORDS,
    deepest: DEEPEST,
    nested: "terms nested",
    error: ProgramError,
  });
}

/** A parser that recurses ends at the engine's stack, and says so worse. */
const DEEPEST = 500;

/** Items between commas up to a closing symbol, which is taken; a comma may stand before it. */
export function parseItems<Item>(cursor: ProgramCursor, close: string, parse: () => Item): readonly Item[] {
  const items: Item[] = [];
  while (cursor.takeIf(close) === undefined) {
    items.push(parse());
    if (cursor.takeIf(",") === undefined) {
      cursor.expect(close, "or a comma");
      return items;
    }
  }
  return items;
}

/** The infix symbol that comes next, if there is one. */
export function infixNext(cursor: ProgramCursor): InfixSymbol | undefined {
  const { kind, text } = cursor.peek();
  return kind === "symbol" && isInfix(text) ? text : undefined;
}

function isInfix(text: string): text is InfixSymbol {
  return Object.hasOwn(INFIX_LEVELS, text);
}
