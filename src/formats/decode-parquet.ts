import type { AsyncBuffer, FileMetaData, SchemaElement } from "hyparquet";
import { checkInteger, checkMethods } from "../values/check-arguments.ts";
import { checkBytes } from "../values/check-arrays.ts";
import type { ElementType } from "../values/element-types.ts";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ReadControl } from "./byte-source.ts";
import { COLUMN_OPTIONS, CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import { checkThrift } from "./check-thrift.ts";
import { type ColumnBuilder, type ColumnChunk, columnBuilder } from "./column-builder.ts";
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
  type GroupRows,
  loadParquetPeers,
  type ParquetPeers,
  readParquetNumbers,
  readParquetTexts,
} from "./read-parquet-group.ts";
import type { TimeMeaning } from "./tables/time-column.ts";
import { type TableTexts, type TextBuilder, textBuilder } from "./text-builder.ts";
import { type NumericType, pickColumn, targetType } from "./wanted-column.ts";

const NUMERIC_MEANINGS = /^U?INT_(8|16|32|64)$/;

/** What numbers a Parquet column holds, by its physical type and what it stands for. */
export function parquetNumericType(element: SchemaElement): NumericType {
  const { type, converted_type: converted, logical_type: logical, num_children: childCount } = element;
  if (childCount !== undefined || element.repetition_type === "REPEATED") return "none";
  if (logical?.type === "FLOAT16")
    return type === "FIXED_LEN_BYTE_ARRAY" && element.type_length === 2 ? "f16" : "none";
  if (converted !== undefined && !NUMERIC_MEANINGS.test(converted)) return "none";
  if (logical !== undefined && logical.type !== "INTEGER") return "none";
  const isUnsigned = converted?.startsWith("U") || (logical?.type === "INTEGER" && !logical.isSigned);
  switch (type) {
    case "BOOLEAN":
      return "bool";
    case "DOUBLE":
      return "f64";
    case "FLOAT":
      return "f32";
    case "INT32":
      return `${isUnsigned ? "u" : "i"}${bitsOfInt32(element)}`;
    case "INT64":
      return isUnsigned ? "u64" : "i64";
    default:
      return "none";
  }
}

/** An INT32 may stand for integers of fewer bits. */
function bitsOfInt32({ converted_type: converted, logical_type: logical }: SchemaElement): 8 | 16 | 32 {
  const bits = logical?.type === "INTEGER" ? logical.bitWidth : Number(/\d+$/.exec(converted ?? "")?.[0]);
  return bits === 8 || bits === 16 ? bits : 32;
}

/** What is text by its annotation, or by having none, as older writers left it. */
export function isParquetText(element: SchemaElement): boolean {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type !== "BYTE_ARRAY" || element.repetition_type === "REPEATED") return false;
  const meaning = logical?.type ?? converted;
  return meaning === undefined || TEXT_MEANINGS.includes(meaning);
}

const TEXT_MEANINGS: readonly string[] = ["STRING", "UTF8", "ENUM", "JSON"];

/** What dates and timestamps mean; undefined of others, and of the 96 bits that old writers have. */
export function parquetTimes(element: SchemaElement): TimeMeaning | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (element.repetition_type === "REPEATED") return undefined;
  if (type === "INT32" && (logical?.type ?? converted) === "DATE") return { unit: "day", zone: undefined };
  if (type !== "INT64") return undefined;
  if (logical?.type === "TIMESTAMP") {
    return { unit: UNITS[logical.unit], zone: logical.isAdjustedToUTC ? "UTC" : undefined };
  }
  if (logical !== undefined) return undefined;
  if (converted === "TIMESTAMP_MILLIS") return { unit: "ms", zone: "UTC" };
  return converted === "TIMESTAMP_MICROS" ? { unit: "us", zone: "UTC" } : undefined;
}

const UNITS = { MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const;

/** A Parquet column's type as a person would name it: `INT64 (TIMESTAMP)`. */
export function parquetTypeName(element: SchemaElement): string {
  if (element.num_children !== undefined) return "a nested column";
  const meaning = element.logical_type?.type ?? element.converted_type;
  const repeated = element.repetition_type === "REPEATED" ? "repeated " : "";
  return `${repeated}${element.type}${meaning === undefined ? "" : ` (${meaning})`}`;
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

const FOOTER_TAIL_BYTES = 8; // its length and the magic

/** Rows that a builder begins with: bools take a bit where they are not packed. */
const MOST_ROWS_PER_BYTE = 8;

// A run of equal values takes six bytes whatever its length, so some rows are free: what they take, half a gigabyte, is little to every machine.
const FREE_ROWS = 2 ** 26;
const MOST_PACKED_ROWS_PER_BYTE = 4096;

/** Bytes that can be read anywhere: what Parquet, whose directory lies at the end, wants of a large file. */
export interface RandomAccess {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

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
  file: Uint8Array | RandomAccess,
  requests: readonly ColumnRequest[],
  options: FileOptions,
): Promise<readonly DecodedColumn<StoredType>[]> {
  const source = options.source ?? "Parquet data";
  return withParquet(file, { ...options, source }, async (parquet, access) => {
    const decoded: DecodedColumn<StoredType>[] = [];
    for (const request of requests)
      decoded.push(await readColumn(parquet, access, request, { ...options, source }));
    return decoded;
  });
}

/** What the directory of a file says of itself and of its columns; no data are read. */
export async function readParquetDirectory(
  file: Uint8Array | RandomAccess,
  options: ReadControl & { readonly source: string },
): Promise<{ readonly metadata: FileMetaData; readonly fields: readonly SchemaElement[] }> {
  return withParquet(file, options, async (parquet, access) => {
    await checkFooter(access);
    const metadata = await parquet.parquetMetadataAsync(access);
    countedRows(metadata, access.byteLength, options.source);
    return { metadata, fields: parquet.parquetSchema(metadata).children.map(({ element }) => element) };
  });
}

/** The library over a file's bytes; what it throws becomes an error that names the file. */
async function withParquet<Result>(
  file: Uint8Array | RandomAccess,
  { source, signal }: ReadControl & { readonly source: string },
  read: (parquet: ParquetPeers, access: RandomAccess) => Promise<Result>,
): Promise<Result> {
  const access = file instanceof Uint8Array ? randomAccessOf(file) : file;
  if (access.byteLength === 0) throw new FormatError(source, "a Parquet file", "no bytes at all");
  const parquet = await loadParquetPeers();
  try {
    return await read(parquet, access);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SamebitsError) throw cause;
    throw new FormatError(source, "a complete Parquet file", reasonOf(cause));
  }
}

/** The values of a column as texts, whatever they are. */
export async function decodeParquetTexts(
  file: Uint8Array | RandomAccess,
  column: string,
  options: RowsOptions & { readonly source: string },
): Promise<TableTexts> {
  return withParquet(file, options, async (parquet, access) => {
    const { metadata, fields } = await readParquetDirectory(file, options);
    const field =
      fields[
        pickColumn(
          fields.map(({ name }) => name),
          column,
        )
      ];
    if (field.num_children !== undefined || field.repetition_type === "REPEATED") {
      const expected = `numbers or texts in column "${shownName(column)}"`;
      throw new FormatError(options.source, expected, parquetTypeName(field));
    }
    const expected = Math.min(Number(metadata.num_rows), MOST_ROWS_PER_BYTE * access.byteLength);
    const builder = textBuilder(Math.min(options.rows ?? expected, expected));
    const read = { file: access, metadata, field, own: "none" } as const;
    await (isParquetText(field)
      ? readTextGroups(parquet, read, { ...options, builder })
      : readGroups(parquet, read, { ...options, builder }));
    return builder.finish();
  });
}

/** The numbers of a column of dates or times, its nulls left out and listed. */
export async function decodeParquetInstants(
  file: Uint8Array | RandomAccess,
  column: string,
  options: RowsOptions & { readonly source: string },
): Promise<DecodedColumn<StoredType>> {
  return withParquet(file, options, async (parquet, access) => {
    const { metadata, fields } = await readParquetDirectory(file, options);
    const field =
      fields[
        pickColumn(
          fields.map(({ name }) => name),
          column,
        )
      ];
    // The library makes a Date of each, to a millisecond, unless the file calls them numbers.
    const bare = { ...field };
    delete bare.converted_type;
    delete bare.logical_type;
    const schema = metadata.schema.map((element) => (element === field ? bare : element));
    const rowCount = Math.min(options.rows ?? Number.POSITIVE_INFINITY, Number(metadata.num_rows));
    const expected = Math.min(rowCount, MOST_ROWS_PER_BYTE * access.byteLength);
    const builder = columnBuilder({
      source: options.source,
      type: "i64",
      nulls: "listed",
      rowCount: expected,
    });
    const own = bare.type === "INT32" ? "i32" : "i64";
    const read = { file: access, metadata: { ...metadata, schema }, field: bare, own } as const;
    await readGroups(parquet, read, { ...options, builder });
    return builder.finish();
  });
}

async function readColumn(
  parquet: ParquetPeers,
  file: AsyncBuffer,
  request: ColumnRequest,
  options: FileOptions & { readonly source: string },
): Promise<DecodedColumn<StoredType>> {
  const { source } = options;
  await checkFooter(file);
  const metadata = await parquet.parquetMetadataAsync(file);
  const fields = parquet.parquetSchema(metadata).children.map((child) => child.element);
  const field =
    fields[
      pickColumn(
        fields.map((element) => element.name),
        request.column,
      )
    ];
  const own = parquetNumericType(field);
  const type = targetType({
    own,
    ownName: parquetTypeName(field),
    column: field.name,
    wanted: request.type,
    source,
  });
  const rowCount = Math.min(
    options.rows ?? Number.POSITIVE_INFINITY,
    countedRows(metadata, file.byteLength, source),
  );
  const expected = Math.min(rowCount, MOST_ROWS_PER_BYTE * file.byteLength);
  const builder = columnBuilder({ source, type, nulls: options.nulls, rowCount: expected });
  await readGroups(parquet, { file, metadata, field, own }, { ...options, builder });
  return builder.finish();
}

interface ColumnOfFile {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly field: SchemaElement;
  readonly own: NumericType;
}

/** How many rows are read. */
interface RowsOptions {
  readonly rows?: number | undefined; // no more than the first so many; default: all
}

/** The groups that have rows to be read, and how many of each. */
function* groupsOf(
  { row_groups: groups }: FileMetaData,
  { rows = Number.POSITIVE_INFINITY }: RowsOptions,
): Generator<{ readonly group: FileMetaData["row_groups"][number]; readonly rowCount: number }, void> {
  let left = rows;
  for (const group of groups) {
    const rowCount = Math.min(left, Number(group.num_rows));
    left -= rowCount;
    if (rowCount > 0) yield { group, rowCount };
  }
}

/** Adds the rows of a column to what is built of it, one row group after the other. */
async function readGroups(
  parquet: ParquetPeers,
  { file, metadata, field, own }: ColumnOfFile,
  options: ReadControl &
    RowsOptions & { readonly source: string; readonly builder: Pick<ColumnBuilder, "append"> },
): Promise<void> {
  const { source, builder } = options;
  const rowsInAll = Number(metadata.num_rows);
  let rowsDone = 0;
  for (const { group, rowCount } of groupsOf(metadata, options)) {
    options.signal?.throwIfAborted();
    const wanted = { ...columnWanted(file, metadata, field), group, source };
    const rows = await readParquetNumbers(parquet, wanted, { type: field.type, own });
    if (isListed(rows)) appendRows(builder, rows, { rowCount, source, own });
    else if (rows.values.length >= rowCount) builder.append({ ...rows, length: rowCount });
    else throw rowsMissing(source, rowCount, rows.values.length);
    rowsDone += rowCount;
    options.onProgress?.(Math.floor((file.byteLength * rowsDone) / Math.max(1, rowsInAll)), file.byteLength);
  }
}

function columnWanted(file: AsyncBuffer, metadata: FileMetaData, { name, repetition_type }: SchemaElement) {
  return { file, metadata, column: name, isOptional: repetition_type !== "REQUIRED" };
}

/** The same of a column of text, by the codes that the file has. */
async function readTextGroups(
  parquet: ParquetPeers,
  { file, metadata, field, own }: ColumnOfFile,
  options: RowsOptions & { readonly source: string; readonly builder: TextBuilder },
): Promise<void> {
  const { source, builder } = options;
  for (const { group, rowCount } of groupsOf(metadata, options)) {
    const rows = await readParquetTexts(parquet, { ...columnWanted(file, metadata, field), group, source });
    if (isListed(rows)) appendRows(builder, rows, { rowCount, source, own });
    else if (rows.length >= rowCount) {
      builder.appendCodes({ ...rows, length: rowCount }, { source, column: field.name });
    } else throw rowsMissing(source, rowCount, rows.length);
  }
}

/** @throws RangeError for a footer whose lengths lead out of it; the library says what else is wrong with one */
async function checkFooter(file: AsyncBuffer): Promise<void> {
  const end = file.byteLength - FOOTER_TAIL_BYTES;
  if (end < 0) return;
  const tail = new DataView(await file.slice(end, file.byteLength));
  const length = tail.getUint32(0, true);
  if (length > end) return;
  checkThrift({ bytes: new Uint8Array(await file.slice(end - length, end)), offset: 0 });
}

/** The rows that the file says it has, where its groups say the same and it can have them. @throws FormatError */
function countedRows(metadata: FileMetaData, byteLength: number, source: string): number {
  const rowCount = Number(metadata.num_rows);
  const counts = metadata.row_groups.map((group) => Number(group.num_rows));
  const sum = counts.reduce((left, right) => left + right, 0);
  if (sum !== rowCount || counts.some((count) => !(count >= 0))) {
    throw new FormatError(source, `a Parquet file of ${rowCount} rows`, `${sum} in its row groups`);
  }
  const most = FREE_ROWS + MOST_PACKED_ROWS_PER_BYTE * byteLength;
  if (rowCount <= most) return rowCount;
  throw new FormatError(
    source,
    `a Parquet file of at most ${most} rows in ${byteLength} bytes`,
    `${rowCount}`,
  );
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

function randomAccessOf(bytes: Uint8Array): RandomAccess {
  return {
    byteLength: bytes.length,
    slice: (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
  };
}

function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split("\n")[0];
}
