import { checkObject } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { SketchValues } from "./sketch-evaluator.ts";

/** Its bounds and coefficients are added and multiplied, and stay whole numbers. */
const LARGEST = 2 ** 31;

/** What names stand for, each looked at once. @throws InvalidArgumentError for what is no whole number */
export function checkValues(given: SketchValues): SketchValues {
  const entries = Object.entries(checkObject("values", given)).map(([name, value]) => {
    if (Number.isInteger(value) && Math.abs(value) <= LARGEST) return [name, value] as const;
    throw new InvalidArgumentError(`values.${name}`, "a whole number within ±2^31", describe(value));
  });
  return Object.fromEntries(entries);
}
