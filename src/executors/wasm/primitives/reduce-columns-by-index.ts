import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { type Bins, openBins, planBins } from "./bins.ts";
import type { WasmParts } from "./parts.ts";
import { forChunks, type Workspace } from "./work-memory.ts";

/** What is reduced by index. */
interface ByIndex {
  readonly contract: ColumnContract;
  readonly indices: ColumnArray;
  readonly columns: readonly ColumnArray[];
  readonly binCount: number;
  readonly empty: readonly Scalar[] | undefined;
}

/** For each bin the reduce of its elements; undefined where a sort by index is the better way, or the only one. */
export function reduceColumnsByIndex(parts: WasmParts, by: ByIndex): readonly ColumnArray[] | undefined {
  const { contract, indices, columns, binCount, empty } = by;
  const plan = planBins(parts, contract, indices.length);
  if (plan === undefined || binCount > plan.mostBins) return undefined;
  parts.counts.reduceByIndex += indices.length;
  return parts.work.on([indices, ...columns], (space) => {
    const bins = openBins(space, plan, binCount);
    takeAll(space, bins, { indices, columns, first: 0, isBackward: plan.isBackward });
    return bins.values(binCount, empty);
  });
}

/** Elements with the indices of their bins; that of bin 0 is `first`. */
interface Indexed extends Pick<ByIndex, "indices" | "columns"> {
  readonly first: number;
  readonly isBackward: boolean; // the last ones first
}

/** All elements go to their bins. */
export function takeAll(
  space: Workspace,
  bins: Bins,
  { indices, columns, first, isBackward }: Indexed,
): void {
  const { length } = indices;
  const indexReader = space.reader(indices);
  const readers = columns.map((column) => space.reader(column));
  forChunks(length, (from, count) => {
    const start = isBackward ? length - from - count : from;
    const elements = readers.map((reader) => reader.at(start, count));
    bins.take(indexReader.at(start, count), elements, count, first);
  });
}
