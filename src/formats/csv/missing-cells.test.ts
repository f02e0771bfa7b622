// Which cells are nulls, which are empty texts, and what is said of cells that are neither numbers nor nulls.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeCsv, readArray, readChunks, readColumns, readTable, writeTable } from "../../formats.ts";
import { orderedTexts } from "../../values/text-column.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-missing-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(text: string): Promise<string> {
  const path = join(folder, "t.csv");
  await writeFile(path, text);
  return path;
}

const SEED = 20261124;

const FLIGHTS = 'origin,delay\nORD,5\nNA,-999\n"NA", NA \n,7\n"",\n';

test("texts that are said to be missing are nulls, in quotes or not, numbers too", async () => {
  const path = await fileOf(FLIGHTS);
  const { table, valid } = await readTable(path, { missing: ["NA", "-999"], nulls: "mask" });
  expect(valid).toEqual({
    origin: Uint8Array.of(1, 0, 0, 0, 1),
    delay: Uint8Array.of(1, 0, 0, 1, 0),
  });
  expect(table.delay).toEqual(Float64Array.of(5, 0, 0, 7, 0));
  expect(table.origin).toEqual({ codes: Uint32Array.of(1, 0, 0, 0, 0), dictionary: ["", "ORD"] });
});

test("every reader of CSV takes them", async () => {
  const path = await fileOf("a\n1\nNA\n3\n");
  const how = { missing: ["NA"], nulls: "skip" } as const;
  const expected = Float64Array.of(1, 3);
  expect((await readArray(path, { column: "a", ...how })).array).toEqual(expected);
  expect((await decodeCsv(new TextEncoder().encode("a\n1\nNA\n3\n"), how)).array).toEqual(expected);
  const [column] = await readColumns(path, [{ column: "a" }], { missing: ["NA"], nulls: "zero" });
  expect(column.array).toEqual(Float64Array.of(1, 0, 3));
  const chunks: number[] = [];
  await readChunks(path, { column: "a", ...how }, async (found) => {
    for await (const chunk of found.chunks) chunks.push(...(chunk as Float64Array));
  });
  expect(chunks).toEqual([1, 3]);
});

test("without a text for them an empty cell is a null, and in quotes an empty text; among numbers both are nulls", async () => {
  const path = await fileOf('name,n\nx,1\n,\n"",""\n" y",3\n');
  const { table, valid } = await readTable(path, { nulls: "mask" });
  expect(table.name).toEqual({ codes: Uint32Array.of(2, 0, 0, 1), dictionary: ["", " y", "x"] });
  expect(valid?.name).toEqual(Uint8Array.of(1, 0, 1, 1));
  expect(valid?.n).toEqual(Uint8Array.of(1, 0, 0, 1));
});

test("an empty text may be said to be missing as well", async () => {
  const path = await fileOf('name\n"x"\n""\n');
  const { length } = await readTable(path, { missing: [""], nulls: "skip" });
  expect(length).toBe(1);
});

test(`texts come back as they were, empty ones and nulls apart (seed ${SEED})`, async () => {
  const text = fc.oneof(
    fc.constantFrom("", " ", " a", "b\t", '"', "NA", "1", "\n"),
    fc.string({ maxLength: 6 }),
  );
  const row = fc.option(text.filter((each) => !each.includes("\0")));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const distinct = [...new Set(rows.map((each) => each ?? ""))];
      const codes = Uint32Array.from(rows, (each) => distinct.indexOf(each ?? ""));
      const texts = orderedTexts(distinct, codes);
      const table = { id: Int32Array.from(rows.keys()), texts };
      const path = join(folder, "round.csv");
      await writeTable(path, table, {
        valid: { texts: Uint8Array.from(rows, (each) => (each === null ? 0 : 1)) },
      });
      const read = await readTable(path, { columns: { texts: "text" }, nulls: "mask" });
      const { codes: found, dictionary } = read.table.texts;
      expect(Array.from(found, (code, i) => (read.valid?.texts[i] === 0 ? null : dictionary[code]))).toEqual(
        rows,
      );
    }),
  );
});

test("five cells that are no numbers are named", async () => {
  const path = await fileOf(`a\n1\n${["x", "2", "y", "z", "v", "w", "u"].join("\n")}\n`);
  const named = 'numbers in column "a", got "x" in row 2 (line 3), "y" in row 4 (line 5)';
  for (const read of [
    () => readArray(path, { column: "a" }),
    () => readTable(path, { columns: { a: "f32" } }),
  ]) {
    const refused = read();
    await expect(refused).rejects.toThrow(named);
    await expect(refused).rejects.toThrow('"w" in row 7 (line 8), and perhaps more');
  }
  await expect(readTable(path)).rejects.toThrow(
    'text is said to be its type, got "x" in row 2 (line 3), "y"',
  );
  const drained: number[] = [];
  const streamed = readChunks(path, { column: "a" }, async ({ chunks }) => {
    for await (const chunk of chunks) drained.push(chunk.length);
  });
  await expect(streamed).rejects.toThrow(named);
  expect(drained).toEqual([]);
});

test("a NaN stands for a null among floats of every format", async () => {
  const table = { x: Float32Array.of(1, 2, 3), n: Int32Array.of(1, 2, 3) };
  const valid = { x: Uint8Array.of(1, 0, 1), n: Uint8Array.of(1, 0, 1) };
  for (const name of ["n.csv", "n.arrow", "n.parquet"]) {
    const path = join(folder, name);
    await writeTable(path, table, { valid });
    const f32 = { column: "x", type: "f32", nulls: "nan" } as const;
    expect((await readArray(path, f32)).array).toEqual(Float32Array.of(1, Number.NaN, 3));
    const [half] = await readColumns(path, [{ column: "x", type: "f16" }], { nulls: "nan" });
    expect(half.array).toEqual(Uint16Array.of(0x3c00, 0x7e00, 0x4200));
    const integers = readArray(path, { column: "n", type: "i32", nulls: "nan" });
    await expect(integers).rejects.toThrow('floats where "nulls" is nan, got i32, and a null in row 2');
  }
});

test("what is no list of texts, and data that have no cells, are refused", async () => {
  const path = await fileOf(FLIGHTS);
  await expect(readTable(path, { missing: "NA" as never })).rejects.toThrow(/"missing" must be an array/);
  await expect(readTable(path, { missing: [5] as never })).rejects.toThrow(/missing\[0\]" must be/);
  const npy = readArray(join(folder, "t.csv"), { missing: ["NA"], format: "npy" });
  await expect(npy).rejects.toThrow(/"missing" must be left out for \.npy data/);
});
