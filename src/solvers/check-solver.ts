import { checkFunction } from "../values/check-function.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** @throws InvalidArgumentError for what cannot be asked by this method */
export function checkSolver(given: unknown, method: "solve" | "prove" | "check"): void {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("solver", "an open solver", describe(given));
  }
  checkFunction(`solver.${method}`, (given as Readonly<Record<string, unknown>>)[method]);
}
