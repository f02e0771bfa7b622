// FILE as one array: the options that say how to read it, whole or chunk by chunk where the format allows.

import { type Command, Option } from "commander";
import {
  type ArrayChunks,
  type Decoded,
  formatOfPath,
  NULL_RULES,
  type NullRule,
  oneChunk,
  type ReadOptions,
  readArray,
  readArrayFromStream,
  readChunks,
  readChunksFromStream,
  widenDecoded,
} from "../../formats.ts";
import { InvalidArgumentError, type Operator, type StorageType } from "../../index.ts";
import type { CommandIo } from "../io.ts";
import { choiceOf, parseStorageType, repeated } from "../options/parse.ts";
import { withProgress } from "../progress.ts";

/** The options of every command that reads a file. */
export interface InputOptions {
  readonly column?: readonly string[]; // as given, one after the other
  readonly type?: StorageType | undefined;
  readonly nulls?: NullRule;
  readonly raw?: boolean;
  readonly header?: boolean;
}

/** Adds FILE and the options that say how to read it. */
export function addInputArguments(command: Command): Command {
  return addReadOptions(command.argument("FILE", FILE_FORMATS));
}

/** What FILE may be, for help. */
export const FILE_FORMATS =
  ".npy, .csv, .tsv, .arrow, .parquet or raw little-endian data; - is standard input (.npy)";

/** Adds those options alone, where FILE is not all that there may be. */
export function addReadOptions(command: Command): Command {
  return command
    .option(
      "--column <name>",
      "the column to read, by its name; of an operator over records FIELD=NAME, repeatable (default: the field's own name)",
      repeated((text) => text),
    )
    .option(
      "--type <type>",
      "read as f64, f32, i64, u64, i32, u32, f16, bf16, u8, i8, u16 or i16; every value must convert exactly",
      parseStorageType,
    )
    .option(
      "--nulls <rule>",
      "what becomes of nulls: zero or skip; without it they are an error",
      choiceOf("nulls", NULL_RULES),
    )
    .option("--raw", "FILE is raw little-endian data, of --type")
    .addOption(headerOption())
    .addOption(noHeaderOption());
}

/** Of CSV and TSV: names that are numbers may be data, so that one of the two must be said. */
export function headerOption(): Option {
  return new Option("--header", "the first row of a CSV or TSV has names, though some are numbers");
}

export function noHeaderOption(): Option {
  return new Option("--no-header", "the first row of a CSV or TSV is data: --column is 1, 2, …").default(
    undefined,
  );
}

/** Reads FILE as the options say, narrow elements as what they widen to. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function readInput(file: string, options: InputOptions, io: CommandIo): Promise<Decoded> {
  return withProgress(io, "reading", async (onProgress) =>
    widenDecoded(await readWhole(file, { ...readOptions(options), onProgress }, io)),
  );
}

/**
 * Reads FILE for an operator over single elements, narrow ones as they are stored. Text and raw data have no type of their own: there the one type of an operator
 * that is not built in stands where --type is not given.
 */
export async function readElements(
  file: string,
  operator: Operator,
  options: InputOptions,
  io: CommandIo,
): Promise<Decoded<StorageType>> {
  const asked = withTypeOf(file, operator, options);
  return withProgress(io, "reading", (onProgress) => readWhole(file, { ...asStored(asked), onProgress }, io));
}

function asStored(options: InputOptions): ReadOptions<StorageType | "stored"> {
  return { ...readOptions(options), type: options.type ?? "stored" };
}

/** Whether FILE is read a chunk at a time: .npy and raw data, unless a backward contract needs the last ones first. */
export function isChunked(file: string, options: InputOptions & { readonly backward?: boolean }): boolean {
  if (options.backward) return false;
  const format = options.raw ? "raw" : file === "-" ? "npy" : formatOfPath(file);
  return format === undefined || format === "npy" || format === "raw";
}

/** The same as `readElements`, chunk by chunk where the format allows, while `use` runs. */
export async function withElementChunks<Result>(
  file: string,
  operator: Operator,
  options: InputOptions & { readonly backward?: boolean },
  io: CommandIo,
  use: (chunks: ArrayChunks<StorageType>) => Promise<Result>,
): Promise<Result> {
  const asked = asStored(withTypeOf(file, operator, options));
  return withProgress(io, "reading", (onProgress) => {
    const how = { ...asked, onProgress };
    if (isChunked(file, options)) {
      return file === "-" ? readChunksFromStream(io.stdin, how, use) : readChunks(file, how, use);
    }
    return readWhole(file, how, io).then((decoded) => use(oneChunk(decoded)));
  });
}

function withTypeOf(file: string, operator: Operator, options: InputOptions): InputOptions {
  const isOwn = operator.hash !== undefined && operator.types.length === 1;
  const format = options.raw ? "raw" : formatOfPath(file);
  const hasNoType = format === "csv" || format === "tsv" || format === "raw";
  const type = options.type ?? (isOwn && hasNoType ? operator.types[0] : undefined);
  return type === undefined ? options : { ...options, type };
}

function readWhole(
  file: string,
  how: ReadOptions<StorageType | "stored">,
  io: CommandIo,
): Promise<Decoded<StorageType>> {
  return file === "-" ? readArrayFromStream(io.stdin, how) : readArray(file, how);
}

function readOptions(options: InputOptions): ReadOptions<StorageType> {
  const { type, nulls, header, raw } = options;
  return { column: onlyColumn(options), type, nulls, header, format: raw ? "raw" : undefined };
}

function onlyColumn({ column = [] }: InputOptions): string | undefined {
  if (column.length < 2) return column[0];
  throw new InvalidArgumentError("column", "given once, as one column is read", column.join(", "));
}
