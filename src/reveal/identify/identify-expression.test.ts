import { describe, expect, test } from "vitest";
import { sumsJavascriptExecutor } from "../../executors/javascript/sums-javascript-executor.ts";
import { reduce } from "../../index.ts";
import { valueOfKnownSum } from "../known-sums.ts";
import { identifyExpression } from "./identify-expression.ts";

const executor = sumsJavascriptExecutor;
const TERMS = Float64Array.from({ length: 3000 }, (_, i) => Math.sin(i * i) * 2 ** (i % 23));
const SINGLE = Float32Array.from(TERMS);

const names = async (input: Float64Array | Float32Array, result: number): Promise<readonly string[]> =>
  (await identifyExpression(executor, input, result)).matches.map(({ name, isRounded }) =>
    isRounded ? `${name}, rounded` : name,
  );

describe("what gave a result", () => {
  test.each([
    "left-fold",
    "iterated-pairwise",
    "bisection",
    "interleaved:6",
    "block-dyadic:256",
    "linear-carry:64",
  ])("%s", async (expression) => {
    expect(await names(TERMS, reduce(TERMS, { expression }))).toContain(
      `add f64 ${expression} initial=none v1`,
    );
  });

  test("from the end, in f32, widened, and widened and rounded", async () => {
    const fromTheEnd = TERMS.reduceRight((sum, term) => sum + term);
    expect(await names(TERMS, fromTheEnd)).toContain("add f64 left-fold backward initial=none v1");
    expect(await names(SINGLE, reduce(SINGLE, { expression: "left-fold" }))).toEqual([
      "add f32 left-fold initial=none v1",
    ]);
    const wide = reduce(SINGLE, { expression: "left-fold", accumulate: "f64" });
    expect(await names(SINGLE, wide)).toContain("add f32 sum=f64 left-fold initial=none v1");
    expect(await names(SINGLE, Math.fround(wide))).toContain(
      "add f32 sum=f64 left-fold initial=none v1, rounded",
    );
  });

  test("compensated loops, and sorted elements", async () => {
    const kahan = valueOfKnownSum({ sum: "kahan", accumulate: "f32", result: "f32" }, SINGLE);
    expect(await names(SINGLE, kahan)).toContain("kahan, f32");
    const ascending = TERMS.slice()
      .sort()
      .reduce((sum, term) => sum + term);
    expect(await names(TERMS, ascending)).toContain(
      "add f64 left-fold initial=none v1 of elements sorted ascending",
    );
  });

  test("NumPy's and libstdc++'s trees", async () => {
    const { tried } = await identifyExpression(executor, TERMS, 0);
    const numpy = tried.find(({ name }) => name.startsWith("NumPy"));
    const standard = tried.find(({ name }) => name.startsWith("libstdc++"));
    expect(numpy?.value).toBe(numpySum(TERMS));
    let [sum, i] = [0, 0];
    for (; i + 4 <= TERMS.length; i += 4) sum += TERMS[i] + TERMS[i + 1] + (TERMS[i + 2] + TERMS[i + 3]);
    expect(standard?.value).toBe(sum);
  });

  test("none: the nearest, and how far off it is", async () => {
    const result = reduce(TERMS, { expression: "left-fold" }) + 1e-3;
    const { matches, nearest, tried } = await identifyExpression(executor, TERMS, result);
    expect(matches).toEqual([]);
    const least = Math.min(...tried.map(({ value }) => Math.abs(value - result)));
    expect(Math.abs((nearest?.value ?? 0) - result)).toBe(least);
    expect(nearest?.ulps).not.toBe(0);
  });

  test("the sign of zero counts", async () => {
    const zeros = Float64Array.of(-0, -0, -0);
    expect(await names(zeros, -0)).toContain("add f64 left-fold initial=none v1");
    expect(await names(zeros, 0)).not.toContain("add f64 left-fold initial=none v1");
  });
});

/** numpy/_core/src/umath/loops_utils.h.src, pairwise_sum. */
function numpySum(terms: Float64Array): number {
  const n = terms.length;
  if (n > 128) {
    const half = Math.floor(n / 2) - (Math.floor(n / 2) % 8);
    return numpySum(terms.subarray(0, half)) + numpySum(terms.subarray(half));
  }
  if (n < 8) return terms.reduce((sum, term) => sum + term, -0);
  const r = Array.from(terms.subarray(0, 8));
  let i = 8;
  for (; i + 8 <= n; i += 8) for (let k = 0; k < 8; k++) r[k] += terms[i + k];
  let sum = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
  for (; i < n; i++) sum += terms[i];
  return sum;
}

test("bad input", async () => {
  await expect(identifyExpression(executor, Int32Array.of(1) as never, 1)).rejects.toThrow(
    "a Float64Array or Float32Array",
  );
  await expect(identifyExpression(executor, new Float64Array(0), 1)).rejects.toThrow("at least one element");
  await expect(identifyExpression(executor, TERMS, "1" as never)).rejects.toThrow(
    '"result" must be a number',
  );
  await expect(identifyExpression({} as never, TERMS, 1)).rejects.toThrow("an executor");
});
