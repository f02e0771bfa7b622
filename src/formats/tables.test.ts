import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bool, makeData, Table, tableToIPC, Vector, vectorFromArray } from "apache-arrow";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toHex } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { type ColumnArray, newColumn, SCALAR_TYPES } from "../values/value-types.ts";
import { encodeCsv } from "./encode-csv.ts";
import { parseElement } from "./parse-element.ts";
import { readColumns } from "./read-array.ts";
import { writeColumns } from "./write-array.ts";
import type { NamedColumn } from "./written-column.ts";

const SEED = 20261122;

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-tables-"));
});
afterAll(() => rm(folder, { recursive: true }));

const SCALARS: Readonly<Record<ScalarType, fc.Arbitrary<Scalar>>> = {
  f64: fc.double(),
  f32: fc.float(),
  i64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  i32: fc.integer(),
  u32: fc.nat(2 ** 32 - 1),
  bool: fc.nat(1),
};

function columnOf(type: ScalarType, values: readonly Scalar[]): ColumnArray {
  const column = newColumn(type, values.length);
  (column as { set(values: readonly Scalar[]): void }).set(values);
  return column;
}

const tables = fc
  .record({
    types: fc.array(fc.constantFrom(...SCALAR_TYPES), { minLength: 1, maxLength: 4 }),
    length: fc.nat(5),
    names: fc.array(fc.constantFrom("a", "b,c", 'd"e', "f\tg", " h "), { minLength: 4, maxLength: 4 }),
  })
  .chain(({ types, length, names }) =>
    fc.tuple(
      ...types.map((type, index) =>
        fc.array(SCALARS[type], { minLength: length, maxLength: length }).map(
          (values): NamedColumn => ({
            column: `${names[index]}${index}`.trim(),
            type,
            array: columnOf(type, values),
          }),
        ),
      ),
    ),
  );

function bitsOf({ array, type }: Pick<NamedColumn, "array" | "type">): readonly string[] {
  return Array.from(array as ArrayLike<Scalar>, (value) => toHex(type, value));
}

test(`what is written as CSV or TSV is read back bit for bit (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.constantFrom("csv" as const, "tsv" as const), async (columns, format) => {
      const file = path(`table.${format}`);
      await writeColumns(file, columns, { format });
      const decoded = await readColumns(file, columns);
      expect(decoded.map(({ type }) => type)).toEqual(columns.map(({ type }) => type));
      expect(decoded.map(bitsOf)).toEqual(columns.map(bitsOf));
    }),
    { seed: SEED, numRuns: 150 },
  );
  expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
});

describe("columns of one file", () => {
  const wanted = [
    { column: "y", type: "bool" },
    { column: "x", type: "f32" },
  ] as const;

  test.each(["csv", "arrow", "parquet"] as const)("come in the order asked for, from %s", async (format) => {
    const file = path(`order.${format}`);
    await writeFile(file, await bytesOf(format));
    const [y, x] = await readColumns(file, wanted);
    expect([y.array, x.array]).toEqual([new Uint8Array([1, 0, 1]), new Float32Array([1.5, -0, 3])]);
  });

  async function bytesOf(format: "csv" | "arrow" | "parquet"): Promise<string | Uint8Array> {
    const [x, y] = [Float32Array.of(1.5, -0, 3), [true, false, true]];
    if (format === "csv") return "x,z,y\n1.5,,true\n-0,,FALSE\n3,,1\n";
    if (format === "arrow") {
      return tableToIPC(new Table({ x: vectorFromArray(x), y: vectorFromArray(y, new Bool()) }));
    }
    const columnData = [
      { name: "x", data: x, type: "FLOAT" as const },
      { name: "y", data: y, type: "BOOLEAN" as const },
    ];
    return new Uint8Array(parquetWriteBuffer({ columnData }));
  }

  test("bools of Arrow begin at any bit, in any chunk, and may be null", async () => {
    const bits = makeData({
      type: new Bool(),
      data: new Uint8Array([0b10110, 0b1]),
      nullBitmap: new Uint8Array([0b11111011, 0b1]),
      length: 9,
      nullCount: 1,
    });
    const y = new Vector([bits]);
    await writeFile(path("bits.arrow"), tableToIPC(new Table({ y })));
    const [{ array, nullCount }] = await readColumns(path("bits.arrow"), [{ column: "y", type: "bool" }], {
      nulls: "zero",
    });
    expect([[...array], nullCount]).toEqual([[0, 1, 0, 0, 1, 0, 0, 0, 1], 1]);
  });

  test("are refused where they are no bools, or bools where there are none", async () => {
    await writeFile(path("order.arrow"), await bytesOf("arrow"));
    const read = (column: string, type: ScalarType) => readColumns(path("order.arrow"), [{ column, type }]);
    await expect(read("y", "i32")).rejects.toThrow(/integers, f32 or f64 in column "y", got Bool/);
    await expect(read("x", "bool")).rejects.toThrow(/exactly bool, got 1.5 in row 1/);
    await writeFile(path("three.csv"), "y\n0\n1\n2\n");
    await expect(readColumns(path("three.csv"), [{ column: "y", type: "bool" }])).rejects.toThrow(
      /exactly bool, got 2 in row 3/,
    );
  });

  test("are nowhere in .npy and raw files", async () => {
    for (const name of ["x.npy", "x.raw", "x.unknown"]) {
      await writeFile(path(name), "");
      await expect(readColumns(path(name), wanted)).rejects.toThrow(FormatError);
    }
    await expect(readColumns(path("none.csv"), wanted)).rejects.toThrow(/no such file/);
  });
});

test("columns of different lengths, and none, are no table", async () => {
  const [x, y] = [1, 2].map((length) => ({
    column: "x",
    type: "f64" as const,
    array: new Float64Array(length),
  }));
  expect(() => [...encodeCsv([x, y])]).toThrow(/columns of one length, got lengths 1, 2/);
  await expect(writeColumns(path("no.csv"), [])).rejects.toThrow(/got none/);
  await expect(readFile(path("no.csv"))).rejects.toThrow();
});

test("a bool is spelled as a word or a digit", () => {
  const element = (text: string): unknown => parseElement("bool", text);
  expect(["true", "False", "1", "0", "1.0"].map(element)).toEqual(
    [1, 0, 1, 0, 1].map((value) => ({ kind: "element", value })),
  );
  expect(["2", "-0", "nan"].map(element)).toEqual(Array(3).fill({ kind: "inexact" }));
  expect(element("yes")).toEqual({ kind: "not-a-number" });
  expect(parseElement("i32", "true")).toEqual({ kind: "not-a-number" });
});
