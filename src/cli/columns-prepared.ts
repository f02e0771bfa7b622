// What a command does with columns: what it is given, and what it runs over a table or some of its rows.

import { InvalidArgumentError } from "../index.ts";
import type { ExecutorArgument } from "./executors/executors.ts";
import type { ColumnFunctions } from "./executors/offered-executor.ts";
import {
  MOST_FIELDS,
  rowsOf,
  type ShapedTable,
  shapedCount,
  shapedTable,
  tableOfShaped,
  withRowNumbers,
} from "./input/shaped-table.ts";
import type { Table } from "./input/table.ts";
import type { WholeTableOptions } from "./input/whole-table.ts";
import type { Facts } from "./report.ts";

/** The options of every command that makes columns of columns. */
export interface ColumnsOptions extends WholeTableOptions, ExecutorArgument {
  readonly output: string;
  readonly hash?: boolean;
  readonly json?: boolean;
}

/** What a command does with the columns that were read. */
export interface ColumnsJob {
  /** What a person is told that it does, while it does it with many: "sorting". */
  readonly activity: string;
  /** What must hold of the names of the columns, before anything is read if they are asked for. @throws InvalidArgumentError */
  readonly check?: (names: readonly string[]) => void;
  /** The columns by which rows are chosen and ordered; default: all. */
  readonly deciding?: (table: Table) => readonly number[];
  /** Looks at what was read, and gives what is to be run and timed. @throws SamebitsError */
  readonly prepare: (table: Table) => PreparedJob;
  /** The numbers of the rows of its result, where more columns decide than a record may have; absent: that is refused. */
  readonly rowsOfWide?: (functions: ColumnFunctions, table: Table) => Promise<Uint32Array>;
  /** What the report says of it, by name. */
  readonly facts: (written: { readonly length: number }) => Facts;
  /** What it gives for an array is what it gives for its parts, one after the other. */
  readonly goesByParts?: boolean;
}

/** What is to be run: a function over a table that gives columns of the same shape. */
export interface PreparedJob {
  readonly table: Table; // that was read, or equal to it
  readonly compute: (functions: ColumnFunctions, input: ShapedTable) => Promise<unknown>;
}

/** What runs, and the table that comes of what it gives. */
interface Prepared {
  readonly compute: (functions: ColumnFunctions) => Promise<unknown>;
  readonly tableOf: (made: unknown) => Table;
}

/** What runs: over the table, or where it is wider than a record may be over the columns that decide and the numbers of its rows. */
export function prepared(job: ColumnsJob, found: Table): Prepared {
  const indexes = job.deciding?.(found) ?? found.columns.map((_, i) => i);
  if (shapedCount(found) <= MOST_FIELDS) return preparedOver(job, found);
  const picked = withRowNumbers(found, indexes);
  if (indexes.length < found.columns.length && shapedCount(picked) <= MOST_FIELDS) {
    const { compute, tableOf } = preparedOver(job, picked);
    const rows = ({ columns }: Table) => columns[columns.length - 1] as Uint32Array;
    return { compute, tableOf: (made) => rowsOf(found, rows(tableOf(made))) };
  }
  const { rowsOfWide } = job;
  if (rowsOfWide === undefined) throw tooWide(found);
  return {
    compute: (functions) => rowsOfWide(functions, found),
    tableOf: (made) => rowsOf(found, made as Uint32Array),
  };
}

function preparedOver(job: ColumnsJob, found: Table): Prepared {
  const { table, compute } = job.prepare(found);
  return {
    compute: (functions) => compute(functions, shapedTable(table)),
    tableOf: (made) => tableOfShaped(table, made),
  };
}

/** A row is compared as one record. @throws InvalidArgumentError */
function tooWide(table: Table): InvalidArgumentError {
  const nullable = shapedCount(table) - table.columns.length;
  const actual = `${table.columns.length} columns${nullable === 0 ? "" : `, ${nullable} of them with nulls, which count twice`}`;
  const expected = `left to ${MOST_FIELDS} columns by which rows are chosen`;
  return new InvalidArgumentError("column", expected, actual);
}
