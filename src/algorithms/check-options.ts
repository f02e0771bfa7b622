import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** Refuses what is no options object at all. @throws InvalidArgumentError */
export function checkOptions(options: unknown): void {
  if (typeof options === "object" && options !== null) return;
  throw new InvalidArgumentError("options", "an object", describe(options));
}
