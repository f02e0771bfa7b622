import { Cursor, type PlainKind } from "../../text/cursor.ts";
import { placeOf, type SourceText } from "../../text/source-text.ts";
import { wholeOf } from "../../text/tokens.ts";
import { NetworkSyntaxError } from "../../values/errors.ts";

/** Where the parser of a sketch stands. A character that no token begins with is a symbol of its own, and refused where it stands. */
export type SketchCursor = Cursor<PlainKind>;

/** The highest number of a pick `!!` that says none: that of the last wire. */
export const LAST_WIRE: number = Number.MAX_SAFE_INTEGER;

/** A cursor at the beginning of a text. */
export function cursorOf(origin: SourceText): SketchCursor {
  return new Cursor(origin, {
    blank: /(?:\s|(?:#|\/\/)[^\n]*)+/y,
    rules: [
      { kind: "name", pattern: /[\p{L}_][\p{L}\p{N}_]*/uy },
      { kind: "number", pattern: /[0-9]+/y },
      { kind: "symbol", pattern: /\?\?|!!|\.\.|\+\+|--|\+=|&&|<<|>>|[<>=!]=|./suy },
    ],
    reserved: [],
    deepest: 200, // parts of a text, and operands that a term joins: those who go through a sketch recurse as deep as it is
    nested: "a sketch",
    error: NetworkSyntaxError,
  });
}

/** Takes a whole number, with a sign if it is negative. */
export function takeInteger(cursor: SketchCursor, expected: string): number {
  const isNegative = cursor.takeIf("-") !== undefined;
  const value = wholeOf(cursor.peek().text) ?? cursor.fail(expected);
  cursor.take();
  return isNegative ? -value + 0 : value;
}

/** What is wrong at a place of a sketch's text. */
export function sketchError(
  origin: SourceText,
  at: number,
  expected: string,
  actual: string,
): NetworkSyntaxError {
  return new NetworkSyntaxError(placeOf(origin, at), expected, actual);
}
