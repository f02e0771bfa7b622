import { describe, expect, test } from "vitest";
import { blockDyadic, interleaved, iteratedPairwise, leftFold } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import { expressionsOf, nameTree } from "./name-tree.ts";
import { nearestExpression } from "./nearest-expression.ts";
import { canonicalTree, type RevealedTree } from "./revealed-tree.ts";
import { printTreeForm, type TreeForm, treeOfForm } from "./tree-form.ts";

const FOLD: TreeForm = { kind: "expression", expression: leftFold as never };
const PAIRWISE: TreeForm = { kind: "expression", expression: iteratedPairwise as never };
const INTERLEAVED: TreeForm = { kind: "expression", expression: interleaved(8) as never };

const treeAt = (form: TreeForm, n: number): RevealedTree =>
  canonicalTree(
    treeOfForm(
      form,
      Array.from({ length: n }, (_, i) => i),
    ),
  );

const nameAt = (form: TreeForm, n: number): string | undefined => {
  const named = nameTree(treeAt(form, n), n);
  return named === undefined ? undefined : printTreeForm(named);
};

const NUMPY: TreeForm = {
  kind: "halves",
  multiple: 8,
  most: 128,
  within: { kind: "lanes", laneCount: 8, rest: "singly", lane: FOLD, over: PAIRWISE },
};

describe("compositions are found", () => {
  test.each([
    [
      "interleaved within block-dyadic",
      { kind: "blocks", blockLength: 128, tail: "carry", within: INTERLEAVED, over: PAIRWISE },
      1000,
    ],
    ["right fold", { kind: "rightFold" }, 50],
    ["mirror", { kind: "bracketing", name: "mirror" }, 50],
    [
      "the first beside the rest",
      { kind: "first", rest: { kind: "lanes", laneCount: 4, rest: "singly", lane: FOLD, over: FOLD } },
      31,
    ],
    ["four at a time", { kind: "blocks", blockLength: 4, tail: "singly", within: PAIRWISE, over: FOLD }, 31],
    ["lanes of folds", { kind: "lanes", laneCount: 4, rest: "ragged", lane: FOLD, over: PAIRWISE }, 31],
    [
      "blocks of lanes",
      {
        kind: "blocks",
        blockLength: 16,
        tail: "peer",
        within: { kind: "lanes", laneCount: 4, rest: "ragged", lane: FOLD, over: PAIRWISE },
        over: PAIRWISE,
      },
      91,
    ],
    ["halves of lanes", NUMPY, 300],
  ] as const)("%s", (_, form, n) => {
    const name = nameAt(form as TreeForm, n);
    expect(name).toBe(printTreeForm(form as TreeForm));
  });

  test("one tree may have several names of ours; the usual one comes first", () => {
    const tree = treeAt({ kind: "expression", expression: blockDyadic(16) as never }, 1000);
    const names = expressionsOf(tree, 1000).map(printExpression);
    expect(names).toEqual(["block-dyadic:32", "block-dyadic:16"]);
    const lanes = treeAt({ kind: "expression", expression: interleaved(4) as never }, 11);
    expect(expressionsOf(lanes, 11).map(printExpression)).toEqual(["interleaved:4"]);
  });
});

test("a tree without a name has a nearest expression, and the first addition that differs", () => {
  // x2 and x3 meet before they come to the others.
  const odd = canonicalTree({
    left: {
      left: { left: { left: 0, right: 1 }, right: { left: 2, right: 3 } },
      right: { left: 5, right: 6 },
    },
    right: 4,
  });
  expect(nameTree(odd, 7)).toBeUndefined();
  expect(nearestExpression(odd, 7)).toMatchObject({
    expression: { kind: "iteratedPairwise" },
    sharedCount: 4,
    nodeCount: 6,
    firstDifference: { elements: [5, 6], here: "x5 + x6", there: "(x4 + x5) + x6" },
  });
});
