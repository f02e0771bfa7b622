import { readFile } from "node:fs/promises";
import { Int32, makeData, makeVector, Table, tableToIPC, Utf8, Vector, vectorFromArray } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { decodeArrow } from "./decode-arrow.ts";
import { decodeParquet } from "./decode-parquet.ts";
import { readArray } from "./read-array.ts";

const vega = new URL("../../node_modules/vega-datasets/data/", import.meta.url);

/** Two chunks of i32 with nulls, whose null slots hold bytes that are not zero. */
function chunkedTable(): Table {
  const first = makeData({
    type: new Int32(),
    data: new Int32Array([1, 999, 3]),
    nullBitmap: new Uint8Array([0b101]),
    nullCount: 1,
  });
  const second = makeData({
    type: new Int32(),
    data: new Int32Array([777, 5]),
    nullBitmap: new Uint8Array([0b10]),
    nullCount: 1,
  });
  return new Table({ x: new Vector([first, second]), y: vectorFromArray([1, 2, 3, 4, 5], new Int32()) });
}

describe("Arrow", () => {
  test.each(["file", "stream"] as const)("all chunks of a column, in the %s format", async (kind) => {
    const bytes = tableToIPC(chunkedTable(), kind);
    expect((await decodeArrow(bytes, { column: "y" })).array).toEqual(new Int32Array([1, 2, 3, 4, 5]));
    const zeros = await decodeArrow(bytes, { column: "x", nulls: "zero" });
    expect(zeros.array).toEqual(new Int32Array([1, 0, 3, 0, 5]));
    expect(zeros.nullCount).toBe(2);
    const skipped = await decodeArrow(bytes, { column: "x", nulls: "skip", type: "f64" });
    expect(skipped.array).toEqual(new Float64Array([1, 3, 5]));
    expect(skipped.nullCount).toBe(2);
  });

  test("nulls without a rule are an error", async () => {
    await expect(decodeArrow(tableToIPC(chunkedTable()), { column: "x" })).rejects.toThrow(
      /2 nulls, the first in row 2/,
    );
  });

  test("64-bit integers and floats keep their bits", async () => {
    const table = new Table({
      wide: makeVector(new BigUint64Array([2n ** 64n - 1n, 7n])),
      small: makeVector(new Float32Array([-0, 0.1])),
    });
    const bytes = tableToIPC(table);
    expect((await decodeArrow(bytes, { column: "wide" })).array).toEqual(
      new BigUint64Array([2n ** 64n - 1n, 7n]),
    );
    const { array } = await decodeArrow(bytes, { column: "small" });
    expect(array).toEqual(new Float32Array([-0, 0.1]));
    expect(Object.is(array[0], -0)).toBe(true);
  });

  test("a narrow column comes as what it widens to, and converts", async () => {
    const bytes = tableToIPC(new Table({ x: makeVector(new Int16Array([-5, 300])) }));
    expect((await decodeArrow(bytes)).array).toEqual(new Int32Array([-5, 300]));
    expect((await decodeArrow(bytes, { type: "f32" })).array).toEqual(new Float32Array([-5, 300]));
    await expect(decodeArrow(bytes, { type: "u32" })).rejects.toThrow(/exactly u32, got -5 in row 1/);
  });

  test("columns that hold no numbers of ours are refused by name", async () => {
    const bytes = tableToIPC(new Table({ text: vectorFromArray(["a"], new Utf8()) }));
    await expect(decodeArrow(bytes, { column: "text", type: "f64" })).rejects.toThrow(
      /column "text", got Utf8/,
    );
    await expect(decodeArrow(bytes, { column: "txet" })).rejects.toThrow(/nearest: text/);
  });

  test("broken bytes are a FormatError", async () => {
    const bytes = tableToIPC(chunkedTable());
    for (const broken of [
      new Uint8Array(0),
      new Uint8Array(100).fill(7),
      bytes.subarray(0, bytes.length / 2),
      bytes.subarray(0, 9),
    ]) {
      await expect(decodeArrow(broken, { column: "x" })).rejects.toBeInstanceOf(FormatError);
    }
  });

  test("the time column of flights-200k.arrow", async () => {
    const { array, type } = await decodeArrow(await readFile(new URL("flights-200k.arrow", vega)), {
      column: "time",
    });
    expect(type).toBe("f32");
    expect(array.length).toBe(200_000);
    const { array: delay } = await readArray(new URL("flights-200k.arrow", vega).pathname, {
      column: "delay",
      type: "f32",
    });
    expect(delay.length).toBe(200_000);
  });
});

describe("Parquet", () => {
  const columns = [
    { name: "f", type: "DOUBLE", data: [1.5, -0, Number.NaN, 2 ** 60, 5], nullable: false },
    { name: "g", type: "FLOAT", data: [1.5, null, 3, null, 5] },
    { name: "i", type: "INT32", data: [1, 2, 3, 4, -5], nullable: false },
    { name: "j", type: "INT64", data: [1n, null, 2n ** 53n + 1n, -4n, 5n] },
    { name: "flag", type: "BOOLEAN", data: [true, false, true, true, false] },
    { name: "text", type: "STRING", data: ["a", "b", "c", "d", "e"] },
    { name: "when", type: "TIMESTAMP", data: Array.from({ length: 5 }, () => new Date(0)) },
  ] as const;
  const bytes = new Uint8Array(
    parquetWriteBuffer({
      columnData: columns.map((column) => ({ ...column, data: [...column.data] })),
      rowGroupSize: 2,
    }),
  );

  test("columns come back over several row groups", async () => {
    const { array, type } = await decodeParquet(bytes, { column: "f" });
    expect(type).toBe("f64");
    expect(array).toEqual(new Float64Array([1.5, -0, Number.NaN, 2 ** 60, 5]));
    expect(Object.is(array[1], -0)).toBe(true);
    expect((await decodeParquet(bytes, { column: "i" })).array).toEqual(new Int32Array([1, 2, 3, 4, -5]));
    expect((await decodeParquet(bytes, { column: "i", type: "f32" })).array).toEqual(
      new Float32Array([1, 2, 3, 4, -5]),
    );
  });

  test("nulls follow the rule and are counted", async () => {
    await expect(decodeParquet(bytes, { column: "g" })).rejects.toThrow(/got 2 nulls, the first in row 2/);
    const zeros = await decodeParquet(bytes, { column: "g", nulls: "zero" });
    expect(zeros).toEqual({ array: new Float32Array([1.5, 0, 3, 0, 5]), type: "f32", nullCount: 2 });
    const skipped = await decodeParquet(bytes, { column: "j", nulls: "skip" });
    expect(skipped).toEqual({
      array: new BigInt64Array([1n, 2n ** 53n + 1n, -4n, 5n]),
      type: "i64",
      nullCount: 1,
    });
  });

  test("rows are counted over row groups", async () => {
    await expect(decodeParquet(bytes, { column: "j", nulls: "skip", type: "f64" })).rejects.toThrow(
      /exactly f64, got 9007199254740993 in row 3/,
    );
  });

  test("columns that hold no numbers of ours are refused by name", async () => {
    await expect(decodeParquet(bytes, { column: "flag" })).rejects.toThrow(/column "flag", got BOOLEAN/);
    await expect(decodeParquet(bytes, { column: "text" })).rejects.toThrow(/got BYTE_ARRAY/);
    await expect(decodeParquet(bytes, { column: "when" })).rejects.toThrow(/got INT64 \(TIMESTAMP/);
    await expect(decodeParquet(bytes, { column: "tetx" })).rejects.toBeInstanceOf(InvalidArgumentError);
  });

  test("unsigned integers are unsigned, nulls or not", async () => {
    const schema = [
      { name: "root", num_children: 2 },
      { name: "u", type: "INT64", repetition_type: "OPTIONAL", converted_type: "UINT_64" },
      { name: "v", type: "INT32", repetition_type: "OPTIONAL", converted_type: "UINT_32" },
    ] as const;
    const file = new Uint8Array(
      parquetWriteBuffer({
        schema: [...schema],
        columnData: [
          { name: "u", data: [2n ** 64n - 1n, null, 3n] },
          { name: "v", data: [2 ** 32 - 1, null, 3] },
        ],
      }),
    );
    const u = await decodeParquet(file, { column: "u", nulls: "skip" });
    expect(u.array).toEqual(new BigUint64Array([2n ** 64n - 1n, 3n]));
    const v = await decodeParquet(file, { column: "v", nulls: "skip" });
    expect(v.array).toEqual(new Uint32Array([2 ** 32 - 1, 3]));
  });

  test("broken bytes are a FormatError", async () => {
    const broken = [
      new Uint8Array(0),
      new Uint8Array(100).fill(7),
      bytes.subarray(0, 200),
      bytes.subarray(100),
    ];
    for (const part of broken) {
      await expect(decodeParquet(part, { column: "f" })).rejects.toBeInstanceOf(FormatError);
    }
  });

  test("the delay column of flights-3m.parquet, as f32", async () => {
    const progress: number[] = [];
    const { array, type, nullCount } = await readArray(new URL("flights-3m.parquet", vega).pathname, {
      column: "delay",
      type: "f32",
      onProgress: (done) => progress.push(done),
    });
    expect([type, array.length, nullCount]).toEqual(["f32", 3_000_000, 0]);
    expect((array as Float32Array).reduce((sum, value) => sum + value, 0)).toBe(20_003_603);
    // The order of the rows shows in a plain f32 loop: pyarrow and numpy's cumsum give the same.
    expect((array as Float32Array).reduce((sum, value) => Math.fround(sum + value), 0)).toBe(20_004_092);
    expect(progress.length).toBeGreaterThan(5);
  });
});
