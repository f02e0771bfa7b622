import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  encodeNpy,
  type ReadTableColumnsOptions,
  readTableColumnParts,
  readTableColumnPartsFromStream,
  readTableColumns,
  type TableColumn,
  timeText,
  writeArray,
  writeTable,
} from "../formats.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-parts-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A column as both ways tell it: its values, nulls among them, instants as texts. */
interface Told {
  about: Partial<TableColumn>;
  values: string;
}

function told({ numbers, name, typeName, rowCount, missingCount, isText = false, times }: TableColumn): Told {
  const about = { name, typeName, rowCount, missingCount, isText };
  if (numbers === undefined) return { about, values: "" };
  const { array, missingRows, type } = numbers;
  const missing = new Set(missingRows);
  let next = 0;
  const values = Array.from({ length: array.length + missing.size }, (_, row) => {
    if (missing.has(row)) return "null";
    const value = array[next++];
    if (times !== undefined) return timeText(value as bigint, times);
    return Object.is(value, -0) ? "-0" : String(value);
  });
  const text = values.map((value) => `${value}\n`).join("");
  return { about: { ...about, ...(times === undefined ? { type } : {}) }, values: text };
}

/** Parts put together as they say. */
async function together(parts: AsyncIterable<readonly TableColumn[]>) {
  const columns: (Told & { kind: string })[] = [];
  let partCount = 0;
  for await (const part of parts) {
    partCount += 1;
    for (const [i, column] of part.entries()) {
      const kind = column.times === undefined ? typeof column.numbers : "times";
      const { about, values } = told(column);
      const before = columns[i]?.kind === kind ? columns[i] : undefined;
      const missing = before?.about.missingCount ?? 0;
      columns[i] = {
        kind,
        about: {
          ...about,
          rowCount: (before?.about.rowCount ?? 0) + (about.rowCount ?? 0),
          missingCount: about.missingCount === undefined ? undefined : missing + about.missingCount,
        },
        values: (before?.values ?? "") + values,
      };
    }
  }
  return { partCount, columns: columns.map(({ about, values }) => ({ about, values })) };
}

async function check(name: string, options: ReadTableColumnsOptions = {}): Promise<number> {
  const whole: Told[] = [];
  await readTableColumns(path(name), options, async (columns) => {
    for await (const column of columns) whole.push(told(column));
  });
  const found = await readTableColumnParts(path(name), options, together);
  expect(found.columns).toEqual(whole);
  const bytes = await readFile(path(name));
  async function* piped() {
    yield new Uint8Array(bytes.subarray(0, 1000));
    yield new Uint8Array(bytes.subarray(1000));
  }
  const format = name.slice(name.lastIndexOf(".") + 1) as "csv";
  const fromPipe = await readTableColumnPartsFromStream(
    piped(),
    { format, ...options, source: name },
    together,
  );
  expect(fromPipe.columns).toEqual(whole);
  return found.partCount;
}

const ROWS = 70_000;

describe("columns by parts are those of the file", () => {
  test.each([
    ["numbers", (row: number) => (row % 11 === 3 ? "" : String(row / 8))],
    ["texts", (row: number) => `t${row % 7}`],
    ["texts further down", (row: number) => (row === 69_000 ? "oh" : row % 5 === 0 ? '""' : String(row))],
    ["nothing", () => ""],
    ["numbers further down", (row: number) => (row < 50_000 ? "" : "1")],
    ["days", (row: number) => (row % 3 === 0 ? "" : `2001-01-${String((row % 28) + 1).padStart(2, "0")}`)],
    ["times further down", (row: number) => (row < 40_000 ? "" : "2001-01-01T00:00:01")],
    ["finer times further down", (row: number) => `2001-01-01T00:00:01${row < 40_000 ? "" : ".25"}`],
    ["times that end", (row: number) => (row === 66_000 ? "later" : "2001-01-01")],
  ])("CSV of %s", async (_, cell) => {
    const rows = Array.from({ length: ROWS }, (__, row) => `${row},${cell(row)}\n`);
    await writeFile(path("x.csv"), `a,b\n${rows.join("")}`);
    expect(await check("x.csv")).toBeGreaterThan(1);
    expect(await check("x.csv", { columns: ["b"], missing: ["t3", "1"] })).toBeGreaterThan(1);
  });

  test.each(["", "a,b\n", "a,b\n1,\n", "a,b\n1,x"])("CSV %j", async (text) => {
    await writeFile(path("y.csv"), text);
    if (text === "") await expect(check("y.csv")).rejects.toThrow();
    else expect(await check("y.csv")).toBe(1);
  });

  test.each([0, 1, ROWS])("Arrow and Parquet of %i rows", async (length) => {
    const rows = Array.from({ length }, (_, i) => i);
    const table = {
      x: Float64Array.from(rows, Math.sin),
      n: BigInt64Array.from(rows, BigInt),
      who: { codes: Uint32Array.from(rows, (i) => i % 2), dictionary: ["Ann", "Bo"] },
      when: { instants: BigInt64Array.from(rows, BigInt), unit: "ms" as const, zone: undefined },
    };
    const valid = {
      n: Uint8Array.from(rows, (i) => Number(i % 4 !== 1)),
      who: Uint8Array.from(rows, (i) => Number(i % 9 !== 1)),
    };
    for (const name of ["x.arrow", "x.parquet"]) {
      await writeTable(path(name), table, { valid });
      await check(name);
      await check(name, { columns: ["when", "x"] });
    }
  });

  test("arrays, read as what is asked for", async () => {
    const x = Float64Array.from({ length: ROWS }, (_, i) => i % 100);
    await writeFile(path("x.npy"), encodeNpy(x));
    expect(await check("x.npy")).toBe(3);
    await check("x.npy", { type: "u8" });
    await check("x.npy", { type: "i64" });
    await writeFile(path("x.raw"), new Uint8Array(x.buffer));
    await check("x.raw", { type: "f64" });
    await check("x.raw", { type: "i8" });
    await writeArray(path("n.npy"), Int8Array.of(1, -2), { type: "i8" });
    await check("n.npy");
    await writeFile(path("none.npy"), encodeNpy(new Float32Array(0)));
    expect(await check("none.npy")).toBe(1);
  });
});

test("refuses what readTableColumns refuses", async () => {
  await writeFile(path("z.npy"), encodeNpy(Float64Array.of(0.5)));
  const use = async (parts: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of parts);
  };
  await expect(readTableColumnParts(path("z.npy"), { type: "i32" }, use)).rejects.toThrow("0.5 in row 1");
  await expect(readTableColumnParts(path("z.npy"), { columns: ["x"] }, use)).rejects.toThrow(
    "left out for .npy",
  );
  await expect(readTableColumnParts(path("z.raw"), {}, use)).rejects.toThrow();
  await writeFile(path("ragged.csv"), "a,b\n1,2\n3\n");
  await expect(readTableColumnParts(path("ragged.csv"), {}, use)).rejects.toThrow("1 in row 2 (line 3)");
  const aborted = AbortSignal.abort(new Error("enough"));
  await expect(readTableColumnParts(path("ragged.csv"), { signal: aborted }, use)).rejects.toThrow("enough");
});
