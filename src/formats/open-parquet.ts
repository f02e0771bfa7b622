// A Parquet file whose directory has been read and checked: what it says of its columns, and its groups of rows.

import type { FileMetaData, SchemaElement } from "hyparquet";
import { FormatError, SamebitsError } from "../values/errors.ts";
import type { ReadControl } from "./byte-source.ts";
import { checkThrift } from "./check-thrift.ts";
import { loadParquetPeers, type ParquetPeers } from "./read-parquet-group.ts";

const FOOTER_TAIL_BYTES = 8; // its length and the magic

// A run of equal values takes six bytes whatever its length, so some rows are free: what they take, half a gigabyte, is little to every machine.
const FREE_ROWS = 2 ** 26;
const MOST_PACKED_ROWS_PER_BYTE = 4096;

/** Bytes that can be read anywhere: what Parquet, whose directory lies at the end, wants of a large file. */
export interface RandomAccess {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

/** An open file. */
export interface ParquetFile {
  readonly peers: ParquetPeers;
  readonly access: RandomAccess;
  readonly source: string; // what errors call it
  readonly metadata: FileMetaData;
  readonly fields: readonly SchemaElement[]; // of its columns
}

type OpenOptions = Pick<ReadControl, "signal"> & { readonly source: string };

/** Reads the directory of a file, and no data. @throws FormatError; UnsupportedError where a package is not installed */
export async function openParquet(
  file: Uint8Array | RandomAccess,
  options: OpenOptions,
): Promise<ParquetFile> {
  const { source } = options;
  const access = file instanceof Uint8Array ? randomAccessOf(file) : file;
  if (access.byteLength === 0) throw new FormatError(source, "a Parquet file", "no bytes at all");
  const peers = await loadParquetPeers();
  return explainedParquet(options, async () => {
    await checkFooter(access);
    const metadata = await peers.parquetMetadataAsync(access);
    checkRowCount(metadata, access.byteLength, source);
    const fields = peers.parquetSchema(metadata).children.map(({ element }) => element);
    return { peers, access, source, metadata, fields };
  });
}

/** What the library throws becomes an error that names the file. */
export async function explainedParquet<Result>(
  { source, signal }: OpenOptions,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SamebitsError) throw cause;
    throw new FormatError(source, "a complete Parquet file", reasonOf(cause));
  }
}

/** How many rows are read. */
export interface RowsOptions {
  readonly rows?: number | undefined; // no more than the first so many; default: all
  readonly mostRows?: number | undefined; // that are taken at a time; default: all
}

/** A group that has rows to be read, and how many of it. */
export interface ParquetGroup {
  readonly group: FileMetaData["row_groups"][number];
  readonly rowCount: number;
}

/** The groups that have rows to be read, and how many of each. */
export function* groupsOf(
  { metadata }: ParquetFile,
  { rows = Number.POSITIVE_INFINITY }: RowsOptions,
): Generator<ParquetGroup, void> {
  let left = rows;
  for (const group of metadata.row_groups) {
    const rowCount = Math.min(left, Number(group.num_rows));
    left -= rowCount;
    if (rowCount > 0) yield { group, rowCount };
  }
}

/** Rows of the largest group. */
export function mostRowsOf({ metadata: { row_groups: groups } }: ParquetFile): number {
  return groups.reduce((most, { num_rows: count }) => Math.max(most, Number(count)), 0);
}

/** Values of all columns that are taken at a time, and the least of each. */
const VALUES_AT_ONCE = 1 << 18;
const LEAST_ROWS = 1 << 15;

/** Rows that are taken at a time of so many columns: no more than the largest group has. */
export function rowsAtOnce(file: ParquetFile, columnCount: number): number {
  return Math.min(mostRowsOf(file), Math.max(LEAST_ROWS, Math.floor(VALUES_AT_ONCE / columnCount)));
}

/** @throws RangeError for a footer whose lengths lead out of it; the library says what else is wrong with one */
async function checkFooter(file: RandomAccess): Promise<void> {
  const end = file.byteLength - FOOTER_TAIL_BYTES;
  if (end < 0) return;
  const tail = new DataView(await file.slice(end, file.byteLength));
  const length = tail.getUint32(0, true);
  if (length > end) return;
  checkThrift({ bytes: new Uint8Array(await file.slice(end - length, end)), offset: 0 });
}

/** The rows that the file says it has must be those that its groups say, and as many as it can have. @throws FormatError */
function checkRowCount(metadata: FileMetaData, byteLength: number, source: string): void {
  const rowCount = Number(metadata.num_rows);
  const counts = metadata.row_groups.map((group) => Number(group.num_rows));
  const sum = counts.reduce((left, right) => left + right, 0);
  if (sum !== rowCount || counts.some((count) => !(count >= 0))) {
    throw new FormatError(source, `a Parquet file of ${rowCount} rows`, `${sum} in its row groups`);
  }
  const most = FREE_ROWS + MOST_PACKED_ROWS_PER_BYTE * byteLength;
  if (rowCount <= most) return;
  throw new FormatError(
    source,
    `a Parquet file of at most ${most} rows in ${byteLength} bytes`,
    `${rowCount}`,
  );
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
