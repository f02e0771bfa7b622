import { TextError, type TextPlace } from "../values/errors.ts";

/** A program that does not parse, whose types or sizes do not fit, or that fails when it runs. */
export class ProgramError extends TextError {
  override readonly name = "ProgramError";
  /** Set where the program is not at fault by itself: it asked for more than it was given. */
  declare readonly limit: "fuel" | undefined;

  constructor(place: TextPlace, expected: string, actual: string, limit?: "fuel") {
    super(place, expected, actual);
    this.limit = limit;
  }
}
