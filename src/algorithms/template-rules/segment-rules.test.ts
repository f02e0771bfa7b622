import {
  columnsOfRecord,
  counts,
  flags,
  input,
  RECORD,
  record,
  rowOf,
  testRules,
} from "../../../test/algorithms/template-rows.ts";
import { groupByCall } from "../segments/group-by.ts";
import { headFlagsCall } from "../segments/head-flags.ts";
import { reduceByKeyCall } from "../segments/reduce-by-key.ts";
import { scanByKeyCall } from "../segments/scan-by-key.ts";
import { segmentIdsCall } from "../segments/segment-ids.ts";
import { segmentLengthsCall } from "../segments/segment-lengths.ts";
import { segmentOffsetsCall } from "../segments/segment-offsets.ts";
import { segmentedExclusiveScanCall } from "../segments/segmented-exclusive-scan.ts";
import { segmentedInclusiveScanCall } from "../segments/segmented-inclusive-scan.ts";
import { segmentedReduceCall } from "../segments/segmented-reduce.ts";
import { segmentedSortCall } from "../segments/segmented-sort.ts";
import { SEGMENT_RULES } from "./segment-rules.ts";

/** One thing, said in three ways. */
const SEGMENTS = {
  offsets: Uint32Array.of(0, 3, 4, 9),
  lengths: Uint32Array.of(3, 1, 5),
  headFlags: Uint8Array.of(1, 0, 0, 1, 1, 0, 0, 0, 0),
} as const;

testRules(SEGMENT_RULES, {
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
