import { placeOf, type SourceText } from "../text/source-text.ts";
import { TextError, type TextPlace } from "../values/errors.ts";

/** What a program asked for more of than it was given: units of work and memory, or the depth of the engine's stack. */
type ProgramLimit = "fuel" | "stack";

/** A program that does not parse, whose types or sizes do not fit, or that fails when it runs. */
export class ProgramError extends TextError {
  override readonly name = "ProgramError";
  /** Set where the program is not at fault by itself: it asked for more than it was given. */
  declare readonly limit: ProgramLimit | undefined;

  constructor(place: TextPlace, expected: string, actual: string, limit?: ProgramLimit) {
    super(place, expected, actual);
    this.limit = limit;
  }
}

/** The error at an offset of a program's text. */
export function programError(
  source: SourceText,
  offset: number,
  expected: string,
  actual: string,
  limit?: ProgramLimit,
): ProgramError {
  return new ProgramError(placeOf(source, offset), expected, actual, limit);
}
