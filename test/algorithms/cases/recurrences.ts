import fc from "fast-check";
import { cumulativeProductCall } from "../../../src/algorithms/recurrences/cumulative-product.ts";
import { differencesCall } from "../../../src/algorithms/recurrences/differences.ts";
import { exponentialMovingAverageCall } from "../../../src/algorithms/recurrences/exponential-moving-average.ts";
import { linearRecurrenceCall } from "../../../src/algorithms/recurrences/linear-recurrence.ts";
import { movingSumCall } from "../../../src/algorithms/recurrences/moving-sum.ts";
import { runningMaxCall, runningMinCall } from "../../../src/algorithms/recurrences/running-extreme.ts";
import type { TypedContract } from "../../../src/contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../../src/contracts/resolve.ts";
import { add, multiply } from "../../../src/operators/built-in.ts";
import { affine } from "../../../src/operators/combinators/affine.ts";
import { argMax } from "../../../src/operators/combinators/arg-by.ts";
import { referenceReduce, referenceScan } from "../../../src/reference/reference.ts";
import {
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../../src/values/element-types.ts";
import { type ColumnArray, columnType, newColumn } from "../../../src/values/value-types.ts";
import { anyColumn, anyColumns, anyElementType, anyTypedColumn, listOf } from "../arbitraries.ts";
import { canonical } from "../canonical.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

function scanned(column: ColumnArray, options: ContractOptions): ElementArray {
  const elements = column as ElementArray;
  const contract = resolveContract(options, "inclusive-scan", columnType(column) as ElementType);
  return referenceScan(contract as TypedContract, "inclusive-scan", elements);
}

/** The scan of affine maps by the reference: its offsets are the solution. */
function solved(scale: ColumnArray, offset: ColumnArray, before?: Scalar): ColumnArray {
  const type = columnType(offset) as ElementType;
  const one = typeof before === "bigint" ? 1n : 1;
  const initial =
    before === undefined
      ? {}
      : { initial: { scale: one, offset: before }, initialPlacement: "first" as const };
  const contract = resolveContract({ operator: affine(add, multiply, type), ...initial }, "inclusive-scan");
  if (contract.kind !== "record") throw new Error("not over records");
  return referenceScan(contract, "inclusive-scan", [scale, offset])[1];
}

/** `y[i] = y[i−1]·scale[i] + offset[i]` in 32 bits, by a loop. */
function loop(scale: ColumnArray, offset: ColumnArray): Int32Array {
  let y = 0;
  return Int32Array.from(listOf(offset), (x, i) => {
    y = (Math.imul(y, Number(scale[i])) + Number(x)) | 0;
    return y;
  });
}

/** Each element but the first less the one before: a typed array rounds to f32, or wraps. */
function between(column: ColumnArray): ColumnArray {
  const found = column.slice(1) as Float64Array;
  const given = column as Float64Array; // or of another type: minus knows numbers and bigints
  for (const i of found.keys()) found[i] = given[i + 1] - given[i];
  return canonical(found);
}

/** Of each window the suffix of its first block and the prefix of its second, joined; by definition. */
function movingOf(column: ElementArray, window: number, operator: string): ElementArray {
  const type = columnType(column) as ElementType;
  const contractOf = (direction: "forward" | "backward") =>
    resolveContract({ operator, direction }, "reduce", type) as TypedContract;
  const output = newElementArray(type, column.length);
  for (let i = 0; i < column.length; i++) {
    const blockStart = i - (i % window);
    const start = Math.max(0, i - window + 1);
    const prefix = referenceReduce(contractOf("forward"), column.slice(Math.max(start, blockStart), i + 1));
    const pair = newElementArray(type, 2);
    if (start < blockStart) {
      pair.fill(referenceReduce(contractOf("backward"), column.slice(start, blockStart)) as never, 0, 1);
      pair.fill(prefix as never, 1, 2);
    }
    const value = start < blockStart ? referenceReduce(contractOf("forward"), pair) : prefix;
    output.fill(value as never, i, i + 1);
  }
  return canonical(output);
}

const anyWindow = fc.constantFrom(1, 2, 3, 5, 32, 33, 1000, 2 ** 40);

export const recurrenceCases: readonly OracleCase[] = [
  oracleCase({
    name: "cumulativeProduct",
    arguments: fc.tuple(anyTypedColumn(), fc.constantFrom("forward", "backward")),
    run: (on, { column }, direction) => on.call(cumulativeProductCall(column, { direction })),
    oracle: ({ column }, direction) => scanned(column, { operator: "multiply", direction }),
    runs: 30,
  }),
  oracleCase({
    name: "differences",
    arguments: fc.tuple(anyTypedColumn(), fc.nat(3)),
    run: (on, { column }, order) => on.call(differencesCall(column, { order })),
    oracle: ({ column }, order) => Array.from({ length: order }).reduce(between, column),
  }),
  oracleCase({
    name: "runningMax",
    arguments: fc.tuple(anyTypedColumn(), fc.constantFrom<"forward" | "backward">("forward", "backward")),
    run: (on, { column }, direction) => on.call(runningMaxCall(column, { direction })),
    oracle: ({ column }, direction) => scanned(column, { operator: "max", direction }),
    runs: 40,
  }),
  oracleCase({
    name: "runningMin",
    arguments: fc.tuple(anyTypedColumn()),
    run: (on, { column }) => on.call(runningMinCall(column)),
    oracle: ({ column }) => scanned(column, { operator: "min" }),
    runs: 40,
    gpuRuns: 1,
  }),
  oracleCase({
    name: "linearRecurrence in 32 bits, as a loop",
    arguments: fc.tuple(anyColumns(["i32", "i32"])),
    run: (on, [scale, offset]) => on.call(linearRecurrenceCall({ scale, offset })),
    oracle: ([scale, offset]) => loop(scale, offset),
    runs: 40,
  }),
  oracleCase({
    name: "linearRecurrence with a value before the first",
    arguments: fc.tuple(
      anyElementType.filter((type) => type !== "u64").chain((type) => anyColumns([type, type])),
    ),
    run: (on, [scale, offset]) =>
      on.call(linearRecurrenceCall({ scale, offset }, { initial: columnType(offset) === "i64" ? 3n : 3 })),
    oracle: ([scale, offset]) => solved(scale, offset, columnType(offset) === "i64" ? 3n : 3),
    runs: 40,
    gpuRuns: 0,
  }),
  oracleCase({
    name: "linearRecurrence with one scale",
    arguments: fc.tuple(anyColumn("f64")),
    run: (on, offset) => on.call(linearRecurrenceCall({ scale: 0.75, offset })),
    oracle: (offset) => solved(newColumn("f64", offset.length).fill(0.75 as never), offset),
    runs: 40,
    gpuRuns: 0,
  }),
  oracleCase({
    name: "exponentialMovingAverage",
    arguments: fc.tuple(anyTypedColumn(), fc.constantFrom(0.1, 0.5, 1), fc.constantFrom(undefined, 0.25)),
    run: (on, { column }, alpha, initial) =>
      on.call(exponentialMovingAverageCall(column, { alpha, initial })),
    oracle: ({ column }, alpha, initial) => {
      const isSingle = columnType(column) === "f32";
      const round = isSingle ? Math.fround : (value: number) => value;
      const x = Float64Array.from(listOf(column), Number);
      const weighed = x.map((each, i) =>
        i === 0 && initial === undefined ? each : round(round(alpha) * each),
      );
      const scale = x.map(() => round(1 - alpha));
      return isSingle
        ? solved(Float32Array.from(scale), Float32Array.from(weighed), initial)
        : solved(scale, weighed, initial);
    },
    runs: 40,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "movingSum",
    arguments: fc.tuple(
      anyTypedColumn(fc.oneof(fc.nat(80), fc.nat(400))),
      anyWindow,
      fc.constantFrom("add", "max"),
    ),
    run: (on, { column }, window, operator) => on.call(movingSumCall(column, { window, operator })),
    oracle: ({ column }, window, operator) => movingOf(column as ElementArray, window, operator),
    runs: 40,
    gpuRuns: 0,
  }),
  oracleCase({
    name: "movingSum of fingerprints",
    arguments: fc.tuple(anyColumn("u64", fc.nat(200)), anyWindow),
    run: (on, column, window) => on.call(movingSumCall(column, { window, operator: "tree-hash" })),
    oracle: (column, window) => movingOf(column as ElementArray, window, "tree-hash"),
    runs: 40,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "movingSum of records",
    arguments: fc.tuple(anyColumns(["i32", "u32"], fc.nat(60)), fc.constantFrom(1, 2, 7, 100)),
    run: (on, [value, index], window) =>
      on.call(movingSumCall({ value, index }, { window, operator: argMax("i32") })),
    oracle: ([value, index], window) => {
      const contract = resolveContract({ operator: argMax("i32") }, "reduce");
      if (contract.kind !== "record") throw new Error("not over records");
      const rows = listOf(value).map((_, i) => {
        const last = [value, index].map((column) => column.slice(Math.max(0, i - window + 1), i + 1));
        return referenceReduce(contract, last); // associative: any tree will do
      });
      return {
        value: Int32Array.from(rows, ([largest]) => Number(largest)),
        index: Uint32Array.from(rows, ([, place]) => Number(place)),
      };
    },
    runs: 40,
    gpuRuns: 0,
  }),
];
