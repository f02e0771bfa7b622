import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { argMax } from "../../operators/combinators/arg-by.ts";
import { EmptyInputError, SamebitsError } from "../../values/errors.ts";
import type { Call } from "../call.ts";
import { runCall, runCallOn } from "../run-call.ts";
import { type GroupBy, groupByCall } from "./group-by.ts";
import { type ReduceByKey, reduceByKeyCall } from "./reduce-by-key.ts";
import { type ScanByKey, scanByKeyCall } from "./scan-by-key.ts";
import { type SegmentedReduce, segmentedReduceCall } from "./segmented-reduce.ts";
import {
  type SegmentedExclusiveScan,
  type SegmentedInclusiveScan,
  segmentedExclusiveScanCall,
  segmentedInclusiveScanCall,
} from "./segmented-scan.ts";
import { type SegmentedSort, segmentedSortCall } from "./segmented-sort.ts";

const now =
  (callOf: (...given: readonly never[]) => Call<unknown>) =>
  (...given: readonly unknown[]): unknown =>
    runCall(javascriptPrimitives(), callOf(...(given as readonly never[])));

const segmentedReduce = now(segmentedReduceCall) as SegmentedReduce<"now">;
const segmentedInclusiveScan = now(segmentedInclusiveScanCall) as SegmentedInclusiveScan<"now">;
const segmentedExclusiveScan = now(segmentedExclusiveScanCall) as SegmentedExclusiveScan<"now">;
const segmentedSort = now(segmentedSortCall) as SegmentedSort<"now">;
const scanByKey = now(scanByKeyCall) as ScanByKey<"now">;
const reduceByKey = now(reduceByKeyCall) as ReduceByKey<"now">;
const groupBy = now(groupByCall) as GroupBy<"now">;

const input = Float64Array.of(1, 2, 3, 4, 5, 6);

describe("segments", () => {
  it("are the same by offsets, lengths and head flags", () => {
    for (const segments of [
      { offsets: [0, 2, 3, 6] },
      { lengths: Uint32Array.of(2, 1, 3) },
      { headFlags: [true, false, true, true, false, false] },
    ]) {
      expect(segmentedReduce(input, segments)).toEqual(Float64Array.of(3, 3, 15));
      expect(segmentedInclusiveScan(input, segments)).toEqual(Float64Array.of(1, 3, 3, 4, 9, 15));
      expect(segmentedExclusiveScan(input, segments)).toEqual(Float64Array.of(0, 1, 0, 0, 4, 9));
      expect(segmentedSort(input, segments, { descending: true })).toEqual(Float64Array.of(2, 1, 3, 6, 5, 4));
    }
  });

  it("have their own initial value, at their own end where they are read backward", () => {
    const offsets = [0, 2, 2, 6];
    const options = { initial: 10, direction: "backward" } as const;
    expect(segmentedInclusiveScan(input, { offsets }, options)).toEqual(
      Float64Array.of(13, 12, 28, 25, 21, 16),
    );
    expect(segmentedExclusiveScan(input, { offsets }, options)).toEqual(
      Float64Array.of(12, 10, 25, 21, 16, 10),
    );
    expect(segmentedReduce(input, { offsets }, { ...options, initialPlacement: "first" })).toEqual(
      Float64Array.of(13, 10, 28),
    );
  });

  it("give where they are empty the initial value, else where the operator starts", () => {
    const none = { offsets: [0, 0, 6, 6] };
    expect(segmentedReduce(input, none)).toEqual(Float64Array.of(0, 21, 0));
    expect(segmentedReduce(input, none, { initial: -0 })).toEqual(Float64Array.of(-0, 21, -0));
    expect(segmentedReduce(input, none, { operator: "min" })).toEqual(Float64Array.of(Infinity, 1, Infinity));
    const lifted = { initial: 7, segmentRule: "lifted" } as const;
    expect(segmentedReduce(input, none, lifted)).toEqual(Float64Array.of(7, 28, 7));
    const hashes = BigUint64Array.of(1n, 2n);
    const refuse = () => segmentedReduce(hashes, { offsets: [0, 1, 1, 2] }, { operator: treeHash });
    expect(refuse).toThrow(EmptyInputError);
    expect(refuse).toThrow('"segment 1" must have at least one element when no "initial" is given, got none');
  });

  it("take values of any array with a type, sums of a wider one, records, and an output", () => {
    expect(segmentedReduce([1, 2, 3], { lengths: [1, 2] }, { type: "i32" })).toEqual(Int32Array.of(1, 5));
    const wide = segmentedReduce(Float32Array.of(2 ** 24, 1), { lengths: [2] }, { accumulate: "f64" });
    expect(wide).toEqual(Float64Array.of(2 ** 24 + 1));
    const record = { value: Float64Array.of(1, 3, 3, 2), index: Uint32Array.of(0, 1, 2, 3) };
    const operator = argMax("f64");
    expect(segmentedReduce(record, { lengths: [1, 3] }, { operator })).toEqual({
      value: Float64Array.of(1, 3),
      index: Uint32Array.of(0, 1),
    });
    const output = new Float64Array(6);
    expect(segmentedInclusiveScan(input, { lengths: [6] }, { output })).toBe(output);
    expect(output).toEqual(Float64Array.of(1, 3, 6, 10, 15, 21));
    expect(segmentedReduce(input, { lengths: [3, 3] }, { output: output.subarray(0, 2) })).toEqual(
      Float64Array.of(6, 15),
    );
    expect(output.subarray(0, 3)).toEqual(Float64Array.of(6, 15, 6));
  });

  it("say what a lifted tree is not", () => {
    // Across the segments one tree joins other neighbours than each segment's own: only integers do not notice.
    const values = Float64Array.from({ length: 40 }, (_, i) => 1 / (i + 1));
    const segments = { lengths: [3, 37] };
    const restart = segmentedReduce(values, segments);
    expect(segmentedReduce(values, segments, { segmentRule: "lifted" })).not.toEqual(restart);
    expect(segmentedReduce(values.slice(3), { lengths: [37] })[0]).toBe(restart[1]);
    const whole = Int32Array.from(values.keys());
    expect(segmentedReduce(whole, segments, { segmentRule: "lifted" })).toEqual(
      segmentedReduce(whole, segments),
    );
  });

  it.each<[string, () => unknown, string]>([
    ["too short", () => segmentedReduce(input, { offsets: [0, 5] }), '"segments.offsets[1]" must be 6'],
    ["decreasing", () => segmentedInclusiveScan(input, { offsets: [0, 5, 4, 6] }), "segments.offsets[2]"],
    [
      "other lengths",
      () => segmentedSort(input, { lengths: [1, 2] }),
      '"segments.lengths" must be 6 together',
    ],
    [
      "flags of another length",
      () => segmentedReduce(input, { headFlags: [true] }),
      '"segments.headFlags" must have length 6, got 1',
    ],
    ["no segments", () => segmentedReduce(input, {} as never), "one of offsets, lengths, headFlags"],
    [
      "a plain function",
      () => segmentedReduce(input, { lengths: [6] }, { operator: ((x: number) => x) as never }),
      '"operator" must be a built-in operator or a typed one',
    ],
    [
      "an unknown rule",
      () => segmentedReduce(input, { lengths: [6] }, { segmentRule: "liftd" as never }),
      "(nearest: lifted)",
    ],
    [
      "an unknown option",
      () => segmentedReduce(input, { lengths: [6] }, { segments: "restart" } as never),
      "must be of names that are each one of",
    ],
    [
      "an output of another length",
      () => segmentedReduce(input, { lengths: [6] }, { output: new Float64Array(6) }),
      '"output" must have length 1, got 6',
    ],
    [
      "no start",
      () => segmentedExclusiveScan(BigUint64Array.of(1n), { lengths: [1] }, { operator: treeHash }),
      '"initial" must be given for an exclusive scan with tree-hash',
    ],
  ])("refuse %s", (_, run, message) => {
    expect(run).toThrow(SamebitsError);
    expect(run).toThrow(message);
  });
});

describe("by key", () => {
  const keys = Float64Array.of(2, Number.NaN, 0, 2, -0, Number.NaN, 0);
  const values = Int32Array.of(1, 2, 3, 4, 5, 6, 7);

  it("equal keys are Object.is equal, and come in the order of sort", () => {
    expect(reduceByKey(keys, values)).toEqual({
      keys: Float64Array.of(-0, 0, 2, Number.NaN),
      values: Int32Array.of(5, 10, 5, 8),
    });
    expect(scanByKey(keys, values)).toEqual(Int32Array.of(1, 2, 3, 5, 5, 8, 10));
    expect(scanByKey(keys, values, { prefixes: "exclusive", initial: 100 })).toEqual(
      Int32Array.of(100, 100, 100, 101, 100, 102, 103),
    );
    expect(groupBy(keys, { values })).toEqual({
      keys: Float64Array.of(-0, 0, 2, Number.NaN),
      offsets: Uint32Array.of(0, 1, 3, 5, 7),
      values: { values: Int32Array.of(5, 3, 7, 1, 4, 2, 6) },
    });
  });

  it("only neighbours are equal where that is asked for", () => {
    const runs = Uint32Array.of(7, 7, 1, 7);
    const adjacent = true;
    const four = values.subarray(0, 4);
    expect(reduceByKey(runs, four, { adjacent })).toEqual({
      keys: Uint32Array.of(7, 1, 7),
      values: Int32Array.of(3, 3, 4),
    });
    expect(scanByKey(runs, four, { adjacent })).toEqual(Int32Array.of(1, 3, 3, 4));
    expect(groupBy(runs, four, { adjacent })).toEqual({
      keys: runs.filter((_, i) => i !== 1),
      offsets: Uint32Array.of(0, 2, 3, 4),
      values: four,
    });
  });

  it("several columns are a key", () => {
    const origin = Uint32Array.of(1, 0, 1, 1);
    const isLate = Uint8Array.of(1, 0, 0, 1);
    expect(reduceByKey({ origin, isLate }, values.subarray(0, 4), { operator: add })).toEqual({
      keys: { origin: Uint32Array.of(0, 1, 1), isLate: Uint8Array.of(0, 0, 1) },
      values: Int32Array.of(2, 3, 5),
    });
  });

  it("nothing has no groups", () => {
    const none = new Uint32Array(0);
    expect(reduceByKey(none, new Float64Array(0))).toEqual({ keys: none, values: new Float64Array(0) });
    expect(scanByKey(none, new Float64Array(0))).toEqual(new Float64Array(0));
    expect(groupBy(none, none)).toEqual({ keys: none, offsets: Uint32Array.of(0), values: none });
  });

  it("32-bit keys of a narrow range go to bins, with the same results", () => {
    const executor = algorithmsWasmExecutor();
    const keys = Int32Array.from({ length: 500 }, (_, i) => ((i * 37) % 90) - 40);
    const values = Float64Array.from(keys, (_, i) => 1 / (i + 1));
    for (const shift of [0, 1000, -(2 ** 31) + 40]) {
      const moved = keys.map((key) => key + shift);
      const expected = reduceByKey(moved, values);
      const before = executor.primitiveCounts.reduceByRange;
      expect(runCallOn(executor, reduceByKeyCall(moved, values))).toEqual(expected);
      expect(executor.primitiveCounts.reduceByRange).toBe(before + 500);
      const wide = Float64Array.from(moved);
      expect(runCallOn(executor, reduceByKeyCall(wide, values))).toEqual({
        keys: Float64Array.from(expected.keys),
        values: expected.values,
      });
    }
    const unsigned = Uint32Array.of(2 ** 32 - 1, 2 ** 32 - 3, 2 ** 32 - 1);
    expect(runCallOn(executor, reduceByKeyCall(unsigned, Int32Array.of(1, 2, 3)))).toEqual({
      keys: Uint32Array.of(2 ** 32 - 3, 2 ** 32 - 1),
      values: Int32Array.of(2, 4),
    });
  });

  it.each<[string, () => unknown, string]>([
    ["other lengths", () => reduceByKey(keys, input), '"values" must have length 7, got 6'],
    ["no columns", () => groupBy(5 as never, input), '"keys" must be a typed array, or a record of them'],
    ["no values", () => scanByKey(keys, "x" as never, { type: "f64" }), '"values" must be'],
    [
      "adjacent that is no boolean",
      () => reduceByKey(keys, values, { adjacent: 1 as never }),
      '"adjacent" must be',
    ],
    [
      "other prefixes",
      () => scanByKey(keys, values, { prefixes: "all" as never }),
      '"prefixes" must be "inclusive" or "exclusive"',
    ],
  ])("refuses %s", (_, run, message) => {
    expect(run).toThrow(SamebitsError);
    expect(run).toThrow(message);
  });
});
