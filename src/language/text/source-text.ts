import { ProgramError } from "../program-error.ts";

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

/** The error at an offset of a text: one line, and the source line with a caret as its frame. */
export function programError(
  { source, text }: SourceText,
  offset: number,
  expected: string,
  actual: string,
  limit?: "fuel",
): ProgramError {
  return new ProgramError({ source, ...lineOf(text, offset) }, expected, actual, limit);
}
