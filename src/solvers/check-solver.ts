import { checkFunction } from "../values/check-function.ts";
import { checkText } from "../values/check-text.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** @throws InvalidArgumentError for what cannot be asked by this method */
export function checkSolver(given: unknown, method: "solve" | "prove" | "check"): void {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("solver", "an open solver", describe(given));
  }
  const fields = given as Readonly<Record<string, unknown>>;
  checkFunction(`solver.${method}`, fields[method]);
  checkText("solver.name", fields.name);
  checkText("solver.version", fields.version);
}
