import { InternalError } from "../../../values/errors.ts";
import type { WasmParts } from "../../wasm/primitives/parts.ts";
import { wasmPrimitives } from "../../wasm/primitives/wasm-primitives.ts";
import type { Outcome, Task } from "../messages.ts";
import type { TextReader } from "../posted-contract.ts";
import { addCounts, countIndices } from "./counts.ts";
import { copyRange, fillRange, gatherRange, iotaRange, scatterRange, segmentIdsRange } from "./moves.ts";
import { mergeRange, searchRange, sortRange } from "./order.ts";
import { openRegionMemory, type RangeBench, type RangeRound, type RunRange } from "./range-bench.ts";

import { collectRange, countKept, foldMappedRange } from "./run-fusion.ts";
import { segmentedRange } from "./segments.ts";
import {
  compactRange,
  countFlags,
  flagIndicesRange,
  headFlagsRange,
  mapRange,
  partitionRange,
} from "./selection.ts";

/** Runs ranges of primitives on a thread: the same code for a worker and for whoever steps in for one. */
export function rangeRunner(parts: Omit<WasmParts, "work">, texts: TextReader): RunRange {
  const arena = parts.machine.library();
  if (arena === undefined) throw new InternalError("ranges without library memory");
  const region = openRegionMemory(arena);
  const primitives = wasmPrimitives({ ...parts, work: region.work });
  return (round, task, isStopped) => {
    let hasStopped = false;
    const bench: RangeBench = {
      ...region,
      arena,
      executor: parts.executor,
      primitives,
      texts,
      isStopped() {
        hasStopped ||= isStopped();
        return hasStopped;
      },
    };
    const made = region.task(() => runRange(bench, round, task));
    if (hasStopped) return undefined;
    if (made === undefined) return { kind: "written" };
    return "kind" in made ? made : { kind: "counts", counts: made };
  };
}

function runRange(bench: RangeBench, round: RangeRound, task: Task): Outcome | readonly number[] | undefined {
  const { work } = round;
  switch (work.kind) {
    case "map":
      return mapRange(bench, { ...round, work }, task);
    case "head-flags":
      return headFlagsRange(bench, round, task);
    case "count-flags":
      return countFlags(bench, round, task);
    case "compact":
      return compactRange(bench, round, task);
    case "partition":
      return partitionRange(bench, round, task);
    case "flag-indices":
      return flagIndicesRange(bench, round, task);
    case "iota":
      return iotaRange(round, task);
    case "fill":
      return fillRange({ ...round, work }, task);
    case "copy":
      return copyRange(bench, round, task);
    case "gather":
      return gatherRange(round, task);
    case "scatter":
      return scatterRange(bench, { ...round, work }, task);
    case "segment-ids":
      return segmentIdsRange(round, task);
    case "sort":
      return sortRange(bench, { ...round, work }, task);
    case "merge":
      return mergeRange(bench, { ...round, work }, task);
    case "search":
      return searchRange(bench, { ...round, work }, task);
    case "segmented":
      return segmentedRange(bench, { ...round, work }, task);
    case "count-indices":
      return countIndices(bench, { ...round, work }, task);
    case "add-counts":
      return addCounts({ ...round, work }, task);
    case "count-kept":
      return countKept(bench, { ...round, work }, task);
    case "fold-mapped":
      return foldMappedRange(bench, { ...round, work }, task);
    case "collect-mapped":
      return collectRange(bench, { ...round, work }, task);
    default:
      return work satisfies never;
  }
}
