import { describe, expect, it } from "vitest";
import * as columns from "../algorithms.ts";
import { exclusiveScan, inclusiveScan, reduce } from "../javascript.ts";
import * as matrices from "../matrices.ts";
import { fn } from "../operators.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { NARROW_TYPES, type NarrowArray, type NarrowType, viewNarrow } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** Any bits; of half floats no NaN, which would hide all else. */
function draw(type: NarrowType, count: number): NarrowArray {
  const bytes = Uint8Array.from({ length: 2 * count }, (_, i) => (i * 7919) >>> 3);
  const array = viewNarrow(type, bytes.buffer, 0, count);
  return type.endsWith("f16") ? array.map((bits) => bits & 0xbfff) : array;
}

const PREDICATES = {
  f32: fn`(x: f32) => x > 0.5`,
  u32: fn`(x: u32) => x > 99`,
  i32: fn`(x: i32) => x > 9`,
} as const;

/** Every function of matrices, on two of one shape. */
const CALLS: Readonly<Record<string, (A: never, B: never, type: "f32" | "u32" | "i32") => unknown>> = {
  reduce: (A) => matrices.reduce(A, { axis: 0 }),
  "reduce of both axes": (A) => matrices.reduce(A, { axis: [1, 0], operator: "min", initial: 3 as never }),
  inclusiveScan: (A) => matrices.inclusiveScan(A, { axis: 1, expression: "left-fold" }),
  exclusiveScan: (A) => matrices.exclusiveScan(A, { axis: 0, direction: "backward" }),
  sum: (A) => matrices.sum(A, { axis: 1, keepAxes: true }),
  mean: (A) => matrices.mean(A, { axis: 0 }),
  variance: (A) => matrices.variance(A, { axis: 1 }),
  standardDeviation: (A) => matrices.standardDeviation(A, { axis: 1, correction: 1 }),
  norm: (A) => matrices.norm(A, { axis: 0 }),
  minMax: (A) => matrices.minMax(A, { axis: 0 }),
  argMax: (A) => matrices.argMax(A, { axis: 1 }),
  argMin: (A) => matrices.argMin(A, { axis: 1 }),
  count: (A, _, type) => matrices.count(A, PREDICATES[type] as never, { axis: 1 }),
  any: (A, _, type) => matrices.any(A, PREDICATES[type] as never, { axis: 0 }),
  all: (A, _, type) => matrices.all(A, PREDICATES[type] as never, { axis: 0 }),
  median: (A) => matrices.median(A, { axis: 1 }),
  quantile: (A) => matrices.quantile(A, [0.1, 0.75], { axis: 0 }),
  logSumExp: (A) => matrices.logSumExp(A, { axis: 1 }),
  softmax: (A) => matrices.softmax(A, { axis: 1 }),
  dot: (A, B) => matrices.dot(A, B, { axis: 0 }),
  squaredDistance: (A, B) => matrices.squaredDistance(A, B, { axis: 1 }),
  covariance: (A, B) => matrices.covariance(A, B, { axis: 1 }),
  correlation: (A, B) => matrices.correlation(A, B, { axis: 1 }),
  sort: (A) => matrices.sort(A, { axis: 1 }),
  argsort: (A) => matrices.argsort(A, { axis: 0, descending: true }),
  topK: (A) => matrices.topK(A, 2, { axis: 1 }),
  cumulativeProduct: (A) => matrices.cumulativeProduct(A, { axis: 1 }),
  differences: (A) => matrices.differences(A, { axis: 0 }),
  summedAreaTable: (A) => matrices.summedAreaTable(A),
  multiply: (A, B) => matrices.multiply(A, B, { transposeB: true }),
  "multiply by the widened": (A, B) => matrices.multiply(A, matrices.transpose(B) as never),
  transpose: (A) => matrices.reduce(matrices.transpose(A) as never, { axis: 1 }),
  slice: (A) => matrices.reduce(matrices.slice(A, [1, [3, -1, -2]]) as never, { axis: 0 }),
};

describe("matrices of narrow elements", () => {
  it.each(NARROW_TYPES)("of %s are what they widen to", (type) => {
    const A = { array: draw(type, 35), shape: [3, 4], strides: [-5, 2], offset: 12, type };
    const B = { array: draw(type, 40).subarray(5), shape: [3, 4], strides: [4, 1], offset: 3, type };
    const [wide, other] = [A, B].map((each) => matrices.widen(each, { type }));
    const [before, sum] = [A.array.slice(), ACCUMULATION_TYPES[type][0] as "f32"];
    for (const [name, call] of Object.entries(CALLS)) {
      const expected = call(wide as never, other as never, sum);
      expect(call(A as never, B as never, sum), name).toEqual(expected);
      expect(call(A as never, other as never, sum), name).toEqual(expected);
    }
    expect(A.array).toEqual(before);
  });

  it("of all functions", () => {
    const [tried, there] = [Object.keys(CALLS), Object.keys(matrices)];
    const others = ["boxSum", "javascriptExecutor", "matricesOn", "wasmExecutor", "widen"];
    const [vectors] = [["multiplyVector", "outer"]];
    expect(there.filter((name) => ![...tried, ...others, ...vectors].includes(name))).toEqual([]);
  });

  it.each(NARROW_TYPES)("of %s have lines with the bits that vectors have, by any accumulation", (type) => {
    const array = draw(type, 70);
    const [one] = [array.subarray(0, 35)];
    const A = { array, shape: [2, 35], type };
    for (const accumulate of ACCUMULATION_TYPES[type]) {
      const options = { accumulate, expression: "block-dyadic:4" } as const;
      const alone = { ...options, type } as never;
      const first = (found: { readonly array: ArrayLike<unknown> }, count: number) =>
        Array.from(found.array).slice(0, count);
      const along = { ...options, axis: 1 } as never;
      expect(first(matrices.reduce(A, along), 1)).toEqual([reduce(one as Uint8Array, alone)]);
      const scans = [
        [matrices.inclusiveScan, inclusiveScan],
        [matrices.exclusiveScan, exclusiveScan],
      ] as const;
      for (const [scan, ofVectors] of scans) {
        expect(first(scan(A, along), 35)).toEqual([...ofVectors(one as Uint8Array, alone)]);
      }
    }
    expect(matrices.mean(A, { axis: 1 }).array[0]).toBe(columns.mean(one as Uint8Array, { type }));
  });

  it("say what their words are, or their array does", () => {
    const bytes = { array: Int8Array.of(-1, 2, 3, -4), shape: [2, 2] };
    const sums: Int32Array = matrices.sum(bytes, { axis: 0 }).array;
    expect(sums).toEqual(Int32Array.of(2, -2));
    const weights = { array: Uint16Array.of(0x3c00, 0x4000), shape: [1, 2], type: "f16" } as const;
    const cells: Float32Array = matrices.multiply(weights, weights, { transposeB: true }).array;
    expect(cells).toEqual(Float32Array.of(5));
    expect(matrices.multiplyVector(weights, Uint16Array.of(0x4200, 0xc000))).toEqual(Float32Array.of(-1));
    expect(matrices.multiplyVector(weights, Float32Array.of(3, -2))).toEqual(Float32Array.of(-1));
    expect(matrices.outer(Uint8Array.of(3, 4), Uint32Array.of(2)).array).toEqual(Uint32Array.of(6, 8));
    const turned = matrices.transpose(weights);
    expect(turned).toEqual({ ...weights, shape: [2, 1], strides: [1, 2], offset: 0 });
    expect(turned.array).toBe(weights.array);
    expect(matrices.widen(turned).array).toEqual(Float32Array.of(1, 2));
    const none = { array: new Uint8Array(0), shape: [0, 3] };
    expect(matrices.sum(none, { axis: 0 }).array).toEqual(new Uint32Array(3));
  });

  const words = { array: Uint16Array.of(1, 2), shape: [1, 2] };
  it.each<readonly [string, () => unknown, string]>([
    [
      "words that nobody names",
      () => matrices.mean(words as never, { axis: 0 }),
      '"A.array" must be beside a "type" of the matrix: u16, f16 or bf16, as words of 16 bits may be each',
    ],
    [
      "a type that there is not",
      () => matrices.mean({ ...words, type: "half" } as never, { axis: 0 }),
      '"A.type" must be',
    ],
    [
      "a type of other arrays",
      () => matrices.mean({ ...words, type: "u8" } as never, { axis: 0 }),
      '"A.array" must be a Uint8Array',
    ],
    [
      "sides that widen to different types",
      () => matrices.multiply({ ...words, type: "f16" }, { ...words, shape: [2, 1], type: "u16" } as never),
      '"B.array" must be an array of f32, as "A" has, got u32',
    ],
    [
      "an accumulation type that does not hold them",
      () => matrices.reduce({ ...words, type: "f16" }, { axis: 0, accumulate: "u32" as never }),
      '"accumulate" must be',
    ],
    [
      "a column of words beside a matrix that has none",
      () =>
        matrices.multiplyVector(
          { array: Float32Array.of(1, 2), shape: [1, 2] },
          Uint16Array.of(1, 2) as never,
        ),
      '"x" must be of elements of a type that it has by itself',
    ],
    [
      "a column of words by itself",
      () => matrices.outer(Uint16Array.of(1) as never, Uint16Array.of(1) as never),
      '"x" must be of elements of a type that it has by itself',
    ],
  ])("of %s are refused", (_, call, message) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });
});
