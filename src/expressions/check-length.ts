import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** A length as a caller gave it: an integer of at least `least`, and at most `most`. @throws InvalidArgumentError */
export function checkLength(length: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(length) && length >= least && length <= most) return length;
  const expected = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`;
  throw new InvalidArgumentError("length", `an integer ${expected}`, describe(length));
}
