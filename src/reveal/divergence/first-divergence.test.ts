import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { treeNamed } from "../../../test/helpers/expressions/tree-named.ts";
import type { Tree } from "../../expressions/expression.ts";
import { defineExpression, resolveContract, type TypedContract, toHex } from "../../index.ts";
import { referenceReduce } from "../../reference/reference.ts";
import { reduce } from "../../sums.ts";
import { revealTree } from "../reveal-tree.ts";
import type { RevealedSum } from "../revealed.ts";
import { firstDivergence } from "./first-divergence.ts";

interface Found {
  readonly key: string;
  readonly value: number;
}

/** Every node in the order of evaluation, by the elements that it holds: what is tested, in a few lines. */
function nodesOf(
  tree: Tree,
  values: readonly number[],
): { readonly elements: readonly number[]; readonly value: number; readonly nodes: readonly Found[] } {
  if (typeof tree === "number") return { elements: [tree], value: values[tree], nodes: [] };
  const [left, right] = [nodesOf(tree.left, values), nodesOf(tree.right, values)];
  const elements = [...left.elements, ...right.elements].sort((one, other) => one - other);
  const value = left.value + right.value;
  return { elements, value, nodes: [...left.nodes, ...right.nodes, { key: elements.join(), value }] };
}

const trees = (n: number): fc.Arbitrary<Tree> =>
  fc.infiniteStream(fc.nat()).map((draws) => {
    const take = (): number => draws.next().value as number;
    const parts: Tree[] = Array.from({ length: n }, (_, i) => i);
    while (parts.length > 1) {
      const left = parts.splice(take() % parts.length, 1)[0];
      const right = parts.splice(take() % parts.length, 1)[0];
      parts.push(take() % 2 === 0 ? { left, right } : { left: right, right: left });
    }
    return parts[0];
  });

const expressionOf = (name: string, tree: Tree) => defineExpression(name, () => tree);
const values = (n: number): fc.Arbitrary<number[]> =>
  fc.array(fc.constantFrom(1, -1, 3, 2 ** 53, -(2 ** 53), 2 ** 54, 0.1, 1e-30), {
    minLength: n,
    maxLength: n,
  });

test("the first node over the same elements with other bits, for random trees", () => {
  const cases = fc.integer({ min: 1, max: 14 }).chain((n) => fc.tuple(trees(n), trees(n), values(n)));
  fc.assert(
    fc.property(cases, ([one, other, terms]) => {
      const [ours, theirs] = [nodesOf(one, terms), nodesOf(other, terms)];
      const known = new Map(theirs.nodes.map(({ key, value }) => [key, value]));
      const shared = ours.nodes.filter(({ key }) => known.has(key));
      const different = shared.filter(({ key, value }) => !Object.is(known.get(key), value));
      const found = firstDivergence(
        expressionOf("one", one),
        expressionOf("other", other),
        Float64Array.from(terms),
      );
      expect(found).toMatchObject({ left: ours.value, right: theirs.value });
      expect([found.sharedCount, found.differentCount]).toEqual([shared.length, different.length]);
      if (different.length === 0) {
        expect(found.divergence).toBeUndefined();
        return;
      }
      const [first] = different;
      expect(found.divergence?.left.value).toBe(first.value);
      expect(found.divergence?.right.value).toBe(known.get(first.key));
      expect(found.divergence?.elements.count).toBe(first.key.split(",").length);
      const holding = shared.filter(({ key }) =>
        first.key.split(",").every((each) => key.split(",").includes(each)),
      );
      expect(found.divergence?.growth.map(({ left }) => left)).toEqual(holding.map(({ value }) => value));
    }),
    { seed: 27, numRuns: 300 },
  );
});

const CONTRACTS = [
  { expression: "left-fold" },
  { expression: "iterated-pairwise", direction: "backward" },
  { expression: "interleaved:4", initial: 7.5 },
  { expression: "block-dyadic:8", initial: 7.5, initialPlacement: "first" },
  { expression: "linear-carry:4", initial: -0.5, initialPlacement: "first", direction: "backward" },
  { expression: "bisection", operator: "multiply" },
] as const;

test.each(CONTRACTS)("results are those of the reference: $expression", (options) => {
  const input = Float64Array.from({ length: 45 }, (_, i) => Math.sin(i) * 2 ** (i % 11));
  const other = { ...options, expression: "left-fold" };
  const found = firstDivergence(options, other, input);
  const [left, right] = [options, other].map(
    (each) => resolveContract(each, "reduce", "f64") as TypedContract,
  );
  expect(found).toMatchObject({ left: referenceReduce(left, input), right: referenceReduce(right, input) });
});

describe("what is told", () => {
  const input = Float64Array.of(2 ** 53, 1, 1, -(2 ** 53), 0.5);

  test("operands, bits and exact errors of both", () => {
    const { divergence, distance, sharedCount } = firstDivergence("left-fold", "block-dyadic:2", input);
    expect(sharedCount).toBe(3); // (x0 x1), (x0 … x3), all
    expect(distance).toBe(-(2 ** 52 + 2 ** 51));
    expect(divergence).toMatchObject({
      elements: {
        count: 4,
        first: 0,
        last: 3,
        distance: 1,
        text: "(x0 … x3)",
      },
      left: {
        operation: "((x0 + x1) + x2) + x3",
        value: 0,
        bits: "0000000000000000",
        rounding: 0,
        error: -2,
        operands: [
          { value: 2 ** 53, bits: "4340000000000000", error: -2 },
          { value: -(2 ** 53), error: 0 },
        ],
      },
      right: {
        operation: "(x0 + x1) + (x2 + x3)",
        value: 1,
        rounding: 0,
        error: -1,
        operands: [
          { value: 2 ** 53, error: -1 },
          { value: 1 - 2 ** 53, error: 0 },
        ],
      },
    });
    expect(divergence?.growth).toEqual([
      { elementCount: 4, left: 0, right: 1, distance: divergence?.distance },
      { elementCount: 5, left: 0.5, right: 1.5, distance: -(2 ** 52 + 2 ** 51) },
    ]);
  });

  test("all is equal where nothing rounds, and of one element", () => {
    const exact = Float64Array.from({ length: 100 }, (_, i) => i);
    const found = firstDivergence("left-fold", "interleaved:8", exact);
    expect(found).toMatchObject({
      left: 4950,
      right: 4950,
      distance: 0,
      divergence: undefined,
      differentCount: 0,
    });
    expect(firstDivergence("left-fold", "bisection", Float64Array.of(3))).toMatchObject({
      ...{ left: 3, right: 3, sharedCount: 0, divergence: undefined },
    });
  });

  test("a contract's line against what was revealed of somebody's loop", async () => {
    const fromTheEnd = (terms: Float64Array): number => terms.reduceRight((sum, value) => sum + value, 0);
    const revealed = (await revealTree(fromTheEnd, { n: 5 })) as RevealedSum;
    const found = firstDivergence("add f64 left-fold initial=none v1", revealed, input);
    expect(found).toMatchObject({
      ...{ leftLabel: "add f64 left-fold initial=none v1", rightLabel: "right-fold" },
      right: fromTheEnd(input),
    });
    expect(found.divergence?.elements.count).toBe(5);
  });

  test("f32, widened or not, in the wider type", () => {
    const single = Float32Array.of(2 ** 24, 1, 1);
    const found = firstDivergence("left-fold", { expression: "left-fold", accumulate: "f64" }, single);
    expect(found).toMatchObject({ type: "f64", left: 2 ** 24, right: 2 ** 24 + 2 });
    expect(found.divergence).toMatchObject({
      elements: { text: "(x0 … x1)" },
      left: { rounding: -1, bits: toHex("f64", 2 ** 24) },
      right: { rounding: 0 },
    });
  });

  test("values that are not finite, and integers, have no errors", () => {
    const infinite = Float64Array.of(1e308, 1e308, -1e308, -1e308);
    const found = firstDivergence("left-fold", "interleaved:2", infinite);
    expect(found.divergence?.left).toMatchObject({ value: Number.POSITIVE_INFINITY, error: undefined });
    const hashes = firstDivergence(
      { expression: "left-fold", operator: "tree-hash" },
      { expression: "iterated-pairwise", operator: "tree-hash" },
      BigUint64Array.of(1n, 2n, 3n, 4n),
    );
    expect(hashes.divergence?.elements.count).toBe(4);
    expect(hashes.divergence?.left.rounding).toBeUndefined();
  });

  test("long trees, as deep as they are long: growth in 16 steps", () => {
    const long = Float32Array.from({ length: 2 ** 17 }, (_, i) => (i % 10) / 10);
    const found = firstDivergence("left-fold", { expression: "left-fold", accumulate: "f64" }, long);
    expect(found.sharedCount).toBe(2 ** 17 - 1);
    expect(found.divergence?.growth).toHaveLength(16);
    expect(found.divergence?.growth.at(-1)).toMatchObject({ elementCount: 2 ** 17, left: found.left });
  });
});

describe("a sum without an order beside a tree", () => {
  const input = Float64Array.from({ length: 60 }, (_, i) => Math.sin(i * i) * 2 ** ((i * 13) % 60));

  test.each(["exact", "binned:2", "binned:3"])("%s has the nodes of the other's tree", (free) => {
    const freeSum = ({ key }: Found): number =>
      reduce(
        Float64Array.from(key.split(","), (index) => input[Number(index)]),
        { expression: free },
      );
    for (const name of ["left-fold", "interleaved:4", "block-dyadic:8", "bisection"]) {
      const { nodes } = nodesOf(treeNamed(name, input.length) as Tree, [...input]);
      const different = nodes.filter((node) => !Object.is(node.value, freeSum(node)));
      const found = firstDivergence(name, free, input);
      expect([found.sharedCount, found.differentCount]).toEqual([nodes.length, different.length]);
      expect(found.right).toBe(reduce(input, { expression: free }));
      const { left, right } = found.divergence ?? {};
      expect([left?.value, right?.value]).toEqual([different[0].value, freeSum(different[0])]);
      expect([typeof left?.rounding, right?.rounding]).toEqual(["number", undefined]);
      expect(firstDivergence(free, name, input).differentCount).toBe(different.length);
    }
  });

  test("on either side, with an initial value, and equal where nothing is rounded", () => {
    const whole = Float64Array.from({ length: 50 }, (_, i) => i);
    const found = firstDivergence(
      { expression: "exact", initial: 7 },
      { expression: "left-fold", initial: 7 },
      whole,
    );
    expect(found).toMatchObject({ left: 1232, right: 1232, differentCount: 0, divergence: undefined });
  });

  test("as deep as it is long", () => {
    const ones = new Float32Array(100_000).fill(0.1);
    const { divergence, left } = firstDivergence("exact", "left-fold", ones);
    expect(left).toBe(Math.fround(100_000 * Math.fround(0.1)));
    const count = divergence?.elements.count as number;
    expect(divergence?.left.value).toBe(Math.fround(count * Math.fround(0.1)));
  });
});

describe("bad input", () => {
  const input = Float64Array.of(1, 2, 3);
  const tree = {
    kind: "tree",
    n: 2,
    type: "f64",
    start: "none",
    name: undefined,
    tree: { left: 0, right: 1 },
    arithmetic: { precision: 53, result: "f64" },
  } as never as RevealedSum;
  test.each([
    [
      "two sums without a tree",
      () => firstDivergence("exact", "binned:3", input),
      "which no order of its terms changes",
    ],
    [
      "nothing",
      () => firstDivergence("left-fold", "left-fold", new Float64Array(0)),
      '"input" must have at least one element',
    ],
    [
      "an initial value in one alone",
      () => firstDivergence({ initial: 1 }, {}, input),
      "over the same elements and initial value as left",
    ],
    [
      "an initial value beside a sum without an order",
      () => firstDivergence({ initial: 1 }, "exact", input),
      "over the same elements and initial value as left",
    ],
    [
      "integers against floats",
      () => firstDivergence({ accumulate: "f64" }, {}, Int32Array.of(1)),
      "combines of f64, as left has",
    ],
    [
      "a tree of another length",
      () => firstDivergence(tree, "left-fold", input),
      '"input" must have length 2, got 3',
    ],
    ["an expression that is none", () => firstDivergence("left-fold", "left-flod", input), "left-fold"],
    [
      "a plain function",
      () => firstDivergence({ operator: Math.max as never }, "left-fold", input),
      'one of kind "function"',
    ],
    [
      "x87's additions",
      () =>
        firstDivergence(
          { ...tree, arithmetic: { precision: 64, result: "f64" } },
          "left-fold",
          input.subarray(1),
        ),
      "keep 64 binary digits",
    ],
    [
      "too many",
      () => firstDivergence("left-fold", "left-fold", new Uint8Array(2 ** 22 + 1)),
      "at most 4194304 elements",
    ],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(message);
  });
});
