import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** @throws InvalidArgumentError for what is no text */
export function checkText(argument: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new InvalidArgumentError(argument, "a text", describe(given));
}
