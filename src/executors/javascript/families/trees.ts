import { unaskedQuadratic } from "../../../contracts/quadratic-scan.ts";
import { customTree } from "../../../expressions/custom-tree.ts";
import { evaluateTree } from "../../../expressions/prefix-trees.ts";
import type { Family, PrefixAt } from "../family.ts";
import { blockedOnline } from "../folds/blocked.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import { interleavedOnline } from "../folds/interleaved.ts";
import { type Combine, leftFoldOnline } from "../folds/online-fold.ts";

// The families of trees, which the plain loops of every entry point have. Sums and networks bring code along, and are for those that ask for them.

/** One running value. */
export const foldFamily: Family = (expression) =>
  expression.kind === "leftFold" ? { kind: "tree", expression, newFold: leftFoldOnline } : undefined;

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

/** Canonical trees of lanes that elements go to by turns. */
const lanesFamily: Family = (expression) =>
  expression.kind === "interleaved"
    ? {
        kind: "tree",
        expression,
        newFold: (combine) => interleavedOnline(expression.laneCount, combine),
      }
    : undefined;

/** Recursive halving at `floor(n/2)`. */
const bisectionFamily: Family = (expression) =>
  expression.kind === "bisection"
    ? { kind: "prefixes", prefixAt: bisectionAt, refusal: unaskedQuadratic, givesWay: true }
    : undefined;

/** A caller's own expression: builds the tree of each length asked for and reads it literally. */
const customFamily: Family = (expression) =>
  expression.kind === "custom"
    ? {
        kind: "prefixes",
        prefixAt: (combine) => (at, length) => evaluateTree(customTree(expression, length), at, combine),
        givesWay: false,
      }
    : undefined;

export const TREE_FAMILIES: readonly Family[] = [
  foldFamily,
  dyadicFamily,
  lanesFamily,
  bisectionFamily,
  customFamily,
];

function bisectionAt<Value>(combine: Combine<Value>): PrefixAt<Value> {
  return (at, length) => {
    const ofRange = (start: number, end: number): Value => {
      if (end - start === 1) return at(start);
      const middle = start + Math.floor((end - start) / 2);
      return combine(ofRange(start, middle), ofRange(middle, end));
    };
    return ofRange(0, length);
  };
}
