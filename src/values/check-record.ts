import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** An object whose fields are looked at one by one, whatever they hold. @throws InvalidArgumentError */
export function checkRecord(
  argument: string,
  given: unknown,
  what = "an object",
): Readonly<Record<string, unknown>> {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) {
    return given as Readonly<Record<string, unknown>>;
  }
  throw new InvalidArgumentError(argument, what, describe(given));
}
