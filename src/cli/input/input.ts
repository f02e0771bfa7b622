// FILE as one array: the options that say how to read it, whole or chunk by chunk where the format allows.

import { type Command, Option } from "commander";
import {
  type ArrayChunks,
  DATE_RULES,
  type DateRule,
  type Decoded,
  FORMATS,
  type Format,
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
import {
  ACCUMULATION_TYPES,
  type ElementArray,
  InvalidArgumentError,
  newElementArray,
  type Operator,
  type StorageType,
} from "../../index.ts";
import type { CommandIo } from "../io.ts";
import { choiceOf, offering, parseStorageType, repeated } from "../options/parse.ts";
import { withProgress } from "../progress.ts";

/** The options of every command that reads a file. */
export interface InputOptions {
  readonly column?: readonly string[]; // as given, one after the other
  readonly type?: StorageType | undefined;
  readonly nulls?: NullRule;
  readonly raw?: boolean;
  readonly header?: boolean;
  readonly delimiter?: string;
  readonly missing?: readonly string[];
  readonly dates?: DateRule;
  readonly format?: Format;
}

/** Adds FILE and the options that say how to read it. */
export function addInputArguments(command: Command): Command {
  return addReadOptions(command.argument("FILE", FILE_FORMATS));
}

/** What FILE may be, for help. */
export const FILE_FORMATS =
  ".npy, .csv, .tsv, .arrow, .parquet or raw little-endian data; - is standard input (.npy unless --format says otherwise)";

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
      "what becomes of nulls: zero, skip, or of floats nan; without it they are an error",
      arrayNulls,
    )
    .option("--raw", "FILE is raw little-endian data, of --type")
    .addOption(headerOption())
    .addOption(noHeaderOption())
    .addOption(delimiterOption())
    .addOption(missingOption())
    .addOption(formatOption());
}

const ARRAY_RULES: readonly NullRule[] = NULL_RULES.filter((rule) => rule !== "mask");

const arrayNulls = offering((text: string): NullRule => {
  if (text === "mask") expectNoMask(text);
  return choiceOf("nulls", ARRAY_RULES)(text);
}, ARRAY_RULES);

/** @throws InvalidArgumentError for nulls to be kept where single values are combined, counted or written */
export function expectNoMask(nulls: NullRule | undefined): void {
  if (nulls !== "mask") return;
  const expected = `one of ${ARRAY_RULES.join(", ")}, as an array has no nulls that could be kept; columns of tables have`;
  throw new InvalidArgumentError("nulls", expected, JSON.stringify(nulls));
}

/** Of CSV and TSV: what stands between cells. */
export function delimiterOption(): Option {
  const text = "one character between cells of a CSV or TSV: ; or | or tab (default: , and tab)";
  return new Option("--delimiter <character>", text).argParser((given: string) =>
    given === "tab" || given === "\\t" ? "\t" : given,
  );
}

/** Of CSV and TSV: which cells have no value, besides those that are empty. */
export function missingOption(): Option {
  const text = "a text of CSV and TSV cells that have no value, repeatable, as in --missing NA";
  return new Option("--missing <text>", text).argParser(repeated((given) => given));
}

/** Of CSV and TSV: which cells are dates. */
export function datesOption(): Option {
  const text =
    "what dates in a CSV or TSV look like: iso, as in 2001-12-31, or year-first, month-first or day-first as well, as in 12/31/2001; text leaves all of them texts (default: iso)";
  return new Option("--dates <rule>", text).argParser(choiceOf("dates", DATE_RULES));
}

/** The format of a pipe, and of a file whose name does not tell it. */
export function formatOption(): Option {
  const text = `what FILE is: ${FORMATS.join(", ")} (default: by its name; of a pipe npy)`;
  return new Option("--format <format>", text).argParser(choiceOf("format", FORMATS)).conflicts("raw");
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

/** Whether FILE is read a chunk at a time: unless a backward contract needs the last ones first. */
export function isChunked(file: string, options: ChunkedOptions): boolean {
  if (options.backward) return false;
  const format = formatOf(file, options) ?? "npy";
  return format === "npy" || format === "raw" || !options.isLengthNeeded;
}

/** What else says whether chunks will do. */
type ChunkedOptions = InputOptions & {
  readonly backward?: boolean;
  readonly isLengthNeeded?: boolean; // before the last element is read: columns do not tell it
};

function isText(format: Format | undefined): boolean {
  return format === "csv" || format === "tsv";
}

function formatOf(file: string, { raw, format }: InputOptions): Format | undefined {
  if (raw) return "raw";
  return format ?? (file === "-" ? "npy" : formatOfPath(file));
}

/** The same as `readElements`, chunk by chunk where the format allows, while `use` runs. */
export async function withElementChunks<Result>(
  file: string,
  operator: Operator,
  options: ChunkedOptions,
  io: CommandIo,
  use: (chunks: ArrayChunks<StorageType>) => Promise<Result>,
): Promise<Result> {
  return withChunks(file, asStored(withTypeOf(file, operator, options)), options, io, use);
}

/** The same as `readInput`, chunk by chunk where the format allows, while `use` runs. */
export async function withInputChunks<Result>(
  file: string,
  options: InputOptions,
  io: CommandIo,
  use: (chunks: ArrayChunks) => Promise<Result>,
): Promise<Result> {
  return withChunks(file, readOptions(options), options, io, (read) => use(widenChunks(read)));
}

/** The first elements of FILE, no more than `count`; the rest is not read where the format allows. */
export function readFirst(
  file: string,
  options: InputOptions,
  io: CommandIo,
  count: number,
): Promise<ElementArray> {
  return withInputChunks(file, options, io, async ({ type, chunks }) => {
    const parts: ElementArray[] = [];
    let length = 0;
    for await (const chunk of chunks) {
      parts.push(chunk.slice(0, count - length));
      length += parts[parts.length - 1].length;
      if (length === count) break;
    }
    const first = newElementArray(type, length);
    let at = 0;
    for (const part of parts) {
      (first as Float64Array).set(part as Float64Array, at);
      at += part.length;
    }
    return first;
  });
}

async function withChunks<Result>(
  file: string,
  asked: ReadOptions<StorageType | "stored">,
  options: ChunkedOptions,
  io: CommandIo,
  use: (chunks: ArrayChunks<StorageType>) => Promise<Result>,
): Promise<Result> {
  return withProgress(io, "reading", (onProgress) => {
    const how = { ...asked, onProgress };
    if (isChunked(file, options)) {
      return file === "-" ? readChunksFromStream(io.stdin, how, use) : readChunks(file, how, use);
    }
    return readWhole(file, how, io).then((decoded) => use(oneChunk(decoded)));
  });
}

/** Narrow chunks as what they widen to. */
function widenChunks(read: ArrayChunks<StorageType>): ArrayChunks {
  const { type, length } = read;
  async function* chunks(): AsyncGenerator<ElementArray> {
    for await (const array of read.chunks) yield widenDecoded({ array, type, nullCount: 0 }).array;
  }
  return {
    type: ACCUMULATION_TYPES[type][0],
    length,
    chunks: chunks(),
    get nullCount() {
      return read.nullCount;
    },
  };
}

function withTypeOf(file: string, operator: Operator, options: InputOptions): InputOptions {
  const isOwn = operator.hash !== undefined && operator.types.length === 1;
  const format = formatOf(file, options);
  const hasNoType = isText(format) || format === "raw";
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
  const { type, nulls, header, delimiter, missing, raw } = options;
  const format = raw ? "raw" : options.format;
  return { column: onlyColumn(options), type, nulls, header, delimiter, missing, format };
}

function onlyColumn({ column = [] }: InputOptions): string | undefined {
  if (column.length < 2) return column[0];
  throw new InvalidArgumentError("column", "given once, as one column is read", column.join(", "));
}
