import { checkInteger, checkMethods } from "../values/check-arguments.ts";
import { checkBytes } from "../values/check-arrays.ts";
import type { ElementType } from "../values/element-types.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ReadControl } from "./byte-source.ts";
import { COLUMN_OPTIONS, CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import type { ColumnBuilder } from "./column-builder.ts";
import type {
  AnyNullRule,
  ColumnOptions,
  ColumnRequest,
  Decoded,
  DecodedColumn,
  ReadType,
  TypeRead,
} from "./decoded.ts";
import {
  explainedParquet,
  groupsOf,
  openParquet,
  type ParquetFile,
  type RandomAccess,
  type RowsOptions,
} from "./open-parquet.ts";
import { type ParquetColumn, parquetNumbers } from "./parquet-column.ts";
import { parquetNumericType, parquetTypeName } from "./parquet-meaning.ts";
import { pickColumn, targetType } from "./wanted-column.ts";

/**
 * One numeric column of a Parquet file. Needs the optional packages hyparquet and hyparquet-compressors.
 *
 * `column` may be left out where there is only one. One row group is decoded at a time, so memory holds the column and little else.
 * Half floats and integers of 8 and 16 bits come as what they widen to, unless `type` is theirs or "stored". Dates, times and decimals are not numbers here.
 *
 * @throws FormatError for bytes that are not Parquet, a column that is not numeric, nulls without a rule, a value that does not convert
 * @throws InvalidArgumentError for a column that is not there; UnsupportedError where a package is not installed
 */
export async function decodeParquet<As extends ReadType = ElementType>(
  file: Uint8Array | RandomAccess,
  options: ColumnOptions<As> & ReadControl = {},
): Promise<Decoded<TypeRead<As>>> {
  checkFile(file);
  checkOptions(options, [...COLUMN_OPTIONS, ...CONTROL_OPTIONS]);
  const [decoded] = await decodeParquetColumns(file, [options], options);
  return decoded as Decoded<TypeRead<As>>;
}

function checkFile(file: unknown): void {
  if (file instanceof Uint8Array) checkBytes("file", file);
  else
    checkInteger(
      "file.byteLength",
      checkMethods("file", file as RandomAccess, ["slice"], RANDOM_ACCESS).byteLength,
    );
}

const RANDOM_ACCESS = "a Uint8Array, or an object with byteLength and slice";

type FileOptions = RowsOptions &
  Pick<ColumnOptions, "source"> &
  ReadControl & { readonly nulls?: AnyNullRule | undefined };

/** Several columns of the same file, each of the type that is asked for or its own. */
export async function decodeParquetColumns(
  bytes: Uint8Array | RandomAccess,
  requests: readonly ColumnRequest[],
  options: FileOptions,
): Promise<readonly DecodedColumn<StoredType>[]> {
  const named = { ...options, source: options.source ?? "Parquet data" };
  const file = await openParquet(bytes, named);
  return explainedParquet(named, async () => {
    const decoded: DecodedColumn<StoredType>[] = [];
    for (const request of requests) {
      const column = requestedColumn(file, request, named);
      await appendGroups(file, column.open, named);
      decoded.push(column.builder.finish());
    }
    return decoded;
  });
}

/** The column that is asked for, as its type or its own. @throws FormatError, InvalidArgumentError */
export function requestedColumn(
  file: ParquetFile,
  request: ColumnRequest,
  options: RowsOptions & { readonly nulls?: AnyNullRule | undefined },
): ParquetColumn<ColumnBuilder> & { readonly type: StoredType } {
  const { fields, source } = file;
  const field =
    fields[
      pickColumn(
        fields.map(({ name }) => name),
        request.column,
      )
    ];
  const own = parquetNumericType(field);
  const ownName = parquetTypeName(field);
  const type = targetType({ own, ownName, column: field.name, wanted: request.type, source });
  return { type, ...parquetNumbers(file, { field, own }, { ...options, type, nulls: options.nulls }) };
}

/** Collects all rows of a column, one group after the other. */
export async function appendGroups(
  file: ParquetFile,
  open: ParquetColumn<unknown>["open"],
  options: RowsOptions & ReadControl,
): Promise<void> {
  for await (const _ of takenRows(file, [open], options));
}

/** Collects the rows of columns, no more than `mostRows` of a group at a time: gives how many have come. */
export async function* takenRows(
  file: ParquetFile,
  columns: readonly ParquetColumn<unknown>["open"][],
  { mostRows = Number.POSITIVE_INFINITY, ...options }: RowsOptions & ReadControl,
): AsyncGenerator<number, void> {
  const { signal, onProgress } = options;
  const { byteLength } = file.access;
  const rowsInAll = Math.max(1, Number(file.metadata.num_rows));
  let rowsDone = 0;
  for (const group of groupsOf(file, options)) {
    const takers = columns.map((open) => open(group));
    // As many of each part.
    const most = Math.ceil(group.rowCount / Math.ceil(group.rowCount / mostRows));
    for (let left = group.rowCount; left > 0; ) {
      signal?.throwIfAborted();
      const rowCount = Math.min(most, left);
      await explainedParquet({ ...options, source: file.source }, async () => {
        for (const take of takers) await take(rowCount);
      });
      left -= rowCount;
      rowsDone += rowCount;
      yield rowCount;
      onProgress?.(Math.floor((byteLength * rowsDone) / rowsInAll), byteLength);
    }
  }
}
