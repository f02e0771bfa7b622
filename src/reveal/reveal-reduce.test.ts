import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { treeNamed } from "../../test/helpers/expressions/tree-named.ts";
import { parseExpression, prepare, treeHash } from "../index.ts";
import { prepare as prepareInJavascript } from "../javascript.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { combine, hashOf } from "./merge-parts.ts";
import { type ReduceByOperator, revealReduce } from "./reveal-reduce.ts";
import { nodeOf, type RevealedTree } from "./revealed-tree.ts";

const EXPRESSIONS = [
  ...["left-fold", "iterated-pairwise", "bisection", "interleaved:2", "interleaved:7"],
  ...["block-dyadic:32", "block-dyadic:5", "linear-carry:16", "linear-carry:3"],
];
const LENGTHS = [1, 2, 3, 4, 5, 7, 8, 16, 23, 33, 64, 100];

/** C++'s accumulate: a loop from an initial value. */
const accumulate: ReduceByOperator = (input, operator) => input.reduce(operator, 0n);

describe.each(Object.entries({ javascript: prepareInJavascript, wasm: prepare }))(
  "our expressions on %s",
  (_, prepareOn) => {
    test.each(EXPRESSIONS)("%s is itself, operands in their order", async (text) => {
      const plan = prepareOn({ type: "u64", operator: treeHash, expression: parseExpression(text) });
      for (const n of LENGTHS) {
        const revealed = await revealReduce((input) => plan.reduce(input), { n });
        expect(revealed, `${text} at ${n}`).toMatchObject({
          ...{ kind: "tree", tree: treeNamed(text, n), initial: "none", swappedCount: 0 },
        });
      }
    });
  },
);

test("an initial value is seen, and where it stands", async () => {
  for (const [placement, expression] of [
    ["outside", "linear-carry:4"],
    ["first", "linear-carry:4"],
    ["first", "interleaved:3"],
  ] as const) {
    const options = { expression, initial: 0n, initialPlacement: placement } as const;
    const plan = prepareInJavascript({ type: "u64", operator: treeHash, ...options });
    const revealed = await revealReduce((input) => plan.reduce(input), { n: 20 });
    expect(revealed).toMatchObject({ kind: "tree", initial: placement, name: expression });
  }
  expect(await revealReduce(accumulate, { n: 9 })).toMatchObject({
    ...{ kind: "tree", name: "left-fold", initial: "first", depth: 9, swappedCount: 0, callCount: 6 },
  });
  expect(await revealReduce(accumulate, { n: 2 })).toMatchObject({
    bracket: "((initial · x0) · x1)",
  });
});

test("a function may choose among operands, which a sum would not show", async () => {
  const fromTheEnd: ReduceByOperator = (input, operator) =>
    input.reduceRight((sum, value) => operator(sum, value));
  expect(await revealReduce(fromTheEnd, { n: 5 })).toMatchObject({
    ...{ name: "right-fold", bracket: "((((x4 · x3) · x2) · x1) · x0)", swappedCount: 4 },
  });
});

/** As libstdc++ has it: from an initial value on, four at a time, then one at a time. */
const stdReduce: ReduceByOperator = (input, operator) => {
  let [total, i] = [0n, 0];
  for (; i + 4 <= input.length; i += 4) {
    const [a, b, c, d] = input.subarray(i, i + 4);
    total = operator(total, operator(operator(a, b), operator(c, d)));
  }
  for (; i < input.length; i++) total = operator(total, input[i]);
  return total;
};

test("neighbours take a few calls for each element", async () => {
  const revealed = await revealReduce(stdReduce, { n: 15 });
  expect(revealed).toMatchObject({
    name: "blocks(4, iterated-pairwise, left-fold, singly)",
    initial: "within",
  });
  const gap: RevealedTree = { left: { left: 0, right: 1 }, right: { left: 2, right: { left: 3, right: 4 } } };
  const { callCount } = await revealReduce((input) => hashOf(gap, input), { n: 5 });
  expect(callCount).toBeLessThanOrEqual(4 * 5 + 6);
});

/** Random trees whose operands stand in any order; with an initial value, which has the last index, or without. */
const trees = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.boolean(), fc.infiniteStream(fc.nat()))
  .map(([n, hasInitial, draws]) => {
    const draw = (count: number): number => (draws.next().value as number) % count;
    const parts: RevealedTree[] = Array.from({ length: n + (hasInitial ? 1 : 0) }, (_, index) => index);
    while (parts.length > 1) {
      const taken = [0, 1].map(() => parts.splice(draw(parts.length), 1)[0]);
      parts.push(nodeOf(taken));
    }
    return { n, tree: parts[0] };
  });

test("random trees come back, in no more calls than are promised", async () => {
  await fc.assert(
    fc.asyncProperty(trees, async ({ n, tree }) => {
      const revealed = await revealReduce((input) => hashOf(tree, input), { n });
      expect(revealed).toMatchObject({ kind: "tree", tree });
      expect(revealed.callCount).toBeLessThanOrEqual(8 * n * n + 6);
    }),
    { seed: 20261127, numRuns: 60 },
  );
});

describe("no tree", () => {
  test("a reduce that is not by the operator", async () => {
    const sum: ReduceByOperator = (input) => input.reduce((total, value) => total + value);
    expect(await revealReduce(sum, { n: 4 })).toMatchObject({
      ...{ kind: "unexplained", fact: "another bit in element 0 changes 1 of 64 bits: no value of treeHash" },
    });
    const first: ReduceByOperator = (input) => input[0];
    expect(await revealReduce(first, { n: 4 })).toMatchObject({ kind: "unexplained" });
    expect(await revealReduce(() => 5n, { n: 4 })).toMatchObject({ kind: "unexplained" });
    const begun: ReduceByOperator = (input, operator) =>
      input.reduce((left, right) => operator(left, right), 7n);
    expect(await revealReduce(begun, { n: 4 })).toMatchObject({
      ...{ kind: "unexplained", fact: "4 parts of which no two are combined by treeHash" },
    });
  });

  test("an order that changes, with time or with the values", async () => {
    let calls = 0;
    const turning: ReduceByOperator = (input, operator) =>
      (calls++ % 2 === 0 ? input : input.slice().reverse()).reduce((left, right) => operator(left, right));
    expect(await revealReduce(turning, { n: 6 })).toMatchObject({
      ...{ kind: "notDeterministic", askedCount: 32, differentCount: 16 },
    });
    const sorting: ReduceByOperator = (input, operator) =>
      input
        .slice()
        .sort()
        .reduce((left, right) => operator(left, right));
    expect(await revealReduce(sorting, { n: 6 })).toMatchObject({ kind: "unexplained" });
  });
});

test.each([
  [
    "no function",
    5,
    { n: 5 },
    '"reduce" must be a function from an array and an operator to a bigint, got 5',
  ],
  ["too many", accumulate, { n: 1025 }, '"n" must be an integer from 1 to 1024, got 1025'],
  ["an option of another function", accumulate, { n: 5, type: "f64" }, '"options"'],
  ["a number", () => 7, { n: 5 }, '"reduce" must be a function that gives a bigint, got one that gives 7'],
  ["one that throws", () => BigInt(0.5), { n: 5 }, "got one that throws: The number 0.5"],
  [
    "one that changes its input",
    (input: BigUint64Array) => input.fill(1n)[0],
    { n: 5 },
    "leaves its input as it is, got one that changes element 0",
  ],
])("bad input: %s", async (_, reduce, options, message) => {
  const asked = revealReduce(reduce as never, options as never);
  await expect(asked).rejects.toThrow(message);
  await expect(asked).rejects.toBeInstanceOf(InvalidArgumentError);
});

test("what a function is given is treeHash", () => {
  expect(combine(1n, 2n)).toBe(
    prepare({ type: "u64", operator: treeHash }).reduce(BigUint64Array.of(1n, 2n)),
  );
});
