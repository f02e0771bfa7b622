// FILE as columns with names, or as one array without a name.

import { type Command, Option } from "commander";
import {
  type ColumnAs,
  type ColumnValues,
  type Format,
  FormatError,
  formatOfPath,
  NULL_RULES,
  type ReadTableOptions,
  type RenamedColumn,
  readTable as readFileTable,
  readTableFromStream,
  type TableRead,
  type TimeMeaning,
  type WantedColumns,
} from "../../formats.ts";
import {
  type ColumnArray,
  elementTypeOf,
  InvalidArgumentError,
  type ScalarType,
  STORAGE_TYPES,
  type StorageType,
} from "../../index.ts";
import type { CommandIo } from "../io.ts";
import { choiceOf, parseStorageType, repeated } from "../options/parse.ts";
import { withProgress } from "../progress.ts";
import {
  datesOption,
  delimiterOption,
  expectNoMask,
  FILE_FORMATS,
  formatOption,
  headerOption,
  type InputOptions,
  missingOption,
  noHeaderOption,
  readInput,
} from "./input.ts";

/** What columns are read as, by their names. */
type NamedTypes = Readonly<Record<string, ColumnAs>>;

/** A column of a file under the name that commands know it by. */
export interface ColumnArgument {
  readonly field: string; // letters, digits and _
  readonly column: string; // its name in the file
  readonly type: ColumnAs | undefined; // undefined: its own, of CSV f64 or text
}

const TYPES: readonly ColumnAs[] = [...STORAGE_TYPES, "bool", "text", "time"];
const FIELD = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SPELLINGS = "NAME, NAME:TYPE or FIELD=NAME";

/** `--type` of columns that are named, or of the only one. */
function oneTypeOption(): Option {
  const text =
    "read as f64, f32, i64, u64, i32, u32, f16, bf16, u8, i8, u16 or i16; every value must convert exactly";
  return new Option("--type <type>", text).argParser(parseStorageType);
}

/** Adds FILE and the options that say which of its columns are read. */
export function addColumnArguments(
  command: Command,
  { otherwise, typeOption }: { readonly otherwise: string; readonly typeOption: Option } = {
    otherwise: "the only one",
    typeOption: oneTypeOption(),
  },
): Command {
  return command
    .argument("FILE", FILE_FORMATS)
    .option(
      "--column <name>",
      `a column to read, repeatable: ${SPELLINGS}, as in late=delay:f32 (default: ${otherwise})`,
      repeated((text) => text),
    )
    .addOption(typeOption)
    .option(
      "--nulls <rule>",
      "what becomes of nulls: mask keeps them, zero, of floats nan, or skip, which leaves out the rows that have one; without it they are an error",
      choiceOf("nulls", NULL_RULES),
    )
    .option("--raw", "FILE is raw little-endian data, of --type")
    .addOption(headerOption())
    .addOption(noHeaderOption())
    .addOption(delimiterOption())
    .addOption(missingOption())
    .addOption(datesOption())
    .addOption(formatOption());
}

/** The format of data that have columns by name; undefined for arrays, as which pipes are read whose format is not said. */
export function columnsFormat(
  file: string,
  {
    raw = false,
    format = file === "-" ? undefined : formatOfPath(file),
  }: Pick<InputOptions, "raw" | "format">,
): Exclude<Format, "npy" | "raw"> | undefined {
  return raw || format === "npy" || format === "raw" ? undefined : format;
}

/** The columns that were asked for; a type that was not said is that of `--type`. @throws InvalidArgumentError */
export function columnArguments(
  { column = [], type }: InputOptions,
  argument = "column",
): readonly ColumnArgument[] {
  const found = column.map((text) => columnArgument(text, argument, type));
  found.forEach(({ field }, i) => {
    if (found.findIndex((other) => other.field === field) === i) return;
    throw new InvalidArgumentError(argument, "given once for each field", `${JSON.stringify(field)} again`);
  });
  return found;
}

/** One of them: `delay`, `delay:f32`, `late=delay`, `late=delay:f32`. A name may have a colon in it, if no type comes after. */
export function columnArgument(
  text: string,
  argument: string,
  defaultType: StorageType | undefined,
): ColumnArgument {
  const { name: names, type } = columnType(text);
  const equals = names.indexOf("=");
  const column = names.slice(equals + 1);
  const field = equals < 0 ? column : names.slice(0, equals);
  if (column === "") throw new InvalidArgumentError(argument, SPELLINGS, JSON.stringify(text));
  if (!FIELD.test(field)) {
    const expected =
      equals < 0
        ? "FIELD=NAME, as its own name is not letters, digits and _"
        : "of a FIELD of letters, digits and _";
    throw new InvalidArgumentError(argument, expected, JSON.stringify(text));
  }
  return { field, column, type: type ?? defaultType };
}

/** A name, and the type behind its last colon. */
export function columnType(text: string): { readonly name: string; readonly type: ColumnAs | undefined } {
  const cut = text.lastIndexOf(":");
  const type = TYPES.find((each) => cut >= 0 && each === text.slice(cut + 1));
  return { name: type === undefined ? text : text.slice(0, cut), type };
}

/** What a command over columns reads: one array, or columns with names. */
export interface Table {
  readonly fields: readonly string[] | undefined; // undefined: one array, which has no name
  readonly names?: readonly string[] | undefined; // of the columns as they are written; default: the fields
  readonly types: readonly ScalarType[]; // of texts u32, the type of their codes
  readonly dictionaries: readonly (readonly string[] | undefined)[]; // of a column of texts, in their order
  readonly times: readonly (TimeMeaning | undefined)[]; // of a column of dates or times, whose type is i64
  readonly columns: readonly ColumnArray[];
  readonly length: number; // elements, or rows
  readonly byteLength: number;
  readonly nullCount: number;
  readonly valid?: readonly (Uint8Array | undefined)[] | undefined; // by column 0 where there is a null; default: nowhere
}

/** Reads the columns that are asked for, or the only one. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function readTable(
  file: string,
  wanted: readonly ColumnArgument[],
  options: InputOptions,
  io: CommandIo,
  rows?: number, // no more than the first so many
): Promise<Table> {
  if (wanted.length === 0) {
    expectNoDates(options);
    expectNoMask(options.nulls);
    const { array, type, nullCount } = await readInput(file, options, io);
    return tableOf(undefined, [{ array, type, nullCount }]);
  }
  expectColumns(file, options);
  const read = await readUnderBar(
    file,
    { columns: wantedByField(wanted), nulls: options.nulls, rows },
    options,
    io,
  );
  return tableOfRead(
    read,
    wanted.map(({ field }) => field),
  );
}

/** What is wanted, by field. */
export function wantedByField(wanted: readonly ColumnArgument[]): Readonly<Record<string, RenamedColumn>> {
  return Object.fromEntries(wanted.map(({ field, column, type }) => [field, { column, as: type }]));
}

/** @throws InvalidArgumentError, FormatError where columns are named of data that have none */
export function expectColumns(file: string, options: Pick<InputOptions, "raw" | "format">): void {
  if (options.raw) {
    throw new InvalidArgumentError("raw", "left out with --column, as raw data have no columns", "it");
  }
  if (file === "-" && options.format === undefined) {
    const expected = "a CSV, TSV, Arrow or Parquet file, which has columns by name, or --format";
    throw new FormatError("standard input", expected, ".npy data, which have none");
  }
  const { format } = options;
  if (format === "npy" || format === "raw") {
    const expected = "csv, tsv, arrow or parquet with --column, as others have no columns";
    throw new InvalidArgumentError("format", expected, JSON.stringify(format));
  }
}

/**
 * Reads all columns of a file that has columns by name.
 *
 * A name that is not letters, digits and _ has a field of its own, column1 and so on, by which nothing but this room knows it.
 */
export async function readAllColumns(
  file: string,
  types: NamedTypes,
  options: Omit<InputOptions, "type">,
  io: CommandIo,
): Promise<Table> {
  const read = await readUnderBar(file, { types, nulls: options.nulls }, options, io);
  return wholeTableOfRead(read, file);
}

/** All columns that were read. @throws FormatError where there are none */
export function wholeTableOfRead(read: TableRead, file: string): Table {
  const names = Object.keys(read.table);
  if (names.length === 0) throw new FormatError(file, "columns", "a table without any");
  const taken = new Set(names);
  const fields = names.map((name, i) => {
    if (FIELD.test(name)) return name;
    let field = `column${i + 1}`;
    while (taken.has(field)) field += "_";
    taken.add(field);
    return field;
  });
  return { ...tableOfRead(read, names), fields, names };
}

function readUnderBar(
  file: string,
  what: Pick<ReadTableOptions<WantedColumns, NamedTypes>, "columns" | "types" | "nulls" | "rows">,
  options: Omit<InputOptions, "type">,
  io: CommandIo,
): Promise<TableRead> {
  const { header, delimiter, missing, dates } = options;
  const format = columnsFormat(file, options);
  return withProgress(io, "reading", (onProgress) =>
    readNamedColumns(file, io, { ...what, header, delimiter, missing, dates, format, onProgress }),
  );
}

/** Columns that were read, in an order, each by its name there. */
export function tableOfRead({ table, nullCount, valid }: TableRead, names: readonly string[]): Table {
  const read = tableOf(
    names,
    names.map((name) => readColumn(table[name])),
  );
  return { ...read, nullCount, valid: valid && names.map((name) => withNulls(valid[name])) };
}

function withNulls(valid: Uint8Array): Uint8Array | undefined {
  return valid.includes(0) ? valid : undefined;
}

/** @throws InvalidArgumentError where one array is read, which has no dates */
export function expectNoDates({ dates }: Pick<InputOptions, "dates">): void {
  if (dates === undefined) return;
  throw new InvalidArgumentError("dates", "left out without --column, as an array has numbers", dates);
}

/** Columns of a file, or of standard input. */
export function readNamedColumns<const Wanted extends WantedColumns>(
  file: string,
  io: CommandIo,
  options: ReadTableOptions<Wanted>,
): Promise<TableRead<Wanted>> {
  return file === "-" ? readTableFromStream(io.stdin, options) : readFileTable(file, options);
}

/** A column of a table that was read from a file. */
export function readColumn(values: ColumnValues): ReadColumn {
  if ("instants" in values) {
    const { instants, unit, zone } = values;
    return { array: instants, type: "i64", times: { unit, zone } };
  }
  if (!ArrayBuffer.isView(values)) {
    return { array: values.codes, type: "u32", dictionary: values.dictionary };
  }
  return { array: values, type: elementTypeOf(values) ?? "bool" };
}

/** The type of one element, or of one row, for a person: texts are `text`, dates and times `time[us]`. */
export function printTableType({ fields, names = fields, types, dictionaries, times }: Table): string {
  const own = types.map((type, i) => {
    if (dictionaries[i] !== undefined) return "text";
    const unit = times[i]?.unit;
    return unit === undefined ? type : `time[${unit}]`;
  });
  if (names === undefined) return own[0];
  return `{${names.map((name, i) => `${FIELD.test(name) ? name : JSON.stringify(name)}:${own[i]}`).join(",")}}`;
}

/** What a table's hash is over: of texts the codes among those that occur, the lengths of these in UTF-16 units, and their bytes in UTF-8; where there are nulls, which rows have none. */
export function hashableColumns(
  { columns, dictionaries, valid }: Table,
  indexes: readonly number[] = columns.map((_, i) => i),
): readonly ColumnArray[] {
  return indexes.flatMap((i) => {
    const dictionary = dictionaries[i];
    const values =
      dictionary === undefined ? [columns[i]] : hashableTexts(columns[i] as Uint32Array, dictionary);
    return [...values, ...(valid?.[i] === undefined ? [] : [valid[i]])];
  });
}

function hashableTexts(codes: Uint32Array, dictionary: readonly string[]): readonly ColumnArray[] {
  const isUsed = new Uint8Array(dictionary.length);
  for (const code of codes) isUsed[code] = 1;
  const rankOf = new Uint32Array(dictionary.length);
  let used = 0;
  for (let code = 0; code < rankOf.length; code++) {
    rankOf[code] = used;
    used += isUsed[code];
  }
  const texts = dictionary.filter((_, code) => isUsed[code] === 1);
  const lengths = Uint32Array.from(texts, ({ length }) => length);
  return [codes.map((code) => rankOf[code]), lengths, new TextEncoder().encode(texts.join(""))];
}

interface ReadColumn {
  readonly array: ColumnArray;
  readonly type: ScalarType;
  readonly dictionary?: readonly string[] | undefined; // of texts
  readonly times?: TimeMeaning | undefined; // of dates and times
  readonly nullCount?: number; // default 0
}

/** Columns as a table. */
export function tableOf(fields: readonly string[] | undefined, read: readonly ReadColumn[]): Table {
  const columns = read.map(({ array }) => array);
  return {
    fields,
    types: read.map(({ type }) => type),
    dictionaries: read.map(({ dictionary }) => dictionary),
    times: read.map(({ times }) => times),
    columns,
    length: columns[0].length,
    byteLength: columns.reduce((sum, column) => sum + column.byteLength, 0),
    nullCount: read.reduce((sum, { nullCount = 0 }) => sum + nullCount, 0),
  };
}
