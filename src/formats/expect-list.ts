import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** Columns are asked for and given by a list, each an object with its name. @throws InvalidArgumentError */
export function expectList(argument: string, given: unknown): void {
  if (Array.isArray(given) && Array.from(given).every((each) => typeof each === "object" && each !== null))
    return;
  throw new InvalidArgumentError(argument, "an array of columns, each an object", describe(given));
}
