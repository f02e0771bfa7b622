// One column of Arrow or Parquet data a chunk at a time: memory holds some rows, or a few record batches, and not the column.

import type { StorageArray, StorageType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ArrayChunks } from "./array-chunks.ts";
import { arrowPieces } from "./arrow-pieces.ts";
import { type ReadControl, readEverything } from "./byte-source.ts";
import type { ColumnBuilder } from "./column-builder.ts";
import { openArrow, requestedArrow } from "./decode-arrow.ts";
import { requestedColumn, takenRows } from "./decode-parquet.ts";
import type { ColumnRequest, NullRule } from "./decoded.ts";
import { openParquet, rowsAtOnce } from "./open-parquet.ts";
import type { ColumnsPlace } from "./read-column-data.ts";

type ChunkOptions = ColumnRequest &
  Pick<ReadControl, "onProgress"> & { readonly source: string; readonly nulls?: NullRule | undefined };

/** Errors are those of `decodeParquet`; one about nulls comes at the end, when all of them are counted. */
export async function parquetChunks(
  { inOrder, anywhere }: ColumnsPlace,
  options: ChunkOptions,
): Promise<ArrayChunks<StorageType>> {
  const { nulls, onProgress } = options;
  const file = await openParquet(anywhere ?? (await readEverything(inOrder, options)), options);
  const mostRows = rowsAtOnce(file, 1);
  const column = requestedColumn(file, options, { nulls, mostRows });
  async function* chunks(): AsyncGenerator<StorageArray> {
    for await (const _ of takenRows(file, [column.open], { mostRows, onProgress })) {
      yield* drained(column.builder);
    }
    column.builder.finish();
  }
  return chunksOf(column, nulls === "skip" ? undefined : Number(file.metadata.num_rows), chunks());
}

/** A chunk is as many record batches as have a MiB. Errors are those of `decodeArrow`, each where its batch is come upon. */
export async function arrowChunks(
  place: ColumnsPlace,
  options: ChunkOptions,
): Promise<ArrayChunks<StorageType>> {
  const { source, onProgress } = options;
  const pieces = arrowPieces(place, options);
  const first = await pieces.next();
  if (first.done === true) throw new InternalError("Arrow data have one piece at least");
  const opened = await openArrow(first.value.bytes, source);
  const column = requestedArrow(opened, options, options);
  async function* chunks(): AsyncGenerator<StorageArray> {
    let { table } = opened;
    for (let next = first; next.done !== true; next = await pieces.next()) {
      if (next !== first) table = (await openArrow(next.value.bytes, source)).table;
      column.append(table);
      onProgress?.(next.value.doneBytes, place.inOrder.byteLength);
      yield* drained(column.builder);
    }
    column.builder.finish();
  }
  return chunksOf(column, undefined, chunks());
}

function* drained(builder: ColumnBuilder): Generator<StorageArray> {
  const chunk = builder.drain() as StorageArray;
  if (chunk.length > 0) yield chunk;
}

function chunksOf(
  { type, builder }: { readonly type: StoredType; readonly builder: ColumnBuilder },
  length: number | undefined,
  chunks: AsyncIterable<StorageArray>,
): ArrayChunks<StorageType> {
  return {
    type: type as StorageType, // bools are refused
    length,
    get nullCount() {
      return builder.nullCount;
    },
    chunks,
  };
}
