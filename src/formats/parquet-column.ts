// A column of a Parquet file, collected one group of rows after the other: whole, or taken group by group.

import type { SchemaElement } from "hyparquet";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import { type ColumnBuilder, type ColumnChunk, columnBuilder } from "./column-builder.ts";
import type { AnyNullRule } from "./decoded.ts";
import type { ParquetFile, ParquetGroup, RowsOptions } from "./open-parquet.ts";
import { isParquetText, parquetTypeName } from "./parquet-meaning.ts";
import { type GroupRows, readParquetNumbers, readParquetTexts } from "./read-parquet-group.ts";
import { type TextBuilder, textBuilder } from "./text-builder.ts";
import type { NumericType } from "./wanted-column.ts";

/** What collects a column, and what it is collected in. */
export interface ParquetColumn<Builder> {
  readonly builder: Builder;
  append(group: ParquetGroup): Promise<void>;
}

/** Rows that a builder begins with: bools take a bit where they are not packed. */
const MOST_ROWS_PER_BYTE = 8;

function rowsExpected({ metadata, access }: ParquetFile, { rows, mostRows }: RowsOptions): number {
  const most = Number.POSITIVE_INFINITY;
  const rowCount = Math.min(rows ?? most, mostRows ?? most, Number(metadata.num_rows));
  return Math.min(rowCount, MOST_ROWS_PER_BYTE * access.byteLength);
}

/** Numbers, each converted exactly from what the column has. */
export function parquetNumbers(
  file: ParquetFile,
  { field, own }: { readonly field: SchemaElement; readonly own: NumericType },
  options: RowsOptions & { readonly type: StoredType; readonly nulls: AnyNullRule | undefined },
): ParquetColumn<ColumnBuilder> {
  const { type, nulls } = options;
  const builder = columnBuilder({
    ...{ source: file.source, type, nulls, column: field.name },
    rowCount: rowsExpected(file, options),
  });
  return { builder, append: (group) => appendNumbers(file, { field, own, builder }, group) };
}

/** The numbers of dates or times, their nulls left out and listed. */
export function parquetInstants(
  file: ParquetFile,
  field: SchemaElement,
  options: RowsOptions,
): ParquetColumn<ColumnBuilder> {
  // The library makes a Date of each, to a millisecond, unless the file calls them numbers.
  const bare = { ...field };
  delete bare.converted_type;
  delete bare.logical_type;
  const schema = file.metadata.schema.map((element) => (element === field ? bare : element));
  const own = bare.type === "INT32" ? "i32" : "i64";
  const metadata = { ...file.metadata, schema };
  return parquetNumbers(
    { ...file, metadata },
    { field: bare, own },
    { ...options, type: "i64", nulls: "listed" },
  );
}

/** The values of a column as texts, whatever they are. @throws FormatError for a nested one */
export function parquetTexts(
  file: ParquetFile,
  field: SchemaElement,
  options: RowsOptions,
): ParquetColumn<TextBuilder> {
  if (field.num_children !== undefined || field.repetition_type === "REPEATED") {
    const expected = `numbers or texts in column "${shownName(field.name)}"`;
    throw new FormatError(file.source, expected, parquetTypeName(field));
  }
  const builder = textBuilder(rowsExpected(file, options));
  return {
    builder,
    append: (group) =>
      isParquetText(field)
        ? appendTexts(file, { field, builder }, group)
        : appendNumbers(file, { field, own: "none", builder }, group),
  };
}

async function appendNumbers(
  file: ParquetFile,
  column: {
    readonly field: SchemaElement;
    readonly own: NumericType;
    readonly builder: Pick<ColumnBuilder, "append">;
  },
  { group, rowCount }: ParquetGroup,
): Promise<void> {
  const { source, peers } = file;
  const { field, own, builder } = column;
  const rows = await readParquetNumbers(
    peers,
    { ...columnWanted(file, field), group },
    { type: field.type, own },
  );
  if (isListed(rows)) appendRows(builder, rows, { rowCount, source, own });
  else if (rows.values.length >= rowCount) builder.append({ ...rows, length: rowCount });
  else throw rowsMissing(source, rowCount, rows.values.length);
}

/** The same of a column of text, by the codes that the file has. */
async function appendTexts(
  file: ParquetFile,
  { field, builder }: { readonly field: SchemaElement; readonly builder: TextBuilder },
  { group, rowCount }: ParquetGroup,
): Promise<void> {
  const { source, peers } = file;
  const rows = await readParquetTexts(peers, { ...columnWanted(file, field), group });
  if (isListed(rows)) appendRows(builder, rows, { rowCount, source, own: "none" });
  else if (rows.length >= rowCount) {
    builder.appendCodes({ ...rows, length: rowCount }, { source, column: field.name });
  } else throw rowsMissing(source, rowCount, rows.length);
}

function columnWanted({ access, metadata, source }: ParquetFile, { name, repetition_type }: SchemaElement) {
  return { file: access, metadata, source, column: name, isOptional: repetition_type !== "REQUIRED" };
}

function appendRows(
  builder: Pick<ColumnBuilder, "append">,
  chunks: readonly GroupRows[],
  wanted: RowsToAppend,
): void {
  let row = 0;
  for (const chunk of chunks) {
    const end = Math.min(chunk.rowStart + chunk.values.length, wanted.rowCount);
    if (chunk.rowStart > row) break;
    if (end <= row) continue;
    const values = sliceOf(chunk.values, row - chunk.rowStart, end - chunk.rowStart);
    builder.append({ values: asUnsigned(values, wanted.own), length: end - row });
    row = end;
  }
  if (row === wanted.rowCount) return;
  throw rowsMissing(wanted.source, wanted.rowCount, row);
}

/** Whether the library has read them: lists of values, as many as it likes. */
function isListed<Read extends object>(rows: Read | readonly GroupRows[]): rows is readonly GroupRows[] {
  return Array.isArray(rows);
}

function rowsMissing(source: string, rowCount: number, found: number): FormatError {
  const expected = `a Parquet file with ${rowCount} rows in each column of this group`;
  return new FormatError(source, expected, `${found}`);
}

interface RowsToAppend {
  readonly rowCount: number;
  readonly source: string;
  readonly own: NumericType;
}

function sliceOf(values: ColumnChunk["values"], start: number, end: number): ColumnChunk["values"] {
  if (start === 0 && end === values.length) return values;
  return Array.prototype.slice.call(values, start, end);
}

// hyparquet leaves unsigned numbers signed in columns that may be null or are dictionary-encoded.
function asUnsigned(values: ColumnChunk["values"], own: NumericType): ColumnChunk["values"] {
  if (own === "u64" && !(values instanceof BigUint64Array)) {
    return Array.from(values, (value) => (typeof value === "bigint" ? BigInt.asUintN(64, value) : value));
  }
  if (own === "u32" && !(values instanceof Uint32Array)) {
    return Array.from(values, (value) => (typeof value === "number" ? value >>> 0 : value));
  }
  return values;
}
