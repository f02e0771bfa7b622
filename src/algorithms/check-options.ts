import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { oneOf } from "../values/nearest-name.ts";

const OPTION_NAMES: ReadonlySet<string> = new Set([
  "operator",
  "expression",
  "type",
  "accumulate",
  "direction",
  "initial",
  "initialPlacement",
  "determinism",
  "allowQuadratic",
  "output",
]);

/** Refuses what is no options object, and a name that nothing would look at: a misspelt requirement is not dropped. @throws InvalidArgumentError */
export function checkOptions(options: unknown): void {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgumentError("options", "an object", describe(options));
  }
  for (const name in options) {
    if (!OPTION_NAMES.has(name)) {
      const names = oneOf(name, [...OPTION_NAMES]);
      throw new InvalidArgumentError("options", `of names that are each ${names}`, JSON.stringify(name));
    }
  }
}
