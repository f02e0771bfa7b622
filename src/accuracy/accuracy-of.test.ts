import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateSumData, SUM_KIND_NAMES } from "../conformance/data/sum-data.ts";
import type { Executor } from "../executors/executor.ts";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { sumsJavascriptExecutor } from "../executors/javascript/sums-javascript-executor.ts";
import { errorBound } from "../expressions/error-bound.ts";
import {
  binned,
  bisection,
  interleaved,
  isOrderFree,
  iteratedPairwise,
  leftFold,
} from "../expressions/expression.ts";
import { type Accuracy, accuracyOf, type MeasuredSum } from "./accuracy-of.ts";
import { ACCURACY_EXPRESSIONS } from "./asked-contracts.ts";
import { scanAccuracyOf } from "./scan-accuracy-of.ts";

const TYPES = [
  { type: "f64", accumulate: "f64" },
  { type: "f32", accumulate: "f32" },
  { type: "f32", accumulate: "f64" },
] as const;
const EXPRESSIONS = [...ACCURACY_EXPRESSIONS, bisection, interleaved(16)];

function rowOf({ rows }: Accuracy, expression: string): MeasuredSum {
  const row = rows.find((each) => each.expression === expression);
  if (row?.kind !== "measured") throw new Error(`no ${expression}`);
  return row;
}

describe.each(TYPES)("sums of $type in $accumulate", ({ type, accumulate }) => {
  test.each(SUM_KIND_NAMES)("%s: no bound is exceeded, exact is within half an ulp", async (kind) => {
    for (const [length, seed] of [
      [1, 1n],
      [2, 2n],
      [97, 3n],
      [1024, 4n],
      [4099, 5n],
      [20_001, 6n],
    ] as const) {
      const input = generateSumData({ kind, type, length, seed });
      const found = await accuracyOf(sumsJavascriptExecutor, input, { accumulate, expressions: EXPRESSIONS });
      const verdicts = found.rows.map((row) => (row.kind === "refused" ? "refused" : row.verdict));
      expect(verdicts).toEqual(EXPRESSIONS.map(() => "within"));
      expect(found.passed).toBe(true);
      expect(rowOf(found, "exact").ulps).toBeLessThanOrEqual(0.5);
      expect(rowOf(found, "exact").value + 0).toBe(found.sum);
    }
  });

  test.each(SUM_KIND_NAMES)("%s: nor by any prefix of a scan", async (kind) => {
    for (const [length, seed] of [
      [33, 7n],
      [97, 8n],
      [400, 9n],
    ] as const) {
      const input = generateSumData({ kind, type, length, seed });
      const expressions = EXPRESSIONS.filter((each) => each !== bisection);
      const found = await scanAccuracyOf(sumsJavascriptExecutor, input, { accumulate, expressions });
      for (const row of found.rows) {
        if (row.kind === "refused") throw new Error(row.reason);
        expect([row.expression, row.exceededCount, row.overflowedCount]).toEqual([row.expression, 0, 0]);
        expect(row.usedBound).toBeLessThanOrEqual(1);
        expect(row.worst.ulps).toBeLessThanOrEqual(row.worst.boundUlps);
      }
      expect(found.passed).toBe(true);
    }
  });

  test("bounds are those of the expressions' own: of trees the same, of order-free sums at most", async () => {
    const input = generateSumData({ kind: "tenths", type, length: 4099, seed: 0n });
    const found = await accuracyOf(sumsJavascriptExecutor, input, { accumulate, expressions: EXPRESSIONS });
    const ulp = 2 ** (accumulate === "f64" ? -44 : -15); // of 409.9
    EXPRESSIONS.forEach((expression, i) => {
      const { boundUlps } = rowOf(found, found.rows[i].expression);
      const used = boundUlps / ((errorBound(expression, 4099, accumulate) * found.magnitude) / ulp);
      if (isOrderFree(expression)) expect(used).toBeLessThan(1 + 1e-12);
      else expect(used).toBeCloseTo(1, 6);
    });
  });
});

test("no bound is exceeded by floats of any sizes, cancelling or not", async () => {
  const finite = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, min: -1e-300, max: 1e-300 }),
    fc.integer({ min: -4, max: 4 }),
  );
  const terms = fc.array(finite, { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(terms, fc.boolean(), async (values, isMirrored) => {
      const all = isMirrored ? [...values, ...values.map((value) => -value)] : values;
      const singles = Float32Array.from(all, (value) => (Math.abs(value) > 3e38 ? 1 : value));
      for (const input of [Float64Array.from(all), singles]) {
        const found = await accuracyOf(sumsJavascriptExecutor, input, { expressions: EXPRESSIONS });
        expect(found.rows.filter((row) => row.kind === "refused" || row.verdict === "exceeded")).toEqual([]);
      }
    }),
    { seed: 20261121, numRuns: 300 },
  );
});

test("a sum, an ulp and a condition that are known", async () => {
  const input = Float64Array.of(1, 1e16, 1, -1e16);
  const found = await accuracyOf(sumsJavascriptExecutor, input);
  expect(found).toMatchObject({ executor: "javascript", type: "f64", accumulate: "f64", length: 4, sum: 2 });
  expect(found.magnitude).toBe(2e16 + 2);
  expect(found.condition).toBe(1e16 + 1);
  const row = rowOf(found, "left-fold"); // 1e16 + 1 is 1e16 again, twice
  expect(row.value).toBe(0);
  expect(row.ulps).toBe(2 / 2 ** -51); // neighbours of 2 are 2^-51 apart
  // γ_3·Σ|x|, and its model.
  const gamma = (3 * 2 ** -53) / (1 - 3 * 2 ** -53);
  expect(row.boundUlps / ((gamma * (2e16 + 2)) / 2 ** -51)).toBeCloseTo(1, 12);
  expect(row.likelyUlps ?? 0).toBeCloseTo((Math.sqrt(3) * 2 ** -53 * (2e16 + 2)) / 2 ** -51, -1);
  expect(row.usedBound).toBeCloseTo(row.ulps / row.boundUlps, 12);
  expect(rowOf(found, "exact")).toMatchObject({ value: 2, ulps: 0, boundUlps: 0.5, likelyUlps: undefined });
});

test("errors below one ulp are fractions", async () => {
  const [{ rows }] = [await accuracyOf(sumsJavascriptExecutor, Float64Array.of(1, 2 ** -54))];
  expect(rows.map((row) => (row.kind === "measured" ? row.ulps : undefined))).toEqual(rows.map(() => 0.25));
});

test("a sum of zero: its ulp is the smallest subnormal, its condition infinite; of zeros alone it is 1", async () => {
  const input = Float32Array.of(1, 2 ** -24, -1, -(2 ** -24));
  const found = await accuracyOf(sumsJavascriptExecutor, input, { expressions: [leftFold] });
  expect(found).toMatchObject({ sum: 0, condition: Number.POSITIVE_INFINITY, passed: true });
  expect(rowOf(found, "left-fold").ulps).toBe(2 ** -24 / 2 ** -149);
  const zeros = await accuracyOf(sumsJavascriptExecutor, Float64Array.of(0, -0));
  expect(zeros).toMatchObject({ sum: 0, magnitude: 0, condition: 1, passed: true });
});

test("terms that no bin reaches are in the bound of the binned sum", async () => {
  const input = new Float64Array(1000).fill(5e-324);
  const found = await accuracyOf(sumsJavascriptExecutor, input, { expressions: [binned(3)] });
  expect(rowOf(found, "binned:3")).toMatchObject({ value: 0, ulps: 1000, verdict: "within" });
});

test("overflow of a partial sum is told apart from a wrong value", async () => {
  const input = Float64Array.of(1e308, 1e308, -1e308);
  const found = await accuracyOf(sumsJavascriptExecutor, input);
  expect(found).toMatchObject({ sum: 1e308, passed: true });
  expect(rowOf(found, "left-fold")).toMatchObject({ verdict: "overflowed", ulps: Number.POSITIVE_INFINITY });
  expect(rowOf(found, "exact")).toMatchObject({ verdict: "within", ulps: 0 });
  expect(rowOf(found, "binned:3").verdict).toBe("within");
  const scanned = await scanAccuracyOf(sumsJavascriptExecutor, input, {
    expressions: ["left-fold", "exact"],
  });
  expect(scanned.passed).toBe(true);
  expect(scanned.rows).toMatchObject([{ overflowedCount: 2 }, { overflowedCount: 1 }]);
});

test("no bound is none: f32 from the left, beyond 2^24 terms", async () => {
  const input = new Float32Array(2 ** 24 + 2).fill(1);
  const found = await accuracyOf(sumsJavascriptExecutor, input, {
    expressions: [leftFold, iteratedPairwise],
  });
  expect(rowOf(found, "left-fold")).toMatchObject({
    value: 2 ** 24,
    ulps: 1,
    boundUlps: Infinity,
    usedBound: 0,
  });
  expect(rowOf(found, "iterated-pairwise")).toMatchObject({ value: 2 ** 24 + 2, ulps: 0 });
});

describe("an executor that is wrong is found out", () => {
  /** The one that it wraps, but for a change of each value that it gives. */
  const changed = (change: (value: number) => number): Executor => ({
    ...sumsJavascriptExecutor,
    plan: (contract) => {
      const plan = sumsJavascriptExecutor.plan(contract);
      return {
        ...plan,
        reduce: (input) => [change(Number(plan.reduce(input)[0]))],
        inclusiveScan: (input) => [
          Float64Array.from(plan.inclusiveScan(input)[0] as Float64Array, (value, i) =>
            i === 57 ? change(value) : value,
          ),
        ],
      };
    },
  });
  const input = generateSumData({ kind: "uniform", type: "f64", length: 97, seed: 1n });

  test("by an ulp where half of one is allowed", async () => {
    const executor = changed((value) => value * (1 + 2 ** -52));
    const found = await accuracyOf(executor, input, { expressions: ["exact", "iterated-pairwise"] });
    expect(found.passed).toBe(false);
    expect(rowOf(found, "exact").verdict).toBe("exceeded");
    expect(rowOf(found, "exact").usedBound).toBeGreaterThan(1);
    expect(rowOf(found, "iterated-pairwise").verdict).toBe("within");
  });

  test("at one prefix, and where an infinity cannot come from an overflow", async () => {
    const scanned = await scanAccuracyOf(
      changed((value) => value * (1 + 2 ** -20)),
      input,
    );
    expect(scanned.passed).toBe(false);
    for (const row of scanned.rows) expect(row).toMatchObject({ exceededCount: 1, worst: { position: 57 } });
    for (const wrong of [Infinity, Number.NaN]) {
      const found = await accuracyOf(
        changed(() => wrong),
        input,
      );
      expect(found.rows.map((row) => row.kind === "measured" && row.verdict)).toEqual(
        found.rows.map(() => "exceeded"),
      );
    }
  });
});

test("what an executor refuses is a row of its own", async () => {
  const found = await accuracyOf(javascriptExecutor, Float64Array.of(1, 2));
  expect(found.passed).toBe(true);
  expect(found.rows.filter(({ kind }) => kind === "refused").map(({ expression }) => expression)).toEqual([
    "binned:2",
    "binned:3",
    "binned:4",
    "exact",
  ]);
  const scanned = await scanAccuracyOf(javascriptExecutor, Float64Array.of(1), { expressions: [bisection] });
  expect(scanned.rows).toMatchObject([{ kind: "refused", expression: "bisection" }]);
});

test("bad input is named", async () => {
  const integers = Int32Array.of(1) as unknown as Float64Array;
  await expect(accuracyOf(sumsJavascriptExecutor, integers)).rejects.toThrow(
    '"input" must be a Float64Array or Float32Array',
  );
  await expect(accuracyOf(sumsJavascriptExecutor, new Float64Array(0))).rejects.toThrow(
    "at least one element",
  );
  await expect(scanAccuracyOf(sumsJavascriptExecutor, Float64Array.of(1, Infinity))).rejects.toThrow(
    "Infinity at 1",
  );
  const narrower = { accumulate: "f32" } as const;
  await expect(accuracyOf(sumsJavascriptExecutor, Float64Array.of(1), narrower)).rejects.toThrow(
    '"accumulate"',
  );
});
