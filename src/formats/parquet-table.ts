// All columns of a Parquet file, whatever is in them. What has no numbers is not decoded.

import type { FileMetaData, SchemaElement } from "hyparquet";
import type { ReadControl } from "./byte-source.ts";
import { appendGroups } from "./decode-parquet.ts";
import {
  explainedParquet,
  openParquet,
  type ParquetFile,
  type RandomAccess,
  type RowsOptions,
} from "./open-parquet.ts";
import { type ParquetColumn, parquetInstants, parquetNumbers, parquetTexts } from "./parquet-column.ts";
import { isParquetText, parquetNumericType, parquetTimes, parquetTypeName } from "./parquet-meaning.ts";
import {
  askedTimes,
  describedTimes,
  expectTexts,
  numbersType,
  numericColumn,
  type PickedColumn,
  type PickedColumns,
  pickColumns,
  type TableColumn,
} from "./table-column.ts";

interface ParquetTableOptions extends PickedColumns, ReadControl {
  readonly source: string;
}

/** The columns that are asked for, or all, one after the other, so that memory holds one. @throws as `decodeParquet`, but for a column that is not numeric */
export async function* readParquetTable(
  bytes: Uint8Array | RandomAccess,
  options: ParquetTableOptions,
): AsyncGenerator<TableColumn, void> {
  const file = await openParquet(bytes, options);
  const picked = pickParquetColumns(file, options);
  const read = async (each: PickedColumn, i: number): Promise<TableColumn> => {
    const column = parquetTableColumn(file, each, options);
    const onProgress = (done: number, total: number | undefined): void =>
      options.onProgress?.(Math.floor((i * file.access.byteLength + done) / picked.length), total);
    if (column.open !== undefined) await appendGroups(file, column.open, { ...options, onProgress });
    return column.finish();
  };
  for (const [i, each] of picked.entries()) yield await explainedParquet(options, () => read(each, i));
}

/** The columns of a file that are asked for. @throws InvalidArgumentError */
export function pickParquetColumns({ fields }: ParquetFile, options: PickedColumns): readonly PickedColumn[] {
  return pickColumns(
    fields.map(({ name }) => name),
    options,
  );
}

/** What collects a column of a table. */
interface ParquetTableColumn {
  readonly open: ParquetColumn<unknown>["open"] | undefined; // undefined: nobody wants its values
  drain(): TableColumn; // the rows since the last ones were taken, to be read before another group is added; the first time all of those that nobody decodes
  finish(): TableColumn;
}

/** A column of a table, of which nothing has been read. @throws FormatError for one of neither numbers, times nor texts that is to be kept */
export function parquetTableColumn(
  file: ParquetFile,
  { index, as, hasTexts }: PickedColumn,
  options: RowsOptions & { readonly whole?: PickedColumns["whole"] },
): ParquetTableColumn {
  const { source, metadata } = file;
  const field = file.fields[index];
  const { name } = field;
  const typeName = parquetTypeName(field);
  const own = parquetNumericType(field);
  const ownTimes = parquetTimes(field);
  const times =
    options.whole === undefined
      ? describedTimes(ownTimes, hasTexts)
      : askedTimes(as, ownTimes, { typeName, column: name, source });
  if (times !== undefined) {
    const { open, builder } = parquetInstants(file, field, options);
    const made = (decoded: ReturnType<typeof builder.finish>): TableColumn => ({
      ...numericColumn(name, typeName, decoded),
      times,
    });
    return { open, drain: () => made(builder.drainListed()), finish: () => made(builder.finish()) };
  }
  if (as === "text" || (own === "none" && as === undefined)) {
    const isText = isParquetText(field);
    if (options.whole !== undefined) {
      expectTexts({ isText, typeName, column: name, as, source });
    }
    const rowCount = Math.min(options.rows ?? Number.POSITIVE_INFINITY, Number(metadata.num_rows));
    const missingCount = nullsSaid(metadata, field);
    const column = { name, typeName, rowCount, missingCount, numbers: undefined, isText };
    if (!hasTexts) {
      let rest: TableColumn = column;
      const drain = (): TableColumn => {
        const told = rest;
        rest = { ...column, rowCount: 0, missingCount: missingCount && 0 };
        return told;
      };
      return { open: undefined, drain, finish: () => column };
    }
    const { open, builder } = parquetTexts(file, field, options);
    return {
      open,
      drain: () => ({ ...column, texts: builder.drain() }),
      finish: () => ({ ...column, texts: builder.finish() }),
    };
  }
  const type = numbersType(as, { own, ownName: typeName, column: name, source });
  const { open, builder } = parquetNumbers(file, { field, own }, { ...options, type, nulls: "listed" });
  return {
    open,
    drain: () => numericColumn(name, typeName, builder.drainListed()),
    finish: () => numericColumn(name, typeName, builder.finish()),
  };
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
