import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** A signal as a caller gave it, which may be another realm's; nothing where none was given. @throws InvalidArgumentError */
export function checkSignal(given: unknown): AbortSignal | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "object" && given !== null && "aborted" in given && "addEventListener" in given) {
    const { aborted, addEventListener } = given;
    if (typeof aborted === "boolean" && typeof addEventListener === "function") return given as AbortSignal;
  }
  throw new InvalidArgumentError("signal", "an AbortSignal", describe(given));
}
