import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** What a timer takes, in milliseconds. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws InvalidArgumentError unless it is a whole number of milliseconds that a timer takes */
export function checkTimeout(timeoutMs: number): void {
  if (Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return;
  throw new InvalidArgumentError(
    "timeoutMs",
    `a whole number from 1 to ${LONGEST_TIMEOUT_MS}`,
    describe(timeoutMs),
  );
}
