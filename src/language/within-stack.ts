import type { SourceText } from "../text/source-text.ts";
import { programError } from "./program-error.ts";

/**
 * Runs what recurses as deep as terms nest and as functions call one another. An engine does not say beforehand how deep it can go; where that ends,
 * it is an error of the program, at the place that was reached.
 *
 * @throws ProgramError with `limit` "stack"
 */
export function withinStack<Result>(source: SourceText, place: () => number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw stackError(source, place(), error);
  }
}

/** The error of a program for the end of the stack; any other error as it is. */
export function stackError(source: SourceText, at: number, error: unknown): unknown {
  if (!isEndOfStack(error)) return error;
  return programError(
    source,
    at,
    "terms and calls that are no deeper than this engine's stack",
    "deeper ones",
    "stack",
  );
}

/** V8 and JavaScriptCore throw a RangeError, SpiderMonkey an error of its own. */
function isEndOfStack(error: unknown): boolean {
  if (error instanceof RangeError) return /call stack/i.test(error.message);
  return error instanceof Error && error.name === "InternalError" && /recursion/i.test(error.message);
}
