import { describe } from "./describe.ts";
import { InvalidArgumentError, LengthMismatchError } from "./errors.ts";

/** The elements of an array, or of what is like one, in an array of one's own. @throws InvalidArgumentError, LengthMismatchError */
export function copyElements<Value>(argument: string, given: ArrayLike<Value>, length: number): Value[] {
  if (typeof given !== "object" || given === null || typeof given.length !== "number") {
    throw new InvalidArgumentError(argument, "an array", describe(given));
  }
  if (given.length !== length) throw new LengthMismatchError(argument, length, given.length);
  return Array.from({ length }, (_, index) => given[index]);
}
