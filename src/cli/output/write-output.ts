// Where arrays and tables go. A place that cannot be written is an error before any long work.

import {
  type ElementArray,
  encodeCsv,
  encodeInWindows,
  type Format,
  formatOfPath,
  type OutputFormat,
  type TableFormat,
  type WrittenColumn,
  writeArray,
  writeColumns,
} from "../../formats.ts";
import { InvalidArgumentError } from "../../index.ts";
import type { Table } from "../input/table.ts";
import type { CommandIo, TextOutput } from "../io.ts";
import { withProgress } from "../progress.ts";
import { expectOutputFile, toldAs } from "./output-file.ts";
import { printedTable } from "./print-table.ts";

/** Where columns go: one array as .npy or raw, or a table as any format of columns; or what is printed for a person. */
type ColumnsPlace =
  | { readonly kind: "printed"; readonly print: boolean; readonly reportTo: TextOutput }
  | { readonly kind: "array"; readonly place: OutputPlace; readonly reportTo: TextOutput }
  | { readonly kind: "table"; readonly place: OutputPlace<TableFormat>; readonly reportTo: TextOutput };

/** What the one column of an array is called in a table. */
export const NAMELESS = "value";

/**
 * Checks --output for so many columns: formats of columns take any, .npy and raw one of numbers; standard output is a table where columns have names.
 *
 * @throws InvalidArgumentError, FormatError
 */
export async function findColumnsOutput(
  path: string,
  {
    columnCount,
    hasNames,
    isRaw,
  }: { readonly columnCount: number; readonly hasNames: boolean; readonly isRaw: boolean },
  io: CommandIo,
): Promise<ColumnsPlace> {
  const format = formatOfPath(path);
  const isTable = path === "-" ? hasNames : isTableFormat(format);
  if (!isRaw && (isTable || columnCount > 1)) {
    const place = await findTableOutput(path, io);
    return { kind: "table", place, reportTo: place.reportTo };
  }
  const place = await findOutput(path, isRaw, io);
  return { kind: "array", place, reportTo: place.reportTo };
}

/** No file: the rows are printed, and the report is told beside them; or as JSON it has them. */
export function printedPlace(io: CommandIo, { json = false }: { readonly json?: boolean }): ColumnsPlace {
  return { kind: "printed", print: !json, reportTo: json ? io.stdout : io.stderr };
}

/** Writes columns to their place. */
export async function writeColumnsTo(to: ColumnsPlace, table: Table, io: CommandIo): Promise<void> {
  const { columns } = table;
  if (to.kind === "printed") {
    if (to.print) await io.stdout.write(`${printedTable(table).join("\n")}\n`);
    return;
  }
  if (to.kind === "table") {
    await writeTable(to.place, namedColumns(table), io);
    return;
  }
  const { place } = to;
  expectElements(table, place);
  await writeOutput(place, columns[0] as ElementArray, io);
}

/** @throws InvalidArgumentError for a column that is no array of elements */
export function expectElements({ types, dictionaries }: Table, { path }: OutputPlace): void {
  const what = dictionaries[0] !== undefined ? "texts" : types[0] === "bool" ? "bools" : undefined;
  if (what === undefined) return;
  const expected = `a .csv, .tsv, .arrow or .parquet file, as ${what} are no array's elements`;
  throw new InvalidArgumentError("output", expected, JSON.stringify(path));
}

/** The columns of a table as they are written. */
export function namedColumns({
  fields = [NAMELESS],
  names = fields,
  types,
  dictionaries,
  times,
  columns,
  valid: validOf,
}: Table): readonly WrittenColumn[] {
  return columns.map((array, i) => {
    const dictionary = dictionaries[i];
    const meaning = times[i];
    const named = { column: names[i], valid: validOf?.[i] };
    if (meaning !== undefined) return { ...named, instants: array as BigInt64Array, ...meaning };
    if (dictionary === undefined) return { ...named, type: types[i], array };
    return { ...named, codes: array as Uint32Array, dictionary };
  });
}

/** Where an array goes and in which format; found out, and found possible, before any long work. */
export interface OutputPlace<Format extends string = OutputFormat> {
  readonly path: string; // "-" is standard output
  readonly format: Format;
  readonly reportTo: TextOutput; // standard error where standard output takes the array
}

/** Checks --output: a place that can be written, in a format that can. @throws InvalidArgumentError, FormatError */
export async function findOutput(path: string, isRaw: boolean, io: CommandIo): Promise<OutputPlace> {
  return findPlace<OutputFormat>(path, isRaw ? () => "raw" : outputFormat, isRaw ? "raw" : "npy", io);
}

/** The same for the columns of records. */
export async function findTableOutput(path: string, io: CommandIo): Promise<OutputPlace<TableFormat>> {
  return findPlace(path, tableFormat, "csv", io);
}

async function findPlace<Format extends string>(
  path: string,
  formatOf: (path: string) => Format,
  onStandardOutput: Format,
  io: CommandIo,
): Promise<OutputPlace<Format>> {
  if (path === "-") {
    expectPipe(io);
    return { path, format: onStandardOutput, reportTo: io.stderr };
  }
  const format = formatOf(path);
  await expectOutputFile(path);
  return { path, format, reportTo: io.stdout };
}

/** @throws InvalidArgumentError where - stands for a terminal, on which a person reads */
export function expectPipe({ stdout }: CommandIo): void {
  if (stdout.terminal === undefined) return;
  throw new InvalidArgumentError("output", "a file, or - into a pipe", "- on a terminal");
}

/** Writes the array to its place: a file beside it and then renamed, or standard output. */
export async function writeOutput(place: OutputPlace, array: ElementArray, io: CommandIo): Promise<void> {
  const { format } = place;
  if (place.path === "-") {
    for (const bytes of encodeInWindows(array, format)) await io.stdout.write(bytes);
    return;
  }
  await withProgress(io, "writing", (onProgress) =>
    toldAs("output", () =>
      io.interruptible((signal) => writeArray(place.path, array, { format, onProgress, signal })),
    ),
  );
}

/** Writes columns to their place in the same way. */
export async function writeTable(
  place: OutputPlace<TableFormat>,
  columns: readonly WrittenColumn[],
  io: CommandIo,
): Promise<void> {
  const { format } = place;
  if (place.path === "-") {
    for (const bytes of encodeCsv(columns)) await io.stdout.write(bytes);
    return;
  }
  await withProgress(io, "writing", (onProgress) =>
    toldAs("output", () =>
      io.interruptible((signal) => writeColumns(place.path, columns, { format, onProgress, signal })),
    ),
  );
}

// A name without a known ending would be read back as raw, so only .npy and devices, which have no endings, get .npy.
function outputFormat(path: string): OutputFormat {
  const format = formatOfPath(path);
  if (format === "npy" || format === "raw") return format;
  if (format === undefined && path.startsWith("/dev/")) return "npy";
  throw new InvalidArgumentError(
    "output",
    "a .npy, .raw or .bin file, or any with --raw",
    JSON.stringify(path),
  );
}

function tableFormat(path: string): TableFormat {
  const format = formatOfPath(path);
  if (isTableFormat(format)) return format;
  throw new InvalidArgumentError(
    "output",
    "a .csv, .tsv, .arrow or .parquet file, as records have columns",
    JSON.stringify(path),
  );
}

/** Whether files of a format have columns. */
export function isTableFormat(format: Format | undefined): format is TableFormat {
  return format !== undefined && format !== "npy" && format !== "raw";
}
