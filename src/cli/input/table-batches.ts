// FILE as columns with names, some rows at a time.

import {
  type ColumnTypes,
  type ReadTableOptions,
  readTableBatches,
  readTableBatchesFromStream,
  type TableRead,
  type WantedColumns,
} from "../../formats.ts";
import type { CommandIo } from "../io.ts";
import { withProgress } from "../progress.ts";
import type { InputOptions } from "./input.ts";
import { columnsFormat } from "./table.ts";

type Asked<Wanted extends WantedColumns> = Pick<
  ReadTableOptions<Wanted, ColumnTypes>,
  "columns" | "types" | "nulls"
>;

/** Columns of FILE, or of standard input, while `use` runs. @throws as `readTableBatches` */
export function withTableBatches<const Wanted extends WantedColumns, Result>(
  file: string,
  asked: Asked<Wanted>,
  options: Omit<InputOptions, "type">,
  io: CommandIo,
  use: (batches: AsyncIterable<TableRead<Wanted>>) => Promise<Result>,
): Promise<Result> {
  const { header, delimiter, missing, dates } = options;
  const format = columnsFormat(file, options);
  return withProgress(io, "reading", (onProgress) => {
    const how = { ...asked, header, delimiter, missing, dates, format, onProgress };
    return file === "-" ? readTableBatchesFromStream(io.stdin, how, use) : readTableBatches(file, how, use);
  });
}
