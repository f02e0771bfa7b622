import { hashColumns, printType } from "../index.ts";
import type { InputOptions } from "./input/input.ts";
import { type Table, typeOfTable } from "./input/table.ts";
import { type JsonValue, jsonLine } from "./json-line.ts";
import { alignedPairs, printSpeed } from "./report.ts";

/** What a command over columns has done. */
interface ColumnReport {
  readonly executor: string;
  readonly read: Table;
  readonly written: Table;
  readonly facts: Readonly<Record<string, JsonValue | undefined>>; // what the command has to say of itself, by name
  readonly seconds: number;
  readonly output: string;
  readonly options: InputOptions & { readonly json?: boolean };
}

/** Columns have the same bits on every executor: there is no other level. */
export const EVERYWHERE = "everywhere";

/** One JSON object with `--json`, else lines for a person. Hashes are of the written columns, of all of them and of each. */
export function columnReport(report: ColumnReport): string {
  const { executor, read, written, facts, seconds, output, options } = report;
  const type = printType(typeOfTable(read));
  const hash = hashColumns(written.columns);
  const nulls = options.nulls === undefined ? undefined : read.nullCount;
  if (options.json) {
    const common = { executor, achieved: EVERYWHERE, n: read.length, type };
    return jsonLine({ ...common, ...facts, seconds, output, hash, hashes: hashesOf(written), nulls });
  }
  return alignedPairs([
    ["n", `${read.length} ${type}`],
    ...Object.entries(facts).map(
      ([name, fact]) => [name, fact === undefined ? undefined : String(fact)] as const,
    ),
    ["hash", hash],
    ["executor", `${executor} (${EVERYWHERE})`],
    ["nulls", nulls === undefined ? undefined : `${nulls} (${options.nulls})`],
    ["time", printSpeed(seconds, read.byteLength + written.byteLength)],
    ["output", output],
  ]);
}

function hashesOf({ fields, columns }: Table): JsonValue | undefined {
  if (fields === undefined || fields.length === 1) return undefined;
  return Object.fromEntries(fields.map((field, i) => [field, hashColumns([columns[i]])]));
}
