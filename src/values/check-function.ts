import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** A function that a caller gave; `what` says of what, for the error. @throws InvalidArgumentError */
export function checkFunction(argument: string, given: unknown, what = ""): void {
  if (typeof given === "function") return;
  throw new InvalidArgumentError(argument, `a function ${what}`.trimEnd(), describe(given));
}
