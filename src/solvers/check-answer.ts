import { checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** What a solver has answered, its status looked at and the rest not. */
export interface Answered<Status> {
  readonly status: Status;
  readonly reason: string; // of "unknown"; otherwise empty
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * An answer of a solver, which may be a caller's own: `place` is the method that gave it.
 *
 * @throws InvalidArgumentError for what is no answer, and for an "unknown" that does not say why
 */
export function checkAnswer<Status extends string>(
  place: string,
  given: unknown,
  statuses: readonly Status[],
): Answered<Status> {
  if (typeof given !== "object" || given === null) {
    throw wrongAnswer(place, `an answer with a status of ${statuses.join(", ")}`, describe(given));
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const status = checkName(`${place} status`, statuses, fields.status);
  const reason = status === "unknown" ? checkText(`${place} reason`, fields.reason) : "";
  return { status, reason, fields };
}

/** The error of an answer that is none, or is wrong. */
export function wrongAnswer(place: string, expected: string, fact: string): InvalidArgumentError {
  return new InvalidArgumentError(place, `answered by ${expected}`, fact);
}
