import {
  columnsOfRecord,
  counts,
  flags,
  input,
  isPositive,
  RECORD,
  record,
  rowOf,
  testTemplates,
} from "../../../test/algorithms/template-rows.ts";
import { expandCall } from "./expand.ts";
import { filterCall } from "./filter.ts";
import { filterIndicesCall } from "./filter-indices.ts";
import { gatherCall } from "./gather.ts";
import { partitionCall } from "./partition.ts";
import { runLengthDecodeCall } from "./run-length-decode.ts";
import { runLengthEncodeCall } from "./run-length-encode.ts";
import { scatterCall } from "./scatter.ts";
import { uniqueCall } from "./unique.ts";

const places = Uint32Array.of(8, 0, 0, 11, 4);

testTemplates("selection", {
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
  runLengthDecode: [
    rowOf(
      { values: RECORD },
      [...columnsOfRecord, counts],
      runLengthDecodeCall({ values: record, lengths: counts }),
    ),
  ],
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
});
