import {
  columnsOfRecord,
  counts,
  flags,
  input,
  RECORD,
  record,
  rowOf,
  testTemplates,
} from "../../../test/algorithms/template-rows.ts";
import { groupByCall } from "./group-by.ts";
import { headFlagsCall } from "./head-flags.ts";
import { reduceByKeyCall } from "./reduce-by-key.ts";
import { scanByKeyCall } from "./scan-by-key.ts";
import { segmentIdsCall } from "./segment-ids.ts";
import { segmentLengthsCall, segmentOffsetsCall } from "./segment-offsets.ts";

import { segmentedReduceCall } from "./segmented-reduce.ts";
import { segmentedExclusiveScanCall, segmentedInclusiveScanCall } from "./segmented-scan.ts";
import { segmentedSortCall } from "./segmented-sort.ts";

/** One thing, said in three ways. */
const SEGMENTS = {
  offsets: Uint32Array.of(0, 3, 4, 9),
  lengths: Uint32Array.of(3, 1, 5),
  headFlags: Uint8Array.of(1, 0, 0, 1, 1, 0, 0, 0, 0),
} as const;

testTemplates("segments", {
  segmentOffsets: Object.entries(SEGMENTS).map(([kind, column]) =>
    rowOf({ segments: kind }, [column], segmentOffsetsCall({ [kind]: column })),
  ),
  segmentLengths: Object.entries(SEGMENTS).map(([kind, column]) =>
    rowOf({ segments: kind }, [column], segmentLengthsCall({ [kind]: column })),
  ),
  segmentIds: Object.entries(SEGMENTS).map(([kind, column]) =>
    rowOf({ segments: kind }, [column], segmentIdsCall({ [kind]: column })),
  ),
  headFlags: Object.entries(SEGMENTS).map(([kind, column]) =>
    rowOf({ segments: kind }, [column], headFlagsCall({ [kind]: column })),
  ),
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
  segmentedSort: [
    rowOf(
      { input: "f64", segments: "offsets", descending: true },
      [Uint32Array.of(0, 0, 4, 9), input],
      segmentedSortCall(input, { offsets: [0, 0, 4, 9] }, { descending: true }),
    ),
    rowOf(
      { input: "f64", segments: "headFlags" },
      [flags, input],
      segmentedSortCall(input, { headFlags: flags }),
    ),
  ],
  reduceByKey: [
    rowOf({ keys: "u32", values: "f64" }, [record.b, input], reduceByKeyCall(record.b, input)),
    rowOf(
      { keys: RECORD, values: "u32", adjacent: true, accumulate: "u64", initial: 3n },
      [...columnsOfRecord, counts],
      reduceByKeyCall(record, counts, { adjacent: true, accumulate: "u64", initial: 3n }),
    ),
  ],
  scanByKey: [
    rowOf(
      { keys: "u32", values: "f64", prefixes: "exclusive" },
      [record.b, input],
      scanByKeyCall(record.b, input, { prefixes: "exclusive" }),
    ),
    rowOf(
      { keys: "u32", values: "f64", initial: 0.5, initialPlacement: "first", segmentRule: "lifted" },
      [record.b, input],
      scanByKeyCall(record.b, input, { initial: 0.5, initialPlacement: "first", segmentRule: "lifted" }),
    ),
  ],
  groupBy: [
    rowOf({ keys: "u32", values: RECORD }, [record.b, ...columnsOfRecord], groupByCall(record.b, record)),
    rowOf(
      { keys: "f64", values: "u32", adjacent: true },
      [input, record.b],
      groupByCall(input, record.b, { adjacent: true }),
    ),
  ],
});
