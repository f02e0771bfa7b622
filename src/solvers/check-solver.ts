import { checkMethods, checkText } from "../values/check-arguments.ts";

/** @throws InvalidArgumentError for what cannot be asked by this method */
export function checkSolver(given: unknown, method: "solve" | "prove" | "check"): void {
  const { name, version } = checkMethods("solver", given as Signed, [method], "an open solver");
  checkText("solver.name", name);
  checkText("solver.version", version);
}

/** What every answer of a solver is signed with. */
interface Signed {
  readonly name: unknown;
  readonly version: unknown;
}
