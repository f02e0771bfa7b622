import {
  columnsOfRecord,
  input,
  RECORD,
  record,
  rowOf,
  testTemplates,
} from "../../../test/algorithms/template-rows.ts";
import { argsortCall } from "./argsort.ts";
import { isSortedCall } from "./is-sorted.ts";
import { mergeCall } from "./merge.ts";
import { searchSortedCall } from "./search-sorted.ts";
import { sortCall } from "./sort.ts";
import { sortByCall } from "./sort-by.ts";
import { sortPairsCall } from "./sort-pairs.ts";
import { topKCall } from "./top-k.ts";

testTemplates("order", {
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
  merge: [
    rowOf(
      { input: "u32" },
      [Uint32Array.of(1, 4, 4, 7), Uint32Array.of(0, 4, 9)],
      mergeCall(Uint32Array.of(1, 4, 4, 7), Uint32Array.of(0, 4, 9)),
    ),
    rowOf(
      { input: RECORD, by: "b", descending: true },
      [Float64Array.of(1, 2), Uint32Array.of(5, 2), Float64Array.of(3), Uint32Array.of(5)],
      mergeCall(
        { a: Float64Array.of(1, 2), b: Uint32Array.of(5, 2) },
        { a: Float64Array.of(3), b: Uint32Array.of(5) },
        { by: "b", descending: true },
      ),
    ),
  ],
  searchSorted: [
    {
      options: { sorted: "u32", side: "right" },
      columns: [Uint32Array.of(0, 1, 1, 5), record.b],
      call: searchSortedCall(Uint32Array.of(0, 1, 1, 5), record.b, { side: "right" }),
    },
  ],

  topK: [
    rowOf({ input: "f64", count: 4 }, [input], topKCall(input, 4)),
    rowOf({ input: "f64", count: 0, order: "smallest" }, [input], topKCall(input, 0, { order: "smallest" })),
    rowOf({ input: "f64", count: 90, order: "smallest" }, [input], topKCall(input, 9, { order: "smallest" })),
  ],
  isSorted: [
    rowOf({ input: "f64" }, [input], isSortedCall(input)),
    rowOf(
      { input: "f64", descending: true },
      [Float64Array.of(Number.NaN, 5, 0, -0)],
      isSortedCall(Float64Array.of(Number.NaN, 5, 0, -0), { descending: true }),
    ),
  ],
});
