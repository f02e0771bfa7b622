// Errors of array programs, as tests look at them.

import { ProgramError } from "../../../src/language.ts";

/** The error of an act, as its message and its frame. */
export function errorOf(act: () => unknown): { readonly message: string; readonly frame: string } {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return { message: error.message, frame: error.frame };
  }
  throw new Error("no error");
}

/** Where the caret of a frame points, and the line above it. */
export function caretOf(frame: string): string {
  const [line, caret] = frame.split("\n");
  return line.slice(caret.indexOf("^"));
}
