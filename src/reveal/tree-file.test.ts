import { describe, expect, test } from "vitest";
import { treeNamed } from "../../test/helpers/expressions/tree-named.ts";
import { reduce } from "../index.ts";
import { drawTreeSvg } from "./draw-tree-svg.ts";
import {
  type ReduceByOperator,
  type RevealedCombines,
  type RevealedReduce,
  revealReduce,
} from "./reveal-reduce.ts";
import { revealTree } from "./reveal-tree.ts";
import type { RevealedSum } from "./revealed.ts";
import { treesEqual } from "./revealed-tree.ts";
import { sumByTree, treeExpression, treeOptions } from "./saved-tree.ts";
import { decodeTree, encodeTree, type SavedTree } from "./tree-file.ts";

async function revealed(sum: (input: Float64Array) => number, n: number): Promise<RevealedSum> {
  const found = await revealTree(sum, { n });
  if (found.kind !== "tree") throw new Error(found.kind);
  return found;
}

/** From both ends to the middle: no expression of ours. */
const outsideIn = (input: Float64Array): number => {
  let sum = 0;
  for (let i = 0; 2 * i < input.length; i++) {
    const other = input.length - 1 - i;
    sum += i === other ? input[i] : input[i] + input[other];
  }
  return sum;
};

test("a saved tree computes the bits of the sum that it was revealed of", async () => {
  const n = 37;
  const saved = decodeTree(encodeTree(await revealed(outsideIn, n)));
  const expression = treeExpression(saved);
  for (let seed = 1; seed <= 1000; seed++) {
    const input = Float64Array.from(
      { length: n },
      (_, i) => Math.sin(seed * 97 + i * i) * 2 ** ((seed * i) % 40),
    );
    expect(reduce(input, { expression })).toBe(outsideIn(input));
  }
});

test("trees as deep as they are long go into files and back", async () => {
  const n = 5000;
  const tree = Array.from({ length: n }, (_, i) => i).reduce<RevealedSum["tree"]>(
    (left, right) => (right === 0 ? 0 : { left, right }),
    0,
  );
  const found = { ...(await revealed(outsideIn, 3)), n, tree };
  const saved = decodeTree(encodeTree(found));
  expect(saved.n).toBe(n);
  expect(treesEqual(saved.tree, tree)).toBe(true);
});

test("a tree is of one length, and of pairs", async () => {
  const saved: SavedTree = decodeTree(encodeTree(await revealed(outsideIn, 4)));
  const expression = treeExpression(saved);
  expect(() => reduce(new Float64Array(5), { expression })).toThrow('"input" must be 4 elements');
  const fused = { ...saved, n: 3, tree: { parts: [0, 1, 2] } };
  expect(() => reduce(new Float64Array(3), { expression: treeExpression(fused) })).toThrow(
    "a tree with nodes of three operands and more as an expression is not",
  );
});

describe("files that hold no tree", () => {
  const head =
    '"format":"samebits revealed tree","version":1,"type":"f64","start":"none","arithmetic":{"precision":53,"result":"f64"}';
  test.each([
    ["no JSON", "tree", '"t.json" must be JSON, got'],
    ["no object", "[1]", "must be a JSON object, got"],
    ["another file", '{"n":3}', 'must be a file of "format": "samebits revealed tree", "version": 1'],
    ["no length", `{${head},"tree":[0,1]}`, 'must be a file with "n" '],
    ["an index twice", `{${head},"n":3,"tree":[[0,1],1]}`, "a tree that holds each index once, got 1 twice"],
    [
      "an index that is not there",
      `{${head},"n":2,"tree":[0,2]}`,
      "each index from 0 to 2 once, got 2 of them",
    ],
    ["another length", `{${head},"n":3,"tree":[0,1]}`, "must be a tree of 3 elements, got one of 2"],
    ["words", `{${head},"n":2,"tree":["a",1]}`, "must be a tree of indices and lists of two and more"],
    [
      "a list of one",
      `{${head},"n":2,"tree":[[0],1]}`,
      "must be a tree of indices and lists of two and more",
    ],
  ])("%s", (_, text, message) => {
    expect(() => decodeTree(text, { source: "t.json" })).toThrow(message);
  });
});

describe("drawings", () => {
  const paths = (svg: string, name: string): readonly string[] =>
    [...svg.matchAll(new RegExp(`<path class="${name}"[^>]* d="([^"]*)"`, "g"))].map(([, d]) => d);

  test("have a dot for every addition and a line for every operand", () => {
    const svg = drawTreeSvg({ left: { parts: [0, 1, 2] }, right: 3 });
    expect(paths(svg, "node").join("").match(/h0/g)).toHaveLength(1);
    expect(paths(svg, "many").join("").match(/h0/g)).toHaveLength(1);
    // A line joins the first and the last operand of a node, and others are lines of their own.
    expect(paths(svg, "edge").join("").match(/M/g)).toHaveLength(3);
    expect(svg).toContain("4 elements, depth 2");
  });

  test("have lanes side by side, with no line over another's", () => {
    const tree = treeNamed("interleaved:4", 40);
    const [edges] = paths(drawTreeSvg(tree), "edge");
    // Of a node: up from one operand, along to the other, down. Bars at one height must not overlap.
    const bars = [...edges.matchAll(/M([\d.]+) [\d.]+V([\d.]+)H([\d.]+)/g)].map((each) =>
      each.slice(1).map(Number),
    );
    expect(bars).toHaveLength(39);
    for (const [from, height, to] of bars) {
      const others = bars.filter((bar) => bar[1] === height && bar[0] !== from);
      expect(others.every(([start, , end]) => end < from || start > to)).toBe(true);
    }
    expect(drawTreeSvg(tree)).toMatch(/>0, 4 … 36<.*>1, 5 … 37</s);
  });

  test("are of trees only", () => {
    const round: Record<string, unknown> = { left: 0 };
    round.right = round;
    expect(() => drawTreeSvg(round as never)).toThrow('"tree" must be a tree');
    expect(() => drawTreeSvg({ left: 0, right: 2 })).toThrow("each index from 0 to 2 once");
  });
});

describe("the tree of a reduce by any operator", () => {
  const found = async (reduce: ReduceByOperator): Promise<RevealedReduce> => revealReduce(reduce, { n: 7 });
  const fromTheEnd: ReduceByOperator = (input, combine) =>
    input.subarray(0, -1).reduceRight((total, value) => combine(value, total), input[input.length - 1]);

  test("goes into a file and back, without arithmetic, and is an expression", async () => {
    const text = encodeTree((await found(fromTheEnd)) as RevealedCombines);
    const saved = decodeTree(text);
    expect(saved).toMatchObject({ operator: "treeHash", n: 7, name: "right-fold" });
    expect(encodeTree(saved)).toBe(text);
    const input = Float64Array.from({ length: 7 }, (_, i) => Math.sin(i) * 2 ** i);
    const sum = input.subarray(0, 6).reduceRight((total, value) => value + total, input[6]);
    expect(reduce(input, { expression: treeExpression(saved) })).toBe(sum);
    for (const ofSums of [() => sumByTree(saved, input), () => treeOptions(saved)]) {
      expect(ofSums).toThrow('"saved" must be the tree of a sum, with its arithmetic, got that of a reduce');
    }
  });

  test("not with an initial value among its elements, nor with swapped operands", async () => {
    const begun: ReduceByOperator = (input, combine) =>
      input.reduce((total, value) => combine(total, value), 0n);
    const swapped: ReduceByOperator = (input, combine) =>
      input.reduce((total, value) => combine(value, total));
    for (const [reduce, message] of [
      [begun, '"revealed.initial" must be "none" or "outside"'],
      [swapped, '"revealed.swappedCount" must be 0'],
    ] as const) {
      const given = (await found(reduce)) as RevealedCombines;
      expect(() => encodeTree(given)).toThrow(message);
    }
  });

  test.each([
    ["max", 3, "[[0,1],2]", '"operator" "treeHash", or without one'],
    ["treeHash", 4, "[[0,1],2]", "a tree of 4 elements"],
    ["treeHash", 0, "[[0,1],2]", "a tree of 0 elements"],
    ["treeHash", 3, "[[0,1],[]]", "a tree of indices and lists"],
  ])("a file of %s over %i with %s is refused", (operator, n, tree, message) => {
    const text = `{"format":"samebits revealed tree","version":1,"operator":"${operator}","n":${n},"tree":${tree}}`;
    expect(() => decodeTree(text, { source: "t.json" })).toThrow(message);
  });
});
