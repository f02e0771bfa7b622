import { describe } from "../values/describe.ts";

/** Whether an executor has what algorithms are made of. Executors of other entry points have the scans and reduces alone. */
export function hasPrimitives(given: unknown): boolean {
  return (
    typeof given === "object" &&
    given !== null &&
    "openPrimitives" in given &&
    typeof given.openPrimitives === "function"
  );
}

/** What came in place of an executor with primitives, as the fact of an error. */
export function executorFact(given: unknown): string {
  const isExecutor = typeof given === "object" && given !== null && "plan" in given && "name" in given;
  return isExecutor
    ? `executor ${describe(given.name)} of an entry point without algorithms`
    : describe(given);
}
