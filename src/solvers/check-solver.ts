// A solver may be a caller's own object: that it has the methods, and that a timeout is one, is checked before it is asked.
import { checkInteger, checkMethods, checkText } from "../values/check-arguments.ts";

/** What a timer takes, in milliseconds. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws InvalidArgumentError unless it is a whole number of milliseconds that a timer takes */
export function checkTimeout(timeoutMs: number): void {
  const expected = `a whole number from 1 to ${LONGEST_TIMEOUT_MS}`;
  checkInteger("timeoutMs", timeoutMs, 1, LONGEST_TIMEOUT_MS, expected);
}

/** @throws InvalidArgumentError for what cannot be asked by this method */
export function checkSolver(given: unknown, method: "solve" | "prove" | "check"): void {
  const { name, version } = checkMethods("solver", given as Signed, [method], "an open solver");
  checkText("solver.name", name);
  checkText("solver.version", version);
}

/** What every answer of a solver is signed with. */
interface Signed {
  readonly name: unknown;
  readonly version: unknown;
}
