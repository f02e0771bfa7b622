// Where a scan of single elements writes: an array, or a table of one column.

import { formatOfPath } from "../../../formats.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../../index.ts";
import { keepHeapSmall } from "../../held/small-heap.ts";
import { gathered } from "../../input/gathered.ts";
import type { InputOptions } from "../../input/input.ts";
import { columnsFormat, type Table, tableOf } from "../../input/table.ts";
import type { CommandIo, TextOutput } from "../../io.ts";
import {
  findOutput,
  findTableOutput,
  isTableFormat,
  NAMELESS,
  writeOutput,
  writeTable,
} from "../../output/write-output.ts";
import { needsLength, writeOutputChunks, writeTableChunks } from "../../output/write-parts.ts";

/** Where prefixes go, at once or as they are made. */
export interface ScanPlace {
  readonly reportTo: TextOutput;
  readonly isLengthNeeded: boolean; // before the first is written
  readonly writeWhole: (prefixes: ElementArray, type: ElementType) => Promise<void>;
  readonly writeChunks: (
    chunks: AsyncIterable<ElementArray>,
    size: { readonly type: ElementType; readonly length: number | undefined },
  ) => Promise<void>;
}

/** A file of columns is scanned into a pipe as CSV, as other commands have it. */
export async function findScanPlace(
  file: string,
  options: InputOptions & { readonly output: string },
  io: CommandIo,
): Promise<ScanPlace> {
  const { output, raw = false } = options;
  const isTable =
    output === "-" ? columnsFormat(file, options) !== undefined : isTableFormat(formatOfPath(output));
  if (isTable && !raw) {
    const place = await findTableOutput(output, io);
    const [column = NAMELESS] = options.column ?? [];
    return {
      ...{ reportTo: place.reportTo, isLengthNeeded: false },
      writeWhole: (array, type) => writeTable(place, [{ column, type, array }], io),
      writeChunks(chunks, { type }) {
        keepHeapSmall();
        return writeTableChunks(place, tablesOf(column, chunks, type), io);
      },
    };
  }
  const place = await findOutput(output, raw, io);
  return {
    ...{ reportTo: place.reportTo, isLengthNeeded: needsLength(place) },
    writeWhole: (array) => writeOutput(place, array, io),
    writeChunks: (chunks, size) => writeOutputChunks(place, chunks, size, io),
  };
}

/** Rows that a table is written by at a time: a group of Parquet, a record batch of Arrow. */
const ROWS_AT_ONCE = 2 ** 17;

/** Chunks, which may share one memory, as tables of one column; one at least. */
async function* tablesOf(
  column: string,
  chunks: AsyncIterable<ElementArray>,
  type: ElementType,
): AsyncGenerator<Table> {
  const table = (array: ElementArray) => tableOf([column], [{ array, type }]);
  let isNone = true;
  for await (const part of gathered(chunks, type, ROWS_AT_ONCE)) {
    yield table(part.slice());
    isNone = false;
  }
  if (isNone) yield table(newElementArray(type, 0));
}
