// FILE with all of its columns, whatever they are.

import { type Command, Option } from "commander";
import {
  type ColumnAs,
  type ColumnValues,
  type ConvertOptions,
  NULL_RULES,
  type NullRule,
  type RenamedColumn,
  type TableRead,
} from "../../formats.ts";
import { InvalidArgumentError, type StorageType } from "../../index.ts";
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
  readFirst,
} from "./input.ts";
import { columnsFormat, columnType, expectNoDates, readNamedColumns } from "./table.ts";

/** What the one column of an array is called. */
const NAMELESS = "value";

/** A whole file: by column its values, and 0 where there was a null. */
interface WholeTable {
  readonly table: Readonly<Record<string, ColumnValues>>;
  readonly valid: Readonly<Record<string, Uint8Array>> | undefined;
  readonly length: number;
  readonly nullCount: number;
  readonly nulls: Exclude<NullRule, "mask"> | "kept";
}

/** The options of commands over whole files. */
export interface WholeTableOptions extends Omit<InputOptions, "type"> {
  readonly type?: readonly NamedType[];
}

/** Adds FILE and the options that say how to read it. */
export function addWholeTableArguments(command: Command): Command {
  return command
    .argument("FILE", FILE_FORMATS)
    .option(
      "--column <name>",
      "a column, repeatable: NAME or NAME:TYPE, as in gate:text (default: all, each of its own type)",
      repeated((text) => text),
    )
    .addOption(typesOption())
    .option(
      "--nulls <rule>",
      "what becomes of nulls: zero, of floats nan, or skip, which leaves out the rows that have one (default: mask, which keeps them)",
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

/** Reads all columns, or those that are named, and of them no more rows than are wanted; an array is one column, `value`. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function readWholeTable(
  file: string,
  options: WholeTableOptions,
  io: CommandIo,
  rows: number,
): Promise<WholeTable> {
  const { column, type: typesSaid = [], nulls, header, delimiter, missing, dates } = options;
  const format = columnsFormat(file, options);
  if (format === undefined) {
    expectNoDates(options);
    expectNoMask(nulls);
    const asked = { ...options, type: arrayType(typesSaid) };
    const array = await readFirst(file, asked, io, rows);
    return {
      table: { [NAMELESS]: array },
      valid: undefined,
      length: array.length,
      nullCount: 0,
      nulls: nulls === undefined || nulls === "mask" ? "kept" : nulls,
    };
  }
  const types = columnTypes(typesSaid);
  const read: TableRead = await withProgress(io, "reading", (onProgress) =>
    readNamedColumns(file, io, {
      ...(column === undefined ? { types } : { columns: namedColumns(column, types) }),
      nulls: nulls ?? "mask",
      rows: nulls === "skip" ? undefined : rows, // nobody knows how many are left out
      header,
      delimiter,
      missing,
      dates,
      format,
      onProgress,
    }),
  );
  return { ...read, nulls: nulls === undefined || nulls === "mask" ? "kept" : nulls };
}

/** What the options say of what is to be read, for a function that takes tables and arrays. @throws InvalidArgumentError */
export function readAs(file: string, options: WholeTableOptions): ReadAs {
  const { column, type: said = [], nulls, header, delimiter, missing, dates, raw } = options;
  const how = { nulls, header, delimiter, missing, format: raw ? "raw" : options.format } as const;
  if (columnsFormat(file, options) === undefined) {
    expectNoDates(options);
    return { ...how, columns: column, type: arrayType(said) };
  }
  const types = columnTypes(said);
  return { ...how, dates, ...(column === undefined ? { types } : { columns: namedColumns(column, types) }) };
}

type ReadAs = Omit<ConvertOptions, "onProgress" | "signal" | "outFormat" | "source">;

/** `--type` of columns by their names, or of one array. */
export function typesOption(): Option {
  const text =
    "of a column what it is read as, repeatable: NAME:TYPE, as in gate:text; of one array TYPE, which of raw data must be said";
  return new Option("--type <type>", text).argParser(repeated(parseNamedType));
}

/** What --type says: of a column, or of the one array. */
interface NamedType {
  readonly name: string | undefined;
  readonly type: ColumnAs;
}

/** @throws InvalidArgumentError */
function parseNamedType(text: string): NamedType {
  const { name, type } = columnType(text);
  if (type !== undefined && name !== "") return { name, type };
  if (!text.includes(":")) return { name: undefined, type: parseStorageType(text) };
  const expected = "NAME:TYPE, where TYPE is an element type, bool, text or time, as in gate:text";
  throw new InvalidArgumentError("type", expected, JSON.stringify(text));
}

/** @throws InvalidArgumentError for the type of a column, as an array has no columns */
export function arrayType(said: readonly NamedType[]): StorageType | undefined {
  const [first, second] = said;
  if (second !== undefined) throw new InvalidArgumentError("type", "given once for one array", "it twice");
  if (first?.name === undefined) return first && parseStorageType(first.type);
  throw new InvalidArgumentError(
    "type",
    "TYPE alone, as an array has no columns",
    JSON.stringify(first.name),
  );
}

/** By name what columns are read as. @throws InvalidArgumentError for one that comes twice, or has no name */
export function columnTypes(said: readonly NamedType[]): Readonly<Record<string, ColumnAs>> {
  const nameless = said.find(({ name }) => name === undefined);
  if (nameless !== undefined) {
    const expected = "NAME:TYPE, as each column has its own";
    throw new InvalidArgumentError("type", expected, JSON.stringify(nameless.type));
  }
  expectOnce(
    "type",
    said.flatMap(({ name = [] }) => name),
  );
  return Object.fromEntries(said.map(({ name = "", type }) => [name, type]));
}

function expectOnce(argument: string, names: readonly string[]): void {
  const again = names.find((name, i) => names.indexOf(name) !== i);
  if (again === undefined) return;
  throw new InvalidArgumentError(argument, "each column once", `${JSON.stringify(again)} again`);
}

/** By name what each is read as; its name in the file may be any. @throws InvalidArgumentError for one that comes twice, and a type of none of them */
function namedColumns(
  column: readonly string[],
  types: Readonly<Record<string, ColumnAs>>,
): Readonly<Record<string, RenamedColumn>> {
  const named = column.map(columnType);
  const names = named.map(({ name }) => name);
  expectOnce("column", names);
  const other = Object.keys(types).find((name) => !names.includes(name));
  if (other !== undefined) {
    throw new InvalidArgumentError("type", "of columns that are read", JSON.stringify(other));
  }
  const said = new Map(Object.entries(types));
  return Object.fromEntries(
    named.map(({ name, type = said.get(name) }) => [name, { column: name, as: type }]),
  );
}
