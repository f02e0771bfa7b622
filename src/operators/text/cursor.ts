import { nearestName } from "../../values/check-name.ts";
import { type Token, tokensOf, tokenText } from "./lexer.ts";
import { errorAt, type SourceText } from "./source-text.ts";
import { isUntyped, partsOf, type Syntax, type SyntaxParts } from "./syntax.ts";
import { RESERVED_WORDS } from "./words.ts";

/**
 * How deep a text may nest. Parser and elaboration recurse as deep as the text does, so this keeps them from the end of the stack. Every
 * operator that defineOperator allows (256 deep) prints with at most two levels of text for each of its own.
 */
const DEEPEST = 600;

/** Where a parser stands in its tokens. */
export interface Cursor {
  readonly source: SourceText;
  readonly tokens: readonly Token[];
  place: number;
  nesting: number;
}

export function cursorOf(source: SourceText): Cursor {
  return { source, tokens: tokensOf(source), place: 0, nesting: 0 };
}

/** The token at the cursor. The last one, the end, is never passed. */
export function peek(cursor: Cursor): Token {
  return cursor.tokens[cursor.place];
}

/** The token at the cursor, which moves on. */
export function take(cursor: Cursor): Token {
  const token = peek(cursor);
  if (token.kind !== "end") cursor.place++;
  return token;
}

/** Whether the symbol or word is next; a `${}` is neither. */
export function isNext(cursor: Cursor, text: string): boolean {
  const token = peek(cursor);
  return (token.kind === "symbol" || token.kind === "name") && token.text === text;
}

/** Takes the symbol or word if it is next. */
export function takeIf(cursor: Cursor, text: string): Token | undefined {
  return isNext(cursor, text) ? take(cursor) : undefined;
}

/** Takes the symbol or word, which must be next. */
export function expectNext(cursor: Cursor, text: string, why: string): Token {
  return takeIf(cursor, text) ?? fail(cursor, `"${text}" ${why}`);
}

/** Takes a name of any kind: a field may be called by a reserved word. */
export function takeField(cursor: Cursor): Token {
  return peek(cursor).kind === "name" ? take(cursor) : fail(cursor, "the name of a field");
}

/** Takes a name for a parameter or a `let`. */
export function takeNewName(cursor: Cursor, what: string): Token {
  const token = peek(cursor);
  if (token.kind !== "name") return fail(cursor, what);
  if (RESERVED_WORDS.includes(token.text)) return fail(cursor, `${what} that is no word of the language`);
  return take(cursor);
}

/** Refuses the token at the cursor. */
export function fail(cursor: Cursor, expected: string): never {
  const token = peek(cursor);
  throw errorAt(cursor.source, token.at, expected, tokenText(token));
}

/** Goes one level down while `parse` runs. */
export function nested<Parsed>(cursor: Cursor, parse: () => Parsed): Parsed {
  if (cursor.nesting === DEEPEST) throw tooDeep(cursor, peek(cursor).at);
  cursor.nesting++;
  const parsed = parse();
  cursor.nesting--;
  return parsed;
}

/** The node of these parts. A long chain such as `a + b + …` is deep without any nesting in the text. */
export function nodeOf(cursor: Cursor, parts: SyntaxParts): Syntax {
  const depth = 1 + partsOf(parts).reduce((most, part) => Math.max(most, part.depth), 0);
  if (depth > DEEPEST) throw tooDeep(cursor, parts.at);
  return { ...parts, depth, isUntyped: isUntyped(parts) } as Syntax;
}

function tooDeep(cursor: Cursor, at: number): Error {
  return errorAt(cursor.source, at, `a text nested at most ${DEEPEST} deep`, "a deeper one");
}

/** What the unknown name was probably meant to be, for the end of an expectation. */
export function nearest(given: string, names: readonly string[]): string {
  const near = nearestName(given, names);
  return near === undefined ? "" : ` (nearest: ${near})`;
}
