// FILE with all of its columns, whatever they are.

import type { Command } from "commander";
import {
  type ColumnValues,
  type Format,
  formatOfPath,
  NULL_RULES,
  type NullRule,
  type RenamedColumn,
  type TableRead,
} from "../../formats.ts";
import { InvalidArgumentError } from "../../index.ts";
import type { CommandIo } from "../io.ts";
import { choiceOf, parseStorageType, repeated } from "../options/parse.ts";
import { withProgress } from "../progress.ts";
import {
  delimiterOption,
  FILE_FORMATS,
  formatOption,
  headerOption,
  type InputOptions,
  missingOption,
  noHeaderOption,
  readInput,
} from "./input.ts";
import { columnType, readNamedColumns } from "./table.ts";

/** What the one column of an array is called. */
const NAMELESS = "value";

/** A whole file: by column its values, and 0 where there was a null. */
export interface WholeTable {
  readonly table: Readonly<Record<string, ColumnValues>>;
  readonly valid: Readonly<Record<string, Uint8Array>> | undefined;
  readonly length: number;
  readonly nullCount: number;
  readonly nulls: NullRule | "kept";
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
    .option(
      "--type <type>",
      "of one array: what it is read as; of raw data it must be said",
      parseStorageType,
    )
    .option(
      "--nulls <rule>",
      "what becomes of nulls: zero, of floats nan, or skip, which leaves out the rows that have one (default: they are kept)",
      choiceOf("nulls", NULL_RULES),
    )
    .option("--raw", "FILE is raw little-endian data, of --type")
    .addOption(headerOption())
    .addOption(noHeaderOption())
    .addOption(delimiterOption())
    .addOption(missingOption())
    .addOption(formatOption());
}

/** Reads all columns, or those that are named, and no more rows than are wanted, if that spares reading; an array is one column, `value`. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function readWholeTable(
  file: string,
  options: InputOptions,
  io: CommandIo,
  rows?: number,
): Promise<WholeTable> {
  const { column, nulls, header, delimiter, missing } = options;
  const format = columnsFormat(file, options);
  if (format === undefined) {
    const { array, nullCount } = await readInput(file, options, io);
    const table = { [NAMELESS]: array };
    return { table, valid: undefined, length: array.length, nullCount, nulls: nulls ?? "kept" };
  }
  if (options.type !== undefined) {
    throw new InvalidArgumentError("type", "left out, as each column has its own", options.type);
  }
  const read: TableRead = await withProgress(io, "reading", (onProgress) =>
    readNamedColumns(file, io, {
      columns: column && namedColumns(column),
      nulls: nulls ?? "mask",
      rows: nulls === "skip" ? undefined : rows, // nobody knows how many are left out
      header,
      delimiter,
      missing,
      format,
      onProgress,
    }),
  );
  return { ...read, nulls: nulls ?? "kept" };
}

/** By name what each is read as; its name in the file may be any. @throws InvalidArgumentError for one that comes twice */
function namedColumns(column: readonly string[]): Readonly<Record<string, RenamedColumn>> {
  const named = column.map(columnType);
  const again = named.find(({ name }, i) => named.findIndex((each) => each.name === name) !== i);
  if (again !== undefined) {
    throw new InvalidArgumentError("column", "each column once", `${JSON.stringify(again.name)} again`);
  }
  return Object.fromEntries(named.map(({ name, type }) => [name, { column: name, as: type }]));
}

/** The format of data that have columns by name; undefined for arrays, as which pipes are read whose format is not said. */
function columnsFormat(
  file: string,
  { raw = false, format = file === "-" ? undefined : formatOfPath(file) }: InputOptions,
): Exclude<Format, "npy" | "raw"> | undefined {
  return raw || format === "npy" || format === "raw" ? undefined : format;
}
