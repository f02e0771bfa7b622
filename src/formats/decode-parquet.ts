import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { importPeer } from "../values/import-peer.ts";
import type { ReadControl } from "./byte-source.ts";
import { type ColumnBuilder, type ColumnChunk, columnBuilder } from "./column-builder.ts";
import type { ColumnOptions, ColumnRequest, Decoded, DecodedColumn } from "./decoded.ts";
import { asUnsigned, parquetNumericType, parquetTypeName } from "./parquet-types.ts";
import { pickColumn } from "./pick-column.ts";
import { type NumericType, targetType } from "./target-type.ts";

/** Bytes that can be read anywhere: what Parquet, whose directory lies at the end, wants of a large file. */
export interface RandomAccess {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

/**
 * One numeric column of a Parquet file. Needs the optional packages hyparquet and hyparquet-compressors.
 *
 * `column` may be left out where there is only one. One row group is decoded at a time, so memory holds the column and little else.
 * Dates, times and decimals are no numbers here.
 *
 * @throws FormatError for bytes that are no Parquet, a column that is not numeric, nulls without a rule, a value that does not convert
 * @throws InvalidArgumentError for a column that is not there; UnsupportedError where a package is not installed
 */
export async function decodeParquet(
  file: Uint8Array | RandomAccess,
  options: ColumnOptions & ReadControl = {},
): Promise<Decoded> {
  const [decoded] = await decodeParquetColumns(file, [options], options);
  return decoded as Decoded;
}

type FileOptions = Pick<ColumnOptions, "source" | "nulls"> & ReadControl;

/** Several columns of the same file, each of the type that is asked for or its own. */
export async function decodeParquetColumns(
  file: Uint8Array | RandomAccess,
  requests: readonly ColumnRequest[],
  options: FileOptions,
): Promise<readonly DecodedColumn[]> {
  const source = options.source ?? "Parquet data";
  const access = file instanceof Uint8Array ? randomAccessOf(file) : file;
  if (access.byteLength === 0) throw new FormatError(source, "a Parquet file", "no bytes at all");
  const parquet = await loadPeers();
  try {
    const decoded: DecodedColumn[] = [];
    for (const request of requests)
      decoded.push(await readColumn(parquet, access, request, { ...options, source }));
    return decoded;
  } catch (cause) {
    options.signal?.throwIfAborted();
    if (cause instanceof SamebitsError) throw cause;
    throw new FormatError(source, "a complete Parquet file", reasonOf(cause));
  }
}

type Peers = Awaited<ReturnType<typeof loadPeers>>;

async function loadPeers() {
  const purpose = "reading Parquet";
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await importPeer(
    "hyparquet",
    purpose,
    () => import("hyparquet"),
  );
  const { compressors } = await importPeer(
    "hyparquet-compressors",
    purpose,
    () => import("hyparquet-compressors"),
  );
  return { parquetMetadataAsync, parquetRead, parquetSchema, compressors };
}

async function readColumn(
  parquet: Peers,
  file: AsyncBuffer,
  request: ColumnRequest,
  options: FileOptions & { readonly source: string },
): Promise<DecodedColumn> {
  const { source } = options;
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
  const rowCount = Number(metadata.num_rows);
  const builder = columnBuilder({ source, type, nulls: options.nulls, rowCount });
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    options.signal?.throwIfAborted();
    const rowEnd = rowStart + Number(group.num_rows);
    const chunks = await readRows(parquet, { file, metadata, column: field.name, rowStart, rowEnd });
    appendRows(builder, chunks, { rowStart, rowEnd, source, own });
    rowStart = rowEnd;
    options.onProgress?.(Math.floor((file.byteLength * rowEnd) / Math.max(1, rowCount)), file.byteLength);
  }
  if (rowStart !== rowCount)
    throw new FormatError(source, `a Parquet file of ${rowCount} rows`, `${rowStart} in its row groups`);
  return builder.finish();
}

interface Rows {
  readonly values: ColumnChunk["values"];
  readonly rowStart: number;
}

interface RowsWanted {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly column: string;
  readonly rowStart: number;
  readonly rowEnd: number;
}

// Chunks come in any order and may reach beyond the rows asked for.
async function readRows(parquet: Peers, wanted: RowsWanted): Promise<readonly Rows[]> {
  const { file, metadata, column, rowStart, rowEnd } = wanted;
  const chunks: Rows[] = [];
  await parquet.parquetRead({
    file,
    metadata,
    columns: [column],
    compressors: parquet.compressors,
    rowStart,
    rowEnd,
    onChunk: (chunk) =>
      chunks.push({ values: chunk.columnData as ColumnChunk["values"], rowStart: chunk.rowStart }),
  });
  return chunks.sort((left, right) => left.rowStart - right.rowStart);
}

function appendRows(builder: ColumnBuilder, chunks: readonly Rows[], wanted: RowsToAppend): void {
  let row = wanted.rowStart;
  for (const chunk of chunks) {
    const end = Math.min(chunk.rowStart + chunk.values.length, wanted.rowEnd);
    if (chunk.rowStart > row) break;
    if (end <= row) continue;
    const values = sliceOf(chunk.values, row - chunk.rowStart, end - chunk.rowStart);
    builder.append({ values: asUnsigned(values, wanted.own), length: end - row });
    row = end;
  }
  if (row === wanted.rowEnd) return;
  throw new FormatError(
    wanted.source,
    `a Parquet file with rows up to ${wanted.rowEnd} in this group`,
    `rows up to ${row}`,
  );
}

interface RowsToAppend {
  readonly rowStart: number;
  readonly rowEnd: number;
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
