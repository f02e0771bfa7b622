import { InternalError } from "../../../values/errors.ts";
import type { WasmParts } from "../../wasm/primitives/parts.ts";
import { wasmPrimitives, wasmProducts } from "../../wasm/primitives/wasm-primitives.ts";
import type { Outcome, Task } from "../messages.ts";
import type { TextReader } from "../posted-contract.ts";
import { addCounts, countIndices } from "./counts.ts";
import { copyRange, fillRange, gatherRange, iotaRange, scatterRange, segmentIdsRange } from "./moves.ts";
import { leadingRange, mergeRange, searchRange, sortRange } from "./order.ts";
import { productsRange } from "./products.ts";
import { openRegionMemory, type RangeBench, type RangeRound, type RunRange } from "./range-bench.ts";
import type { RangeWork, WorkOf } from "./range-work.ts";
import { betweenRange } from "./ranks.ts";
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

/** Runs ranges of primitives on a thread: the same code on workers and on the calling thread. */
export function rangeRunner(parts: Omit<WasmParts, "work">, texts: TextReader): RunRange {
  const arena = parts.machine.library();
  if (arena === undefined) throw new InternalError("ranges without library memory");
  const region = openRegionMemory(arena);
  const own = { ...parts, work: region.work };
  const primitives = { ...wasmPrimitives(own), ...wasmProducts(own) };
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
    const made = region.task(() => (RUNS[round.work.kind] as Run)(bench, round, task));
    if (hasStopped) return undefined;
    if (made === undefined) return { kind: "written" };
    return "kind" in made ? made : { kind: "counts", counts: made };
  };
}

type Run<Work extends RangeWork = RangeWork> = (
  bench: RangeBench,
  round: RangeRound<Work>,
  task: Task,
) => Outcome | readonly number[] | undefined;

const RUNS: { readonly [Kind in RangeWork["kind"]]: Run<WorkOf<Kind>> } = {
  map: mapRange,
  "head-flags": headFlagsRange,
  "count-flags": countFlags,
  compact: compactRange,
  partition: partitionRange,
  "flag-indices": flagIndicesRange,
  iota: iotaRange,
  fill: fillRange,
  copy: copyRange,
  gather: gatherRange,
  scatter: scatterRange,
  "segment-ids": segmentIdsRange,
  sort: sortRange,
  merge: mergeRange,
  leading: leadingRange,
  between: betweenRange,
  search: searchRange,
  segmented: segmentedRange,
  products: productsRange,
  "count-indices": countIndices,
  "add-counts": addCounts,
  "count-kept": countKept,
  "fold-mapped": foldMappedRange,
  "collect-mapped": collectRange,
};
