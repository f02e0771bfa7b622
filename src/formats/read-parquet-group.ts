// One column of one row group: its pages are checked and unpacked once, and the library is handed what was unpacked.

import type { AsyncBuffer, Compressors, FileMetaData } from "hyparquet";
import { FormatError } from "../values/errors.ts";
import { peerError } from "../values/optional-packages.ts";
import { type CheckedPages, checkParquetPages, type PageTools } from "./check-parquet-pages.ts";
import type { ColumnChunk } from "./column-builder.ts";
import { codesOfPages, type NumberRows, numbersOfPages } from "./parquet-rows.ts";
import type { TextCodes } from "./text-builder.ts";
import type { NumericType } from "./wanted-column.ts";

/** What is used of the optional packages. */
export interface ParquetPeers extends PageTools {
  readonly parquetMetadataAsync: typeof import("hyparquet").parquetMetadataAsync;
  readonly parquetRead: typeof import("hyparquet").parquetRead;
  readonly parquetSchema: typeof import("hyparquet").parquetSchema;
}

/** Loads what reads Parquet. @throws UnsupportedError naming a package that is not installed */
export async function loadParquetPeers(): Promise<ParquetPeers> {
  const { parquetMetadataAsync, parquetRead, parquetSchema, parquetHeader } = await importHyparquet();
  const { compressors } = await importCompressors();
  return { parquetMetadataAsync, parquetRead, parquetSchema, parquetHeader, compressors };
}

const PURPOSE = "reading Parquet";

async function importHyparquet() {
  try {
    const { parquetMetadataAsync, parquetRead, parquetSchema } = await import("hyparquet");
    const { parquetHeader } = await import("hyparquet/src/column.js");
    return { parquetMetadataAsync, parquetRead, parquetSchema, parquetHeader };
  } catch (cause) {
    throw peerError("hyparquet", PURPOSE, cause);
  }
}

async function importCompressors() {
  try {
    return await import("hyparquet-compressors");
  } catch (cause) {
    throw peerError("hyparquet-compressors", PURPOSE, cause);
  }
}

/** JSON is a text like others. */
const PARSERS = { jsonFromBytes: (bytes?: Uint8Array) => bytes && new TextDecoder().decode(bytes) };

/** Values of consecutive rows; the first row of a group is 0. */
export interface GroupRows {
  readonly values: ColumnChunk["values"];
  readonly rowStart: number;
}

interface GroupWanted {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly group: FileMetaData["row_groups"][number];
  readonly column: string;
  readonly isOptional: boolean;
  readonly source: string;
}

/** The numbers of one column in one row group, its pages checked before they are decoded: one array where its encodings are read here. Chunks may reach beyond its rows. */
export async function readParquetNumbers(
  peers: ParquetPeers,
  wanted: GroupWanted,
  { type, own }: { readonly type: string | undefined; readonly own: NumericType },
): Promise<NumberRows | readonly GroupRows[]> {
  const rowCount = Number(wanted.group.num_rows);
  if (rowCount === 0) return [];
  const checked = await checkedColumn(peers, wanted, rowCount);
  return numbersOfPages(checked.pages, type, own) ?? readRows(peers, wanted, checked);
}

/** The same of a column of text, as codes where the file has them. */
export async function readParquetTexts(
  peers: ParquetPeers,
  wanted: GroupWanted,
): Promise<TextCodes | readonly GroupRows[]> {
  const rowCount = Number(wanted.group.num_rows);
  if (rowCount === 0) return [];
  const checked = await checkedColumn(peers, wanted, rowCount);
  return codesOfPages(checked.pages) ?? readRows(peers, wanted, checked);
}

async function readRows(
  peers: ParquetPeers,
  { metadata, group, column }: GroupWanted,
  checked: CheckedColumn,
): Promise<readonly GroupRows[]> {
  const chunks: GroupRows[] = [];
  await peers.parquetRead({
    file: checked.file,
    // Of this group alone: with all of them the library goes over each for each.
    metadata: { ...metadata, num_rows: group.num_rows, row_groups: [group] },
    columns: [column],
    compressors: checked.compressors,
    parsers: PARSERS,
    rowStart: 0,
    rowEnd: Number(group.num_rows),
    onChunk: (chunk) =>
      chunks.push({ values: chunk.columnData as ColumnChunk["values"], rowStart: chunk.rowStart }),
  });
  return chunks.sort((left, right) => left.rowStart - right.rowStart);
}

interface CheckedColumn {
  readonly file: AsyncBuffer;
  readonly compressors: Compressors;
  readonly pages: CheckedPages;
}

/** The bytes of the column, and its pages as they were decompressed for the check. */
async function checkedColumn(
  peers: ParquetPeers,
  { file, group, column, isOptional, source }: GroupWanted,
  rowCount: number,
): Promise<CheckedColumn> {
  const named = group.columns.filter((chunk) => chunk.meta_data?.path_in_schema[0] === column);
  const about = named[0]?.meta_data;
  if (named.length !== 1 || about === undefined) {
    throw new FormatError(
      source,
      `a Parquet file with one chunk of "${column}" in each group`,
      `${named.length}`,
    );
  }
  const start = Number(about.dictionary_page_offset || about.data_page_offset);
  const end = start + Number(about.total_compressed_size);
  if (!(start >= 0 && end >= start && end <= file.byteLength)) {
    throw new FormatError(
      source,
      "a complete Parquet file",
      `a column at bytes ${start} to ${end} of ${file.byteLength}`,
    );
  }
  const bytes = await file.slice(start, end);
  const pages = checkParquetPages({ bytes, about, isOptional, rowCount }, peers);
  return {
    file: {
      byteLength: file.byteLength,
      slice: (from, to) => (from === start && to === end ? bytes : file.slice(from, to)),
    },
    compressors: once(peers.compressors, about.codec, (packed) =>
      packed.buffer === bytes ? pages.unpackedAt.get(packed.byteOffset) : undefined,
    ),
    pages,
  };
}

function once(
  compressors: Compressors,
  codec: keyof Compressors,
  known: (packed: Uint8Array) => Uint8Array | undefined,
): Compressors {
  const unpack = compressors[codec];
  if (unpack === undefined) return compressors;
  return {
    ...compressors,
    [codec]: (packed: Uint8Array, length: number) => known(packed) ?? unpack(packed, length),
  };
}
