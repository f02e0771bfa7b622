import fc from "fast-check";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import {
  all,
  any,
  argMax,
  argMin,
  correlation,
  count,
  covariance,
  cumulativeProduct,
  differences,
  dot,
  filter,
  logSumExp,
  mean,
  median,
  minMax,
  norm,
  prepareAlgorithm,
  quantile,
  softmax,
  squaredDistance,
  standardDeviation,
  sum,
  topK,
  variance,
} from "../algorithms.ts";
import { fn } from "../operators/text/parse-element-function.ts";
import { EmptyInputError, FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";

const isLarge = fn`(value: f64) => value > 2`;
const x = Float64Array.of(1, 2, 3, 6);
const y = Float64Array.of(2, -1, 0.5, 4);

/** Each fold, as it is prepared and as it is called; `online` where it reads its input once. */
const FOLDS = {
  mean: { prepared: prepareAlgorithm(mean, { type: "f64" }), plain: mean(x), online: true },
  sum: { prepared: prepareAlgorithm(sum, { type: "f64" }), plain: sum(x), online: true },
  dot: { prepared: prepareAlgorithm(dot, { type: "f64" }), plain: dot(x, y), online: true },
  squaredDistance: {
    prepared: prepareAlgorithm(squaredDistance, { type: "f64" }),
    plain: squaredDistance(x, y),
    online: true,
  },
  minMax: { prepared: prepareAlgorithm(minMax, { type: "f64" }), plain: minMax(x), online: true },
  argMin: { prepared: prepareAlgorithm(argMin, { type: "f64" }), plain: argMin(x), online: true },
  argMax: { prepared: prepareAlgorithm(argMax, { type: "f64" }), plain: argMax(x), online: true },
  count: {
    prepared: prepareAlgorithm(count, { type: "f64", predicate: isLarge }),
    plain: count(x, isLarge),
    online: true,
  },
  any: {
    prepared: prepareAlgorithm(any, { type: "f64", predicate: isLarge }),
    plain: any(x, isLarge),
    online: true,
  },
  all: {
    prepared: prepareAlgorithm(all, { type: "f64", predicate: isLarge }),
    plain: all(x, isLarge),
    online: true,
  },
  norm1: { prepared: prepareAlgorithm(norm, { type: "f64", p: 1 }), plain: norm(x, { p: 1 }), online: true },
  norm: { prepared: prepareAlgorithm(norm, { type: "f64" }), plain: norm(x), online: false },
  variance: {
    prepared: prepareAlgorithm(variance, { type: "f64", correction: 1 }),
    plain: variance(x, { correction: 1 }),
    online: false,
  },
  standardDeviation: {
    prepared: prepareAlgorithm(standardDeviation, { type: "f64" }),
    plain: standardDeviation(x),
    online: false,
  },
  covariance: {
    prepared: prepareAlgorithm(covariance, { type: "f64" }),
    plain: covariance(x, y),
    online: false,
  },
  logSumExp: { prepared: prepareAlgorithm(logSumExp, { type: "f64" }), plain: logSumExp(x), online: false },
  correlation: {
    prepared: prepareAlgorithm(correlation, { type: "f64" }),
    plain: correlation(x, y),
    online: false,
  },
};

describe.each(Object.entries(FOLDS))("%s", (name, { prepared, plain, online }) => {
  const pairs = ["dot", "squaredDistance", "covariance", "correlation"];
  const columns = pairs.includes(name) ? [x, y] : [x];

  it("is what the function gives", () => {
    expect(prepared.run(...columns)).toEqual(plain);
    expect(prepared.run(...columns.map((column) => [...column]))).toEqual(plain);
    expect(() => prepared.run(new Float32Array(2), new Float32Array(2))).toThrow("must be an array of f64");
  });

  it("is the same over chunks, where the input is read once", () => {
    if (!online) {
      expect(() => prepared.online()).toThrow(UnsupportedError);
      expect(() => prepared.online()).toThrow("reads its input twice");
      return;
    }
    const running = prepared.online();
    const nothing = columns.map((column) => column.subarray(0, 0));
    running.push(...nothing);
    if (["sum", "dot", "squaredDistance", "norm1"].includes(name)) expect(running.value()).toBe(0);
    else if (!["count", "any", "all"].includes(name)) expect(() => running.value()).toThrow(EmptyInputError);
    running.push(...columns.map((column) => column.subarray(0, 3)));
    running.push(...columns.map((column) => column.subarray(3)));
    expect(running.position).toBe(4);
    expect(running.value()).toEqual(plain);
    running.close();
  });

  if (!online) return;
  it("goes on from a snapshot, wherever it was taken", () => {
    for (const middle of [0, 1, 3, 4]) {
      const first = prepared.online();
      first.push(...columns.map((column) => column.subarray(0, middle)));
      const kept = first.snapshot();
      first.close();
      const later = prepared.online(kept);
      expect(later.snapshot()).toBe(kept);
      later.push(...columns.map((column) => column.subarray(middle)));
      expect(later.position).toBe(4);
      expect(later.value()).toEqual(plain);
      later.close();
    }
  });
});

describe("a snapshot", () => {
  const running = FOLDS.minMax.prepared.online();
  running.push(x);
  const kept = running.snapshot();
  running.close();
  const shorter = FOLDS.minMax.prepared.online();
  shorter.push(x.subarray(1));
  const { summaries } = JSON.parse(shorter.snapshot());
  shorter.close();

  it.each([
    ["no text", 7, "a snapshot of a fold"],
    ["no JSON", kept.slice(1), "a snapshot of a fold"],
    ["one of a scan", JSON.parse(kept).summaries[0], "a snapshot of a fold"],
    ["one with a digit that is another", kept.replace(/[0-9a-f](?=[0-9a-f]*\\"\]\])/, "?"), "summary"],
    [
      "one that lacks a sum",
      JSON.stringify({ ...JSON.parse(kept), summaries: summaries.slice(1) }),
      "2 summaries",
    ],
    [
      "one of sums of different elements",
      JSON.stringify({ ...JSON.parse(kept), summaries: [JSON.parse(kept).summaries[0], summaries[1]] }),
      "of the same elements",
    ],
  ])("that is %s is refused", (_, given, expected) => {
    expect(() => FOLDS.minMax.prepared.online(given as string)).toThrow(FormatError);
    expect(() => FOLDS.minMax.prepared.online(given as string)).toThrow(expected);
  });

  it("of another fold is refused, with both", () => {
    expect(() => FOLDS.mean.prepared.online(kept)).toThrow(
      /reduce input by add f64(.|\n)*reduce input by min f64/,
    );
  });
});

test("logSumExp of few elements and of many has the bits of the function (seed 29)", () => {
  const { run } = prepareAlgorithm(logSumExp, { type: "f64" });
  const byFold = prepareAlgorithm(logSumExp, { type: "f64", expression: "block-dyadic:32" }); // the default, by name
  const special = fc.oneof(fc.double(), fc.double({ min: -30, max: 30 }), fc.constantFrom(-0, Infinity, NaN));
  fc.assert(
    fc.property(fc.array(special, { minLength: 1, maxLength: 40 }), (elements) => {
      const input = Float64Array.from(elements);
      expect(run(input)).toBe(logSumExp(input));
      expect(byFold.run(input)).toBe(run(input));
    }),
    { seed: 29, numRuns: 200 },
  );
});

describe("prepareAlgorithm", () => {
  it("prints what a fold is made of", () => {
    expect(FOLDS.mean.prepared.composition).toMatchInlineSnapshot(`
      "s1 = reduce input by add f64 block-dyadic:32 initial=none v1
      result = s1 / f64(n)"
    `);
    expect(FOLDS.dot.prepared.composition).toMatchInlineSnapshot(`
      "s1 = reduce left * right by add f64 block-dyadic:32 initial=none v1
      result = s1"
    `);
    expect(FOLDS.variance.prepared.composition).toMatchInlineSnapshot(`
      "s2 = reduce input by add f64 block-dyadic:32 initial=none v1
      s3 = s2 / f64(n)
      s4 = reduce (input - s3) * (input - s3) by add f64 block-dyadic:32 initial=none v1
      s5 = reduce input - s3 by add f64 block-dyadic:32 initial=none v1
      result = (s4 - s5 * s5 / f64(n)) / (f64(n) - correction)"
    `);
    expect(FOLDS.norm.prepared.composition).toMatchInlineSnapshot(`
      "s1 = reduce abs(input) by max f64 block-dyadic:32 initial=none v1
      s2 = if s1 < 3.3589380537835444e-139 then 4.351082437154956e+186 else if s1 < 1.0229345649675443e+149 then 1 else 2.8451311993408992e-160
      s3 = reduce input * s2 * (input * s2) by add f64 block-dyadic:32 initial=none v1
      result = sqrt(s3) / s2"
    `);
    expect(FOLDS.argMax.prepared.composition.split("\n").slice(1)).toMatchInlineSnapshot(`
      [
        "result = s2",
      ]
    `);
  });

  it("has types", () => {
    expectTypeOf(FOLDS.mean.prepared.run(x)).toEqualTypeOf<number>();
    expectTypeOf(FOLDS.any.prepared.run(x)).toEqualTypeOf<boolean>();
  });

  it("refuses other functions, and options that the function refuses", () => {
    expect(() => prepareAlgorithm(filter, { type: "f64" })).toThrow(
      '"algorithm" must be a function of this entry point, not its name: a fold, median',
    );
    expect(() => prepareAlgorithm("mean" as never, { type: "f64" })).toThrow('got "mean"');
    expect(() => prepareAlgorithm(mean, { type: "f8" as never })).toThrow('"type" must be one of');
    expect(() => prepareAlgorithm(mean, {} as never)).toThrow('"type" must be one of');
    expect(() => prepareAlgorithm(mean, null as never)).toThrow('"options"');
    expect(() => prepareAlgorithm(mean, { type: "f64", correction: 1 })).toThrow('"correction"');
    expect(() => prepareAlgorithm(mean, { type: "f64", predicate: isLarge })).toThrow('"predicate"');
    expect(() => prepareAlgorithm(count, { type: "f64", predicate: () => true })).toThrow(
      '"predicate" must be',
    );
    expect(() => prepareAlgorithm(dot, { type: "f64" }).run(x, Float64Array.of(1))).toThrow(
      '"right" must have length 4',
    );
  });

  it("has the bits of one call, however the chunks are cut (seed 27)", () => {
    const chunks = fc.array(fc.float64Array({ maxLength: 70 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(chunks, (parts) => {
        const whole = Float64Array.from(parts.flatMap((part) => [...part]));
        if (whole.length === 0) return;
        for (const { prepared } of [FOLDS.mean, FOLDS.minMax, FOLDS.argMax, FOLDS.count, FOLDS.norm1]) {
          const running = prepared.online();
          for (const part of parts) running.push(part);
          expect(running.value()).toEqual(prepared.run(whole));
          running.close();
        }
      }),
      { seed: 27, numRuns: 60 },
    );
  });
});

/** What is no fold, prepared and called. */
const OTHERS = {
  median: { prepared: prepareAlgorithm(median, { type: "f64" }), plain: median },
  quantile: {
    prepared: prepareAlgorithm(quantile, { type: "f64", q: 0.3, method: 6 }),
    plain: (given: Float64Array) => quantile(given, 0.3, { method: 6 }),
  },
  quantiles: {
    prepared: prepareAlgorithm(quantile, { type: "f64", q: [0, 0.25, 1] }),
    plain: (given: Float64Array) => quantile(given, [0, 0.25, 1]),
  },
  topK: {
    prepared: prepareAlgorithm(topK, { type: "f64", count: 1 }),
    plain: (given: Float64Array) => topK(given, 1),
  },
  smallest: {
    prepared: prepareAlgorithm(topK, { type: "f64", count: 1, order: "smallest" }),
    plain: (given: Float64Array) => topK(given, 1, { order: "smallest" }),
  },
  softmax: {
    prepared: prepareAlgorithm(softmax, { type: "f64" }),
    plain: (given: Float64Array) => softmax(given),
  },
  softmaxByFold: {
    prepared: prepareAlgorithm(softmax, { type: "f64", expression: "left-fold" }),
    plain: (given: Float64Array) => softmax(given, { expression: "left-fold" }),
  },
  cumulativeProduct: {
    prepared: prepareAlgorithm(cumulativeProduct, { type: "f64" }),
    plain: (given: Float64Array) => cumulativeProduct(given),
  },
  backward: {
    prepared: prepareAlgorithm(cumulativeProduct, {
      type: "f64",
      direction: "backward",
      expression: "left-fold",
    }),
    plain: (given: Float64Array) =>
      cumulativeProduct(given, { direction: "backward", expression: "left-fold" }),
  },
  differences: {
    prepared: prepareAlgorithm(differences, { type: "f64" }),
    plain: (given: Float64Array) => differences(given),
  },
  secondDifferences: {
    prepared: prepareAlgorithm(differences, { type: "f64", order: 2 }),
    plain: (given: Float64Array) => differences(given, { order: 2 }),
  },
};

describe.each(Object.entries(OTHERS))("%s, which is no fold", (_, { prepared, plain }) => {
  const special = fc.oneof(fc.double(), fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, 1));
  const inputs = fc.oneof(
    fc.array(special, { minLength: 1, maxLength: 60 }),
    fc.array(special, { minLength: 500, maxLength: 600 }),
  );

  it("has the bits of the function, for few elements and many (seed 28)", () => {
    fc.assert(
      fc.property(inputs, (elements) => {
        const input = Float64Array.from(elements);
        expect(prepared.run(input)).toEqual(plain(input));
        expect(prepared.run(elements)).toEqual(plain(input));
      }),
      { seed: 28, numRuns: 60 },
    );
  });

  it("takes nothing as the function does", () => {
    const answer = (give: () => unknown): unknown => {
      try {
        return give();
      } catch (error) {
        return [error?.constructor, (error as Error).message];
      }
    };
    expect(answer(() => prepared.run([]))).toEqual(answer(() => plain(new Float64Array(0))));
  });

  it("refuses columns of another type, options of other functions, and chunks", () => {
    expect(() => prepared.run(new Float32Array(2))).toThrow("must be an array of f64");
    expect(() => prepared.online()).toThrow(UnsupportedError);
    expect(() => prepared.online()).toThrow("it is no fold");
  });
});

describe("functions that are no folds", () => {
  it("print their formulas", () => {
    expect(
      Object.fromEntries(Object.entries(OTHERS).map(([name, { prepared }]) => [name, prepared.composition])),
    ).toMatchInlineSnapshot(`
      {
        "backward": "result = inclusive scan of input by multiply f64 left-fold backward initial=none v1",
        "cumulativeProduct": "result = inclusive scan of input by multiply f64 block-dyadic:32 initial=none v1",
        "differences": "result[i] = input[i + 1] - input[i], 1 times",
        "median": "x = the elements in order; result = quantile of x at 0.5 by method 7",
        "quantile": "x = the elements in order; result = quantile of x at 0.3 by method 6",
        "quantiles": "x = the elements in order; result = quantile of x at 0, 0.25, 1 by method 7",
        "secondDifferences": "result[i] = input[i + 1] - input[i], 2 times",
        "smallest": "result = the first 1 of the elements in ascending order, and where they are",
        "softmax": "s1 = reduce f64(input) by max f64 block-dyadic:32 initial=none v1
      s2 = if abs(s1) == inf then 0 else s1
      s3 = reduce exp(f64(input) - s2) by add f64 block-dyadic:32 initial=none v1
      result = exp(f64(input) - s2) / s3",
        "softmaxByFold": "s1 = reduce f64(input) by max f64 block-dyadic:32 initial=none v1
      s2 = if abs(s1) == inf then 0 else s1
      s3 = reduce exp(f64(input) - s2) by add f64 left-fold initial=none v1
      result = exp(f64(input) - s2) / s3",
        "topK": "result = the first 1 of the elements in descending order, and where they are",
      }
    `);
  });

  it("have types", () => {
    expectTypeOf(OTHERS.quantile.prepared.run(x)).toEqualTypeOf<number>();
    expectTypeOf(OTHERS.quantiles.prepared.run(x)).toEqualTypeOf<Float64Array>();
    expectTypeOf(OTHERS.median.prepared.run(x)).toEqualTypeOf<number>();
    expectTypeOf(OTHERS.topK.prepared.run(x).values).toEqualTypeOf<Float64Array>();
    expectTypeOf(OTHERS.differences.prepared.run(x)).toEqualTypeOf<Float64Array>();
  });

  it("take narrow elements as what they widen to", () => {
    const small = prepareAlgorithm(topK, { type: "u8", count: 2 });
    expect(small.run(Uint8Array.of(3, 9, 7))).toEqual(topK(Uint8Array.of(3, 9, 7), 2));
  });

  it.each([
    [
      "a share above 1",
      () => prepareAlgorithm(quantile, { type: "f64", q: 2 }),
      '"q" must be a number from 0 to 1',
    ],
    ["no share", () => prepareAlgorithm(quantile, { type: "f64" }), '"q"'],
    ["a tenth method", () => prepareAlgorithm(quantile, { type: "f64", q: 0.5, method: 10 }), '"method"'],
    ["a count of half", () => prepareAlgorithm(topK, { type: "f64", count: 0.5 }), '"count"'],
    ["no such order", () => prepareAlgorithm(topK, { type: "f64", count: 1, order: "first" }), '"order"'],
    ["an order of 65", () => prepareAlgorithm(differences, { type: "f64", order: 65 }), '"order"'],
    ["an output", () => prepareAlgorithm(cumulativeProduct, { type: "f64", output: x }), '"output"'],
    ["a method of a median", () => prepareAlgorithm(median, { type: "f64", method: 6 }), '"method"'],
    [
      "an expression that is none",
      () => prepareAlgorithm(softmax, { type: "f64", expression: "best" }),
      "best",
    ],
  ])("refuse %s before they run", (_, prepare, expected) => {
    expect(prepare).toThrow(InvalidArgumentError);
    expect(prepare).toThrow(expected);
  });

  it("select the smallest of equal elements in their order", () => {
    const smallest = prepareAlgorithm(topK, { type: "i32", count: 7, order: "smallest" });
    for (const length of [7, 20, 48, 49, 600]) {
      const input = Int32Array.from({ length }, (_, i) => (i * 7919) % 5);
      expect(smallest.run(input)).toEqual(topK(input, 7, { order: "smallest" }));
    }
  });

  it("refuse more than there are elements", () => {
    expect(() => OTHERS.topK.prepared.run([])).toThrow("a whole number from 0 to 0, the input's length");
  });
});
