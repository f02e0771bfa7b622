import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** @throws InvalidArgumentError for what has no properties to look at */
export function checkObject<Given extends object>(argument: string, given: Given): Given {
  if (typeof given === "object" && given !== null) return given;
  throw new InvalidArgumentError(argument, "an object", describe(given));
}
