// FILE as the records of an operator: a column for each field, by the names that --column gives.

import { FormatError, readColumns, type TableRead, type WantedColumn } from "../../formats.ts";
import {
  type ColumnArray,
  type ColumnsOf,
  InvalidArgumentError,
  oneOf,
  printType,
  type RecordOperator,
  type RecordType,
  type Scalar,
  type ValueOf,
  type ValueType,
} from "../../index.ts";
import type { CommandIo } from "../io.ts";
import { withProgress } from "../progress.ts";
import type { InputOptions } from "./input.ts";
import { wantedByField } from "./table.ts";
import { withTableBatches } from "./table-batches.ts";

/** The records of a file: a column of it for each of the operator's. */
export interface ReadRecords {
  readonly columns: readonly ColumnArray[];
  readonly length: number; // records
  readonly byteLength: number;
  readonly nullCount: number; // of all columns
}

/** Checks that the options suit records, and tells which column of the file is which field. @throws InvalidArgumentError */
export function wantedColumns(operator: RecordOperator, options: InputOptions): readonly WantedColumn[] {
  const type = printType(operator.type);
  if (options.type !== undefined) {
    const expected = `left out with an operator over records, whose fields have types: ${type}`;
    throw new InvalidArgumentError("type", expected, JSON.stringify(options.type));
  }
  if (options.raw) {
    throw new InvalidArgumentError("raw", `left out with an operator over records of ${type}`, "it");
  }
  const paths = operator.columns.map(({ path }) => path.join("."));
  const names = namesOf(paths, options.column ?? []);
  return operator.columns.map((column, index) => ({
    column: names.get(paths[index]) ?? paths[index],
    type: column.type,
  }));
}

/** Reads FILE, which must have columns with names. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function readRecords(
  file: string,
  wanted: readonly WantedColumn[],
  { nulls, header, delimiter, missing, format }: InputOptions,
  io: CommandIo,
): Promise<ReadRecords> {
  expectNamedFile(file);
  const decoded = await withProgress(io, "reading", (onProgress) =>
    readColumns(file, wanted, { nulls, header, delimiter, missing, format, onProgress }).catch((error) => {
      throw explained(error);
    }),
  );
  const columns = decoded.map(({ array }) => array);
  return {
    columns,
    length: columns[0].length,
    byteLength: columns.reduce((sum, column) => sum + column.byteLength, 0),
    nullCount: decoded.reduce((sum, column) => sum + column.nullCount, 0),
  };
}

/** The same, some records at a time while `use` runs; memory of a part is valid until the next. @throws as `readRecords` */
export function withRecordParts<Result>(
  file: string,
  wanted: readonly WantedColumn[],
  options: InputOptions,
  io: CommandIo,
  use: (parts: AsyncIterable<ReadRecords>) => Promise<Result>,
): Promise<Result> {
  expectNamedFile(file);
  const fields = wanted.map(({ column, type }, i) => ({ column, type, field: `field${i}` }));
  async function* parts(batches: AsyncIterable<TableRead>): AsyncGenerator<ReadRecords> {
    for await (const { table, length, nullCount } of batches) {
      const arrays = fields.map(({ field }) => table[field] as ColumnArray);
      const byteLength = arrays.reduce((sum, array) => sum + array.byteLength, 0);
      yield { columns: arrays, length, byteLength, nullCount };
    }
  }
  const asked = { columns: wantedByField(fields), nulls: options.nulls };
  return withTableBatches(file, asked, options, io, (batches) => use(parts(batches))).catch(
    (error: unknown) => {
      throw explained(error);
    },
  );
}

function expectNamedFile(file: string): void {
  if (file !== "-") return;
  const expected = "a CSV, TSV, Arrow or Parquet file, which has columns by name";
  throw new FormatError("standard input", expected, ".npy data, which have none");
}

/** Nobody may have written --column, so what it is for is said too. */
function explained(error: unknown): unknown {
  if (!(error instanceof InvalidArgumentError) || error.argument !== "column") return error;
  return new InvalidArgumentError(
    "column",
    `FIELD=NAME, where NAME is ${error.expected}`,
    `NAME ${error.actual}`,
  );
}

/** The names that were given to fields: `position.x=longitude`. */
function namesOf(paths: readonly string[], given: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const text of given) {
    const cut = text.indexOf("=");
    const path = text.slice(0, Math.max(cut, 0));
    const name = text.slice(cut + 1);
    if (cut < 0 || name === "") {
      throw new InvalidArgumentError("column", `FIELD=NAME, as in ${paths[0]}=NAME`, JSON.stringify(text));
    }
    if (!paths.includes(path)) {
      throw new InvalidArgumentError(
        "column",
        `of fields that are each ${oneOf(path, paths)}`,
        JSON.stringify(path),
      );
    }
    if (names.has(path)) {
      throw new InvalidArgumentError("column", "given once for each field", `${JSON.stringify(path)} again`);
    }
    names.set(path, name);
  }
  return names;
}

/** Something for each column, in the shape of the type. */
export function shapeOf(type: RecordType, leaves: readonly unknown[]): Readonly<Record<string, unknown>> {
  let next = 0;
  const shape = (part: ValueType): unknown => {
    if (typeof part === "string") return leaves[next++];
    return Object.fromEntries(Object.entries(part).map(([field, inner]) => [field, shape(inner)]));
  };
  return shape(type) as Readonly<Record<string, unknown>>;
}

/** Columns as plans take them. */
export function columnsInShape(type: RecordType, columns: readonly ColumnArray[]): ColumnsOf<RecordType> {
  return shapeOf(type, columns) as ColumnsOf<RecordType>;
}

/** The columns that a plan has given, in order. */
export function columnsOfShape(type: RecordType, shaped: ColumnsOf<RecordType>): readonly ColumnArray[] {
  return leavesOf(type, shaped) as readonly ColumnArray[];
}

/** The value that a plan has given, by column, a bool as 0 or 1. */
export function scalarsOf(type: RecordType, value: ValueOf<RecordType>): readonly Scalar[] {
  const leaves = leavesOf(type, value) as readonly (Scalar | boolean)[];
  return leaves.map((leaf) => (typeof leaf === "boolean" ? Number(leaf) : leaf));
}

function leavesOf(type: ValueType, shaped: unknown): readonly unknown[] {
  if (typeof type === "string") return [shaped];
  return Object.entries(type).flatMap(([field, inner]) =>
    leavesOf(inner, (shaped as Readonly<Record<string, unknown>>)[field]),
  );
}
