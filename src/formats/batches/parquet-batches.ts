// A Parquet file some rows at a time: a group of rows is the least that can be read, however many it has.

import type { ReadControl } from "../byte-source.ts";
import { explainedParquet, groupsOf, mostRowsOf, openParquet, type RandomAccess } from "../open-parquet.ts";
import { parquetTableColumn, pickParquetColumns } from "../parquet-table.ts";
import type { PickedColumns, TableColumn } from "../table-column.ts";

/** The columns that are wanted, a group of rows at a time. @throws as `decodeParquet` */
export async function* parquetBatches(
  bytes: Uint8Array | RandomAccess,
  options: PickedColumns & ReadControl & { readonly source: string },
): AsyncGenerator<readonly TableColumn[], void> {
  const { signal, onProgress } = options;
  const file = await openParquet(bytes, options);
  // Builders begin with no more rows than are read at a time.
  const mostRows = mostRowsOf(file);
  const columns = pickParquetColumns(file, options).map((picked) =>
    parquetTableColumn(file, picked, { rows: options.rows, mostRows, whole: options.whole }),
  );
  const { byteLength } = file.access;
  const rowsInAll = Math.max(1, Number(file.metadata.num_rows));
  let rowsDone = 0;
  for (const group of groupsOf(file, options)) {
    signal?.throwIfAborted();
    await explainedParquet(options, async () => {
      for (const { append } of columns) await append?.(group);
    });
    rowsDone += group.rowCount;
    yield columns.map((column) => column.drain());
    onProgress?.(Math.floor((byteLength * rowsDone) / rowsInAll), byteLength);
  }
  if (rowsDone === 0) yield columns.map((column) => column.drain());
}
