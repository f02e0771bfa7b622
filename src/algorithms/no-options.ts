import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/**
 * Refuses options given to a call of a plan, which would not be looked at. What `map` passes along, an index and the array itself, is let through.
 *
 * @throws InvalidArgumentError
 */
export function refuseOptions(given: unknown): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return;
  throw new InvalidArgumentError("options", "given to prepare: a plan has had its own", describe(given));
}
