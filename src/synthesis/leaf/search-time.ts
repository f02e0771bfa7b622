import { checkFunction, checkInteger } from "../../values/check-arguments.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";

/** How long a search may take. */
export interface SearchTime {
  readonly budgetMs?: number; // of all of it, by `now`; none
  readonly now?: () => number; // milliseconds; needed for a budget
}

/** Called between two steps of a search. @throws UnsupportedError once its time is over */
export type ExpectTime = () => void;

/** @throws InvalidArgumentError for a budget without a clock */
export function expectTimeOf({ budgetMs, now }: SearchTime): ExpectTime {
  if (now !== undefined) checkFunction("now", now);
  if (budgetMs === undefined) return () => {};
  checkInteger("budgetMs", budgetMs, 0, Number.MAX_SAFE_INTEGER);
  if (now === undefined) {
    throw new InvalidArgumentError("now", "a clock in milliseconds where there is a budget", "none");
  }
  const end = now() + budgetMs;
  return () => {
    if (now() < end) return;
    throw new UnsupportedError("a program", `its search takes more than ${budgetMs} ms`, "give it more time");
  };
}
