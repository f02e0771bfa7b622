import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { binThresholds, evenEdges } from "../../values/bin-edges.ts";

import { runCall } from "../run-call.ts";
import { histogramCall } from "./histogram.ts";
import { reduceByIndexCall } from "./reduce-by-index.ts";

const on = javascriptPrimitives();
const histogram = (...given: Parameters<typeof histogramCall>) => runCall(on, histogramCall(...given));
const reduceByIndex = (...given: Parameters<typeof reduceByIndexCall>) =>
  runCall(on, reduceByIndexCall(...given));

describe("histogram", () => {
  it("counts what is in bins, below, above and no number", () => {
    const x = Float64Array.of(-1, 0, -0, 0.4, 0.5, 1, 1.5, Number.NaN, Infinity);
    expect(histogram(x, { binCount: 2, range: [0, 1] })).toEqual({
      counts: Uint32Array.of(3, 2),
      edges: Float64Array.of(0, 0.5, 1),
      belowCount: 1,
      aboveCount: 2,
      nanCount: 1,
    });
  });

  it("has in each bin what is its lower edge, where that is an f64", () => {
    const edges = Array.from({ length: 8296 + 1 }, (_, k) => 2 + (2278 * k) / 8296); // divisions of whole numbers: rounded once
    const whole = Float64Array.from(edges.filter((edge) => Number.isInteger(edge)));
    const { counts } = histogram(whole, { binCount: 8296, range: [2, 2280] }) as { counts: Uint32Array };
    const filled = edges.flatMap((edge, k) => (Number.isInteger(edge) ? [k] : []));
    expect(filled).toContain(1220); // 337
    const expected = new Uint32Array(8296);
    for (const k of filled) expected[Math.min(k, 8295)]++;
    expect(counts).toEqual(expected);
  });

  it("has infinite edges, so that everything is in a bin", () => {
    const x = Float32Array.of(-Infinity, -1, 5, Infinity, Number.NaN);
    const { counts, ...rest } = histogram(x, { edges: [-Infinity, 0, Infinity] }) as ReturnType<
      typeof histogram
    > & { counts: Uint32Array };
    expect(counts).toEqual(Uint32Array.of(2, 2));
    expect(rest).toMatchObject({ belowCount: 0, aboveCount: 0, nanCount: 1 });
  });

  it("compares integers beyond 53 bits with edges that are bigints", () => {
    const edges = [0n, 2n ** 53n + 1n, 2n ** 64n - 1n];
    const x = BigUint64Array.of(2n ** 53n, 2n ** 53n + 1n, 2n ** 64n - 1n);
    expect(histogram(x, { edges })).toEqual({
      counts: Uint32Array.of(1, 2),
      edges,
      belowCount: 0,
      aboveCount: 0,
      nanCount: 0,
    });
  });

  it("counts categories, and keys that are none", () => {
    expect(histogram(Int32Array.of(0, 2, -1, 2, 9), { categories: 3 })).toEqual({
      counts: Uint32Array.of(1, 0, 2),
      outsideCount: 2,
    });
    expect(histogram([], { categories: 0 })).toEqual({ counts: new Uint32Array(0), outsideCount: 0 });
  });

  it("reads other arrays as the type that is named", () => {
    expect(histogram([1, 2, 3], { type: "i32", binCount: 1, range: [1, 2] })).toMatchObject({
      counts: Uint32Array.of(2),
      aboveCount: 1,
    });
  });

  it.each([
    [{ edges: [0] }, '"edges" must be at least 2 edges, got 1'],
    [{ edges: [0, Number.NaN] }, '"edges[1]" must be a number or a bigint, not NaN, got NaN'],
    [{ edges: [0, 1, 1] }, '"edges[2]" must be above edges[1], which is 1, got 1'],
    [{ edges: "0,1" }, '"edges" must be an array of numbers or bigints, got "0,1"'],
    [{ binCount: 0, range: [0, 1] }, '"binCount" must be an integer from 1 to 2^26, got 0'],
    [{ binCount: 2.5, range: [0, 1] }, '"binCount" must be an integer'],
    [{ binCount: 2, range: [1, 1] }, '"range" must be [low, high], two numbers with low < high, got [1, 1]'],
    [{ binCount: 2, range: [0, Number.NaN] }, "got [0, NaN]"],
    [{ binCount: 2 }, '"range" must be [low, high], two numbers with low < high, got undefined'],
    [{ binCount: 2, range: [-1e308, 1e308] }, '"range" must be of a width that is a finite f64'],
    [{ binCount: 100, range: [1, 1 + 2 ** -50] }, '"binCount" must be at most as many as f64 has edges for'],
    [{}, 'with one of "binCount" and "range", "edges", or "categories", got none'],
    [{ edges: [0, 1], categories: 2 }, "got several"],
    [{ categories: -1 }, '"categories" must be an integer from 0 to 2^27, got -1'],
    [{ bins: 3 }, '"bins"'],
  ])("refuses %j", (options, message) => {
    expect(() => histogram(Float64Array.of(1), options as never)).toThrow(message);
  });

  it("refuses elements of no type, and floats as categories", () => {
    expect(() => histogram([1], { edges: [0, 1] })).toThrow('come with a "type" to be read as');
    expect(() => histogram(Float64Array.of(1), { categories: 2 })).toThrow("a Uint32Array");
  });
});

describe("thresholds", () => {
  it("are the smallest elements not below edges, then the first above the last", () => {
    expect(binThresholds("i32", [0.5, 1.5, 2])).toEqual(Int32Array.of(1, 2, 3));
    expect(binThresholds("u32", [-1, 0.1, 2 ** 40])).toEqual(Uint32Array.of(0, 1));
    expect(binThresholds("f64", [0, 1])).toEqual(Float64Array.of(-0, 1 + 2 ** -52, Number.NaN));
    expect(binThresholds("f32", [0.1, 1e39])).toEqual(
      Float32Array.of(Math.fround(0.1), Infinity, Number.NaN), // the f32 is above 0.1
    );
    expect(binThresholds("f64", [-1, -5e-324])).toEqual(Float64Array.of(-1, -0, Number.NaN));
    expect(binThresholds("i64", [-Infinity, 2 ** 63])).toEqual(BigInt64Array.of(-(2n ** 63n)));
  });

  it("are exact where the nearest float is on the other side", () => {
    const [first] = binThresholds("f64", [2n ** 53n + 1n, 2n ** 60n]);
    expect(first).toBe(2 ** 53 + 2);
    expect(evenEdges(3, 0, 1)).toEqual(Float64Array.of(0, 1 / 3, 2 / 3, 1));
  });
});

describe("reduceByIndex", () => {
  const input = Float64Array.of(1, 2, 3, 4);

  it("reduces the elements of each bin in their order", () => {
    expect(reduceByIndex(input, [1, 0, 1, 7], { binCount: 3 })).toEqual({
      values: Float64Array.of(2, 4, 0),
      outsideCount: 1,
    });
    expect(reduceByIndex(input, Int32Array.of(0, -1, 0, 1), { binCount: 2, initial: 10 })).toEqual({
      values: Float64Array.of(14, 14),
      outsideCount: 1,
    });
  });

  it("combines with what is in the bins already, which stays where nothing comes", () => {
    const into = Float64Array.of(10, Number.NaN, -0);
    expect(reduceByIndex(input, [0, 0, 1, 0], { into })).toEqual({
      values: Float64Array.of(17, Number.NaN, -0),
      outsideCount: 0,
    });
    expect(into).toEqual(Float64Array.of(10, Number.NaN, -0));
    const output = into;
    const { values } = reduceByIndex(input, [0, 0, 1, 0], { into, output });
    expect(values).toBe(output);
    expect(Object.is(output[2], -0)).toBe(true);
  });

  it("puts what is in the bins where the contract's initial value stands", () => {
    const hashes = BigUint64Array.of(1n, 2n);
    const into = BigUint64Array.of(3n);
    const binOf = (direction: "forward" | "backward", elements: BigUint64Array, before = into) =>
      reduceByIndex(elements, elements.length === 1 ? [0] : [0, 0], {
        operator: "tree-hash",
        direction,
        into: before,
      }).values as BigUint64Array;
    const pair = (left: bigint, right: bigint) =>
      binOf("forward", BigUint64Array.of(right), BigUint64Array.of(left))[0];
    expect(binOf("forward", hashes)[0]).toBe(pair(3n, pair(1n, 2n)));
    expect(binOf("backward", hashes)[0]).toBe(pair(pair(1n, 2n), 3n));
  });

  it("has nothing to do for no elements and for no bins", () => {
    expect(reduceByIndex(new Int32Array(0), [], { binCount: 2, operator: "min" })).toEqual({
      values: Int32Array.of(2 ** 31 - 1, 2 ** 31 - 1),
      outsideCount: 0,
    });
    expect(reduceByIndex(input, [0, 1, 2, 3], { binCount: 0 })).toEqual({
      values: new Float64Array(0),
      outsideCount: 4,
    });
  });

  it("gives the same by a sort as by states, on wasm", () => {
    const wasm = algorithmsWasmExecutor().openPrimitives();
    const { reduceByIndex: _, ...bySort } = wasm;
    const length = 10_007;
    const elements = Float32Array.from({ length }, (_x, i) => Math.sin(i) * 2 ** (i % 40));
    const indices = Uint32Array.from({ length }, (_x, i) => (i * i) % 103);
    const call = () => reduceByIndexCall(elements, indices, { binCount: 101 });
    expect(runCall(bySort, call())).toEqual(runCall(wasm, call()));
  });

  it("refuses what does not fit", () => {
    expect(() => reduceByIndex(input, [0], { binCount: 1 })).toThrow('"indices" must have length 4, got 1');
    expect(() => reduceByIndex(input, [0, 0, 0, 0], {})).toThrow('"binCount" must be an integer');
    const into = Float64Array.of(1, 2);
    expect(() => reduceByIndex(input, [0, 0, 0, 0], { binCount: 3, into })).toThrow(
      '"into" must have length 3',
    );
    expect(() => reduceByIndex(input, [0, 0, 0, 0], { initial: 1, into })).toThrow('left out where "into"');
    expect(() => reduceByIndex(input, [0, 0, 0, 0], { into: Float32Array.of(1) })).toThrow('"into" must be');
    expect(() => reduceByIndex(input, [0, 0, 0, 0.5], { binCount: 1 })).toThrow('"indices[3]"');
    expect(() => reduceByIndex(input, [0, 0, 0, 0], { binCount: 2, output: new Float64Array(3) })).toThrow(
      '"output" must have length 2, got 3',
    );
    const hashes = BigUint64Array.of(1n);
    expect(() => reduceByIndex(hashes, [1], { binCount: 2, operator: "tree-hash" })).toThrow("segment 0");
    const add = (left: number, right: number) => left + right;
    expect(() => reduceByIndex(input, [0, 0, 0, 0], { binCount: 1, operator: add as never })).toThrow(
      '"operator" must be a built-in operator or a typed one',
    );
  });
});
