// A column of a Parquet file, collected one group of rows after the other: whole, or taken group by group.

import type { SchemaElement } from "hyparquet";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import { type ColumnBuilder, type ColumnChunk, columnBuilder } from "./column-builder.ts";
import type { AnyNullRule } from "./decoded.ts";
import type { ParquetFile, ParquetGroup, RowsOptions } from "./open-parquet.ts";
import { isParquetText, parquetTypeName } from "./parquet-meaning.ts";
import { readParquetNumbers, readParquetTexts } from "./read-parquet-group.ts";
import { type TextBuilder, textBuilder } from "./text-builder.ts";
import type { NumericType } from "./wanted-column.ts";

/** What collects a column, and what it is collected in. */
export interface ParquetColumn<Builder> {
  readonly builder: Builder;
  /** Begins with a group, and gives what collects its next rows, so many at a time. */
  readonly open: (group: ParquetGroup) => TakeRows;
}

/** @throws FormatError where there are not so many */
type TakeRows = (rowCount: number) => Promise<void>;

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
  return { builder, open: (group) => takeNumbers(file, { field, own, builder }, group) };
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
    open: (group) =>
      isParquetText(field)
        ? takeTexts(file, { field, builder }, group)
        : takeNumbers(file, { field, own: "none", builder }, group),
  };
}

function takeNumbers(
  file: ParquetFile,
  column: {
    readonly field: SchemaElement;
    readonly own: NumericType;
    readonly builder: Pick<ColumnBuilder, "append">;
  },
  { group, rowCount }: ParquetGroup,
): TakeRows {
  const { field, own, builder } = column;
  const wanted = { ...columnWanted(file, field), group };
  const chunks = readParquetNumbers(file.peers, wanted, { type: field.type, own });
  return takerOf(chunks, { rowCount, source: file.source, column: field.name }, (chunk, start, end) =>
    builder.append(numbersIn(chunk, start, end, own)),
  );
}

/** The same of a column of text, by the codes that the file has. */
function takeTexts(
  file: ParquetFile,
  { field, builder }: { readonly field: SchemaElement; readonly builder: TextBuilder },
  { group, rowCount }: ParquetGroup,
): TakeRows {
  const { source, peers } = file;
  const chunks = readParquetTexts(peers, { ...columnWanted(file, field), group });
  return takerOf(chunks, { rowCount, source, column: field.name }, (chunk, start, end) => {
    if ("values" in chunk) builder.append(numbersIn(chunk, start, end, "none"));
    else {
      const codes = chunk.codes.subarray(start, end);
      builder.appendCodes({ ...chunk, codes, length: end - start }, { source, column: field.name });
    }
  });
}

/** Takes rows out of chunks, the last of which may be taken from again. */
function takerOf<Chunk extends { readonly length: number }>(
  chunks: AsyncIterator<Chunk, void>,
  group: { readonly rowCount: number; readonly source: string; readonly column: string },
  append: (chunk: Chunk, start: number, end: number) => void,
): TakeRows {
  let chunk: Chunk | undefined;
  let [done, found] = [0, 0]; // rows of the chunk, and of all so far
  return async (rowCount) => {
    for (let left = rowCount; left > 0; ) {
      if (chunk === undefined || done === chunk.length) {
        const next = await chunks.next().catch((cause) => {
          throw withColumn(cause, group.column);
        });
        if (next.done === true) throw rowsMissing(group.source, group.rowCount, found);
        [chunk, done] = [next.value, 0];
        found += chunk.length;
        continue;
      }
      const end = Math.min(chunk.length, done + left);
      append(chunk, done, end);
      left -= end - done;
      done = end;
    }
  };
}

/** What is wrong with the bytes of a column, with its name. */
function withColumn(cause: unknown, column: string): unknown {
  if (cause instanceof SamebitsError) return cause;
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return new Error(`${reason} in column "${shownName(column)}"`, { cause });
}

function columnWanted({ access, metadata, source }: ParquetFile, { name, repetition_type }: SchemaElement) {
  return { file: access, metadata, source, column: name, isOptional: repetition_type !== "REQUIRED" };
}

function rowsMissing(source: string, rowCount: number, found: number): FormatError {
  const expected = `a Parquet file with ${rowCount} rows in each column of this group`;
  return new FormatError(source, expected, `${found}`);
}

/** Some rows of a chunk. */
function numbersIn(
  { values, isNull }: ColumnChunk,
  start: number,
  end: number,
  own: NumericType,
): ColumnChunk {
  const some = ArrayBuffer.isView(values)
    ? (values as Float64Array).subarray(start, end)
    : Array.prototype.slice.call(values, start, end);
  return {
    values: asUnsigned(some, own),
    length: end - start,
    isNull: isNull && ((row) => isNull(start + row)),
  };
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
