// All columns of a Parquet file, whatever is in them. What has no numbers is not decoded.

import type { FileMetaData, SchemaElement } from "hyparquet";
import {
  decodeParquetColumns,
  decodeParquetInstants,
  decodeParquetTexts,
  isParquetText,
  parquetNumericType,
  parquetTimes,
  parquetTypeName,
  type RandomAccess,
  readParquetDirectory,
} from "./decode-parquet.ts";
import {
  askedTimes,
  expectTexts,
  numbersType,
  numericColumn,
  type PickedColumns,
  pickColumns,
  type TableColumn,
} from "./table-column.ts";

interface ParquetTableOptions extends PickedColumns {
  readonly source: string;
}

/** The columns that are asked for, or all, one after the other, so that memory holds one. @throws as `decodeParquet`, but for a column that is not numeric */
export async function* readParquetTable(
  file: Uint8Array | RandomAccess,
  options: ParquetTableOptions,
): AsyncGenerator<TableColumn, void> {
  const { metadata, fields } = await readParquetDirectory(file, options);
  const { source, rows } = options;
  const picked = pickColumns(
    fields.map(({ name }) => name),
    options,
  );
  for (const { index, as, hasTexts } of picked) {
    const field = fields[index];
    const { name } = field;
    const typeName = parquetTypeName(field);
    const own = parquetNumericType(field);
    const times =
      options.whole === undefined
        ? undefined
        : askedTimes(as, parquetTimes(field), { typeName, column: name, source });
    if (times !== undefined) {
      const decoded = await decodeParquetInstants(file, name, options);
      yield { ...numericColumn(name, typeName, decoded), times };
      continue;
    }
    if (as === "text" || (own === "none" && as === undefined)) {
      const rowCount = Math.min(rows ?? Number.POSITIVE_INFINITY, Number(metadata.num_rows));
      const column = {
        name,
        typeName,
        rowCount,
        missingCount: nullsSaid(metadata, field),
        numbers: undefined,
      };
      if (options.whole !== undefined) {
        expectTexts({ isText: isParquetText(field), typeName, column: name, as, source });
      }
      yield hasTexts ? { ...column, texts: await decodeParquetTexts(file, name, options) } : column;
      continue;
    }
    const type = numbersType(as, { own, ownName: typeName, column: name, source });
    const [decoded] = await decodeParquetColumns(file, [{ column: name, type }], {
      source,
      nulls: "listed",
      rows,
    });
    yield numericColumn(name, typeName, decoded);
  }
}

/** How many nulls a column has by the statistics of its row groups, if all of them say. */
function nullsSaid({ row_groups: groups }: FileMetaData, field: SchemaElement): number | undefined {
  if (field.repetition_type === "REQUIRED" && field.num_children === undefined) return 0;
  const counts = groups.map(({ columns }) => {
    const about = columns.filter(({ meta_data: data }) => data?.path_in_schema[0] === field.name);
    const count = about.length === 1 ? about[0].meta_data?.statistics?.null_count : undefined;
    return count === undefined ? Number.NaN : Number(count);
  });
  const sum = counts.reduce((left, right) => left + right, 0);
  return Number.isNaN(sum) ? undefined : sum;
}
