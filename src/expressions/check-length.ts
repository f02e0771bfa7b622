import { InvalidArgumentError } from "../values/errors.ts";

/** A length as a caller gave it: an integer of at least `least`. @throws InvalidArgumentError */
export function checkLength(length: number, least: number): number {
  if (Number.isSafeInteger(length) && length >= least) return length;
  throw new InvalidArgumentError("length", `an integer of at least ${least}`, String(length));
}
