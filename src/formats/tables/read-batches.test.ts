// A table in batches is the table read at once: its rows one batch after the other, whatever the format and the rule for nulls.

import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Dictionary,
  Int32,
  RecordBatchStreamWriter,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BATCH_ROWS } from "../batches/table-batches.ts";
import type { Format } from "../format-of-path.ts";
import { writeColumns, writeTable } from "../write-array.ts";
import type { WrittenColumn } from "../written-column.ts";
import { convertTable } from "./convert-table.ts";
import { readTableBatches, readTableBatchesFromStream } from "./read-batches.ts";
import { type ReadTableOptions, readTable, readTableFromStream } from "./read-table.ts";
import type { ColumnValues } from "./table-nulls.ts";
import type { TableRead } from "./table-read.ts";
import { tableToRows } from "./table-to-values.ts";

let folder: string;
const path = (name: string): string => join(folder, name);
const ROWS = BATCH_ROWS + 20;
const TABLE = {
  city: {
    codes: Uint32Array.from({ length: ROWS }, (_, i) => (i < BATCH_ROWS ? i % 3 : 2 + (i % 2))),
    dictionary: ["Ames", "Bergen, west", "Oslo", "Ørsta"],
  },
  delay: Float64Array.from({ length: ROWS }, (_, i) => (i % 7 === 0 ? 0 : i === 8 ? -0 : i / 8)),
  day: { instants: BigInt64Array.from({ length: ROWS }, (_, i) => BigInt(i)), unit: "day", zone: undefined },
  late: Uint8Array.from({ length: ROWS }, (_, i) => i % 2),
} as const;
const whole = new Uint8Array(ROWS).fill(1);
const holed = Uint8Array.from({ length: ROWS }, (_, i) => (i % 7 === 0 && i > 30_000 ? 0 : 1));
const VALID = { city: whole, delay: holed, day: whole, late: whole };
const NAMES = ["x.csv", "x.tsv", "x.arrow", "x.parquet", "x.stream"] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-read-batches-"));
  await writeTable(path("x.csv"), TABLE, { valid: VALID });
  await writeTable(path("x.tsv"), TABLE, { valid: VALID });
  await writeTable(path("whole.arrow"), TABLE, { valid: VALID });
  for (const name of ["x.arrow", "x.parquet"]) await convertTable(path("whole.arrow"), path(name));
  await writeFile(path("x.stream"), tableToIPC(tableFromIPC(await readFile(path("x.arrow"))), "stream"));
});
afterAll(() => rm(folder, { recursive: true }));

type Options = ReadTableOptions;
const formatOf = (name: string): Exclude<Format, "npy" | "raw"> =>
  name === "x.stream" ? "arrow" : (name.slice(2) as "csv");

/** Rows as texts, which are compared in no time. */
function linesOf(table: Record<string, ColumnValues>, valid?: Record<string, Uint8Array>): readonly string[] {
  return tableToRows(table, { valid }).map((row) =>
    Object.entries(row)
      .map(([name, value]) => `${name}=${typeof value} ${Object.is(value, -0) ? "-0" : value}`)
      .join(),
  );
}

/** Batches as one table, by what their rows are. */
async function rowsOf(batches: AsyncIterable<TableRead>) {
  const rows: string[] = [];
  const lengths: number[] = [];
  let nullCount = 0;
  for await (const { table, length, nullCount: nulls, valid } of batches) {
    lengths.push(length);
    nullCount += nulls;
    rows.push(...linesOf(table as Record<string, ColumnValues>, valid));
  }
  return { rows, lengths, nullCount };
}

const inBatches = (name: string, options: Options) =>
  readTableBatches(path(name), { format: formatOf(name), ...options }, rowsOf);
const inPipe = (name: string, options: Options) =>
  readTableBatchesFromStream(
    createReadStream(path(name)),
    { format: formatOf(name), source: path(name), ...options },
    rowsOf,
  );

describe.each(NAMES)("%s", (name) => {
  test.each(["mask", "skip", "zero"] as const)(
    "has the rows of the table read at once, nulls: %s",
    async (nulls) => {
      const expected = await readTable(path(name), { format: formatOf(name), nulls });
      const rows = linesOf(expected.table as Record<string, ColumnValues>, expected.valid);
      for (const read of [inBatches, inPipe]) {
        const found = await read(name, { nulls });
        const at = rows.findIndex((row, i) => row !== found.rows[i]);
        expect([at, found.rows[at]]).toEqual([-1, rows[at]]);
        expect(found.rows).toHaveLength(rows.length);
        expect(found.nullCount).toBe(expected.nullCount);
        expect(found.lengths.length).toBeGreaterThan(name.endsWith("sv") ? 0 : 1);
      }
    },
  );

  test("tells nulls without a rule as the table read at once does", async () => {
    const options = { columns: { late: { column: "delay" }, at: { column: "day" } } };
    const expected = await readTable(path(name), { format: formatOf(name), ...options }).catch(String);
    expect(expected).toMatch(/nulls, the first in row \d+ of "delay"/);
    expect(await inBatches(name, options as never).catch(String)).toBe(expected);
  });

  test("has its first rows, if no more are wanted", async () => {
    const { rows } = await inBatches(name, { nulls: "mask", rows: BATCH_ROWS + 5 });
    expect(rows).toHaveLength(BATCH_ROWS + 5);
  });

  test.each([
    [{ columns: ["nothing"] }, "column"],
    [{ nulls: "drop" }, "nulls"],
    [{ rows: -1 }, "rows"],
    [{ columns: { city: "f64" } }, '"city"'],
  ])("is refused as the table read at once: %j", async (options, word) => {
    const how = { format: formatOf(name), nulls: "mask", ...options } as never;
    const expected = await readTable(path(name), how).catch(String);
    expect(expected).toContain(word);
    expect(await inBatches(name, how).catch(String)).toBe(expected);
  });
});

test.each(["n.arrow", "n.parquet"])(
  "narrow numbers of %s are what they widen to, and bools are bools",
  async (name) => {
    const table = {
      small: { type: "u8", array: Uint8Array.of(1, 0, 200) },
      half: { type: "f16", array: Uint16Array.of(0x3c00, 0, 0xc000) },
    };
    const columns = Object.entries(table).map(([column, each]) => ({ column, ...each }) as WrittenColumn);
    await writeColumns(path(name), [
      ...columns,
      { column: "late", type: "bool", array: Uint8Array.of(1, 0, 1) },
    ]);
    const expected = (await readTable(path(name))).table;
    expect(Object.values(expected).map((values) => values.constructor.name)).toEqual([
      "Uint32Array",
      "Float32Array",
      "Uint8Array",
    ]);
    await readTableBatches(path(name), {}, async (batches) => {
      for await (const batch of batches) expect(batch.table).toEqual(expected);
    });
  },
);

test("a table without rows has one batch", async () => {
  await writeTable(path("none.csv"), { a: new Float64Array(0) });
  expect(await readTableBatches(path("none.csv"), {}, rowsOf)).toEqual({
    rows: [],
    lengths: [0],
    nullCount: 0,
  });
});

test("a stream of Arrow whose dictionary changes has the texts of each batch", async () => {
  const type = new Dictionary(new Utf8(), new Int32());
  const texts = [["b", "a", "b"], ["c", "b", "a"], ["d"]];
  const writer = new RecordBatchStreamWriter();
  for (const part of texts)
    for (const batch of new Table({ t: vectorFromArray(part, type) }).batches) writer.write(batch);
  writer.finish();
  const bytes = await writer.toUint8Array();
  async function* pipe(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  const { rows } = await readTableBatchesFromStream(pipe(), { format: "arrow" }, rowsOf);
  expect(rows).toEqual(texts.flat().map((text) => `t=string ${text}`));
  const { table } = await readTableFromStream(pipe(), { format: "arrow" });
  expect(linesOf(table as Record<string, ColumnValues>)).toEqual(rows);
});
