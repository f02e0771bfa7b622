import { customTree } from "../../../expressions/custom-tree.ts";
import { evaluateTree } from "../../../expressions/prefix-trees.ts";
import type { Family } from "../family.ts";

/** A caller's own expression: builds the tree of each length asked for and reads it literally. */
export const customFamily: Family = (expression) =>
  expression.kind === "custom"
    ? {
        kind: "prefixes",
        prefixAt: (combine) => (at, length) => evaluateTree(customTree(expression, length), at, combine),
        givesWay: false,
      }
    : undefined;
