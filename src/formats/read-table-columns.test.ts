import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bool, Float64, Int16, Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeNpy } from "./encode.ts";
import { type ReadTableColumnsOptions, readTableColumns } from "./read-table-columns.ts";
import type { TableColumn } from "./table-column.ts";
import { writeColumns } from "./write-array.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-table-"));
});
afterAll(() => rm(folder, { recursive: true }));

function columnsOf(name: string, options: ReadTableColumnsOptions = {}): Promise<TableColumn[]> {
  return readTableColumns(path(name), options, async (columns) => {
    const all: TableColumn[] = [];
    for await (const column of columns) all.push(column);
    return all;
  });
}

const numeric = (
  name: string,
  typeName: string,
  type: string,
  array: object,
  missing: readonly number[],
) => ({
  name,
  typeName,
  rowCount: (array as ArrayLike<unknown>).length + missing.length,
  missingCount: missing.length,
  numbers: { array, type, missingRows: Uint32Array.from(missing) },
});

describe("readTableColumns", () => {
  test("gives every column of a CSV text in one pass, of text what made it text", async () => {
    const rows = ["n,t,gap,none,long", "1,a,1.5,,9007199254740993", "2,,,,1", "nan,b,-2,,2"];
    await writeFile(path("t.csv"), `${rows.join("\n")}\n`);
    expect(await columnsOf("t.csv")).toEqual([
      numeric("n", "f64", "f64", Float64Array.of(1, 2, Number.NaN), []),
      {
        name: "t",
        typeName: 'text: "a" in row 1',
        isText: true,
        rowCount: 3,
        missingCount: 1,
        numbers: undefined,
      },
      numeric("gap", "f64", "f64", Float64Array.of(1.5, -2), [1]),
      { name: "none", typeName: "empty", isText: false, rowCount: 3, missingCount: 3, numbers: undefined },
      {
        name: "long",
        typeName: 'not all f64: "9007199254740993" in row 1',
        isText: false,
        rowCount: 3,
        missingCount: 0,
        numbers: undefined,
      },
    ]);
    const [long, t] = await columnsOf("t.csv", { columns: ["long", "t"], type: "i64" });
    expect(long).toEqual(numeric("long", "i64", "i64", BigInt64Array.of(9007199254740993n, 1n, 2n), []));
    expect(t.name).toBe("t");
  });

  test("gives those of Arrow data: bools as 0 and 1, short integers as 32 bits, nulls by their rows", async () => {
    const table = new Table({
      short: vectorFromArray([1, -2, null], new Int16()),
      flag: vectorFromArray([true, null, false], new Bool()),
      text: vectorFromArray(["a", null, null], new Utf8()),
      x: vectorFromArray([0.5, 1, 2], new Float64()),
    });
    await writeFile(path("t.arrow"), tableToIPC(table));
    const [short, ...others] = await columnsOf("t.arrow");
    expect([short.name, short.rowCount, short.missingCount]).toEqual(["short", 3, 1]);
    expect(Array.from(short.numbers?.array ?? [], Number)).toEqual([1, -2]);
    expect(others).toEqual([
      numeric("flag", "Bool", "bool", Uint8Array.of(1, 0), [1]),
      { name: "text", typeName: "Utf8", isText: true, rowCount: 3, missingCount: 2, numbers: undefined },
      numeric("x", "Float64", "f64", Float64Array.of(0.5, 1, 2), []),
    ]);
  });

  test("gives those of Parquet data, of text by what the file says of it", async () => {
    const columnData = [
      { name: "i", data: [1n, null, 3n], type: "INT64", nullable: true },
      { name: "s", data: ["a", null, "b"], type: "STRING", nullable: true },
      { name: "d", data: [0.5, 1, 2], type: "DOUBLE", nullable: false },
    ] as const;
    const bytes = parquetWriteBuffer({ columnData: columnData as never });
    await writeFile(path("t.parquet"), new Uint8Array(bytes));
    expect(await columnsOf("t.parquet")).toEqual([
      numeric("i", "INT64", "i64", BigInt64Array.of(1n, 3n), [1]),
      {
        name: "s",
        typeName: "BYTE_ARRAY (UTF8)",
        isText: true,
        rowCount: 3,
        missingCount: 1,
        numbers: undefined,
      },
      numeric("d", "DOUBLE", "f64", Float64Array.of(0.5, 1, 2), []),
    ]);
    await expect(columnsOf("t.parquet", { columns: ["e"] })).rejects.toThrow(
      '"column" must be one of i, s, d',
    );
  });

  test("gives the key first, and its texts where it has no numbers", async () => {
    const texts = { dictionary: ["a", "b"], codes: Uint32Array.of(1, 0, 1), missingRows: Uint32Array.of(1) };
    await writeFile(path("k.csv"), "x,k\n1,b\n2,\n3,a\n4,b\n");
    const k = vectorFromArray(["b", null, "a", "b"], new Utf8());
    await writeFile(
      path("k.arrow"),
      tableToIPC(new Table({ x: vectorFromArray([1, 2, 3, 4], new Float64()), k })),
    );
    const columnData = [
      { name: "x", data: [1, 2, 3, 4], type: "DOUBLE" },
      { name: "k", data: ["b", null, "a", "b"], type: "STRING", nullable: true },
    ] as const;
    await writeFile(
      path("k.parquet"),
      new Uint8Array(parquetWriteBuffer({ columnData: columnData as never })),
    );
    for (const name of ["k.csv", "k.arrow", "k.parquet"]) {
      const [key, x, ...others] = await columnsOf(name, { key: "k" });
      expect(key).toMatchObject({ name: "k", rowCount: 4, missingCount: 1, texts });
      expect([x.name, x.texts, others]).toEqual(["x", undefined, []]);
    }
    expect(
      (await columnsOf("k.csv", { key: "x", columns: ["k"] })).map(({ name, texts }) => [name, texts]),
    ).toEqual([
      ["x", undefined],
      ["k", undefined],
    ]);
  });

  test("gives one array without a name of .npy and raw data", async () => {
    await writeFile(path("t.npy"), encodeNpy(Int32Array.of(3, 4)));
    const numbers = { array: Int32Array.of(3, 4), type: "i32", missingRows: new Uint32Array(0) };
    const only = { name: undefined, typeName: "i32", rowCount: 2, missingCount: 0, numbers };
    expect(await columnsOf("t.npy")).toEqual([only]);
    await expect(columnsOf("t.npy", { columns: ["a"] })).rejects.toThrow("which have no columns");
    await writeFile(path("t.raw"), Uint8Array.of(3, 0, 0, 0, 4, 0, 0, 0));
    expect(await columnsOf("t.raw", { type: "i32" })).toEqual([only]);
  });

  test("a signal ends it, before the first column and between two", async () => {
    await writeFile(path("two.csv"), "a,b\n1,2\n");
    await expect(columnsOf("two.csv", { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const stop = new AbortController();
    const seen: unknown[] = [];
    const reading = readTableColumns(path("two.csv"), { signal: stop.signal }, async (columns) => {
      for await (const { name } of columns) {
        seen.push(name);
        stop.abort();
      }
    });
    await expect(reading).rejects.toThrow(/abort/i);
    expect(seen).toEqual(["a"]);
    await expect(columnsOf("two.csv", { signal: 1 as never })).rejects.toThrow('"signal" must be');
  });

  test("gives the instants of dates and times, whatever the format; a key and what has another cell are texts", async () => {
    const instants = BigInt64Array.of(0n, 1_500_000n);
    const times = { column: "at", instants, unit: "us", zone: "UTC" } as const;
    const valid = Uint8Array.of(1, 1);
    for (const name of ["times.csv", "times.arrow", "times.parquet"]) {
      await writeColumns(path(name), [
        times,
        { column: "n", type: "i32", array: Int32Array.of(1, 2), valid },
      ]);
      const [at] = await columnsOf(name, { columns: ["at"] });
      const unit = name === "times.csv" ? "ms" : "us"; // the coarsest that has them
      const numbers = { type: "i64", array: unit === "ms" ? instants.map((us) => us / 1000n) : instants };
      expect(at).toMatchObject({
        name: "at",
        rowCount: 2,
        missingCount: 0,
        numbers,
        times: { unit, zone: "UTC" },
      });
      const [key] = await columnsOf(name, { columns: ["n"], key: "at" });
      expect(key).toMatchObject({ name: "at", numbers: undefined });
    }
    await writeFile(path("slip.csv"), 'at\n""\n2001-01-01\n2001-01-32\n');
    const [slip] = await columnsOf("slip.csv");
    expect(slip).toMatchObject({ typeName: 'text: "2001-01-32" in row 3', isText: true, numbers: undefined });
    await writeFile(path("gap.csv"), 'at,n\n"",1\n2001-01-01,2\n,3\n');
    const [gap] = await columnsOf("gap.csv");
    expect(gap).toMatchObject({ typeName: "date", rowCount: 3, missingCount: 2, times: { unit: "day" } });
    expect(gap.numbers).toEqual({
      array: BigInt64Array.of(11323n),
      type: "i64",
      missingRows: Uint32Array.of(0, 2),
    });
  });

  test("closes the file when its columns are not all wanted, and refuses nonsense", async () => {
    await writeFile(path("two.csv"), "a,b\n1,2\n");
    const first = await readTableColumns(path("two.csv"), {}, async (columns) => {
      for await (const { name } of columns) return name;
    });
    expect(first).toBe("a");
    await expect(columnsOf("two.csv", { columns: "a" as never })).rejects.toThrow('"columns" must be');
    await expect(columnsOf("two.csv", { key: "c" })).rejects.toThrow('"key" must be one of a, b');
    await expect(columnsOf("two.csv", { nulls: "zero" } as never)).rejects.toThrow('"nulls"');
    await expect(readTableColumns(path("two.csv"), {}, 1 as never)).rejects.toThrow('"use" must be');
  });
});
