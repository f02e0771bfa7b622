// The values that a histogram counts, some at a time and as often as they are wanted, so that FILE may be larger than memory.

import { type ColumnValues, FormatError, formatOfPath } from "../../../formats.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../../index.ts";
import { type InputOptions, withInputChunks } from "../../input/input.ts";
import { columnType, readColumn } from "../../input/table.ts";
import { withTableBatches } from "../../input/table-batches.ts";
import type { CommandIo } from "../../io.ts";

/** Some values: numbers, or codes of texts and bools. */
export interface ValuesPart {
  readonly array: ElementArray;
  readonly type: ElementType | "text" | "bool";
  readonly names?: readonly string[]; // what codes stand for, in this part
}

/** What FILE has. */
export interface Values {
  readonly variable: string; // what they are called
  readonly isThereOnce: boolean; // it is a pipe
  /** Goes through all values in their order, and gives the number of nulls. At least one part comes, which may be empty; its memory is used again for the next. */
  readonly each: (use: (part: ValuesPart) => Promise<void>) => Promise<number>;
}

/** FILE, or its column, which may be of texts; it is read each time that its values are gone through. `each` throws as `readInput` and `readTable`. */
export function valuesOf(file: string, options: InputOptions, io: CommandIo): Values {
  const { column = [] } = options;
  const isThereOnce = file === "-";
  if (column.length !== 1 || !hasColumns(file, options)) {
    const variable = column[0] ?? "value";
    return { variable, isThereOnce, each: (use) => eachChunk(file, options, io, use) };
  }
  const { name, type = options.type } = columnType(column[0]);
  const asked = { columns: { value: { column: name, as: type } }, nulls: options.nulls };
  return {
    variable: name,
    isThereOnce,
    each: (use) =>
      withTableBatches(file, asked, withDatesAsTexts(file, options), io, async (batches) => {
        let nullCount = 0;
        for await (const batch of batches) {
          nullCount += batch.nullCount;
          await use(partOf(batch.table.value, file, name));
        }
        return nullCount;
      }),
  };
}

function eachChunk(
  file: string,
  options: InputOptions,
  io: CommandIo,
  use: (part: ValuesPart) => Promise<void>,
): Promise<number> {
  return withInputChunks(file, options, io, async (read) => {
    const { type, chunks } = read;
    await use({ type, array: newElementArray(type, 0) });
    for await (const array of chunks) await use({ type, array });
    return read.nullCount;
  });
}

function partOf(values: ColumnValues, file: string, name: string): ValuesPart {
  const { array, type, dictionary, times } = readColumn(values);
  if (dictionary !== undefined) return { array: array as ElementArray, type: "text", names: dictionary };
  if (type === "bool")
    return { array: Uint32Array.from(array as Uint8Array), type, names: ["false", "true"] };
  if (times === undefined) return { array: array as ElementArray, type };
  throw new FormatError(file, `numbers, bools or texts in column "${name}"`, "dates or times");
}

/** Dates in texts have bins as texts have; the order is the same. */
function withDatesAsTexts(file: string, options: InputOptions): InputOptions {
  const { format = formatOfPath(file) } = options;
  return format === "csv" || format === "tsv" ? { ...options, dates: "text" } : options;
}

function hasColumns(file: string, { raw, format = formatOfPath(file) }: InputOptions): boolean {
  return !raw && file !== "-" && format !== undefined && format !== "npy" && format !== "raw";
}
