// All columns of Arrow IPC bytes, whatever is in them.

import type { Table } from "apache-arrow";
import { columnBuilder } from "./column-builder.ts";
import { appendData, numericTypeOf, openArrow } from "./decode-arrow.ts";
import { numericColumn, type PickedColumns, pickColumns, type TableColumn } from "./table-column.ts";
import { type TableTexts, textBuilder } from "./text-builder.ts";

interface ArrowTableOptions extends PickedColumns {
  readonly source: string;
}

/** The columns that are asked for, or all, one after the other. @throws as `decodeArrow`, but for a column that is not numeric */
export async function* readArrowTable(
  bytes: Uint8Array,
  options: ArrowTableOptions,
): AsyncGenerator<TableColumn, void> {
  const { source, key } = options;
  const { table, kinds } = await openArrow(bytes, source);
  const { fields } = table.schema;
  const picked = pickColumns(
    fields.map(({ name }) => name),
    options,
  );
  for (const [place, index] of picked.entries()) {
    const { name, type: arrowType } = fields[index];
    const typeName = String(arrowType);
    const own = numericTypeOf(arrowType, kinds);
    const chunks = table.getChildAt(index)?.data ?? [];
    if (own === "none") {
      const missingCount = chunks.reduce((sum, { nullCount }) => sum + nullCount, 0);
      const column = { name, typeName, rowCount: table.numRows, missingCount, numbers: undefined };
      yield place === 0 && key !== undefined ? { ...column, texts: textsOf(table, index) } : column;
      continue;
    }
    const rowCount = chunks.reduce((sum, { length }) => sum + length, 0);
    const builder = columnBuilder({ source, type: own, nulls: "listed", rowCount });
    for (const data of chunks) appendData(data, own, builder.append, source);
    yield numericColumn(name, typeName, builder.finish());
  }
}

function textsOf(table: Table, index: number): TableTexts {
  const builder = textBuilder();
  builder.append({ values: [...(table.getChildAt(index) ?? [])], length: table.numRows });
  return builder.finish();
}
