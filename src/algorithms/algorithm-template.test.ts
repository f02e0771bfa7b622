import { expect, test } from "vitest";
import { javascriptPrimitives } from "../executors/javascript/primitives/javascript-primitives.ts";
import { elementFunction } from "../operators/element-function-builder.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { ColumnArray } from "../values/value-types.ts";
import { algorithmTemplate } from "./algorithm-template.ts";
import type { Call } from "./call.ts";
import { histogramCall } from "./histograms/histogram.ts";
import { reduceByIndexCall } from "./histograms/reduce-by-index.ts";
import { argsortCall } from "./order/argsort.ts";
import { searchSortedCall } from "./order/search-sorted.ts";
import { sortCall } from "./order/sort.ts";
import { sortByCall } from "./order/sort-by.ts";
import { sortPairsCall } from "./order/sort-pairs.ts";
import { runCall } from "./run-call.ts";
import { segmentedExclusiveScanCall } from "./segments/segmented-exclusive-scan.ts";
import { segmentedInclusiveScanCall } from "./segments/segmented-inclusive-scan.ts";
import { segmentedReduceCall } from "./segments/segmented-reduce.ts";
import { expandCall } from "./selection/expand.ts";
import { filterCall } from "./selection/filter.ts";
import { filterIndicesCall } from "./selection/filter-indices.ts";
import { gatherCall } from "./selection/gather.ts";
import { partitionCall } from "./selection/partition.ts";
import { runLengthEncodeCall } from "./selection/run-length-encode.ts";
import { scatterCall } from "./selection/scatter.ts";
import { uniqueCall } from "./selection/unique.ts";
import { TEMPLATE_RULES } from "./template-rules.ts";

const input = Float64Array.of(3, 3, -1, Number.NaN, -0, 0, 0, 8, -7);
const record = { a: input, b: Uint32Array.of(2, 1, 2, 1, 9, 9, 0, 1, 5) };
const flags = Uint8Array.of(1, 0, 0, 1, 1, 0, 1, 0, 1);
const places = Uint32Array.of(8, 0, 0, 11, 4);
const counts = Uint32Array.of(0, 2, 1, 0, 0, 5, 0, 0, 1);
const isPositive = elementFunction("f64", (value) => value.greater(0));

interface Row {
  readonly options: Record<string, unknown>;
  readonly columns: readonly ColumnArray[];
  readonly call: Call<unknown>;
}

const columnsOfRecord = [record.a, record.b];
const RECORD = { a: "f64", b: "u32" } as const;

const ROWS: { readonly [Name in keyof typeof TEMPLATE_RULES]: readonly Row[] } = {
  filter: [
    {
      options: { input: "f64", predicate: isPositive },
      columns: [input],
      call: filterCall(input, isPositive),
    },
    {
      options: { input: RECORD, predicate: "flags" },
      columns: [...columnsOfRecord, flags],
      call: filterCall(record, flags),
    },
  ],
  partition: [
    {
      options: { input: RECORD, predicate: "flags" },
      columns: [...columnsOfRecord, flags],
      call: { ...partitionCall(record, flags), result: (columns) => columns },
    },
  ],
  filterIndices: [
    {
      options: { input: "f64", predicate: isPositive },
      columns: [input],
      call: filterIndicesCall(input, isPositive),
    },
  ],
  unique: [
    { options: { input: RECORD }, columns: columnsOfRecord, call: uniqueCall(record) },
    {
      options: { input: "f64", anywhere: true },
      columns: [input],
      call: uniqueCall(input, { anywhere: true }),
    },
  ],
  runLengthEncode: [{ options: { input: "f64" }, columns: [input], call: runLengthEncodeCall(input) }],
  expand: [
    { options: { input: RECORD }, columns: [...columnsOfRecord, counts], call: expandCall(record, counts) },
  ],
  gather: [{ options: { input: "f64" }, columns: [input, places], call: gatherCall(input, places) }],
  scatter: [
    {
      options: { input: "f64" },
      columns: [input.subarray(0, 5), places, input],
      call: scatterCall(input.subarray(0, 5), places, input),
    },
  ],
  sort: [
    {
      options: { input: "f64", descending: true },
      columns: [input],
      call: sortCall(input, { descending: true }),
    },
    {
      options: { input: "u32", bits: [0, 2] },
      columns: [record.b],
      call: sortCall(record.b, { bits: [0, 2] }),
    },
  ],
  argsort: [{ options: { input: "f64" }, columns: [input], call: argsortCall(input) }],
  sortPairs: [
    {
      options: { keys: "u32", values: RECORD },
      columns: [record.b, ...columnsOfRecord],
      call: sortPairsCall(record.b, record),
    },
  ],
  sortBy: [
    {
      options: { input: RECORD, by: ["b", "a"] },
      columns: columnsOfRecord,
      call: sortByCall(record, ["b", "a"]),
    },
  ],
  segmentedReduce: [
    {
      options: { input: "f64", segments: "offsets" },
      columns: [Uint32Array.of(0, 0, 4, 9), input],
      call: segmentedReduceCall(input, { offsets: [0, 0, 4, 9] }),
    },
    {
      options: { input: "u32", segments: "lengths", operator: "max", segmentRule: "lifted" },
      columns: [Uint32Array.of(4, 5), record.b],
      call: segmentedReduceCall(record.b, { lengths: [4, 5] }, { operator: "max", segmentRule: "lifted" }),
    },
  ],
  segmentedInclusiveScan: [
    {
      options: { input: "f64", segments: "headFlags" },
      columns: [flags, input],
      call: segmentedInclusiveScanCall(input, { headFlags: flags }),
    },
  ],
  segmentedExclusiveScan: [
    {
      options: { input: "u32", segments: "headFlags", direction: "backward", accumulate: "u64" },
      columns: [flags, record.b],
      call: segmentedExclusiveScanCall(
        record.b,
        { headFlags: flags },
        { direction: "backward", accumulate: "u64" },
      ),
    },
  ],
  reduceByIndex: [
    {
      options: { input: "f64", binCount: 5 },
      columns: [record.b, input],
      call: reduceByIndexCall(input, record.b, { binCount: 5 }),
    },
  ],
  histogram: [
    {
      options: { categories: 3 },
      columns: [record.b],
      call: histogramCall(record.b, { categories: 3 }),
    },
  ],
  searchSorted: [
    {
      options: { sorted: "u32", side: "right" },
      columns: [Uint32Array.of(0, 1, 1, 5), record.b],
      call: searchSortedCall(Uint32Array.of(0, 1, 1, 5), record.b, { side: "right" }),
    },
  ],
};

/** Plain loops, with the one primitive that only devices have. */
const on = {
  ...javascriptPrimitives(),
  expand: (columns: readonly ColumnArray[], each: ColumnArray, length: number) =>
    columns.map((column) => {
      const values = [...column].flatMap((value, i) => Array.from({ length: Number(each[i]) }, () => value));
      return (column.constructor as typeof Uint32Array).from(values.slice(0, length) as number[]);
    }),
};

test.each(Object.keys(TEMPLATE_RULES) as (keyof typeof TEMPLATE_RULES)[])(
  "the steps of %s know nothing of the length of what stands for the columns",
  (name) => {
    for (const { options, columns, call } of ROWS[name]) {
      const template = algorithmTemplate(name, options);
      const expected = runCall(javascriptPrimitives(), { ...call, result: (taken) => taken });
      expect(template.record(on, columns, 9)).toEqual(expected);
      expect(template.results.length).toBeGreaterThan(0);
      expect(template.arguments.some(({ like }) => like === undefined)).toBe(true);
    }
  },
);

test("what is no algorithm, no type or no option is refused, in words", () => {
  const refused = [
    ["filtre", {}, /"name" must be .*filter/],
    ["filter", { input: "f46", predicate: "flags" }, /"input"/],
    ["filter", { input: "f64", predicate: "flags", sorted: true }, /sorted/],
    ["filter", { input: "u32", predicate: isPositive }, /"predicate" must be a function of u32/],
    ["unique", { input: "bool" }, /"input" must be an element type, or a record/],
    ["sort", { input: "f64", bits: [3, 99] }, /"bits"/],
  ] as const;
  for (const [name, options, message] of refused) {
    expect(() => algorithmTemplate(name, options), name).toThrow(InvalidArgumentError);
    expect(() => algorithmTemplate(name, options), name).toThrow(message);
  }
});
