// Places of a text: what every error with a caret is made from.

import type { TextError, TextPlace } from "../values/errors.ts";

/** A text with the name that errors call it by. */
export interface SourceText {
  readonly source: string; // the file, or what the text is
  readonly text: string;
}

/** An error at a place of a text, as each language has one of its own. */
export type TextErrorClass = new (place: TextPlace, expected: string, actual: string) => TextError;

/**
 * The line and column of an offset, both from 1, and the line itself. An offset before the text, as terms have that no text was written for,
 * is its beginning.
 */
export function placeOf({ source, text }: SourceText, offset: number): TextPlace {
  const at = Math.max(offset, 0);
  const before = text.slice(0, at);
  const start = before.lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", at);
  const lineText = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
  const isOneOfMany = text.trim().includes("\n");
  return { source, line: before.split("\n").length, column: at - start + 1, lineText, isOneOfMany };
}

/** The line of an offset, from 1, for many offsets of one text: `placeOf` goes through all of it. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return (offset) => {
    let [line, beyond] = [0, starts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >>> 1;
      if (starts[middle] <= offset) line = middle;
      else beyond = middle;
    }
    return line + 1;
  };
}
