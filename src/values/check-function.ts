import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** @throws InvalidArgumentError for what cannot be called */
export function checkFunction(argument: string, given: unknown): void {
  if (typeof given !== "function") throw new InvalidArgumentError(argument, "a function", describe(given));
}
