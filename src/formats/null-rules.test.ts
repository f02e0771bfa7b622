// The rules for nulls, of single columns and of several that are read together.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  decodeArrow,
  decodeCsv,
  decodeParquet,
  readArray,
  readChunks,
  readColumns,
  readTable,
  shareDictionary,
  widenDecoded,
  writeColumns,
  writeTable,
} from "../formats.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
const FORMATS = ["csv", "tsv", "arrow", "parquet"] as const;

const x = {
  column: "x",
  type: "f64",
  array: Float64Array.of(1, 9, -0, 9, 5),
  valid: Uint8Array.of(1, 0, 1, 0, 1),
} as const;
const n = {
  column: "n",
  type: "i16",
  array: Int16Array.of(9, 2, 3, 9, -5),
  valid: Uint8Array.of(0, 1, 1, 0, 1),
} as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-null-rules-"));
  for (const format of FORMATS) await writeColumns(path(`t.${format}`), [x, n]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(FORMATS)("%s", (format) => {
  const file = () => path(`t.${format}`);
  const wanted = [
    { column: "x", type: "f64" },
    { column: "n", type: "i16" },
  ] as const;

  test("a mask tells where a zero stands for a null", async () => {
    const read = {
      array: Float64Array.of(1, 0, -0, 0, 5),
      type: "f64",
      nullCount: 2,
      valid: x.valid,
    } as const;
    expect(await readArray(file(), { column: "x", nulls: "mask" })).toEqual(read);
    const { signal } = new AbortController();
    expect(await readArray(file(), { column: "x", nulls: "mask", signal })).toEqual(read);
    const narrow = await readArray(file(), { column: "n", type: "i16", nulls: "mask" });
    expect(narrow).toEqual({
      array: Int16Array.of(0, 2, 3, 0, -5),
      type: "i16",
      nullCount: 2,
      valid: n.valid,
    });
    expect(widenDecoded(narrow)).toEqual({
      array: Int32Array.of(0, 2, 3, 0, -5),
      type: "i32",
      nullCount: 2,
      valid: n.valid,
    });
    expect(await readColumns(file(), wanted, { nulls: "mask" })).toEqual([read, narrow]);
    await writeColumns(file(), [
      { ...x, ...read },
      { ...n, ...narrow },
    ]);
    expect(await readColumns(file(), wanted, { nulls: "mask" })).toEqual([read, narrow]);
    const bytes = new Uint8Array(await readFile(file()));
    const decode = { csv: decodeCsv, arrow: decodeArrow, parquet: decodeParquet, tsv: undefined }[format];
    if (decode !== undefined) expect(await decode(bytes, { column: "x", nulls: "mask" })).toEqual(read);
  });

  test("rows that have a null in any column are left out of all", async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      expect(await readColumns(file(), wanted, { nulls: "skip", signal })).toEqual([
        { array: Float64Array.of(-0, 5), type: "f64", nullCount: 2 },
        { array: Int16Array.of(3, -5), type: "i16", nullCount: 2 },
      ]);
    }
    expect((await readTable(file(), { nulls: "skip" })).length).toBe(2);
  });

  test("a NaN is put among floats alone", async () => {
    const { array } = await readArray(file(), { column: "x", nulls: "nan" });
    expect(array).toEqual(Float64Array.of(1, Number.NaN, -0, Number.NaN, 5));
    await expect(readArray(file(), { column: "n", type: "i16", nulls: "nan" })).rejects.toThrow(
      'floats where "nulls" is nan, got i16, and a null in row 1',
    );
  });

  test("a column alone keeps its nulls", async () => {
    const table = { d: { instants: BigInt64Array.of(5n, 0n, 7n), unit: "day", zone: undefined } } as const;
    await writeTable(path(`one.${format}`), table, { valid: { d: Uint8Array.of(1, 0, 1) } });
    const { table: again, valid } = await readTable(path(`one.${format}`), { nulls: "mask" });
    expect([again, valid]).toEqual([table, { d: Uint8Array.of(1, 0, 1) }]);
  });
});

test("the only text of a row cannot be a null in CSV", async () => {
  const table = { t: { codes: Uint32Array.of(0, 0), dictionary: ["a"] } };
  await expect(writeTable(path("no.csv"), table, { valid: { t: Uint8Array.of(1, 0) } })).rejects.toThrow(
    'without a null, as it is the only column, of texts, and a blank line is no row, got one of "t" at 1',
  );
});

test("chunks have no mask", async () => {
  await expect(readChunks(path("t.csv"), { column: "x", nulls: "mask" }, async () => 1)).rejects.toThrow(
    '"nulls" must be zero, skip, nan or left out, where chunks are read, got "mask"',
  );
});

test("columns of text get one dictionary", () => {
  const left = { codes: Uint32Array.of(0, 1), dictionary: ["b", "\u{1f600}"] };
  const right = { codes: Uint32Array.of(1, 0, 1), dictionary: ["a", "\ufb01"] };
  const dictionary = ["a", "b", "\ufb01", "\u{1f600}"];
  expect(shareDictionary([left, right])).toEqual([
    { codes: Uint32Array.of(1, 3), dictionary },
    { codes: Uint32Array.of(2, 0, 2), dictionary },
  ]);
  expect(shareDictionary([left, left])[1]).toBe(left);
  expect(shareDictionary([])).toEqual([]);
  expect(() => shareDictionary([{ codes: Uint32Array.of(2), dictionary: ["a", "b"] }])).toThrow(
    "codes of the 2 texts",
  );
});
