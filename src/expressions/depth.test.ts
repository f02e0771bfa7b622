import { describe, expect, it } from "vitest";
import { EXPRESSIONS, rightFold } from "../../test/helpers/expressions/expressions.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { depthOf } from "./depth.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "./expression.ts";
import { prefixTrees } from "./prefix-trees.ts";

/** The depths of all prefixes: shared subtrees are known, so that each recursion is shallow. */
function measuredDepths(expression: Expression, length: number): number[] {
  const known = new Map<Tree, number>();
  const depthOfTree = (tree: Tree): number => {
    if (typeof tree === "number") return 0;
    const depth = known.get(tree) ?? 1 + Math.max(depthOfTree(tree.left), depthOfTree(tree.right));
    known.set(tree, depth);
    return depth;
  };
  return prefixTrees(expression, length).map(depthOfTree);
}

describe("depthOf", () => {
  it.each(EXPRESSIONS)("is the depth of the tree, for every length up to 600: %o", (expression) => {
    const measured = measuredDepths(expression, 600);
    expect(measured.map((_, index) => depthOf(expression, index + 1))).toEqual(measured);
  });

  it("is that of many more block lengths and lane counts", () => {
    for (let parameter = 1; parameter <= 70; parameter++) {
      for (const expression of [interleaved(parameter), blockDyadic(parameter), linearCarry(parameter)]) {
        const measured = measuredDepths(expression, 150);
        expect(measured.map((_, index) => depthOf(expression, index + 1))).toEqual(measured);
      }
    }
  });

  it("is measured for a caller's own tree, however deep", () => {
    expect(depthOf(rightFold, 1)).toBe(0);
    expect(depthOf(rightFold, 50_000)).toBe(49_999);
  });

  it.each<[Expression, number, number]>([
    [leftFold, 1_000_000, 999_999],
    [iteratedPairwise, 1_000_000, 20],
    [bisection, 2 ** 49 + 1, 50],
    [iteratedPairwise, 2 ** 52 + 1, 53],
    [interleaved(16), 1_000_000, 20],
    [blockDyadic(32), 1_000_000, 20],
    [blockDyadic(32), 1_000_001, 21],
    [linearCarry(256), 1_000_000, 3914],
  ])("of %o at %i is %i", (expression, length, depth) => expect(depthOf(expression, length)).toBe(depth));

  it("of blockDyadic(2^k) is at most one more than that of iteratedPairwise", () => {
    for (const blockLength of [1, 2, 4, 32, 256]) {
      for (let length = 1; length <= 3000; length++) {
        expect(depthOf(blockDyadic(blockLength), length)).toBeLessThanOrEqual(
          depthOf(iteratedPairwise, length) + 1,
        );
      }
    }
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses a length of %s", (length) => {
    for (const expression of [leftFold, rightFold]) {
      expect(() => depthOf(expression, length)).toThrow(InvalidArgumentError);
      expect(() => depthOf(expression, length)).toThrow('"length" must be an integer of at least 1');
    }
  });
});
