// A Parquet file some rows at a time, whatever groups it has.

import type { ReadControl } from "../byte-source.ts";
import { takenRows } from "../decode-parquet.ts";
import { openParquet, type RandomAccess, rowsAtOnce } from "../open-parquet.ts";
import { parquetTableColumn, pickParquetColumns } from "../parquet-table.ts";
import type { PickedColumns, TableColumn } from "../table-column.ts";

/** The columns that are wanted, some rows at a time. @throws as `decodeParquet` */
export async function* parquetBatches(
  bytes: Uint8Array | RandomAccess,
  options: PickedColumns & ReadControl & { readonly source: string },
): AsyncGenerator<readonly TableColumn[], void> {
  const file = await openParquet(bytes, options);
  const { rows, whole } = options;
  const picked = pickParquetColumns(file, options);
  const mostRows = rowsAtOnce(file, picked.length);
  const columns = picked.map((each) => parquetTableColumn(file, each, { rows, mostRows, whole }));
  let isNone = true;
  for await (const _ of takenRows(
    file,
    columns.flatMap(({ open = [] }) => open),
    { ...options, mostRows },
  )) {
    yield columns.map((column) => column.drain());
    isNone = false;
  }
  if (isNone) yield columns.map((column) => column.drain());
}
