import { hashColumns, printType } from "../index.ts";
import type { InputOptions } from "./input/input.ts";
import { type Table, typeOfTable } from "./input/table.ts";
import {
  type Facts,
  fact,
  type JsonValue,
  jsonOnly,
  nullsFact,
  type Report,
  report,
  timeFact,
} from "./report.ts";

/** What a command over columns has done. */
export interface ColumnsDone {
  readonly executor: string;
  readonly read: Table;
  readonly written: Table;
  readonly facts: Facts; // what the command has to say of itself
  readonly seconds: number;
  readonly output: string;
  readonly options: InputOptions;
}

/** Columns have the same bits on every executor: there is no other level. */
export const EVERYWHERE = "everywhere";

/** Hashes are of the written columns, of all of them and of each. */
export function columnReport({
  executor,
  read,
  written,
  facts,
  seconds,
  output,
  options,
}: ColumnsDone): Report {
  const type = printType(typeOfTable(read));
  const common = {
    executor: fact(executor, `${executor} (${EVERYWHERE})`),
    achieved: fact(EVERYWHERE),
    n: fact(read.length, `${read.length} ${type}`),
    type: fact(type),
    ...facts,
    seconds: timeFact(seconds, read.byteLength + written.byteLength),
    output: fact(output),
    hash: fact(hashColumns(written.columns)),
    hashes: jsonOnly(hashesOf(written)),
    nulls: nullsFact(read.nullCount, options.nulls),
  };
  const own = Object.keys(facts) as "n"[];
  return report(common, () => [["n", ...own, "hash", "executor", "nulls", "seconds", "output"]]);
}

function hashesOf({ fields, columns }: Table): JsonValue | undefined {
  if (fields === undefined || fields.length === 1) return undefined;
  return Object.fromEntries(fields.map((field, i) => [field, hashColumns([columns[i]])]));
}
