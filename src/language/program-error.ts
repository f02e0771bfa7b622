import { TextError } from "../values/errors.ts";

/** A program that does not parse, whose types or sizes do not fit, or that fails when it runs. */
export class ProgramError extends TextError {
  override readonly name = "ProgramError";
}
