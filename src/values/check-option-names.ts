// Options that nobody reads are mistakes: a misspelt requirement must not be dropped.

import { oneOf } from "./check-name.ts";
import { describe, describeText } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** Refuses what is not an options object, and a name that nothing would look at. @throws InvalidArgumentError */
export function checkOptionNames(options: unknown, names: readonly string[], argument = "options"): void {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgumentError(argument, "an object", describe(options));
  }
  for (const name in options) {
    if (names.includes(name)) continue;
    const expected = `of names that are each ${oneOf(name, names)}`;
    throw new InvalidArgumentError(argument, expected, describeText(name));
  }
}
