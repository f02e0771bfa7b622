import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";
import { oneOf } from "./nearest-name.ts";

/** One of a few names. @throws InvalidArgumentError naming the nearest */
export function checkName<Name extends string>(
  argument: string,
  names: readonly Name[],
  given: unknown,
): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const expected = typeof given === "string" ? oneOf(given, names) : `one of ${names.join(", ")}`;
  throw new InvalidArgumentError(argument, expected, describe(given));
}
