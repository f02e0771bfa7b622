import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { algorithmsJavascriptExecutor } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { parseElementFunction } from "../../operators/text/parse-element-function.ts";
import { bitsView } from "../../values/total-order.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { ALGORITHM_ROWS } from "../algorithm-rows.ts";
import type { Call } from "../call.ts";
import { runCallOn } from "../run-call.ts";
import { FEW_ELEMENTS, type ShortArray } from "./short-arrays.ts";

const CONSTRUCTORS = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u32: Uint32Array };
type Type = keyof typeof CONSTRUCTORS;
const TYPES = Object.keys(CONSTRUCTORS) as readonly Type[];

/** Arguments of one call, made of arrays of one type: `keys` have few values, and all arrays one length. */
interface Given {
  readonly type: Type;
  readonly values: ShortArray;
  readonly others: ShortArray;
  readonly indices: Uint32Array;
  readonly share: number;
}

const isMore = (type: Type) => parseElementFunction("value > 1", { type });
const inOrder = (values: ShortArray): ShortArray => values.slice().sort();

/** Some offsets, none less than the one before. */
const offsetsOf = (indices: Uint32Array): Uint32Array => Uint32Array.of(0, ...indices.slice().sort());

/** These take no options, and look at nothing behind their argument. */
const OF_SEGMENTS = new Set(["segmentOffsets", "segmentLengths", "segmentIds", "headFlags"]);

/** Offsets that cover the values, of segments some of which are empty. */
function coverOf({ values, indices }: Given): { readonly offsets: Uint32Array } {
  const { length } = values;
  const inside = indices.subarray(0, Math.min(indices.length, 6)).map((index) => Math.min(index, length));
  return { offsets: Uint32Array.of(0, ...inside.sort(), length) };
}

const orNothing = ({ share }: Given, options: object): readonly object[] => (share < 0.5 ? [] : [options]);

/** A call of every function that has a short way. */
const ARGUMENTS: Readonly<Record<string, (given: Given) => readonly unknown[]>> = {
  filter: ({ values, type }) => [values, isMore(type)],
  partition: ({ values, type }) => [values, isMore(type)],
  filterIndices: ({ values }) => [values, (value: number, i: number) => value > 0 || i % 3 === 0],
  count: ({ values, type }) => [values, isMore(type)],
  any: ({ values, share }) => [values, (value: number) => value > 3 + share],
  all: ({ values }) => [values, (value: number) => value >= 0],
  segmentOffsets: ({ indices }) => [{ lengths: indices }],
  segmentLengths: ({ indices }) => [{ offsets: offsetsOf(indices) }],
  segmentIds: ({ indices }) => [{ offsets: offsetsOf(indices) }],
  histogram: ({ values, share }) => [
    values,
    { binCount: 1 + Math.floor(share * 20), range: share < 0.3 ? [-0, 1e-3] : [-1 - share, 5] },
  ],
  unique: ({ values }) => [values],
  runLengthEncode: ({ values }) => [values],
  runLengthDecode: ({ values, indices }) => [{ values, lengths: indices.map((index) => index % 4) }],
  expand: ({ values, indices }) => [values, indices.map((index) => index % 4)],
  gather: ({ values, indices }) => [values, indices],
  scatter: ({ values, others, indices }) => [values, indices, others],
  differences: ({ values }) => [values],
  sort: ({ values }) => [values],
  argsort: ({ values }) => [values],
  sortPairs: ({ values, others }) => [values, others],
  topK: ({ values, share }) => [values, Math.floor(share * values.length)],
  merge: ({ values, others }) => [inOrder(values), inOrder(others)],
  isSorted: ({ values, share }) => [share < 0.5 ? values : inOrder(values)],
  searchSorted: ({ values, others }) => [inOrder(values), others],
  quantile: ({ values, share }) => [values, share],
  median: ({ values }) => [values],
  runningMax: ({ values }) => [values],
  runningMin: ({ values }) => [values],
  cumulativeProduct: (given) => [
    given.values,
    ...orNothing(given, { output: new CONSTRUCTORS[given.type](given.values.length) }),
  ],
  segmentedReduce: (given) => [given.values, coverOf(given), ...orNothing(given, { initial: 3 })],
  segmentedInclusiveScan: (given) => [given.values, coverOf(given)],
  segmentedExclusiveScan: (given) => [given.values, coverOf(given)],
  reduceByKey: ({ others, values }) => [others, values],
  scanByKey: ({ others, values }) => [others, values],
  groupBy: ({ others, values }) => [others, values],
  reduceByIndex: (given) => [
    given.values,
    given.indices,
    { binCount: 1 + Math.floor(given.share * 20), ...(given.share < 0.5 ? {} : { initial: 3 }) },
  ],
  headFlags: ({ values, indices, share }) => [
    share < 0.5
      ? { headFlags: Uint8Array.from(indices, (index, i) => (i === 0 ? 1 : index % 2)) }
      : { offsets: Uint32Array.of(0, ...(values.length > 1 ? [1] : []), values.length) },
  ],
  segmentedSort: (given) => [given.values, coverOf(given)],
  reduceCommutative: (given) => [given.values, ...orNothing(given, { operator: "add" })],
  groupedDescribe: ({ others, values }) => [
    others,
    values instanceof Float32Array ? values : Float64Array.from(values), // sums of integers have 64 bits
  ],
  softmax: ({ values }) => [values],
  logSumExp: ({ values }) => [values],
  sortBy: ({ values, others, indices }) => [{ a: others, b: values, c: indices }, "b"],
  movingSum: ({ values, share }) => [values, { window: 1 + Math.floor(share * share * 40) }],
  linearRecurrence: ({ values, others, share }) => [
    share < 0.2 ? { scale: 2, offset: others } : { scale: values, offset: others },
  ],
  exponentialMovingAverage: ({ values, share }) => [values, { alpha: (1 + Math.floor(share * 8)) / 9 }],
};

/** Where the options are that a short way knows; others may not be there. */
const KNOWN_OPTIONS: Readonly<Record<string, number>> = {
  histogram: 1,
  segmentedReduce: 2,
  reduceByIndex: 2,
  reduceCommutative: 1,
  cumulativeProduct: 1,
  movingSum: 1,
  exponentialMovingAverage: 1,
};

const SHORT_ROWS = Object.entries<AlgorithmRow>(ALGORITHM_ROWS).filter(
  ([, { short }]) => short !== undefined,
);
const wasm = algorithmsWasmExecutor();
const on = wasm.openPrimitives();

/** The short answer, where there is one. */
function shortAnswer(row: AlgorithmRow, given: readonly unknown[]): unknown {
  return row.short?.(on, given[0], given[1], given[2], given[3]);
}

/** The answer of the steps on plain loops. */
function longAnswer(row: AlgorithmRow, given: readonly unknown[]): unknown {
  const call = row.call as (...given: readonly unknown[]) => Call<unknown>;
  return runCallOn(algorithmsJavascriptExecutor, call(...given));
}

/** Bits by name, so that −0, NaNs and types count. */
function bitsOf(answer: unknown): unknown {
  if (ArrayBuffer.isView(answer)) {
    return [answer.constructor.name, Array.from(bitsView(answer as Float64Array), Number)];
  }
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.entries(answer).map(([name, part]) => [name, bitsOf(part)]);
}

const HOSTILE = [
  0,
  -0,
  1,
  2,
  3,
  -1,
  1e308,
  -1e308,
  5e-324,
  Infinity,
  -Infinity,
  NaN,
  0.1,
  1e-40,
  2 ** 31,
  -(2 ** 31),
];
const GENTLE = [0, 1, 2, 3, 4, 5, 6, 7, 0.5, 0.25, 100];

/** Calls of some lengths over some values. */
function givenOf(lengths: fc.Arbitrary<number>, values: readonly number[]): fc.Arbitrary<Given> {
  return fc
    .record({
      type: fc.constantFrom(...TYPES),
      length: lengths,
      offset: fc.nat({ max: 3 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .chain(({ type, length, offset, share }) => {
      const array = fc
        .array(fc.constantFrom(...values), { minLength: length + offset, maxLength: length + offset })
        .map((all) => CONSTRUCTORS[type].from(all).subarray(offset));
      const indices = fc
        .array(fc.nat({ max: length + 1 }), { minLength: length, maxLength: length })
        .map((all) => Uint32Array.from(all));
      return fc.record({
        type: fc.constant(type),
        values: array,
        others: array,
        indices,
        share: fc.constant(share),
      });
    });
}

test("every row with a short way is tried", () => {
  expect(SHORT_ROWS.map(([name]) => name).sort()).toEqual(Object.keys(ARGUMENTS).sort());
});

describe.each(SHORT_ROWS.map(([name]) => name))("%s of few elements", (name) => {
  const row: AlgorithmRow = ALGORITHM_ROWS[name as keyof typeof ALGORITHM_ROWS];
  const lengths = fc.oneof(
    fc.nat({ max: 60 }),
    fc.constantFrom(FEW_ELEMENTS / 4, FEW_ELEMENTS - 1, FEW_ELEMENTS, FEW_ELEMENTS + 1),
  );

  test.each([
    ["hostile", HOSTILE],
    ["gentle", GENTLE],
  ])("has the bits of its steps: %s values", (_, values) => {
    fc.assert(
      fc.property(givenOf(lengths, values), (given) => {
        const asked = ARGUMENTS[name](given);
        const short = shortAnswer(row, asked);
        if (short !== undefined) expect(bitsOf(short)).toEqual(bitsOf(longAnswer(row, asked)));
      }),
      { numRuns: 150 },
    );
  });

  test("is answered at once, and not with options", () => {
    fc.assert(
      fc.property(givenOf(fc.integer({ min: 1, max: 16 }), GENTLE), (given) => {
        const asked = ARGUMENTS[name](given);
        expect(shortAnswer(row, asked)).toBeDefined();
        const place = KNOWN_OPTIONS[name] ?? asked.length;
        const known =
          KNOWN_OPTIONS[name] === undefined ? {} : { ...(asked[place] as object), type: given.type };
        const options = [...asked.slice(0, place), known];
        if (!OF_SEGMENTS.has(name)) expect(shortAnswer(row, options)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  test("leaves what is no array of few numbers to the steps", () => {
    const others = [undefined, null, 7, "f64", [1, 2], new Uint8Array(3), new Float64Array(0)];
    for (const input of [...others, new BigInt64Array(3)]) {
      expect(row.short?.(on, input, undefined, undefined, undefined)).toBeUndefined();
    }
  });
});

test("a product is written over its input, and into no other part of it", () => {
  const row: AlgorithmRow = ALGORITHM_ROWS.cumulativeProduct;
  const values = Float64Array.of(2, 3, 4, 5);
  expect(shortAnswer(row, [values, { output: values }])).toBe(values);
  expect(values).toEqual(Float64Array.of(2, 6, 24, 120));
  for (const output of [new Float32Array(4), new Float64Array(3), new Float64Array(values.buffer, 0, 4)])
    expect(shortAnswer(row, [values, { output }])).toBeUndefined();
});

test("segments that say more than one thing are left to the steps", () => {
  const values = Float64Array.of(1, 2);
  const segments = { offsets: Uint32Array.of(0, 2), other: 1 };
  expect(
    ALGORITHM_ROWS.segmentOffsets.short?.(
      on,
      { lengths: Uint32Array.of(2), other: 1 },
      undefined,
      undefined,
      undefined,
    ),
  ).toBeUndefined();
  for (const row of [ALGORITHM_ROWS.segmentLengths, ALGORITHM_ROWS.segmentIds, ALGORITHM_ROWS.headFlags])
    expect(row.short?.(on, segments, undefined, undefined, undefined)).toBeUndefined();
  for (const row of [ALGORITHM_ROWS.segmentedReduce, ALGORITHM_ROWS.segmentedSort])
    expect(row.short?.(on, values, segments, undefined, undefined)).toBeUndefined();
});

test("predicates are asked by generated code, once for each element", () => {
  const before = wasm.primitiveCounts.flagCode;
  shortAnswer(ALGORITHM_ROWS.filter, [Float64Array.of(1, 2, 3), isMore("f64")]);
  expect(wasm.primitiveCounts.flagCode - before).toBe(3);
  let asked = 0;
  const kept = shortAnswer(ALGORITHM_ROWS.filter, [Float64Array.of(1, 2, 3), () => ++asked % 2 === 1]);
  expect([kept, asked]).toEqual([Float64Array.of(1, 3), 3]);
});

test("quartiles between infinities are the canonical NaN, and not the processor's", () => {
  const row: AlgorithmRow = ALGORITHM_ROWS.groupedDescribe;
  const values = Float32Array.of(-Infinity, 0, 0, 0, Infinity, 0, 0, 0, 0, 0, 0);
  const asked = [new Uint32Array(values.length), values.map((value) => value)];
  expect(bitsOf(shortAnswer(row, asked))).toEqual(bitsOf(longAnswer(row, asked)));
  const apart = [new Uint32Array(2), Float32Array.of(-Infinity, Infinity)];
  const { median } = shortAnswer(row, apart) as { readonly median: Float64Array };
  expect(new BigUint64Array(median.buffer)).toEqual(BigUint64Array.of(0x7ff8000000000000n));
});
