import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Parted } from "../../primitives.ts";
import type { Kernel, Kernels } from "../memory/arena.ts";
import * as emit from "./kernels/select-elements.kernel.ts";
import type { ColumnParts } from "./parts.ts";
import { CHUNK_LENGTH, forChunks, type Workspace } from "./work-memory.ts";

type Columns = readonly ColumnArray[];

/** The elements whose flag is set, in order. */
export function compact({ work, counts }: ColumnParts, columns: Columns, flags: ColumnArray): Columns {
  return work.on([...columns, flags], (space) => {
    const flagReader = space.reader(flags);
    const keptCount = countFlags(space, flags);
    counts.countFlags += flags.length;
    return columns.map((column) => {
      const kernel = selectionKernels(space.kernels, column.BYTES_PER_ELEMENT as emit.Width).compact;
      const from = space.reader(column);
      const to = space.writer(columnType(column), keptCount);
      let written = 0;
      forChunks(column.length, (start, count) => {
        const kept = Number(kernel(from.at(start, count), flagReader.at(start, count), to.address, count));
        to.flush(written, kept);
        written += kept;
      });
      counts.compact += column.length;
      return to.array;
    });
  });
}

/** The elements whose flag is set, and the others: parts of one array. */
export function partition(
  { work, counts }: ColumnParts,
  columns: Columns,
  flags: ColumnArray,
): Parted<ColumnArray> {
  return work.on([...columns, flags], (space) => {
    const flagReader = space.reader(flags);
    const keptCount = countFlags(space, flags);
    counts.countFlags += flags.length;
    const parted = columns.map((column) => {
      const bytes = column.BYTES_PER_ELEMENT;
      const kernel = selectionKernels(space.kernels, bytes as emit.Width).partition;
      const from = space.reader(column);
      const to = space.writer(columnType(column), column.length);
      const others = space.allocate(CHUNK_LENGTH * bytes);
      let written = 0;
      forChunks(column.length, (start, count) => {
        const places = [to.address, others] as const;
        const kept = Number(kernel(from.at(start, count), flagReader.at(start, count), ...places, count));
        to.flush(written, kept);
        to.flush(keptCount + start - written, count - kept, others);
        written += kept;
      });
      counts.partition += column.length;
      return to.array;
    });
    return {
      kept: parted.map((column) => column.subarray(0, keptCount)),
      others: parted.map((column) => column.subarray(keptCount)),
    };
  });
}

/** The indices of the flags that are set, in order; `isClosed`: followed by the number of flags. */
export function flagIndices(
  { work, counts }: ColumnParts,
  flags: ColumnArray,
  isClosed: boolean,
): ColumnArray {
  return work.on([flags], (space) => {
    const kernel = selectionKernels(space.kernels, 4).flagIndices;
    const reader = space.reader(flags);
    const keptCount = countFlags(space, flags);
    const to = space.writer("u32", keptCount + (isClosed ? 1 : 0));
    let written = 0;
    forChunks(flags.length, (start, count) => {
      const kept = Number(kernel(reader.at(start, count), to.address, count, start));
      to.flush(written, kept);
      written += kept;
    });
    if (isClosed) to.array[written] = flags.length;
    counts.countFlags += flags.length;
    counts.flagIndices += flags.length;
    return to.array;
  });
}

/** How many flags are set. */
function countFlags(space: Workspace, flags: ColumnArray): number {
  const kernel: Kernel = selectionKernels(space.kernels, 4).countFlags;
  const reader = space.reader(flags);
  let total = 0;
  forChunks(flags.length, (start, count) => {
    total += Number(kernel(reader.at(start, count), count));
  });
  return total;
}

/** `countFlags`, `compact`, `partition` and `flagIndices` for elements of a width. */
export function selectionKernels(kernels: Workspace["kernels"], width: emit.Width): Kernels {
  return kernels(`select ${width}`, () => [
    emit.countFlags(),
    emit.compact(width),
    emit.partition(width),
    emit.flagIndices(),
  ]);
}
