import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** A list as a caller gave it; `items` says of what, for the error. What is in it, holes too, others look at. @throws InvalidArgumentError */
export function checkList(argument: string, given: unknown, items: string): readonly unknown[] {
  if (Array.isArray(given)) return Array.from(given);
  throw new InvalidArgumentError(argument, `an array of ${items}`, describe(given));
}
