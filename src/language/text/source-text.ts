import { ProgramError, type ProgramLimit } from "../program-error.ts";

/** A text with the name that errors call it by. */
export interface SourceText {
  readonly source: string; // the file, or "program"
  readonly text: string;
}

/** The line and column of an offset, both from 1, and the line itself. */
export function lineOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number; readonly lineText: string } {
  const before = text.slice(0, Math.max(offset, 0));
  const start = before.lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", start);
  const lineText = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
  return { line: before.split("\n").length, column: Math.max(offset, 0) - start + 1, lineText };
}

/** The line of an offset, from 1, for many offsets of one text: `lineOf` goes through all of it. */
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

/** The error at an offset of a text: one line, and the source line with a caret as its frame. */
export function programError(
  { source, text }: SourceText,
  offset: number,
  expected: string,
  actual: string,
  limit?: ProgramLimit,
): ProgramError {
  return new ProgramError({ source, ...lineOf(text, offset) }, expected, actual, limit);
}
