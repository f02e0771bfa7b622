import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** @throws InvalidArgumentError for what is no integer from `least` to `most` */
export function checkInteger(argument: string, given: unknown, least: number, most: number): number {
  if (Number.isInteger(given) && Number(given) >= least && Number(given) <= most) return Number(given);
  throw new InvalidArgumentError(argument, `an integer from ${least} to ${most}`, describe(given));
}
