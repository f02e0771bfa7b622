import { add, divide, integer, multiply, subtract, variable, WIDTH } from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/index-term.ts";
import type { StagesInPlace } from "./stages-in-place.ts";

/** The last rows of T parts of a block: `N / T * (t + 1) - 1`. Undefined where the examples send others. */
export function sentRows(stages: readonly StagesInPlace[], sentCount: number): IndexTerm | undefined {
  const areParts = stages.every(({ length, sent }) =>
    sent.every((row, place) => row === (length / sentCount) * (place + 1) - 1),
  );
  if (!areParts) return undefined;
  if (sentCount === 1) return subtract(WIDTH, integer(1));
  const part = divide(WIDTH, integer(sentCount));
  return subtract(multiply(part, add(variable("t"), integer(1))), integer(1));
}
