// One column of one row group, some pages at a time: they are checked and unpacked once, and the library is handed what was unpacked.

import type { AsyncBuffer, Compressors, FileMetaData } from "hyparquet";
import { FormatError } from "../values/errors.ts";
import { peerError } from "../values/optional-packages.ts";
import type { PageTools } from "./check-parquet-pages.ts";
import type { ColumnChunk } from "./column-builder.ts";
import { type Piece, piecesOf } from "./parquet-pieces.ts";
import { areNumbersRead, type CodedRows, codesOfPages, numbersOfPages, textsOfPart } from "./parquet-rows.ts";
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

interface GroupWanted {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly group: FileMetaData["row_groups"][number];
  readonly column: string;
  readonly isOptional: boolean;
  readonly source: string;
}

/** The numbers of one column in one row group, some at a time, its pages checked before they are decoded: typed where their encodings are read here. There may be more than the group has rows. */
export async function* readParquetNumbers(
  peers: ParquetPeers,
  wanted: GroupWanted,
  { type, own }: { readonly type: string | undefined; readonly own: NumericType },
): AsyncGenerator<ColumnChunk, void> {
  for await (const piece of checkedPieces(peers, wanted, areNumbersRead(type, own))) {
    const rows = numbersOfPages(piece, type, own);
    if (rows === undefined) yield* await readRows(peers, wanted, piece);
    else yield { ...rows, length: rows.values.length };
  }
}

/** The same of a column of text, as codes where the file has them. */
export async function* readParquetTexts(
  peers: ParquetPeers,
  wanted: GroupWanted,
): AsyncGenerator<CodedRows | ColumnChunk, void> {
  for await (const piece of checkedPieces(peers, wanted, true)) {
    const rows = codesOfPages(piece) ?? textsOfPart(piece);
    if (rows === undefined) yield* await readRows(peers, wanted, piece);
    else yield rows;
  }
}

/** The rows of a piece as the library has them. */
async function readRows(
  peers: ParquetPeers,
  wanted: GroupWanted,
  piece: Piece,
): Promise<readonly ColumnChunk[]> {
  const { metadata, group, column } = wanted;
  const { bytes, unpackedAt } = await piece.packed();
  const { chunk, about } = chunkOf(wanted);
  const rowCount = BigInt(piece.rowCount);
  const { dictionary_page_offset: _, ...own } = {
    ...about,
    data_page_offset: 0n, // where the bytes begin, with the dictionary
    total_compressed_size: BigInt(bytes.byteLength),
  };
  const chunks: ColumnChunk[] = [];
  await peers.parquetRead({
    file: {
      byteLength: bytes.byteLength,
      slice: (from, to = 0) => (to - from === bytes.byteLength ? bytes : bytes.slice(from, to)),
    },
    metadata: {
      ...metadata,
      num_rows: rowCount,
      row_groups: [{ ...group, num_rows: rowCount, columns: [{ ...chunk, meta_data: own }] }],
    },
    columns: [column],
    compressors: once(peers.compressors, about.codec, (packed) => unpackedAt.get(packed.byteOffset)),
    parsers: PARSERS,
    rowStart: 0,
    rowEnd: piece.rowCount,
    onChunk: ({ columnData }) =>
      chunks.push({ values: columnData as ColumnChunk["values"], length: columnData.length }),
  });
  const found = chunks.reduce((sum, { length }) => sum + length, 0);
  if (found < piece.rowCount) throw new RangeError(`${found} rows in pages of ${piece.rowCount}`);
  return chunks;
}

/** The pages of the column, some at a time. @throws FormatError where it is not in the file */
function checkedPieces(
  peers: ParquetPeers,
  wanted: GroupWanted,
  takesParts: boolean,
): AsyncGenerator<Piece, void> {
  const { file, group, isOptional, source } = wanted;
  const { about } = chunkOf(wanted);
  const start = Number(about.dictionary_page_offset || about.data_page_offset);
  const end = start + Number(about.total_compressed_size);
  if (!(start >= 0 && end >= start && end <= file.byteLength)) {
    throw new FormatError(
      source,
      "a complete Parquet file",
      `a column at bytes ${start} to ${end} of ${file.byteLength}`,
    );
  }
  const rowCount = Number(group.num_rows);
  return piecesOf({ file, start, end, about, isOptional, rowCount, takesParts }, peers);
}

/** The column in its group, and what the file says of it. @throws FormatError */
function chunkOf({ group, column, source }: GroupWanted) {
  const named = group.columns.filter((chunk) => chunk.meta_data?.path_in_schema[0] === column);
  const about = named[0]?.meta_data;
  if (named.length === 1 && about !== undefined) return { chunk: named[0], about };
  throw new FormatError(
    source,
    `a Parquet file with one chunk of "${column}" in each group`,
    `${named.length}`,
  );
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
