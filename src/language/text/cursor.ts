import type { ArrayTerm, InfixSymbol } from "../term.ts";
import { type Token, tokensOf, tokenText } from "./lexer.ts";
import { programError, type SourceText } from "./source-text.ts";
import { INFIX_LEVELS } from "./words.ts";

/** What the parts of a term's parser ask of the whole. */
export interface Grammar {
  /** Any term. */
  term(cursor: Cursor): ArrayTerm;
  /** Operands joined by symbols that bind at least as tightly as `lowest`. */
  infix(cursor: Cursor, lowest: number): ArrayTerm;
}

/** How far a parser has come. */
export interface Cursor {
  readonly source: SourceText;
  readonly grammar: Grammar;
  readonly tokens: readonly Token[];
  next: number;
  depth: number; // of parentheses, arrays, functions and branches that are open
}

/** Terms nested deeper than this are refused: a parser that recurses ends at the engine's stack, and says so worse. */
const DEEPEST = 500;

export function cursorOf(source: SourceText, grammar: Grammar): Cursor {
  return { source, grammar, tokens: tokensOf(source), next: 0, depth: 0 };
}

export function peek(cursor: Cursor, ahead = 0): Token {
  return cursor.tokens[Math.min(cursor.next + ahead, cursor.tokens.length - 1)];
}

export function take(cursor: Cursor): Token {
  const token = peek(cursor);
  if (token.kind !== "end") cursor.next++;
  return token;
}

/** Whether the next token is this word or symbol. */
export function isNext(cursor: Cursor, text: string, ahead = 0): boolean {
  const token = peek(cursor, ahead);
  return (token.kind === "symbol" || token.kind === "name") && token.text === text;
}

export function takeIf(cursor: Cursor, text: string): Token | undefined {
  return isNext(cursor, text) ? take(cursor) : undefined;
}

/** @throws ProgramError at the next token when it is another one */
export function expectNext(cursor: Cursor, text: string, purpose: string): Token {
  return takeIf(cursor, text) ?? fail(cursor, `"${text}" ${purpose}`);
}

/** @throws ProgramError */
export function fail(cursor: Cursor, expected: string): never {
  const token = peek(cursor);
  throw programError(cursor.source, token.at, expected, tokenText(token));
}

/** Parses what is one level further in. */
export function nested<Result>(cursor: Cursor, parse: () => Result): Result {
  cursor.depth++;
  if (cursor.depth > DEEPEST) fail(cursor, `terms nested at most ${DEEPEST} deep`);
  const result = parse();
  cursor.depth--;
  return result;
}

/** Items between commas up to a closing symbol, which is taken; a comma may stand before it. */
export function parseItems<Item>(cursor: Cursor, close: string, parse: () => Item): readonly Item[] {
  const items: Item[] = [];
  while (takeIf(cursor, close) === undefined) {
    items.push(parse());
    if (takeIf(cursor, ",") === undefined) {
      expectNext(cursor, close, "or a comma");
      return items;
    }
  }
  return items;
}

/** The infix symbol that comes next, if there is one. */
export function infixNext(cursor: Cursor): InfixSymbol | undefined {
  const { kind, text } = peek(cursor);
  return kind === "symbol" && isInfix(text) ? text : undefined;
}

function isInfix(text: string): text is InfixSymbol {
  return Object.hasOwn(INFIX_LEVELS, text);
}
