// Files of every format into those of every other, longer than a batch: the same values at every row as the readers of whole tables have them.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataType, RecordBatchReader, tableFromIPC } from "apache-arrow";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BATCH_ROWS } from "../batches/table-batches.ts";
import { readArray } from "../read-array.ts";
import { writeArray, writeTable } from "../write-array.ts";
import { convertTable, convertTableFromStream } from "./convert-table.ts";
import { readTable } from "./read-table.ts";

let folder: string;
const path = (name: string): string => join(folder, name);
const ROWS = BATCH_ROWS + 20;

/** A null in every seventh row of the second column, in none of the others. */
const TABLE = {
  city: {
    codes: Uint32Array.from({ length: ROWS }, (_, i) => (i < BATCH_ROWS ? i % 3 : 2 + (i % 2))),
    dictionary: ["", "Bergen, west", "Oslo", "Ørsta"],
  },
  delay: Float64Array.from({ length: ROWS }, (_, i) => (i % 7 === 0 ? 0 : i === 8 ? -0 : i / 8)),
  day: {
    instants: BigInt64Array.from({ length: ROWS }, (_, i) => BigInt(i)),
    unit: "day",
    zone: undefined,
  },
  late: Uint8Array.from({ length: ROWS }, (_, i) => i % 2),
} as const;

const VALID = {
  city: new Uint8Array(ROWS).fill(1),
  delay: Uint8Array.from({ length: ROWS }, (_, i) => (i % 7 === 0 ? 0 : 1)),
  day: new Uint8Array(ROWS).fill(1),
  late: new Uint8Array(ROWS).fill(1),
};

/** What a CSV has of it: its days and bools are texts. */
const AS_TEXT = { city: "text", delay: "f64", day: "text", late: "bool" } as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-convert-table-"));
  for (const name of ["x.csv", "x.tsv", "x.arrow", "x.parquet"]) {
    await writeTable(path(name), TABLE, { valid: VALID });
  }
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(["csv", "arrow", "parquet"] as const)("from %s", (from) => {
  const columns = from === "csv" ? AS_TEXT : undefined;
  test.each(["tsv", "arrow", "parquet"] as const)("to %s", async (to) => {
    const out = path(`${from}.${to}`);
    expect(await convertTable(path(`x.${from}`), out, { columns })).toEqual({
      ...{ length: ROWS, nullCount: Math.ceil(ROWS / 7) },
      ...{ columns: Object.keys(TABLE), format: to },
    });
    const isText = to === "tsv";
    const read = await readTable(out, { nulls: "mask", columns: isText ? AS_TEXT : undefined });
    const expected = await readTable(path(`x.${isText ? to : from}`), {
      ...{ nulls: "mask", columns: isText ? AS_TEXT : columns },
    });
    expect(read).toEqual(expected);
  });

  test("to .npy and raw", async () => {
    for (const name of [`${from}.npy`, `${from}.raw`]) {
      await convertTable(path(`x.${from}`), path(name), { columns: ["delay"], nulls: "skip" });
      const { array } = await readArray(path(name), { type: "f64" });
      expect(array).toEqual(TABLE.delay.filter((_, i) => i % 7 !== 0));
    }
  });
});

test("arrays keep the type that they are stored in, or become what is asked for", async () => {
  const small = Uint8Array.from({ length: 70_000 }, (_, i) => i % 200);
  await writeArray(path("u8.npy"), small, { type: "u8" });
  await convertTable(path("u8.npy"), path("u8.raw"));
  await convertTable(path("u8.raw"), path("again.npy"), { type: "u8" });
  expect(await readFile(path("again.npy"))).toEqual(await readFile(path("u8.npy")));
  await convertTable(path("u8.npy"), path("u8.arrow"));
  expect(tableFromIPC(await readFile(path("u8.arrow"))).schema.fields[0].type.toString()).toBe("Uint8");
  await convertTable(path("u8.npy"), path("wide.npy"), { type: "f32" });
  expect((await readArray(path("wide.npy"))).array).toEqual(Float32Array.from(small));
  const bools = Uint8Array.of(1, 0, 1);
  await writeArray(path("bools.npy"), bools, { type: "bool" });
  await convertTable(path("bools.npy"), path("bools.csv"));
  expect(await readFile(path("bools.csv"), "utf8")).toBe("value\ntrue\nfalse\ntrue\n");
});

test("Arrow has batches and one dictionary behind them, Parquet groups", async () => {
  const bytes = await readFile(path("csv.arrow"));
  const reader = RecordBatchReader.from(bytes);
  expect([...reader].map(({ numRows }) => numRows)).toHaveLength(2);
  const table = tableFromIPC(bytes);
  expect(DataType.isDictionary(table.schema.fields[0].type)).toBe(true);
  expect(table.getChildAt(0)?.get(ROWS - 1)).toBe(TABLE.city.dictionary[TABLE.city.codes[ROWS - 1]]);
  const parquet = await readFile(path("csv.parquet"));
  const { row_groups: groups } = parquetMetadata(parquet.buffer.slice(parquet.byteOffset) as ArrayBuffer);
  expect(groups.length).toBeGreaterThan(1);
});

describe("a column of CSV whose first cells are empty", () => {
  const empty = "1,,\n".repeat(BATCH_ROWS + 3);
  const files: readonly [name: string, text: string, kind: unknown][] = [
    ["numbers", `a,b,c\n${empty}1,2.5,\n`, 2.5],
    ["texts", `a,b,c\n${empty}1,x,\n`, "x"],
    ["nothing", `a,b,c\n${empty}`, null],
    ["a time", `a,b,c\n${empty}1,2001-02-03T04:05:06.789Z,\n`, undefined],
    [
      "a finer time",
      `a,b,c\n${"1,2001-02-03T04:05,\n".repeat(BATCH_ROWS)}${empty}1,2001-02-03T04:05:06.000001,\n`,
      undefined,
    ],
    ["a date", `a,b,c\n${empty}1,2001-02-03,\n`, undefined],
    ["empty texts", `a,b,c\n${empty}1,"",\n`, ""],
  ];
  test.each(files)("has %s further down", async (name, text, last) => {
    await writeFile(path("late.csv"), text);
    for (const format of ["arrow", "parquet"] as const) {
      const [filed, piped] = [path(`late.${format}`), path(`late-piped.${format}`)];
      await convertTable(path("late.csv"), filed);
      await convertTableFromStream(pipe(text), piped, { format: "csv" });
      const [read, same, whole] = await Promise.all(
        [filed, piped, path("late.csv")].map((file) => readTable(file, { nulls: "mask" })),
      );
      expect(read.length, name).toBe(text.split("\n").length - 2);
      expect(same).toEqual(read);
      expect(read).toEqual(whole);
      if (last !== undefined) expect(valueAt(read.table.b, read.valid?.b, read.length - 1)).toBe(last);
    }
  });
});

test("times of a CSV stay what they are in another, whatever their unit becomes further down", async () => {
  const rows = `${"2001-02-03T04:05:06\n".repeat(BATCH_ROWS)}2001-02-03T04:05:06.000000001\n`;
  await writeFile(path("times.csv"), `t\n${rows}`);
  await convertTable(path("times.csv"), path("times.tsv"));
  expect(await readFile(path("times.tsv"), "utf8")).toBe(`t\n${rows}`);
});

async function* pipe(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 40_000) yield bytes.subarray(at, at + 40_000);
}

function valueAt(values: unknown, valid: Uint8Array | undefined, row: number): unknown {
  if (valid?.[row] === 0) return null;
  if (values instanceof Float64Array) return values[row];
  const { codes, dictionary } = values as { codes: Uint32Array; dictionary: readonly string[] };
  return dictionary[codes[row]];
}

describe("what is wrong further down is told by its row, and nothing is left behind", () => {
  const row = BATCH_ROWS + 10;
  const lines = (cell: string): string => `a,b\n${"1,2\n".repeat(row - 1)}${cell}\n3,4\n`;
  test.each([
    ["a text among numbers", lines("x,2"), {}, "y.arrow", `"x" in row ${row}`],
    ["a ragged row", lines("1"), {}, "y.csv", `1 in row ${row}`],
    ["a null of an array", lines(",2"), { columns: ["a"] }, "y.npy", `a null in row ${row} of "a"`],
    [
      "a null of one column of CSV",
      lines(",2"),
      { columns: { a: "text" } },
      "y.csv",
      `one of "a" at ${row - 1}`,
    ],
    [
      "a value that does not convert",
      lines("0.5,2"),
      { columns: { a: "i32" } },
      "y.raw",
      `0.5 in row ${row}`,
    ],
    [
      "a null that has no NaN",
      lines(",2"),
      { columns: { a: "i32" }, nulls: "nan" },
      "y.npy",
      `null in row ${row}`,
    ],
  ] as const)("%s", async (_, text, options, out, message) => {
    await writeFile(path("wrong.csv"), text);
    const before = await readdir(folder);
    await expect(convertTable(path("wrong.csv"), path(out), options)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual(before);
  });

  test("of Arrow and Parquet too", async () => {
    const far = { ...TABLE.day, instants: TABLE.day.instants.map((day, i) => (i === row ? 2n ** 62n : day)) };
    for (const name of ["far.arrow", "far.parquet"]) {
      await writeTable(path(name), { t: { ...far, unit: "us" } });
      const wrong = convertTable(path(name), path("never.npy"), { columns: { t: "f32" } });
      await expect(wrong).rejects.toThrow();
      await expect(readFile(path("never.npy"))).rejects.toThrow("ENOENT");
    }
    const seconds = { t: { ...far, unit: "s" } } as const;
    await writeTable(path("far.arrow"), seconds);
    const wrong = convertTable(path("far.arrow"), path("never.parquet"));
    await expect(wrong).rejects.toThrow(`4611686018427387904 s at ${row}`);
  });
});

test("an abort leaves nothing behind", async () => {
  const stop = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a,b\n");
    for (;;) {
      yield Buffer.from("1,x\n".repeat(50_000));
      stop.abort(new Error("enough"));
    }
  }
  const converted = convertTableFromStream(endless(), path("endless.arrow"), {
    ...{ format: "csv", signal: stop.signal },
  });
  await expect(converted).rejects.toThrow("enough");
  expect((await readdir(folder)).filter((name) => name.includes("endless"))).toEqual([]);
});

test.each([
  [{ outFormat: "xls" }, "outFormat"],
  [{ nulls: "drop" }, "nulls"],
  [{ columns: ["a", "a"] }, "columns"],
  [{ type: "f63" }, "type"],
  [{ rows: 3 }, "rows"],
])("refuses %#", async (options, message) => {
  await expect(convertTable(path("x.csv"), path("z.arrow"), options as never)).rejects.toThrow(message);
});
