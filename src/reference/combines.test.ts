import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineExpression } from "../expressions/define-expression.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "../expressions/expression.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { prefixTrees, treeOf } from "../expressions/prefix-trees.ts";

import { type Combines, combinesOf, prefixCombines } from "./literal.ts";

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(3),
  blockDyadic(5),
  linearCarry(4),
  networkExpression("brent-kung", 8),
  defineExpression("left-fold-again", (length) =>
    Array.from({ length: length - 1 }, (_, i) => i + 1).reduce<Tree>((left, right) => ({ left, right }), 0),
  ),
];

const bracketOf = (tree: Tree): string =>
  typeof tree === "number" ? String(tree) : `(${bracketOf(tree.left)} ${bracketOf(tree.right)})`;

function bracketsOf({ left, right, roots, counts }: Combines): readonly string[] {
  const made: string[] = [];
  const bracketAt = (place: number): string => {
    if (place < 0 && made[-place - 1] === undefined) throw new Error(`combine ${-place} comes too late`);
    return place < 0 ? made[-place - 1] : String(place);
  };
  return Array.from(roots, (root, tree) => {
    while (made.length < counts[tree]) {
      made.push(`(${bracketAt(left[made.length])} ${bracketAt(right[made.length])})`);
    }
    return bracketAt(root);
  });
}

describe.each(EXPRESSIONS.map((expression) => [expression.kind, expression] as const))(
  "%s",
  (_, expression) => {
    it("lists the combines of every prefix, operands first, none twice", () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 60 }), (length) => {
          const trees = prefixTrees(expression, length);
          const combines = combinesOf(trees);
          expect(bracketsOf(combines)).toStrictEqual(trees.map(bracketOf));
          const pairs = Array.from(combines.left, (place, k) => `${place} ${combines.right[k]}`);
          if (expression.kind !== "custom") expect(new Set(pairs).size).toBe(pairs.length);
          expect(combines.counts.at(-1) ?? 0).toBe(pairs.length);
        }),
      );
    });

    it("has the same ones first whatever was asked before", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }), (lengths) => {
          for (const length of lengths) {
            const known = prefixCombines(expression, length);
            const fresh = combinesOf(prefixTrees(expression, length));
            const count = known.counts[length - 1];
            expect(known.left.slice(0, count)).toStrictEqual(fresh.left);
            expect(known.right.slice(0, count)).toStrictEqual(fresh.right);
            expect(known.roots.slice(0, length)).toStrictEqual(fresh.roots);
          }
        }),
      );
    });

    it("lists the one tree of a reduce", () => {
      const tree = treeOf(expression, 37);
      expect(bracketsOf(combinesOf([tree]))).toStrictEqual([bracketOf(tree)]);
    });
  },
);

it("is as deep as a fold is long, without a stack", () => {
  const { counts } = combinesOf([treeOf(leftFold, 200_000)]);
  expect(counts[0]).toBe(199_999);
});

it("keeps no list of more than half a million combines", () => {
  const long = prefixCombines(iteratedPairwise, 70_000);
  expect(long.left.length).toBeGreaterThan(2 ** 19);
  expect(prefixCombines(iteratedPairwise, 70_000)).not.toBe(long);
  expect(prefixCombines(iteratedPairwise, 100)).toBe(prefixCombines(iteratedPairwise, 99));
});
