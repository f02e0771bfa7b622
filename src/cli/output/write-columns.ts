import { formatOfPath } from "../../formats.ts";
import { type ElementArray, InvalidArgumentError } from "../../index.ts";
import type { Table } from "../input/table.ts";
import type { CommandIo, TextOutput } from "../io.ts";
import {
  findOutput,
  findTableOutput,
  type OutputPlace,
  type TableFormat,
  writeOutput,
  writeTable,
} from "./write-output.ts";

/** Where columns go: one array as .npy or raw, or a table as CSV or TSV. */
type ColumnsPlace =
  | { readonly kind: "array"; readonly place: OutputPlace; readonly reportTo: TextOutput }
  | { readonly kind: "table"; readonly place: OutputPlace<TableFormat>; readonly reportTo: TextOutput };

/** What the one column of an array is called in a table. */
const NAMELESS = "value";

/**
 * Checks --output for so many columns: .csv and .tsv take any, .npy and raw one of numbers; standard output is a table where columns have names.
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
  const isTable = path === "-" ? hasNames : format === "csv" || format === "tsv";
  if (!isRaw && (isTable || columnCount > 1)) {
    const place = await findTableOutput(path, io);
    return { kind: "table", place, reportTo: place.reportTo };
  }
  const place = await findOutput(path, isRaw, io);
  return { kind: "array", place, reportTo: place.reportTo };
}

/** Writes columns to their place. */
export async function writeColumnsTo(
  { kind, place }: ColumnsPlace,
  { fields = [NAMELESS], types, columns }: Pick<Table, "fields" | "types" | "columns">,
  io: CommandIo,
): Promise<void> {
  if (kind === "table") {
    const named = columns.map((array, i) => ({ column: fields[i], type: types[i], array }));
    await writeTable(place, named, io);
    return;
  }
  if (types[0] === "bool") {
    throw new InvalidArgumentError(
      "output",
      "a .csv or .tsv file, as bools are no array's elements",
      JSON.stringify(place.path),
    );
  }
  await writeOutput(place, columns[0] as ElementArray, io);
}
