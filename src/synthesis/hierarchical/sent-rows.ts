import * as t from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/index-term.ts";
import type { StagesInPlace } from "./stages-in-place.ts";

/** The last rows of T parts of a block: `N / T * (t + 1) - 1`. Undefined where the examples send others. */
export function sentRows(stages: readonly StagesInPlace[], sentCount: number): IndexTerm | undefined {
  const areParts = stages.every(({ length, sent }) =>
    sent.every((row, place) => row === (length / sentCount) * (place + 1) - 1),
  );
  if (!areParts) return undefined;
  if (sentCount === 1) return t.subtract(t.WIDTH, t.integer(1));
  const part = t.divide(t.WIDTH, t.integer(sentCount));
  return t.subtract(t.multiply(part, t.add(t.variable("t"), t.integer(1))), t.integer(1));
}
