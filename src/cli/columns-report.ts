// What commands that make columns of columns say of them: their hashes among it.

import type { Achieved } from "../index.ts";
import { hashUnderBar } from "./hashing.ts";
import type { InputOptions } from "./input/input.ts";
import { hashableColumns, printTableType, type Table } from "./input/table.ts";
import type { CommandIo, TextOutput } from "./io.ts";
import { spellDeterminism } from "./options/parse.ts";
import {
  type Facts,
  fact,
  type JsonValue,
  jsonOnly,
  nullsFact,
  printReport,
  type Report,
  report,
  timeFact,
} from "./report.ts";

/** What a command over columns has done. */
interface ColumnsDone {
  readonly executor: string;
  readonly achieved?: Achieved; // default: everywhere
  readonly read: Table;
  readonly written: Table;
  readonly facts: Facts; // what the command has to say of itself
  readonly seconds: number;
  readonly output: string | undefined; // undefined: it was printed
  readonly options: {
    readonly nulls?: InputOptions["nulls"] | undefined;
    readonly hash?: boolean;
    readonly json?: boolean;
  };
}

/** What only moves, orders and counts has the same bits on every executor: there is no other level. */
export const EVERYWHERE = "everywhere";

/** Who served a call, and at which level; by which expression, where that is not everywhere. */
export function achievedFacts({
  executor,
  determinism,
  expression,
}: Achieved): Facts<"executor" | "achieved"> {
  const level = spellDeterminism(determinism);
  const by = determinism === EVERYWHERE ? "" : `, by ${expression}`;
  return { executor: fact(executor, `${executor} (${level}${by})`), achieved: fact(level) };
}

/** Hashes are of the written columns, of all of them and of each. */
export async function columnReport(done: ColumnsDone, io: CommandIo): Promise<Report> {
  const { read, written, options } = done;
  const { hash = true, json } = options;
  return columnsReportOf({
    ...done,
    type: printTableType(read),
    length: read.length,
    byteLength: read.byteLength + written.byteLength,
    nullCount: read.nullCount,
    hash: hash ? await hashUnderBar(hashableColumns(written), io) : undefined,
    hashes: hash && json ? await hashesOf(written, io) : undefined,
  });
}

/** Writes a report, as wide as the terminal that it goes to. */
export function tell(to: TextOutput, found: Report, { json }: { readonly json?: boolean }): Promise<void> {
  return to.write(printReport(found, { json }, to.terminal?.columns));
}

/** The same of what is no longer in memory. */
interface ColumnsReported extends Omit<ColumnsDone, "read" | "written"> {
  readonly type: string;
  readonly length: number; // that was read
  readonly byteLength: number; // of what was read and written
  readonly nullCount: number;
  readonly hash: string | undefined; // undefined: not asked for
  readonly hashes: JsonValue | undefined;
}

export function columnsReportOf({
  executor,
  achieved = { executor, determinism: EVERYWHERE, expression: "none" },
  type,
  length,
  facts,
  seconds,
  output,
  options,
  ...done
}: ColumnsReported): Report {
  const common = {
    ...achievedFacts(achieved),
    n: fact(length, `${length} ${type}`),
    type: fact(type),
    ...facts,
    seconds: timeFact(seconds, done.byteLength),
    output: fact(output),
    hash: fact(done.hash),
    hashes: jsonOnly(done.hashes),
    nulls: nullsFact(done.nullCount, options.nulls),
  };
  const own = Object.keys(facts) as "n"[];
  return report(common, () => [["n", ...own, "hash", "executor", "nulls", "seconds", "output"]]);
}

async function hashesOf(table: Table, io: CommandIo): Promise<JsonValue | undefined> {
  const { fields, names = fields } = table;
  if (names === undefined || names.length === 1) return undefined;
  const hashes: Record<string, JsonValue> = Object.create(null);
  for (const [i, name] of names.entries()) {
    hashes[name] = await hashUnderBar(hashableColumns(table, [i]), io);
  }
  return hashes;
}
