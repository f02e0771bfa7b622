import { afterAll, describe, expect, it } from "vitest";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import type { Call } from "../../src/algorithms/call.ts";
import {
  contractionReduceCall,
  contractionSteps,
  type Pairing,
} from "../../src/algorithms/named/contraction-reduce.ts";
import { CountedCombines } from "../../src/algorithms/named/counted-combines.ts";
import { filterByScanCall } from "../../src/algorithms/named/filter-by-scan.ts";
import { hillisSteeleCall } from "../../src/algorithms/named/hillis-steele.ts";
import { radixBitStepCall } from "../../src/algorithms/named/radix-bit-step.ts";
import { radixDigitStepCall } from "../../src/algorithms/named/radix-digit-step.ts";
import { workEfficientScanCall } from "../../src/algorithms/named/work-efficient-scan.ts";
import { runCallLaterOn } from "../../src/algorithms/run-call.ts";
import { recordContractOf } from "../../src/conformance/contract-of.ts";
import { columnContract } from "../../src/contracts/column-contract.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { AlgorithmExecutor } from "../../src/executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../src/executors/wasm/primitives/algorithms-wasm-executor.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { blockDyadic } from "../../src/expressions/expression.ts";
import { argMax } from "../../src/operators/combinators/arg-by.ts";
import { LawError } from "../../src/values/errors.ts";
import { workersHere } from "../helpers/workers/workers.ts";

// The worked examples of the lecture on parallel algorithms by scans, number by number. Elements are i32, as in its pictures.

const pool = await openPool({ count: 3, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 2 });
afterAll(() => pool.close());

const EXECUTORS: readonly (readonly [string, AlgorithmExecutor])[] = [
  ["javascript", algorithmsJavascriptExecutor as AlgorithmExecutor],
  ["wasm", algorithmsWasmExecutor() as AlgorithmExecutor],
  ["workers", pool.executor() as AlgorithmExecutor],
];

/** The result in plain arrays, as it is printed in a book. */
function plain(result: unknown): unknown {
  if (ArrayBuffer.isView(result)) return Array.from(result as Int32Array);
  if (typeof result !== "object" || result === null) return result;
  return Object.fromEntries(Object.entries(result).map(([name, field]) => [name, plain(field)]));
}

describe.each(EXECUTORS)("on %s", (_, executor) => {
  const run = async (call: Call<unknown>) => plain(await runCallLaterOn(executor, call));
  const on = algorithmsOn({ executor });

  it("filter of [−1, 2, −3, 4, 5, −6] with every array on the way", async () => {
    const input = Int32Array.of(-1, 2, -3, 4, 5, -6);
    expect(await run(filterByScanCall(input, (element: number) => element >= 0))).toEqual({
      keep: [0, 1, 0, 1, 1, 0],
      counts: [0, 1, 1, 2, 3, 3],
      places: [-1, 0, -1, 1, 2, -1],
      kept: [2, 4, 5],
    });
    expect(plain(await on.filter(input, (element) => element >= 0))).toEqual([2, 4, 5]);
  });

  it.each([
    ["nothing", [], []],
    ["one that stays", [3], [3]],
    ["one that goes", [-3], []],
    ["all that stay", [1, 2, 0], [1, 2, 0]],
    ["all that go", [-1, -2], []],
  ])("filter of %s", async (_name, input, kept) => {
    const result = await run(filterByScanCall(Int32Array.from(input), (element: number) => element >= 0));
    expect(result).toMatchObject({ kept });
  });

  it("prescan and scan of [1, 2, 3, 4]", async () => {
    const input = Int32Array.of(1, 2, 3, 4);
    const exclusive = workEfficientScanCall(input, { observation: "exclusive-scan" });
    expect(await run(exclusive)).toMatchObject({ prefixes: [0, 1, 3, 6] });
    expect(await run(workEfficientScanCall(input))).toMatchObject({ prefixes: [1, 3, 6, 10] });
    expect(await run(hillisSteeleCall(input))).toMatchObject({ prefixes: [1, 3, 6, 10] });
  });

  it("the picture of a radix sort in base 10", async () => {
    let keys = Uint32Array.of(326, 453, 608, 835, 751, 435, 704, 690);
    const pictures = [
      [690, 751, 453, 704, 835, 435, 326, 608],
      [704, 608, 326, 835, 435, 751, 453, 690],
      [326, 435, 453, 608, 690, 704, 751, 835],
    ];
    for (const [digit, picture] of pictures.entries()) {
      ({ keys } = (await runCallLaterOn(executor, radixDigitStepCall(keys, { base: 10, digit }))) as {
        keys: Uint32Array<ArrayBuffer>;
      });
      expect(plain(keys)).toEqual(picture);
    }
  });

  it("the step by bit 0 on [0, 1, 2, 3, 4], with every array on the way", async () => {
    expect(await run(radixBitStepCall(Uint32Array.of(0, 1, 2, 3, 4), 0))).toEqual({
      bits: [0, 1, 0, 1, 0],
      zeros: [1, 0, 1, 0, 1],
      zeroCount: 3,
      zeroPlaces: [1, 0, 2, 0, 3],
      onePlaces: [0, 4, 0, 5, 0],
      ranks: [1, 4, 2, 5, 3],
      places: [0, 3, 1, 4, 2],
      keys: [0, 2, 4, 1, 3],
    });
  });

  it("three steps by bits on [5, 3, 0, 7, 2, 6, 1, 4]", async () => {
    let keys = Uint32Array.of(5, 3, 0, 7, 2, 6, 1, 4);
    const pictures = [
      [0, 2, 6, 4, 5, 3, 7, 1],
      [0, 4, 5, 1, 2, 6, 3, 7],
      [0, 1, 2, 3, 4, 5, 6, 7],
    ];
    for (const [bit, picture] of pictures.entries()) {
      ({ keys } = (await runCallLaterOn(executor, radixBitStepCall(keys, bit))) as {
        keys: Uint32Array<ArrayBuffer>;
      });
      expect(plain(keys)).toEqual(picture);
    }
  });

  it.each(["restart", "lifted"] as const)("segmented scan and reduce, %s", async (segmentRule) => {
    const headFlags = Uint8Array.of(1, 0, 1, 0, 0, 1);
    const input = Int32Array.of(0, 1, 2, 3, 4, 5);
    const options = { segmentRule };
    const scanned = await on.segmentedInclusiveScan(input, { headFlags }, options);
    expect(plain(scanned)).toEqual([0, 1, 2, 5, 9, 5]);
    expect(plain(await on.segmentedReduce(input, { headFlags }, options))).toEqual([1, 9, 5]);
    expect(plain(await on.segmentOffsets({ headFlags }))).toEqual([0, 2, 5, 6]);
  });

  it("reduce by index: the loop runs over the elements, not over the bins", async () => {
    const result = await on.reduceByIndex(Int32Array.of(10, 20, 30, 40, 50), Uint32Array.of(1, 0, 1, 9, 1), {
      into: Int32Array.of(1, 2, 3),
    } as never);
    expect(plain(result)).toMatchObject({ values: [21, 92, 3] });
  });
});

const COUNTS = [
  { length: 4, hillisSteele: 5, up: 3, inclusive: 1, exclusive: 3 },
  { length: 8, hillisSteele: 17, up: 7, inclusive: 4, exclusive: 7 },
  { length: 16, hillisSteele: 49, up: 15, inclusive: 11, exclusive: 15 },
  { length: 1024, hillisSteele: 9217, up: 1023, inclusive: 1013, exclusive: 1023 },
];

describe("combines counted as they are made", () => {
  const run = <Result>(call: Call<Result>): Promise<Result> =>
    runCallLaterOn(algorithmsJavascriptExecutor as AlgorithmExecutor, call);

  it.each(COUNTS)("of $length elements", async ({ length, hillisSteele, up, inclusive, exclusive }) => {
    const input = Int32Array.from({ length }, (_, i) => i);
    const depth = Math.log2(length);
    expect(await run(hillisSteeleCall(input))).toMatchObject({
      combineCount: hillisSteele,
      stepCount: depth,
    });
    expect(await run(workEfficientScanCall(input))).toMatchObject({
      upSweepCount: up,
      downSweepCount: inclusive,
      combineCount: up + inclusive,
      stepCount: 2 * depth - 1,
    });
    expect(await run(workEfficientScanCall(input, { observation: "exclusive-scan" }))).toMatchObject({
      upSweepCount: up,
      downSweepCount: exclusive,
      stepCount: 2 * depth,
    });
    expect(await run(contractionReduceCall(input))).toEqual({
      value: (length * (length - 1)) / 2,
      combineCount: length - 1,
      stepCount: depth,
    });
  });

  it("are those that `combine` is called for, whatever the length", async () => {
    for (const length of [0, 1, 2, 3, 5, 6, 7, 13]) {
      const input = Int32Array.from({ length }, () => 1);
      const { combineCount, prefixes } = await run(hillisSteeleCall(input));
      let expected = 0;
      for (let distance = 1; distance < length; distance *= 2) expected += length - distance;
      expect([combineCount, plain(prefixes)]).toEqual([expected, Array.from(input, (_, i) => i + 1)]);
    }
  });
});

describe("a contraction that lays halves over each other", () => {
  // The lecture's argmax: the left one stays unless the right one is larger. Associative, and not commutative.
  const leftmost = argMax("i32", "i32", { tieBreak: "none" });
  const input = { value: Int32Array.of(1, 5, 5, 0), index: Int32Array.of(0, 1, 2, 3) };

  const contract = async (pairing: Pairing): Promise<unknown> => {
    const combines = new CountedCombines(
      columnContract(recordContractOf({ operator: leftmost, expression: blockDyadic(32) })),
    );
    const call: Call<unknown> = {
      input: [input.value, input.index],
      *steps(on, columns) {
        return yield* contractionSteps(on, combines, columns, 4, pairing);
      },
      result: ([value, index]) => [value[0], index[0]],
    };
    return runCallLaterOn(algorithmsJavascriptExecutor as AlgorithmExecutor, call);
  };

  it("needs commutativity: it finds the second of two maxima, where a left fold finds the first", async () => {
    expect(await contract("halves")).toEqual([5, 2]);
    expect(await contract("adjacent")).toEqual([5, 1]);
  });

  it("refuses that operator with operands that show it, and takes it for neighbours", async () => {
    const refused = (): unknown => contractionReduceCall(input, { operator: leftmost });
    expect(refused).toThrow(LawError);
    expect(refused).toThrow(/refuted: \(.*\) ∘ \(.*\) = /);
    const call = contractionReduceCall(input, { operator: leftmost, pairing: "adjacent" });
    const counted = await runCallLaterOn(algorithmsJavascriptExecutor as AlgorithmExecutor, call);
    expect(counted).toEqual({ value: { value: 5, index: 1 }, combineCount: 3, stepCount: 2 });
  });

  it("is sound for the repaired argmax, whose ties go to the lower index", async () => {
    const call = contractionReduceCall(input, { operator: argMax("i32", "i32"), commutative: "declared" });
    const counted = await runCallLaterOn(algorithmsJavascriptExecutor as AlgorithmExecutor, call);
    expect(counted).toMatchObject({ value: { value: 5, index: 1 } });
  });
});
