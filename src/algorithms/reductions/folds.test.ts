import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { defineElementFunction } from "../../operators/element-function.ts";
import { binary, constant, left } from "../../operators/term.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  newElementArray,
} from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Call } from "../call.ts";
import { nowFolded } from "../now.ts";
import { runCall } from "../run-call.ts";
import { all, any, count } from "./count-flags.ts";
import { correlation, covariance } from "./covariance.ts";
import { dot } from "./dot.ts";
import { argMax, argMin } from "./first-of-extreme.ts";
import { mean } from "./mean.ts";
import { minMax } from "./min-max.ts";
import { norm } from "./norm.ts";
import { squaredDistance } from "./squared-distance.ts";
import { standardDeviation } from "./standard-deviation.ts";
import { sum } from "./sum.ts";
import { variance } from "./variance.ts";

/*
 * A fold means its steps: map and reduce, on plain loops. Plans of the wasm executor have the same bits, whichever way they take.
 */

const definition = javascriptPrimitives();
const executor = algorithmsWasmExecutor();
const on = executor.openPrimitives();

const isSmall = Object.fromEntries(
  ELEMENT_TYPES.map((type) => {
    const small = constant(type, ELEMENT_TYPE_FACTS[type].isBigInt ? 3n : 3);
    return [type, defineElementFunction(type, "bool", [binary("less", left(type), small)])];
  }),
);

type Given = readonly [ElementArray, ElementArray];

/** Arguments of each function, of two columns of one type. */
const FOLDS: Readonly<
  Record<string, readonly [AlgorithmRow, (given: Given, type: ElementType) => unknown[]]>
> = {
  mean: [mean, ([x]) => [x]],
  "mean, left to right": [mean, ([x]) => [x, { expression: "left-fold" }]],
  "mean, blocks of 8": [mean, ([x]) => [x, { expression: "block-dyadic:8" }]],
  "mean, exact": [mean, ([x]) => [x, { expression: "exact" }]],
  "mean, linear": [mean, ([x]) => [x, { expression: "linear-carry:32" }]],
  "mean, interleaved": [mean, ([x]) => [x, { expression: "interleaved:4" }]],
  variance: [variance, ([x]) => [x]],
  "variance of a sample": [variance, ([x]) => [x, { correction: 1 }]],
  standardDeviation: [standardDeviation, ([x]) => [x, { correction: 1 }]],
  covariance: [covariance, (given) => [...given]],
  "covariance of a sample": [covariance, (given) => [...given, { correction: 1 }]],
  correlation: [correlation, (given) => [...given]],
  squaredDistance: [squaredDistance, (given) => [...given]],
  norm: [norm, ([x]) => [x]],
  "norm, 1": [norm, ([x]) => [x, { p: 1 }]],
  "norm, infinity": [norm, ([x]) => [x, { p: Number.POSITIVE_INFINITY }]],
  sum: [sum, ([x]) => [x]],
  dot: [dot, (given) => [...given]],
  minMax: [minMax, ([x]) => [x]],
  argMax: [argMax, ([x]) => [x]],
  argMin: [argMin, ([x]) => [x]],
  count: [count, ([x], type) => [x, isSmall[type]]],
  any: [any, ([x], type) => [x, isSmall[type]]],
  all: [all, ([x], type) => [x, isSmall[type]]],
};

const HOSTILE = [0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 5e-324, 2 ** -1022, 1e308, 2 ** 53, 0.1, 3];

/** Numbers of a seed, some of them hostile; the same for both columns where `isTame`. */
function columnOf(type: ElementType, length: number, seed: number, isTame: boolean): ElementArray {
  const column = newElementArray(type, length);
  let state = (seed | 0) ^ 0x9e3779b9;
  for (let i = 0; i < length; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + i;
    const word = state >>> 0;
    if (ELEMENT_TYPE_FACTS[type].isBigInt) column[i] = BigInt.asIntN(64, BigInt(word) << BigInt(word % 33));
    else if (!ELEMENT_TYPE_FACTS[type].isFloat) column[i] = word >> (word % 31);
    else
      column[i] =
        !isTame && word % 97 === 0
          ? HOSTILE[word % HOSTILE.length]
          : (word / 2 ** 32 - 0.3) * 2 ** (word % 9);
  }
  return column;
}

const lengths = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 80 }) },
  { weight: 2, arbitrary: fc.constantFrom(127, 128, 1023, 1024, 1025, 1537) },
  { weight: 2, arbitrary: fc.constantFrom(4096, 5000, 8192, 16_384, 16_385, 20_011, 33_000) },
);

function defined(row: AlgorithmRow, given: readonly unknown[]): unknown {
  const call = (row.call as (...all: readonly unknown[]) => Call<unknown>)(...given);
  return runCall(definition, call);
}

describe.each(Object.keys(FOLDS))("%s", (name) => {
  const [row, argumentsOf] = FOLDS[name];
  const run: (...given: readonly unknown[]) => unknown = nowFolded(
    row,
    () => ({ executor }),
    () => on,
  );

  it("has the bits of its steps on plain loops, twice (seed 25)", () => {
    const cases = fc.tuple(fc.constantFrom(...ELEMENT_TYPES), lengths, fc.integer(), fc.boolean());
    fc.assert(
      fc.property(cases, ([type, length, seed, isTame]) => {
        const given: Given = [columnOf(type, length, seed, isTame), columnOf(type, length, ~seed, isTame)];
        const expected = defined(row, argumentsOf(given, type));
        expect(run(...argumentsOf(given, type))).toEqual(expected);
        expect(run(...argumentsOf(given, type))).toEqual(expected); // by the plan that was kept
      }),
      { seed: 25, numRuns: 60 },
    );
  });
});

describe("extremes of zeros and of one sign", () => {
  const alternatives = [
    [0, -0],
    [0, -0, -3],
    [0, -0, 3],
    [-0, -3],
    [0, 3],
    [-0],
    [-0, Number.NaN],
    [-Infinity],
    [Infinity, 0],
  ];
  const rows = [minMax, argMin, argMax].map((row) => {
    const run: (input: ElementArray) => unknown = nowFolded(
      row,
      () => ({ executor }),
      () => on,
    );
    return { row, run };
  });

  it("are those of the definition, at each length (seed 26)", () => {
    const cases = fc.tuple(
      fc.constantFrom(...alternatives),
      fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(1030, 2051, 16_384, 16_390, 40_000)),
      fc.constantFrom<"f64" | "f32">("f64", "f32"),
      fc.integer({ min: 1, max: 1000 }),
    );
    fc.assert(
      fc.property(cases, ([values, length, type, period]) => {
        const x = newElementArray(type, length);
        for (let i = 0; i < length; i++)
          x[i] = values[i % period === period - 1 ? i % values.length : values.length - 1];
        for (const { row, run } of rows) expect(run(x)).toEqual(defined(row, [x]));
      }),
      { seed: 26, numRuns: 150 },
    );
  });
});

describe("the ways of a plan", () => {
  const runOf = (row: AlgorithmRow): ((...given: readonly unknown[]) => unknown) =>
    nowFolded(
      row,
      () => ({ executor }),
      () => on,
    );

  it("is generated code for short arrays, and nothing else", () => {
    const { primitiveCounts } = executor;
    for (const row of [mean, variance, minMax]) {
      const before = { ...primitiveCounts };
      runOf(row)(Float64Array.of(1, 2, 3));
      expect(primitiveCounts).toEqual({ ...before, foldCode: before.foldCode + 3 });
    }
  });

  it("is generated code again for sums beyond the caches, where they lie", () => {
    const { primitiveCounts } = executor;
    const length = 2 ** 21 + 1500;
    const [x, y] = [1, 3].map((period) =>
      new Float64Array(length).map((_, i) => Math.fround(i / period / 7)),
    );
    for (const [row, given] of [
      [mean, [x]],
      [sum, [x, { expression: "block-dyadic:256" }]],
      [dot, [x, y]],
    ] as const) {
      const before = { ...primitiveCounts };
      expect(runOf(row)(...given)).toEqual(defined(row, given));
      expect(primitiveCounts).toEqual({ ...before, foldCode: before.foldCode + length });
    }
    const before = { ...primitiveCounts };
    runOf(variance)(x);
    expect(primitiveCounts).toEqual({ ...before, foldKernels: before.foldKernels + 2 * length });
  });

  it("is kernels for long ones, in library memory and elsewhere, and chunks for exact sums", () => {
    const { primitiveCounts } = executor;
    const length = 20_000;
    const { array, release } = executor.allocate("f64", length);
    for (let i = 0; i < length; i++) array[i] = Math.fround(i / 7);
    for (const x of [array, array.slice()]) {
      const before = { ...primitiveCounts };
      expect(runOf(variance)(x)).toEqual(defined(variance, [x.slice()]));
      expect(primitiveCounts).toEqual({ ...before, foldKernels: before.foldKernels + 2 * length });
    }
    const before = { ...primitiveCounts };
    expect(runOf(mean)(array, { expression: "exact" })).toEqual(
      defined(mean, [array.slice(), { expression: "exact" }]),
    );
    expect(primitiveCounts).toEqual({ ...before, foldChunks: before.foldChunks + length });
    release();
  });

  it("has the bits of its steps where pieces and stages end, in either memory, at odd places (seed 27)", () => {
    const { primitiveCounts } = executor;
    const ends = [2047, 2048, 2049, 4096, 4127, 8191, 8192, 8193, 16_417];
    const cases = fc.tuple(fc.constantFrom("f64", "f32", "i64"), fc.constantFrom(...ends), fc.integer());
    fc.assert(
      fc.property(cases, ([type, length, seed]) => {
        const rooms = [seed, ~seed].map((each) => {
          const room = executor.allocate(type, length + 1);
          const column = room.array.subarray(1);
          column.set(columnOf(type, length, each, seed % 2 === 0) as never);
          return { ...room, column };
        });
        const [x, y] = rooms.map(({ column }) => column);
        for (const [own, other] of [
          [x, y],
          [x.slice(), y.slice()],
        ] as const) {
          const before = primitiveCounts.foldKernels;
          expect(runOf(correlation)(own, other)).toEqual(defined(correlation, [x.slice(), y.slice()]));
          expect(runOf(dot)(own, other)).toEqual(defined(dot, [x.slice(), y.slice()]));
          expect(primitiveCounts.foldKernels).toBe(before + 3 * length);
        }
        for (const { release } of rooms) release();
      }),
      { seed: 27, numRuns: 40 },
    );
  });

  it("reads no options twice: those of a call like one before are known by their values", () => {
    const run = runOf(variance);
    const x = Float64Array.of(1, 2, 3, 6);
    for (const correction of [0, 1, 2, 1, 0]) expect(run(x, { correction })).toBe(14 / (4 - correction));
    for (let round = 0; round < 2; round++) {
      expect(() => run(x, { corection: 1 })).toThrow('"corection"');
      expect(() => run(x, { correction: 1, extra: undefined })).toThrow('"extra"');
      expect(() => run(x, null)).toThrow('"options"');
      expect(() => run(new Float64Array(0), { correction: 1 })).toThrow(
        '"input" must have at least one element',
      );
      expect(() => run([1, 2], { correction: 1 })).toThrow('come with a "type"');
      expect(run([1, 2, 3, 6], { correction: 1, type: "f64" })).toBe(14 / 3);
    }
    expect(() => runOf(dot)(x, Float64Array.of(1))).toThrow('"right" must have length 4, got 1');
  });
});
