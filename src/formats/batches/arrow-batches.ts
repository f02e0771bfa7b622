// An Arrow file some rows at a time. A record batch is the least that can be read, however many rows it has.

import { arrowPieces } from "../arrow-pieces.ts";
import { arrowColumns } from "../arrow-table.ts";
import type { ReadControl } from "../byte-source.ts";
import { openArrow } from "../decode-arrow.ts";
import type { ColumnsPlace } from "../read-column-data.ts";
import type { PickedColumns, TableColumn } from "../table-column.ts";
import { BATCH_ROWS } from "./table-batches.ts";

/** The columns that are wanted, a batch of their rows at a time. @throws as `decodeArrow` */
export async function* arrowBatches(
  place: ColumnsPlace,
  options: PickedColumns & ReadControl & { readonly source: string },
): AsyncGenerator<readonly TableColumn[], void> {
  const { source, rows = Number.POSITIVE_INFINITY, ...picked } = options;
  let rowsBefore = 0;
  let isFirst = true;
  for await (const { bytes, doneBytes } of arrowPieces(place, options)) {
    options.signal?.throwIfAborted();
    const { table, kinds } = await openArrow(bytes, source);
    const rowCount = Math.min(table.numRows, rows - rowsBefore);
    for (let start = 0; start < rowCount || isFirst; start += BATCH_ROWS) {
      const end = Math.min(rowCount, start + BATCH_ROWS);
      const open = { table: table.slice(start, end), kinds };
      yield [...arrowColumns(open, { ...picked, source, rowsBefore: rowsBefore + start, isShared: true })];
      isFirst = false;
    }
    rowsBefore += rowCount;
    options.onProgress?.(doneBytes, place.inOrder.byteLength);
    if (rowsBefore >= rows) return;
  }
}
