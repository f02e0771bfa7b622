// All columns of Arrow IPC bytes, whatever is in them.

import { columnBuilder } from "./column-builder.ts";
import { appendData, numericTypeOf, openArrow } from "./decode-arrow.ts";
import { numericColumn, pickColumns, type TableColumn } from "./table-column.ts";

interface ArrowTableOptions {
  readonly columns?: readonly string[] | undefined;
  readonly source: string;
}

/** The columns that are asked for, or all, one after the other. @throws as `decodeArrow`, but for a column that is not numeric */
export async function* readArrowTable(
  bytes: Uint8Array,
  { columns, source }: ArrowTableOptions,
): AsyncGenerator<TableColumn, void> {
  const { table, kinds } = await openArrow(bytes, source);
  const { fields } = table.schema;
  const picked = pickColumns(
    fields.map(({ name }) => name),
    columns,
  );
  for (const index of picked) {
    const { name, type: arrowType } = fields[index];
    const typeName = String(arrowType);
    const own = numericTypeOf(arrowType, kinds);
    const chunks = table.getChildAt(index)?.data ?? [];
    if (own === "none") {
      const missingCount = chunks.reduce((sum, { nullCount }) => sum + nullCount, 0);
      yield { name, typeName, rowCount: table.numRows, missingCount, numbers: undefined };
      continue;
    }
    const isSigned = kinds.isInt(arrowType) && arrowType.isSigned;
    const type = own === "narrow" ? (isSigned ? "i32" : "u32") : own;
    const rowCount = chunks.reduce((sum, { length }) => sum + length, 0);
    const builder = columnBuilder({ source, type, nulls: "listed", rowCount });
    for (const data of chunks) appendData(data, own, builder.append, source);
    yield numericColumn(name, typeName, builder.finish());
  }
}
