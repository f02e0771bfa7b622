import type { Family } from "../family.ts";
import { blockedOnline } from "../folds/blocked.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import { leftFoldOnline } from "../folds/left-fold.ts";

/** Canonical trees: over all elements, or over blocks whose roots are joined by one more or by a running value. */
export const dyadicFamily: Family = (expression) => {
  switch (expression.kind) {
    case "iteratedPairwise":
      return { kind: "tree", expression, newFold: dyadicOnline };
    case "blockDyadic":
      return {
        kind: "tree",
        expression,
        newFold: (combine) => blockedOnline(expression.blockLength, combine, dyadicOnline(combine)),
      };
    case "linearCarry":
      return {
        kind: "tree",
        expression,
        newFold: (combine) => blockedOnline(expression.blockLength, combine, leftFoldOnline(combine)),
      };
    default:
      return undefined;
  }
};
