// Functions that compute floats round them once to half floats where `output` names them: the bits of columns, the number that one value's stand for.
import { describe, expect, expectTypeOf, it } from "vitest";
import * as entry from "../../src/algorithms.ts";
import {
  algorithmsOn,
  javascriptExecutor,
  mean,
  prepareAlgorithm,
  reduceByKey,
  segmentedReduce,
  softmax,
  sort,
} from "../../src/algorithms.ts";
import { exclusiveScan, inclusiveScan, prepare, reduce } from "../../src/index.ts";
import * as onLoops from "../../src/javascript.ts";
import * as matrixEntry from "../../src/matrices.ts";
import { matricesOn, mean as meanOfLines, multiply, wasmExecutor } from "../../src/matrices.ts";
import { InvalidArgumentError, LengthMismatchError } from "../../src/values/errors.ts";
import { bitsOfHalf, HALF_TYPES, type HalfType, valueOfHalf } from "../../src/values/halves.ts";
import { ALGORITHM_CALLS, MATRIX_CALLS } from "./combining-calls.ts";
import { differenceOf } from "./difference.ts";

/** A result with each column of floats as bits and each float as what its bits stand for; keys and counts as they are. */
function rounded(half: HalfType, result: unknown, name = ""): unknown {
  if (name === "keys" || name === "shape" || name === "outsideCount") return result;
  if (typeof result === "number") return valueOfHalf(half, bitsOfHalf(half, result));
  if (result instanceof Float64Array || result instanceof Float32Array) {
    return Uint16Array.from(result, (value) => bitsOfHalf(half, value));
  }
  if (typeof result !== "object" || result === null || ArrayBuffer.isView(result)) return result;
  const fields = Object.entries(result);
  return Object.fromEntries(fields.map(([field, each]) => [field, rounded(half, each, field)]));
}

type Functions = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

describe.each([
  ["javascript", algorithmsOn(javascriptExecutor), matricesOn(javascriptExecutor)],
  ["wasm", algorithmsOn(wasmExecutor()), matricesOn(wasmExecutor())],
  ["the entry points", entry, matrixEntry],
])("rounded results on %s", (_, algorithms, matrices) => {
  const tables = [
    [algorithms, { ...ALGORITHM_CALLS, ...OTHERS }],
    [matrices, { ...MATRIX_CALLS, ...OTHER_LINES }],
  ] as const;

  it.each(HALF_TYPES)("are those of every function, each rounded once to %s", (half) => {
    for (const [functions, table] of tables) {
      for (const [name, [given, options = {}]] of Object.entries(table)) {
        if (name === "histogram") continue;
        const call = (functions as unknown as Functions)[name];
        const actual = call(...given, { ...options, output: half });
        expect(differenceOf(actual, rounded(half, call(...given, options))), name).toBeUndefined();
      }
    }
  });

  it("go into a caller's array where they are one column", () => {
    const array = new Uint16Array(3);
    const [given] = ALGORITHM_CALLS.segmentedReduce;
    const bits = algorithms.segmentedReduce(given[0] as Float64Array, given[1] as never, {
      output: { type: "bf16", array },
    });
    expect(bits).toBe(array);
    expect([...array]).toEqual([
      ...algorithms.segmentedReduce(given[0] as Float64Array, given[1] as never, { output: "bf16" }),
    ]);
    const short = { output: { type: "f16", array: new Uint16Array(2) } } as const;
    expect(() => algorithms.segmentedReduce(given[0] as Float64Array, given[1] as never, short)).toThrow(
      LengthMismatchError,
    );
    expect([...short.output.array]).toEqual([0, 0]);
  });
});

const x = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i) * 2 ** (i % 7));

const OTHERS = {
  minMax: [[x]],
  median: [[x]],
  quantile: [[x, [0.1, 0.5]]],
  differences: [[x]],
} as const;

const OTHER_LINES = {
  minMax: [[{ array: x, shape: [4, 10] }], { axis: 1 }],
  median: [[{ array: x, shape: [4, 10] }], { axis: 1 }],
  quantile: [[{ array: x, shape: [4, 10] }, [0.1, 0.5]], { axis: 1 }],
  differences: [[{ array: x, shape: [4, 10] }], { axis: 1 }],
} as const;

describe("rounded results", () => {
  it("have types of their own", () => {
    expectTypeOf(mean(x, { output: "f16" })).toEqualTypeOf<number>();
    expectTypeOf(softmax(x, { output: "bf16" })).toEqualTypeOf<Uint16Array>();
    expectTypeOf(segmentedReduce(x, { offsets: [0, 40] }, { output: "f16" })).toEqualTypeOf<Uint16Array>();
    const A = { array: x, shape: [5, 8] };
    expectTypeOf(multiply(A, A, { transposeB: true, output: "f16" }).array).toEqualTypeOf<Uint16Array>();
    expectTypeOf(multiply(A, A, { transposeB: true }).array).toEqualTypeOf<Float64Array>();
    expectTypeOf(meanOfLines(A, { axis: 0, output: "f16" }).array).toEqualTypeOf<Uint16Array>();
    expect(reduceByKey(x, x, { output: "f16" }).keys).toBeInstanceOf(Float64Array);
  });

  it("are kept and prepared like others", () => {
    const prepared = prepareAlgorithm(mean, { type: "f64", output: "f16" });
    const once = [1, 2, 3].map(() => mean(x, { output: "f16" }));
    expect(new Set([...once, prepared.run(x), valueOfHalf("f16", bitsOfHalf("f16", mean(x)))]).size).toBe(1);
    expect(prepared.composition).toMatch(/result rounded to f16$/);
    expect(mean(x)).not.toBe(once[0]);
  });

  it("are refused where no float is computed, before anything runs", () => {
    const loose = algorithmsOn(javascriptExecutor) as unknown as Functions;
    expect(() => loose.sum(Int32Array.of(1), { output: "f16" })).toThrow(
      /for results that are i32, got "f16"/,
    );
    expect(() => loose.argMax(x, { output: "f16" })).toThrow(/for results that are u32/);
    expect(() => loose.segmentedReduce(Int32Array.of(1), { offsets: [0, 1] }, { output: "f16" })).toThrow(
      /i32/,
    );
    expect(() => loose.differences(Int32Array.of(1, 2), { output: "f16" })).toThrow(/i32/);
    expect(() => loose.mean(x, { output: "f8" })).toThrow(/"output" must be one of f16, bf16/);
    expect(() => loose.mean(x, { output: { type: "f16", array: new Uint16Array(1) } })).toThrow(
      /for one value/,
    );
    expect(() => loose.mean(x, { output: { type: "f16" } })).toThrow(/"output.array" must be a Uint16Array/);
    expect(() => loose.mean(x, { output: { type: "f16", arrays: x } })).toThrow(/"output" must be of names/);
    expect(() => (sort as Functions["sort"])(x, { output: "f16" })).toThrow(InvalidArgumentError);
  });
});

describe.each([
  ["samebits", { reduce, inclusiveScan, exclusiveScan, prepare }],
  ["samebits/javascript", onLoops],
] as const)("scans and reduces of %s", (_, on) => {
  it("round prefixes into a caller's array, the input's own too", () => {
    const bits = Uint16Array.from([1, 0.25, 3, -0.5], (value) => bitsOfHalf("f16", value));
    const expected = on.inclusiveScan(bits, { type: "f16", output: "f16" });
    const array = new Uint16Array(4);
    expect(on.inclusiveScan(bits, { type: "f16", output: { type: "f16", array } })).toBe(array);
    expect(array).toEqual(expected);
    on.inclusiveScan(bits, { type: "f16", output: { type: "f16", array: bits } });
    expect(bits).toEqual(expected);
    const short = { type: "bf16", array: new Uint16Array(3) } as const;
    expect(() => on.exclusiveScan(Float32Array.of(1, 2), { output: short })).toThrow(LengthMismatchError);
    const wrong = { type: "f16", array: new Float32Array(2) } as never;
    expect(() => on.inclusiveScan(Float32Array.of(1, 2), { output: wrong })).toThrow(
      /"output.array" must be a Uint16Array/,
    );
  });

  it("have no array for the one value of a reduce, nor for a plan", () => {
    const output = new Float64Array(1);
    expect(() => on.reduce(x, { output } as never)).toThrow(
      /"output" must be "f16", "bf16" or left out for one value, got/,
    );
    expect(() => on.reduce([1, 2], { operator: (a: number) => a, output: [] } as never)).toThrow(
      /"output" must be/,
    );
    expect(() => on.prepare({ type: "f64", output: "f16" } as never)).toThrow(
      /"output" must be left out of prepare/,
    );
  });
});
