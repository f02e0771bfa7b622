import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as algorithms from "../../src/algorithms.ts";
import { ACCUMULATION_TYPES } from "../../src/values/convert.ts";
import { NARROW_TYPES } from "../../src/values/element-types.ts";
import { bitsOfHalf } from "../../src/values/halves.ts";
import { widenColumn } from "../../src/values/widen-column.ts";
import { narrowElements } from "./cases.ts";

const SEED = 20_261_124;

const halves = (...values: readonly number[]): Uint16Array =>
  Uint16Array.from(values, (value) => bitsOfHalf("f16", value));

const on = {
  wasm: algorithms.algorithmsOn(algorithms.wasmExecutor()),
  javascript: algorithms.algorithmsOn(algorithms.javascriptExecutor),
};
type Functions = typeof on.wasm;
type Called = (functions: Functions, input: never, more: object) => unknown;

/** Functions of one column: each is held to what it gives for the widened column. */
const FUNCTIONS: Readonly<Record<string, Called>> = {
  sum: (f, input, more) => f.sum(input, more),
  mean: (f, input, more) => f.mean(input, more),
  variance: (f, input, more) => f.variance(input, { correction: 1, ...more }),
  standardDeviation: (f, input, more) => f.standardDeviation(input, more),
  norm: (f, input, more) => f.norm(input, more),
  dot: (f, input, more) => f.dot(input, input, more as never),
  squaredDistance: (f, input, more) => f.squaredDistance(input, input, more as never),
  correlation: (f, input, more) => f.correlation(input, input, more as never),
  minMax: (f, input, more) => f.minMax(input, more as never),
  argMax: (f, input, more) => f.argMax(input, more as never),
  median: (f, input, more) => f.median(input, more as never),
  quantile: (f, input, more) => f.quantile(input, 0.25, more as never),
  topK: (f, input, more) => f.topK(input, 2, more as never),
  sort: (f, input, more) => f.sort(input, more as never),
  argsort: (f, input, more) => f.argsort(input, more as never),
  isSorted: (f, input, more) => f.isSorted(input, more as never),
  unique: (f, input, more) => f.unique(input, more as never),
  gather: (f, input, more) => f.gather(input, Uint32Array.of(1, 0), more as never),
  differences: (f, input, more) => f.differences(input, more as never),
  cumulativeProduct: (f, input, more) => f.cumulativeProduct(input, more as never),
  runningMax: (f, input, more) => f.runningMax(input, more as never),
  logSumExp: (f, input, more) => f.logSumExp(input, more),
  softmax: (f, input, more) => f.softmax(input, more as never),
  histogram: (f, input, more) => f.histogram(input, { edges: [-1, 0.5, 3], ...more } as never),
};

describe.each(Object.entries(on))("on %s", (_, functions) => {
  test.each(Object.entries(FUNCTIONS))(
    `%s of narrow elements is that of the widened column (seed ${SEED})`,
    (_name, call) => {
      fc.assert(
        fc.property(
          fc.constantFrom(...NARROW_TYPES),
          fc.constantFrom(2, 7, 16, 101, 5003),
          fc.bigInt({ min: 0n, max: 2n ** 32n }),
          fc.boolean(),
          (type, length, seed, isHostile) => {
            const input = narrowElements(type, length, seed, isHostile);
            const wide = widenColumn(type, input, ACCUMULATION_TYPES[type][0]);
            const expected = call(functions, wide as never, {});
            expect(call(functions, input as never, { type })).toStrictEqual(expected);
            if (input instanceof Uint16Array) return;
            expect(call(functions, input as never, {})).toStrictEqual(expected);
          },
        ),
        { seed: SEED, numRuns: 12 },
      );
    },
  );

  test("known answers, with the types of results", () => {
    expect(functions.mean(Uint8Array.of(255, 254))).toBe(254.5);
    expect(functions.mean(halves(1, 2.5), { type: "f16" })).toBe(1.75);
    expect(functions.dot(Int8Array.of(-128, 2), Int8Array.of(127, 3))).toBe(-16250);
    expect(functions.topK(Int16Array.of(3, -4, 9), 1).values).toStrictEqual(Int32Array.of(9));
    expect(functions.sort(halves(2, -0, 1), { type: "f16" })).toStrictEqual(Float32Array.of(-0, 1, 2));
    expectTypeOf(functions.sort(Uint8Array.of(1))).toEqualTypeOf<Uint32Array>();
    expectTypeOf(functions.sort(Uint16Array.of(1), { type: "bf16" })).toEqualTypeOf<Float32Array>();
    expectTypeOf(functions.minMax(Int8Array.of(1)).min).toEqualTypeOf<number>();
  });

  test("what is refused", () => {
    expect(() => functions.mean(Uint16Array.of(1) as never)).toThrow(
      /"input" must be .*"type" to be read as, u16, f16 or bf16, got a Uint16Array of length 1/,
    );
    expect(() => functions.sort(Uint16Array.of(1) as never)).toThrow(/u16, f16 or bf16/);
    expect(() => functions.mean(Int8Array.of(-1), { type: "u8" })).toThrow(
      /"input\[0\]" must be a value that u8 has exactly/,
    );
    expect(() => functions.mean(Float64Array.of(1) as never, { type: "f16" })).toThrow(
      /"input" must be an array of f16/,
    );
    expect(() => functions.mean(Uint8Array.of(1), { type: "f8" as never })).toThrow(
      /"type" must be one of .*f16/,
    );
    expect(() => functions.mean(new Uint8Array(0))).toThrow(/at least one element/);
    const away = new Int8Array(4);
    structuredClone(away, { transfer: [away.buffer] });
    expect(() => functions.sort(away)).toThrow(/detached/);
  });
});

test("records keep their bytes as bools", () => {
  const { flag } = algorithms.filter({ flag: Uint8Array.of(1, 0) }, Uint8Array.of(1, 0) as never) as {
    flag: Uint8Array;
  };
  expect(flag).toStrictEqual(Uint8Array.of(1));
});

test("a prepared fold takes narrow columns, chunks too", () => {
  const prepared = algorithms.prepareAlgorithm(algorithms.mean, { type: "f16" });
  expect(prepared.run(halves(1, 2.5))).toBe(1.75);
  const online = prepared.online();
  online.push(halves(1));
  online.push(halves(2.5));
  expect(online.value()).toBe(1.75);
  expect(algorithms.prepareAlgorithm(algorithms.mean, { type: "u8" }).run(Uint8Array.of(1, 2))).toBe(1.5);
});
