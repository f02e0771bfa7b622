// One tokeniser for all languages: each is a list of sticky patterns.

import { placeOf, type SourceText, type TextErrorClass } from "./source-text.ts";

/** A piece of a text. */
export interface Token<Kind extends string = string> {
  readonly kind: Kind | "end";
  readonly text: string; // as it is written; "" at the end
  readonly at: number; // offset
  readonly isTight: boolean; // nothing stands between it and the token before it
  readonly parts: readonly (string | undefined)[]; // what the groups of its pattern are
}

/** Tokens of one kind. */
export interface TokenRule<Kind extends string> {
  readonly kind: Kind;
  readonly pattern: RegExp; // sticky; matches no empty text
  /** Whether it counts at a place, given the tokens before that; default: everywhere. */
  readonly where?: (before: readonly Token<Kind>[], at: number, isTight: boolean) => boolean;
}

/** What other languages write, and this one does not. */
export interface ForeignToken {
  readonly pattern: RegExp; // sticky; no text of the language has it
  readonly expected: (match: RegExpExecArray) => string; // what stands here instead
}

/** What a language's texts are made of. */
export interface Lexicon<Kind extends string> {
  readonly blank: RegExp; // sticky: space and comments
  readonly rules: readonly TokenRule<Kind>[]; // the first one that matches counts
  readonly foreign?: readonly ForeignToken[]; // looked for before the rules
  readonly error: TextErrorClass;
}

/** The tokens of a text, the last of them its end. Throws the lexicon's error at a character that begins no token. */
export function tokensOf<Kind extends string>(
  source: SourceText,
  { blank, rules, foreign = [], error }: Lexicon<Kind>,
): readonly Token<Kind>[] {
  const { text } = source;
  const tokens: Token<Kind>[] = [];
  let end = 0; // of the last token
  for (;;) {
    const at = end + (matchAt(blank, text, end)?.[0].length ?? 0);
    if (at === text.length) {
      // What is missing after the last token is missing there, and not below an empty line.
      tokens.push({ kind: "end", text: "", at: tokens.length === 0 ? at : end, isTight: false, parts: [] });
      return tokens;
    }
    for (const { pattern, expected } of foreign) {
      const match = matchAt(pattern, text, at);
      if (match !== null) throw new error(placeOf(source, at), expected(match), JSON.stringify(match[0]));
    }
    const isTight = at === end && tokens.length > 0;
    const token = tokenAt(rules, text, tokens, at, isTight);
    if (token === undefined) {
      const expected = "a name, a number or a symbol";
      throw new error(placeOf(source, at), expected, characterText(text, at));
    }
    tokens.push(token);
    end = at + token.text.length;
  }
}

function tokenAt<Kind extends string>(
  rules: readonly TokenRule<Kind>[],
  text: string,
  before: readonly Token<Kind>[],
  at: number,
  isTight: boolean,
): Token<Kind> | undefined {
  for (const { kind, pattern, where } of rules) {
    if (where?.(before, at, isTight) === false) continue;
    const match = matchAt(pattern, text, at);
    if (match !== null) return { kind, text: match[0], at, isTight, parts: match.slice(1) };
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function characterText(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const hint = character === '"' || character === "'" ? " (there are no strings)" : "";
  return JSON.stringify(character) + hint;
}

/** What a token is, in an error. */
export function tokenText({ kind, text }: Pick<Token, "kind" | "text">): string {
  return kind === "end" ? "the end of the text" : JSON.stringify(text);
}

/** The whole number that decimal digits say; undefined for anything else, and where it is beyond 2^53. */
export function wholeOf(digits: string): number | undefined {
  const value = /^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
