import type { Family } from "../family.ts";
import { leftFoldOnline } from "../folds/left-fold.ts";

/** One running value. */
export const foldFamily: Family = (expression) =>
  expression.kind === "leftFold" ? { kind: "tree", expression, newFold: leftFoldOnline } : undefined;
