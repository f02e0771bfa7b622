// Arrays and columns out of files and streams, by the format that a name, an option or the first bytes say.

import { checkFunction, checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import {
  type ElementType,
  type ScalarType,
  STORAGE_TYPES,
  type StorageType,
} from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { STORED_TYPES, type StoredType } from "../values/value-types.ts";
import { type ArrayChunks, npyChunks, oneChunk, rawChunks } from "./array-chunks.ts";
import { byteSourceOf, orAborted, type ReadControl } from "./byte-source.ts";
import { checkOptions, expectNoHeader, READ_OPTIONS, TABLE_OPTIONS } from "./check-options.ts";
import { arrowChunks, parquetChunks } from "./column-chunks.ts";
import { csvChunks } from "./csv/csv-chunks.ts";
import { readRaw } from "./decode-raw.ts";
import type {
  ColumnOptions,
  Decoded,
  DecodedColumn,
  HeaderOptions,
  ReadType,
  TypeRead,
  WantedColumn,
} from "./decoded.ts";
import { type Format, formatOfPath } from "./format-of-path.ts";
import { isNpy } from "./npy-header.ts";
import { columnsPlaceOf, type FileHandle, withFile } from "./open-file.ts";
import { type ColumnsPlace, readColumnData } from "./read-column-data.ts";
import { readNpy, readNpyNumbers } from "./read-npy.ts";
import { completeArrays } from "./tables/table-nulls.ts";

/** Options of `readArray` and `readArrayFromStream`. */
export interface ReadOptions<As extends ReadType = ElementType>
  extends ColumnOptions<As>,
    HeaderOptions,
    ReadControl {
  readonly format?: Format | undefined; // default: by the file's extension; of one with another, and of a pipe, .npy
}

/**
 * Reads one array from a file: .npy, raw little-endian, or a column of CSV, TSV, Arrow IPC or Parquet. Node, Deno and Bun.
 *
 * The extension picks the format (`format` overrides it); without a known one it must be .npy, as a pipe must. Raw data (.raw, .bin, or
 * `format: "raw"`) need `type`. Narrow elements come as what they widen to; with `type` "f16", "u8" or "stored" as they are. A .npy or raw file larger than 2 GiB is read straight into one typed array. With a `signal`
 * columns are decoded on a thread of their own, which it ends at once.
 *
 * @throws FormatError for a file that cannot be read or is not what its format demands
 * @throws InvalidArgumentError for a missing or unknown column or type; UnsupportedError where an optional package is missing
 */
export function readArray<As extends ReadType = ElementType>(
  path: string,
  options: ReadOptions<As> = {},
): Promise<Decoded<TypeRead<As>>> {
  return fromFile(path, options, readPlace) as Promise<Decoded<TypeRead<As>>>;
}

/**
 * Reads one array from a stream of bytes (`process.stdin`, a response's body): .npy unless `format` says otherwise.
 *
 * @throws as `readArray`
 */
export async function readArrayFromStream<As extends ReadType = ElementType>(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions<As> = {},
): Promise<Decoded<TypeRead<As>>> {
  checkOptions(options, READ_OPTIONS);
  const source = options.source ?? "standard input";
  const read = (): Promise<Decoded<StoredType>> =>
    readPlace({ inOrder: byteSourceOf(chunks, source) }, options.format ?? "npy", { ...options, source });
  return orAborted(read, options.signal) as Promise<Decoded<TypeRead<As>>>;
}

/**
 * Reads a file a chunk at a time, in memory that does not grow with it; the rest as `readArray`.
 *
 * `use` gets the chunks while the file is open. Of Parquet a chunk is a group of rows, of Arrow as many record batches as have 1 MiB. With a `signal` these two come as one
 * chunk, from a thread that it ends; so do .npy data that `type` converts, and the Arrow file format in a pipe.
 */
export async function readChunks<Result, As extends ElementsType = ElementType>(
  path: string,
  options: ReadOptions<As>,
  use: (chunks: ArrayChunks<TypeRead<As>>) => Promise<Result>,
): Promise<Result> {
  checkFunction("use", use, "of the chunks");
  return fromFile(path, options, async (place, format, named) =>
    use((await chunksOfPlace(place, format, named)) as ArrayChunks<TypeRead<As>>),
  );
}

/** What elements are read as that come in chunks. */
type ElementsType = Exclude<ReadType, "bool">;

/** What is made of a file's data while it is open, whatever format they are in. */
export async function fromFile<Result>(
  path: string,
  options: ReadOptions<ReadType>,
  use: (place: ColumnsPlace, format: Format, options: NamedOptions) => Promise<Result>,
): Promise<Result> {
  checkText("path", path);
  checkOptions(options, READ_OPTIONS);
  const named = { ...options, source: options.source ?? path, path };
  const read = (): Promise<Result> =>
    withFile(path, named.source, async (handle, byteLength) => {
      const format = await formatOfHandle(handle, byteLength, named);
      return use(columnsPlaceOf(handle, byteLength, named.source), format, named);
    });
  return orAborted(read, options.signal);
}

/** The same from a stream of bytes, .npy unless `format` says otherwise; the stream is closed when `use` has ended. */
export async function readChunksFromStream<Result, As extends ElementsType = ElementType>(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions<As>,
  use: (chunks: ArrayChunks<TypeRead<As>>) => Promise<Result>,
): Promise<Result> {
  checkOptions(options, READ_OPTIONS);
  checkFunction("use", use, "of the chunks");
  const named = { ...options, source: options.source ?? "standard input" };
  const source = byteSourceOf(stream, named.source);
  const read = async (): Promise<Result> =>
    use(
      (await chunksOfPlace({ inOrder: source }, options.format ?? "npy", named)) as ArrayChunks<TypeRead<As>>,
    );
  let result: Result;
  try {
    result = await orAborted(read, options.signal);
  } catch (cause) {
    // Not awaited: a stream is closed only when the chunk that is waited for has come, which may be never.
    source.close?.().catch(() => {});
    throw cause;
  }
  await source.close?.();
  return result;
}

export type NamedOptions = ReadOptions<ReadType> & { readonly source: string };

async function chunksOfPlace(
  place: ColumnsPlace,
  format: Format,
  options: NamedOptions,
): Promise<ArrayChunks<StorageType>> {
  if (options.type === "bool") {
    throw new InvalidArgumentError("type", `one of ${STORAGE_TYPES.join(", ")}, in chunks`, '"bool"');
  }
  if (options.nulls === "mask") {
    throw new InvalidArgumentError("nulls", "zero, skip, nan or left out, where chunks are read", '"mask"');
  }
  if (format === "npy" || format === "raw") expectNoColumn(options, format);
  if (format === "npy") return npyChunks(place.inOrder, options);
  if (format === "raw") return rawChunks(place.inOrder, rawType(options) as StorageType, options);
  if (format === "csv") return csvChunks(place.inOrder, options);
  if (format === "tsv") return csvChunks(place.inOrder, { ...options, delimiter: options.delimiter ?? "\t" });
  if (options.signal !== undefined)
    return oneChunk((await readPlace(place, format, options)) as Decoded<StorageType>);
  expectNoHeader(options, format);
  return format === "arrow" ? arrowChunks(place, options) : parquetChunks(place, options);
}

async function formatOfHandle(
  handle: FileHandle,
  byteLength: number | undefined,
  options: NamedOptions & { readonly path: string },
): Promise<Format> {
  const named = options.format ?? formatOfPath(options.path);
  if (named !== undefined || byteLength === undefined || (await hasMagic(handle))) return named ?? "npy";
  const expected =
    "a .npy file, or named .raw, .bin, .csv, .tsv, .arrow or .parquet, or read with its format said (of raw data --raw)";
  throw new FormatError(options.source, expected, "data whose name tells no format");
}

/** One array out of data of any format. */
async function readPlace(
  place: ColumnsPlace,
  format: Format,
  options: NamedOptions,
): Promise<Decoded<StoredType>> {
  switch (format) {
    case "npy":
      expectNoColumn(options, format);
      return readNpy(place.inOrder, options);
    case "raw":
      expectNoColumn(options, format);
      return readRaw(place.inOrder, rawType(options), options);
    case "csv":
    case "tsv":
    case "arrow":
    case "parquet": {
      const [decoded] = await readColumnData(format, place, [options], options);
      return decoded;
    }
    default:
      return format satisfies never;
  }
}

/** The same of a format that has one array, bools too. */
export function readNumbers(
  place: ColumnsPlace,
  format: "npy" | "raw",
  options: NamedOptions,
): Promise<Decoded<StoredType>> {
  if (format === "raw") return readPlace(place, format, options);
  expectNoColumn(options, format);
  return readNpyNumbers(place.inOrder, options);
}

export function rawType({ type, source }: NamedOptions): StoredType {
  if (type !== undefined && type !== "stored") return type;
  const expected = `given for raw data (${source}): one of ${STORAGE_TYPES.join(", ")}`;
  throw new InvalidArgumentError("type", expected, type ?? "nothing");
}

export function expectNoColumn(options: NamedOptions, format: "npy" | "raw"): void {
  expectNoHeader(options, format);
  if (options.column === undefined) return;
  const expected = `left out for ${format === "npy" ? ".npy" : format} data, which have no columns`;
  throw new InvalidArgumentError("column", expected, `"${options.column}"`);
}

async function hasMagic(handle: FileHandle): Promise<boolean> {
  const head = new Uint8Array(6);
  await handle.read(head, 0, head.length, 0);
  return isNpy(head);
}

/** Options of `readColumns`; the columns and their types are its second argument. */
export type ReadColumnsOptions = Pick<ColumnOptions, "source" | "nulls"> &
  HeaderOptions &
  ReadControl & { readonly format?: Format | undefined }; // default: by the file's extension

/**
 * Reads several columns of one length from a CSV, TSV, Arrow IPC or Parquet file, in the order asked for. Node, Deno and Bun.
 *
 * Each has the type that is asked for, to which every value must convert exactly, or its own, of narrow columns what they widen to; a bool is true or false, or 1 or 0. With `nulls` "skip"
 * rows are left out that have one in any of the columns. With a `signal` they are decoded on a thread of their own, which it ends at once.
 *
 * @throws FormatError for a file that cannot be read, has no columns, or is not what its format demands
 * @throws InvalidArgumentError for a column that is not there
 */
export async function readColumns<Type extends StoredType = ScalarType>(
  path: string,
  wanted: readonly WantedColumn<Type>[],
  options: ReadColumnsOptions = {},
): Promise<readonly DecodedColumn<Type | ScalarType>[]> {
  checkText("path", path);
  for (const [i, each] of checkList("wanted", wanted, "columns, each an object").entries())
    checkObject(`wanted[${i}]`, each);
  for (const [i, { column, type }] of wanted.entries()) {
    checkText(`wanted[${i}].column`, column);
    if (type !== undefined) checkName(`wanted[${i}].type`, STORED_TYPES, type);
  }
  checkOptions(options, ["nulls", ...TABLE_OPTIONS]);
  const source = options.source ?? path;
  const format = options.format ?? formatOfPath(path);
  const named = { ...options, source };
  switch (format) {
    case "csv":
    case "tsv":
    case "arrow":
    case "parquet": {
      const read = (): Promise<readonly DecodedColumn<StoredType>[]> =>
        withFile(path, source, (handle, byteLength) =>
          readRows(format, columnsPlaceOf(handle, byteLength, source), wanted, named),
        );
      return orAborted(read, options.signal) as Promise<readonly DecodedColumn<Type | ScalarType>[]>;
    }
    case "npy":
    case "raw":
    case undefined: {
      const kind = format === "npy" ? ".npy" : format;
      const actual = kind === undefined ? "a file of another name" : `${kind} data, which have none`;
      throw new FormatError(source, "CSV, TSV, Arrow or Parquet data, which have columns by name", actual);
    }
    default:
      return format satisfies never;
  }
}

/** To be skipped, a null takes its row out of all columns. */
async function readRows(
  format: Exclude<Format, "npy" | "raw">,
  place: ColumnsPlace,
  wanted: readonly WantedColumn<StoredType>[],
  options: ReadColumnsOptions & { readonly source: string },
): Promise<readonly DecodedColumn<StoredType>[]> {
  if (options.nulls !== "skip") return readColumnData(format, place, wanted, options);
  const columns = await readColumnData(format, place, wanted, { ...options, nulls: "listed" });
  const rows = columns.map(({ array, nullRows = new Uint32Array(0) }) => ({ array, missingRows: nullRows }));
  const arrays = completeArrays(rows);
  return columns.map(({ type, nullCount }, i) => ({ array: arrays[i], type, nullCount }));
}
