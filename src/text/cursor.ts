// One cursor for all parsers, so that errors, depth and lists are the same in each language.

import type { TextError } from "../values/errors.ts";
import { placeOf, type SourceText } from "./source-text.ts";
import { type Lexicon, type Token, tokensOf, tokenText } from "./tokens.ts";

/** What most languages have tokens of. */
export type PlainKind = "name" | "number" | "symbol";

/** A language as its parser reads it: the tokens, the words that name nothing, and how deep a text may nest. */
export interface Grammar<Kind extends string> extends Lexicon<Kind> {
  readonly reserved: readonly string[];
  /** Parsers, and all who go through what they give, recurse as deep as the text nests: this keeps them from the end of the stack. */
  readonly deepest: number;
  readonly nested: string; // what nests, in errors: "a text nested"
}

/** Where a parser stands in the tokens of a text. What it expects and does not find is the error of the language, at that place. */
export class Cursor<Kind extends string = string, Source extends SourceText = SourceText> {
  readonly source: Source;
  readonly #grammar: Grammar<Kind>;
  readonly #tokens: readonly Token<Kind>[];
  #next = 0;
  #depth = 0;

  constructor(source: Source, grammar: Grammar<Kind>) {
    this.source = source;
    this.#grammar = grammar;
    this.#tokens = tokensOf(source, grammar);
  }

  /** The next token, or one behind it. The last one, the end, is never passed. */
  peek(ahead = 0): Token<Kind> {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)];
  }

  get isAtEnd(): boolean {
    return this.peek().kind === "end";
  }

  take(): Token<Kind> {
    const token = this.peek();
    if (token.kind !== "end") this.#next++;
    return token;
  }

  /** Where the cursor stands, to return there. */
  get position(): number {
    return this.#next;
  }

  returnTo(position: number): void {
    this.#next = position;
  }

  /** Whether this symbol or word is next. */
  isNext(text: string, ahead = 0): boolean {
    const { kind, text: next } = this.peek(ahead);
    return next === text && (kind === "symbol" || kind === "name");
  }

  takeIf(text: string): Token<Kind> | undefined {
    return this.isNext(text) ? this.take() : undefined;
  }

  /** Takes this symbol or word; `purpose` says in the error what it is for. */
  expect(text: string, purpose = ""): Token<Kind> {
    return this.takeIf(text) ?? this.fail(`"${text}" ${purpose}`.trimEnd());
  }

  /** Takes the symbol that closes a list with commas. */
  close(text: string): Token<Kind> {
    return this.takeIf(text) ?? this.fail(`"," or "${text}"`);
  }

  /** Takes a name of any kind. */
  takeName(expected: string): Token<Kind> {
    return this.peek().kind === "name" ? this.take() : this.fail(expected);
  }

  /** Takes a name that is not a word of the language. */
  takeNewName(expected: string): Token<Kind> {
    const { kind, text } = this.peek();
    const isReserved = kind === "name" && this.#grammar.reserved.includes(text);
    return isReserved ? this.fail(`${expected} that is not a reserved word`) : this.takeName(expected);
  }

  /** One or more of something, with commas between them. */
  list<Item>(parse: () => Item): readonly Item[] {
    const items = [parse()];
    while (this.takeIf(",") !== undefined) items.push(parse());
    return items;
  }

  /** Parses what is one level further in. */
  nested<Parsed>(parse: () => Parsed): Parsed {
    this.#depth++;
    this.checkDepth(this.#depth, this.peek().at);
    const parsed = parse();
    this.#depth--;
    return parsed;
  }

  /** Refuses what is deeper than a text may nest, as a long chain `a + b + …` is without any nesting in the text. */
  checkDepth(depth: number, at: number): void {
    const { deepest, nested } = this.#grammar;
    if (depth > deepest) throw this.error(at, `${nested} at most ${deepest} deep`, "a deeper one");
  }

  /** Refuses a token, the next one unless another is given. */
  fail(expected: string, token: Pick<Token, "kind" | "text" | "at"> = this.peek()): never {
    throw this.error(token.at, expected, tokenText(token));
  }

  /** The error at an offset. */
  error(at: number, expected: string, actual: string): TextError {
    return new this.#grammar.error(placeOf(this.source, at), expected, actual);
  }
}
