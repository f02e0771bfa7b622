import { checkAttached } from "./check-arrays.ts";
import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** The bytes of a file or a message as a caller gave them. @throws InvalidArgumentError for what is none, and for a detached view */
export function checkBytes(argument: string, given: unknown): Uint8Array {
  if (!(given instanceof Uint8Array))
    throw new InvalidArgumentError(argument, "a Uint8Array", describe(given));
  if (given.length === 0) checkAttached(argument, given);
  return given;
}
