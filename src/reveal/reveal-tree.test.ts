import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLong } from "../../test/extent.ts";
import { treeNamed } from "../../test/helpers/expressions/tree-named.ts";
import { towardZero } from "../../test/helpers/toward-zero.ts";
import { parseExpression } from "../index.ts";
import { prepare as prepareInJavascript } from "../javascript.ts";
import { prepare as prepareSums, reduce } from "../sums.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { bitsOfHalf, valueOfHalf } from "../values/halves.ts";
import { type Arithmetic, evaluate } from "./arithmetic.ts";
import type { SummedType } from "./float-type.ts";
import { revealTree, type Sum } from "./reveal-tree.ts";
import { canonicalTree, nodeOf, type RevealedTree, treesEqual } from "./revealed-tree.ts";

const EXPRESSIONS = [
  ...["left-fold", "iterated-pairwise", "bisection", "interleaved:2", "interleaved:8", "interleaved:7"],
  ...["block-dyadic:32", "block-dyadic:8", "block-dyadic:5", "linear-carry:16", "linear-carry:3"],
];
// Where it is not, executors take turns at 1,000 elements.
const EXECUTORS = { javascript: prepareInJavascript, wasm: prepareSums };

const loop = (input: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < input.length; i++) sum += input[i];
  return sum;
};

async function treeIn(sum: Sum<"f64">, n: number): Promise<RevealedTree> {
  const revealed = await revealTree(sum, { n });
  if (revealed.kind !== "tree") throw new Error(`${revealed.kind} at ${n}`);
  expect(revealed.arithmetic).toEqual({ precision: 53, result: "f64" });
  return revealed.tree;
}

describe.each(Object.entries(EXECUTORS))("our expressions on %s", (executor, prepare) => {
  test.each(EXPRESSIONS)("%s is itself at every length", async (text) => {
    const plan = prepare({ type: "f64", expression: parseExpression(text) });
    const isLongHere = isLong || EXPRESSIONS.indexOf(text) % 2 === Object.keys(EXECUTORS).indexOf(executor);
    for (const n of [...Array.from({ length: 100 }, (_, i) => i + 1), 300, ...(isLongHere ? [1000] : [])]) {
      const tree = await treeIn((input) => plan.reduce(input), n);
      expect(treesEqual(tree, treeNamed(text, n))).toBe(true);
    }
  });

  test.each(["left-fold", "block-dyadic:32"])("%s is itself of 1,000 elements, by name", async (text) => {
    const plan = prepare({ type: "f64", expression: parseExpression(text) });
    const revealed = await revealTree((input) => plan.reduce(input), { n: 1000 });
    expect(revealed).toMatchObject({ kind: "tree", name: text, start: "none", subnormals: "kept" });
  });

  test("f32, in f32 and widened", async () => {
    for (const accumulate of ["f32", "f64"] as const) {
      const plan = prepare({ type: "f32", accumulate, expression: "interleaved:4" });
      const revealed = await revealTree((input) => plan.reduce(input), { n: 30, type: "f32" });
      const precision = accumulate === "f32" ? 24 : 53;
      expect(revealed).toMatchObject({ kind: "tree", name: "interleaved:4", arithmetic: { precision } });
    }
  });
});

describe("sums that are no tree", () => {
  test.each(["exact", "binned:2", "binned:3", "binned:4"])("%s is told by its name", async (text) => {
    for (const type of ["f64", "f32"] as const) {
      const plan = prepareSums({ type, expression: parseExpression(text) });
      for (const n of [3, 10, 40]) {
        const revealed = await revealTree((input) => plan.reduce(input as never) as number, { n, type });
        expect(revealed).toMatchObject({ kind: "orderFree", name: text, accumulate: type });
      }
    }
  });

  test("Kahan's answers are those of a left fold, and its bits are not", async () => {
    const kahan = (input: Float64Array): number => {
      let [sum, lost] = [0, 0];
      for (const value of input) {
        const term = value - lost;
        const next = sum + term;
        lost = next - sum - term;
        sum = next;
      }
      return sum;
    };
    expect(await revealTree(kahan, { n: 20 })).toMatchObject({ kind: "compensated", name: "kahan" });
  });

  const neumaier = (input: ArrayLike<number>, order: 1 | 2): number => {
    let [sum, error, second] = [0, 0, 0];
    const lost = (one: number, other: number, total: number): number =>
      Math.abs(one) >= Math.abs(other) ? one - total + other : other - total + one;
    for (let i = 0; i < input.length; i++) {
      const next = sum + input[i];
      const first = lost(sum, input[i], next);
      sum = next;
      const total = error + first;
      second += order === 2 ? lost(error, first, total) : 0;
      error = total;
    }
    return sum + (error + second);
  };

  test("Neumaier's and Klein's sums are told from exact ones", async () => {
    expect(await revealTree((input) => neumaier(input, 1), { n: 20 })).toMatchObject({
      kind: "compensated",
      name: "neumaier",
    });
    expect(await revealTree((input) => neumaier(input, 2), { n: 20 })).toMatchObject({
      kind: "compensated",
      name: "klein",
    });
  });

  test("an accumulator of 64 digits shows its width", async () => {
    const wide: Arithmetic = { precision: 64, result: "f64" };
    const tree = treeNamed("left-fold", 12);
    const revealed = await revealTree((input) => evaluate(tree, input, wide), { n: 12 });
    expect(revealed).toMatchObject({ kind: "tree", name: "left-fold", arithmetic: wide });
  });

  test("additions toward zero are told from those to nearest", async () => {
    const narrow = await revealTree(towardZero, { n: 20, type: "f32" });
    const rounding = "towardZero";
    expect(narrow).toMatchObject({
      name: "left-fold",
      arithmetic: { precision: 24, result: "f32", rounding },
    });
    const long: Arithmetic = { precision: 64, result: "f64", rounding };
    for (const name of ["bisection", "interleaved:4", "linear-carry:4"]) {
      const tree = treeNamed(name, 19);
      const revealed = await revealTree((input) => evaluate(tree, input, long), { n: 19 });
      expect(revealed).toMatchObject({ name, arithmetic: long });
    }
  });

  test("one of a width that nobody knows is probed", async () => {
    const odd: Arithmetic = { precision: 40, result: "f64" };
    const tree = treeNamed("bisection", 9);
    const revealed = await revealTree((input) => evaluate(tree, input, odd), { n: 9 });
    expect(revealed).toMatchObject({ kind: "tree", name: "bisection", arithmetic: odd });
  });

  test("a sum that loses nothing, and rounds in a way of its own, is wide over the whole range", async () => {
    const revealed = await revealTree(
      (input) => {
        const sum = reduce(input, { expression: "exact" });
        return sum < -1 && !Number.isInteger(sum) ? sum * (1 + 2 ** -52) : sum;
      },
      { n: 8 },
    );
    expect(revealed).toMatchObject({ kind: "wide", isWhole: true, keptDigits: 2045 });
  });

  test("an accumulator that keeps 200 digits below its mask is wide, and no exact sum", async () => {
    const revealed = await revealTree(
      (input) => {
        let sum = 0n;
        for (const value of input)
          sum += Math.abs(value) < 2 ** 900 ? BigInt(Math.trunc(value * 2 ** 100)) : BigInt(value) << 100n;
        return Number(sum) * 2 ** -100;
      },
      { n: 5 },
    );
    expect(revealed).toMatchObject({ kind: "wide", isWhole: false });
  });

  test("a function that changes its answer is told, with how often", async () => {
    let calls = 0;
    const revealed = await revealTree(
      (input) => (++calls % 4 === 0 ? loop(input.slice().reverse()) : loop(input)),
      { n: 20 },
    );
    expect(revealed).toMatchObject({ kind: "notDeterministic", askedCount: 32, differentCount: 8 });
  });

  test("means and maxima are no sums", async () => {
    expect(await revealTree((input) => loop(input) / input.length, { n: 8 })).toMatchObject({
      kind: "notASum",
      fact: "a sum of 8 times 1 is 1",
    });
    expect(await revealTree((input) => Math.max(...input), { n: 8 })).toMatchObject({ kind: "notASum" });
  });

  test("a sum with one term rounded to f32 has a shape and no known arithmetic", async () => {
    const revealed = await revealTree(
      (input) => loop(input.map((value, i) => (i === 3 ? Math.fround(value) : value))),
      { n: 8 },
    );
    expect(revealed.kind).toBe("unexplained");
  });
});

/** Random trees over 1 to 30 elements, with nodes of up to `most` children. */
function trees(most: number): fc.Arbitrary<RevealedTree> {
  return fc.tuple(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat())).map(([n, draws]) => {
    const draw = (count: number): number => (draws.next().value as number) % count;
    const parts: RevealedTree[] = Array.from({ length: n }, (_, index) => index);
    while (parts.length > 1) {
      const count = Math.min(parts.length, 2 + draw(most - 1));
      const taken = Array.from({ length: count }, () => parts.splice(draw(parts.length), 1)[0]);
      parts.push(nodeOf(taken));
    }
    return canonicalTree(parts[0]);
  });
}

const RUNS = { seed: 20261126, numRuns: 60 };

function lengthOf(tree: RevealedTree): number {
  return typeof tree === "number" ? 1 : (JSON.stringify(tree).match(/\d+/g)?.length ?? 0);
}

describe("random trees", () => {
  test("of pairs come back, in no more calls than there are pairs", async () => {
    await fc.assert(
      fc.asyncProperty(trees(2), async (tree) => {
        const n = lengthOf(tree);
        const arithmetic: Arithmetic = { precision: 53, result: "f64" };
        const revealed = await revealTree((input) => evaluate(tree, input, arithmetic), { n });
        expect(revealed).toMatchObject({ kind: "tree", tree, arithmetic });
        expect(revealed.callCount).toBeLessThanOrEqual((n * (n - 1)) / 2 + 90);
      }),
      RUNS,
    );
  });

  test("of f32, halves and wider additions come back too", async () => {
    await fc.assert(
      fc.asyncProperty(
        trees(2),
        fc.constantFrom<readonly [SummedType, Arithmetic]>(
          ["f32", { precision: 24, result: "f32" }],
          ["f32", { precision: 53, result: "f32" }],
          ["bf16", { precision: 24, result: "bf16" }],
          ["bf16", { precision: 8, result: "bf16" }],
          ["f16", { precision: 24, result: "f32" }],
        ),
        async (tree, [type, arithmetic]) => {
          const n = lengthOf(tree);
          if (n < 3) return;
          const read = (input: ArrayLike<number>): ArrayLike<number> =>
            type === "f16" || type === "bf16" ? Array.from(input, (bits) => valueOfHalf(type, bits)) : input;
          const revealed = await revealTree<SummedType>((input) => evaluate(tree, read(input), arithmetic), {
            n,
            type,
          });
          expect(revealed).toMatchObject({ kind: "tree", tree, arithmetic });
        },
      ),
      RUNS,
    );
  });

  test("with nodes of several operands come back as tensor cores add them", async () => {
    await fc.assert(
      fc.asyncProperty(
        trees(5),
        fc.constantFrom(0, 1, 2, 3),
        fc.constantFrom("nearest" as const, "towardZero" as const),
        async (tree, guardDigits, rounding) => {
          const n = lengthOf(tree);
          const fused = { guardDigits, rounding };
          const arithmetic: Arithmetic = { precision: 24, result: "f32", fused };
          const revealed = await revealTree((input) => evaluate(tree, input, arithmetic), { n, type: "f32" });
          expect(revealed).toMatchObject({ kind: "tree", tree });
        },
      ),
      RUNS,
    );
  });
});

test("the calls of a tree of pairs are n·log2 n on average", async () => {
  const n = 200;
  const pairwise = prepareInJavascript({ type: "f64", expression: "iterated-pairwise" });
  const counts: number[] = [];
  for (let seed = 1n; seed <= 20n; seed++) {
    const { callCount } = await revealTree((input) => pairwise.reduce(input), { n, seed });
    counts.push(callCount);
  }
  expect(loop(counts) / counts.length).toBeLessThanOrEqual(n * Math.log2(n) + 90);
  const { callCount } = await revealTree(loop, { n });
  expect(callCount).toBeLessThanOrEqual(5 * n);
});

describe("bad input", () => {
  const reveal = (sum: unknown, options: object = { n: 5 }) => revealTree(sum as never, options as never);

  test.each([
    ["no function", 5, { n: 5 }, '"sum" must be a function from an array to a number, got 5'],
    ["no elements", loop, { n: 0 }, '"n" must be an integer of at least 1, got 0'],
    ["a type without masks", loop, { n: 5, type: "i32" }, '"type" must be'],
    ["an option of another function", loop, { n: 5, expression: "exact" }, '"options"'],
    ["too many bf16", loop, { n: 257, type: "bf16" }, '"n" must be at most 256, the elements of bf16'],
    ["too many f16", loop, { n: 2049, type: "f16" }, '"n" must be at most 2048, the elements of f16'],
    ["too many f32", loop, { n: 2 ** 24 + 1, type: "f32" }, '"n" must be at most 16777216'],
  ])("%s", async (_, sum, options, message) => {
    await expect(reveal(sum, options)).rejects.toThrow(message);
    await expect(reveal(sum, options)).rejects.toBeInstanceOf(InvalidArgumentError);
  });

  test("a function that throws, gives no number, or changes its input", async () => {
    const broken = () => {
      throw new Error("out of order");
    };
    await expect(reveal(broken)).rejects.toThrow("got one that throws: out of order");
    await expect(reveal(() => "7")).rejects.toThrow('a function that gives a number, got one that gives "7"');
    const sorting = (input: Float64Array): number => loop(input.sort());
    await expect(reveal(sorting)).rejects.toThrow(
      "leaves its input as it is, got one that changes element 0",
    );
  });
});

test("halves come as their bits, and are added exactly in f64", async () => {
  const revealed = await revealTree(
    (input) =>
      valueOfHalf("f16", bitsOfHalf("f16", loop(Array.from(input, (bits) => valueOfHalf("f16", bits))))),
    { n: 20, type: "f16" },
  );
  expect(revealed).toMatchObject({ kind: "orderFree", name: "exact", result: "f16" });
});

test("functions that flush subnormals are told, and what begins with a zero", async () => {
  const flushed = (value: number): number => (Math.abs(value) < 2 ** -126 ? 0 : value);
  const sum = (input: Float32Array): number => {
    let total = 0;
    for (const value of input) total = flushed(Math.fround(total + flushed(value)));
    return total;
  };
  const revealed = await revealTree(sum, { n: 9, type: "f32" });
  expect(revealed).toMatchObject({ kind: "tree", name: "left-fold", subnormals: "flushed", start: "zero" });
});
