import type { SketchOrigin } from "./sketch.ts";
import { sketchError } from "./sketch-error.ts";

export interface SketchToken {
  readonly text: string; // "" at the end
  readonly at: number;
}

const TOKEN = /\s+|(?:#|\/\/)[^\n]*|[\p{L}_][\p{L}\p{N}_]*|\d+|\?\?|\.\.|\+\+|--|\+=|&&|<<|>>|[<>=!]=|./gsu;
const BLANK = /^(?:\s|#|\/\/)/;

/** How deep blocks and terms may nest, and how many operands a term may join: whoever goes through a sketch recurses as deep as it is. */
const DEEPEST = 200;

/** The tokens of a sketch, one after another. */
export class SketchTokens {
  readonly origin: SketchOrigin;
  readonly #tokens: readonly SketchToken[];
  #next = 0;
  #depth = 0;

  constructor(origin: SketchOrigin) {
    this.origin = origin;
    const all = Array.from(origin.text.matchAll(TOKEN), (match) => ({ text: match[0], at: match.index }));
    const tokens = all.filter(({ text }) => !BLANK.test(text));
    const last = tokens.at(-1);
    // What is missing after the last token is missing there, and not below an empty line.
    const end = last === undefined ? origin.text.length : last.at + last.text.length;
    this.#tokens = [...tokens, { text: "", at: end }];
  }

  peek(ahead = 0): SketchToken {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)];
  }

  take(): SketchToken {
    const token = this.peek();
    if (token.text !== "") this.#next++;
    return token;
  }

  /** Takes the token if it is there. */
  skip(text: string): boolean {
    if (this.peek().text !== text) return false;
    this.#next++;
    return true;
  }

  expect(text: string, expected = `"${text}"`): SketchToken {
    const token = this.take();
    return token.text === text ? token : this.fail(token, expected);
  }

  name(expected: string): SketchToken {
    const token = this.take();
    return /^[\p{L}_]/u.test(token.text) ? token : this.fail(token, expected);
  }

  /** A whole number, with a sign if it is negative. */
  integer(expected: string): number {
    const isNegative = this.skip("-");
    const token = this.take();
    const value = /^\d+$/.test(token.text) ? Number(token.text) : Number.NaN;
    if (!Number.isSafeInteger(value)) this.fail(token, expected);
    return isNegative ? -value + 0 : value;
  }

  /** Reads what is one level further in. */
  nested<Part>(read: () => Part): Part {
    this.#depth++;
    this.checkDepth(this.#depth);
    const part = read();
    this.#depth--;
    return part;
  }

  /** That something is no deeper than whoever goes through it can be. @throws NetworkSyntaxError at the next token */
  checkDepth(depth: number): void {
    if (depth <= DEEPEST) return;
    throw sketchError(this.origin, this.peek().at, `a sketch at most ${DEEPEST} deep`, "a deeper one");
  }

  fail({ text, at }: SketchToken, expected: string): never {
    throw sketchError(this.origin, at, expected, text === "" ? "the end" : JSON.stringify(text));
  }
}
