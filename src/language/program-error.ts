import { SamebitsError } from "../values/errors.ts";

/** Where in a program something is wrong. Lines and columns count from 1, columns in UTF-16 units. */
export interface ProgramPlace {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly lineText: string;
}

/** A program that does not parse, whose types or sizes do not fit, or that fails when it runs: `FILE:LINE:COLUMN: expected …, got …`. */
export class ProgramError extends SamebitsError {
  override readonly name = "ProgramError";
  readonly source: string; // the file, or "program"
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  readonly actual: string;
  readonly frame: string; // the line of the text, and below it a caret

  constructor(place: ProgramPlace, expected: string, actual: string) {
    super(`${place.source}:${place.line}:${place.column}: expected ${expected}, got ${actual}`);
    this.source = place.source;
    this.line = place.line;
    this.column = place.column;
    this.expected = expected;
    this.actual = actual;
    const margin = place.lineText.slice(0, place.column - 1).replace(/[^\t]/g, " ");
    this.frame = `${place.lineText}\n${margin}^`;
  }
}
