import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/**
 * An object of somebody else's that is used through these methods: an executor, a solver. What they do is theirs; that they are there is checked.
 *
 * @throws InvalidArgumentError
 */
export function checkMethods<Object>(
  argument: string,
  given: Object,
  names: readonly string[],
  what: string,
): Object {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError(argument, what, describe(given));
  }
  for (const name of names) {
    if (typeof (given as Readonly<Record<string, unknown>>)[name] === "function") continue;
    throw new InvalidArgumentError(argument, what, `${describe(given)} without "${name}"`);
  }
  return given;
}
