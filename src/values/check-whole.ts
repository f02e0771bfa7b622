import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** A length or a count as a caller gave it: an integer from `least` to `most`. @throws InvalidArgumentError */
export function checkWhole(
  argument: string,
  given: unknown,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const isWhole = typeof given === "number" && Number.isSafeInteger(given);
  if (isWhole && given >= least && given <= most) return given;
  const expected = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`;
  throw new InvalidArgumentError(argument, `an integer ${expected}`, describe(given));
}
