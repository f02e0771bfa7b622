import type { Family } from "../family.ts";
import { interleavedOnline } from "../folds/interleaved.ts";

/** Canonical trees of lanes that elements go to by turns. */
export const lanesFamily: Family = (expression) =>
  expression.kind === "interleaved"
    ? {
        kind: "tree",
        expression,
        newFold: (combine) => interleavedOnline(expression.laneCount, combine),
      }
    : undefined;
