import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Bool,
  Float16,
  makeData,
  makeVector,
  Table,
  tableToIPC,
  Vector,
  vectorFromArray,
} from "apache-arrow";
import * as fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import {
  decodeArrow,
  decodeCsv,
  decodeNpy,
  decodeParquet,
  decodeRaw,
  encodeCsv,
  encodeNpy,
  encodeRaw,
  oneChunk,
  readArray,
  readChunks,
  readColumns,
  readTableColumns,
  type StorageType,
  widenDecoded,
  writeArray,
  writeChunks,
} from "../../src/formats.ts";
import { reduce } from "../../src/javascript.ts";
import { NARROW_TYPES, type NarrowType } from "../../src/values/element-types.ts";
import { bitsOfHalf, valueOfHalf } from "../../src/values/halves.ts";
import { narrowElements } from "./cases.ts";

const SEED = 20_261_123;

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-storage-"));
});
afterAll(() => rm(folder, { recursive: true }));

const half = (value: number): number => bitsOfHalf("f16", value);
const halves = (...values: readonly number[]): Uint16Array => Uint16Array.from(values, half);

/** Six numbers as numpy 2.4 saves them, dtype <f2. */
const NUMPY_HALVES = "003c00c1ff7b0100007c0080";

const WIDE = { f16: "f32", bf16: "f32", u8: "u32", i8: "i32", u16: "u32", i16: "i32" } as const;

describe("what is written in a narrow type is read back in it", () => {
  test.each(["npy", "raw"] as const)(`every bit, as a .%s file (seed ${SEED})`, async (format) => {
    const file = path(`x.${format}`);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NARROW_TYPES),
        fc.nat(70),
        fc.bigInt({ min: 0n, max: 2n ** 32n }),
        fc.boolean(),
        async (type, length, seed, inChunks) => {
          const array = narrowElements(type, length, seed, true);
          if (inChunks) await writeChunks(file, inTwo(array), { type, length });
          else await writeArray(file, array, { type });
          const read = await readArray(file, { type });
          expect(read).toStrictEqual({ type, array, nullCount: 0 });
          const parts: number[] = [];
          await readChunks(file, { type }, async ({ chunks }) => {
            for await (const chunk of chunks) parts.push(...(chunk as Uint16Array));
          });
          expect(parts).toStrictEqual([...array]);
          if (format === "raw") return;
          const { type: stored } = await readArray(file, { type: type === "bf16" ? "bf16" : "stored" });
          expect(stored).toBe(type);
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  test("bools are |b1, and bytes 0 and 1", () => {
    const bools = Uint8Array.of(1, 0, 1);
    const file = encodeNpy(bools, "bool");
    expect(Buffer.from(file).toString("latin1")).toContain("'descr': '|b1'");
    expect(decodeNpy(file, { type: "bool" })).toStrictEqual({ type: "bool", array: bools, nullCount: 0 });
    expect(() => decodeNpy(file)).toThrow(/numbers, or read with type: "bool", got bools/);
    expect(() => decodeNpy(file, { type: "u8" })).toThrow(/got bools/);
    expect(() => decodeNpy(encodeNpy(Uint8Array.of(1, 2)), { type: "bool" })).toThrow(
      /exactly bool, got 2 in row 2/,
    );
    file[file.length - 1] = 7;
    expect(() => decodeNpy(file, { type: "bool" })).toThrow(/bytes 0 and 1, got 7 in row 3/);
    expect(decodeRaw(bools, "bool").array).toStrictEqual(bools);
    expect(() => decodeRaw(Uint8Array.of(2), "bool")).toThrow(/got 2 in row 1/);
  });

  test("bf16, which numpy has not, as the two bytes that ml_dtypes is saved as", () => {
    const bits = Uint16Array.of(0x3f80, 0x4020);
    const file = encodeNpy(bits, "bf16");
    expect(Buffer.from(file).toString("latin1")).toContain("'descr': '<V2'");
    expect(decodeNpy(file, { type: "bf16" }).array).toStrictEqual(bits);
    expect(decodeNpy(file, { type: "f16" }).array).toStrictEqual(bits);
    expect(() => decodeNpy(file)).toThrow(/"type" must be f16 or bf16, .*\(dtype V2\), got nothing/);
    expect(() => decodeNpy(file, { type: "u16" })).toThrow(/got "u16"/);
  });

  test("16-bit words come with their type, or not at all", async () => {
    const words = Uint16Array.of(1);
    expect(() => encodeNpy(words)).toThrow(
      /"array" must be written with a "type": u16, f16 or bf16, got a Uint16Array/,
    );
    await expect(writeArray(path("w.npy"), words)).rejects.toThrow(/u16, f16 or bf16/);
    expect(() => encodeRaw(Int8Array.of(1), "u8")).toThrow(/"array" must be a Uint8Array, got an Int8Array/);
    expect(() => encodeNpy([1] as never)).toThrow(/"array" must be a typed array of elements/);
    expect(() => encodeNpy(words, "f8" as never)).toThrow(/"type" must be one of .*f16/);
    expect(encodeRaw(Int16Array.of(-2))).toStrictEqual(Uint8Array.of(0xfe, 0xff));
  });
});

async function* inTwo(array: Uint16Array | Uint8Array | Int8Array | Int16Array) {
  const cut = array.length >> 1;
  yield array.subarray(0, cut);
  yield array.subarray(cut);
}

describe("what others write", () => {
  test("<f2 of numpy: widened, or its bits", () => {
    const bits = decodeRaw(Buffer.from(NUMPY_HALVES, "hex"), "f16").array;
    const file = encodeNpy(bits, "f16");
    const { array, type } = decodeNpy(file);
    expectTypeOf(decodeNpy(file, { type: "f16" }).array).toEqualTypeOf<Uint16Array>();
    expect(type).toBe("f32");
    expect(array).toStrictEqual(Float32Array.of(1, -2.5, 65504, 2 ** -24, Number.POSITIVE_INFINITY, -0));
    expect(reduce(bits.subarray(0, 3), { type: "f16" })).toBe(65502.5);
  });

  const table = {
    f16: vectorFromArray([1, -2.5, 65504], new Float16()),
    i8: makeVector(Int8Array.of(-128, 0, 127)),
    u8: makeVector(Uint8Array.of(255, 0, 1)),
    i16: makeVector(Int16Array.of(-32768, 0, 9)),
    u16: makeVector(Uint16Array.of(65535, 0, 9)),
    bool: vectorFromArray([true, false, true], new Bool()),
  };
  const EXPECTED = {
    f16: [Float32Array.of(1, -2.5, 65504), halves(1, -2.5, 65504)],
    i8: [Int32Array.of(-128, 0, 127), Int8Array.of(-128, 0, 127)],
    u8: [Uint32Array.of(255, 0, 1), Uint8Array.of(255, 0, 1)],
    i16: [Int32Array.of(-32768, 0, 9), Int16Array.of(-32768, 0, 9)],
    u16: [Uint32Array.of(65535, 0, 9), Uint16Array.of(65535, 0, 9)],
  } as const;

  /** A file of a format that has columns by name, with the same columns. */
  function parquet(isNullable: boolean): Uint8Array {
    const column = (name: string, data: readonly number[], converted_type?: string) =>
      ({ name, data, converted_type, isNullable }) as const;
    const columns = [
      column("f16", [1, -2.5, 65504]),
      column("i8", [-128, 0, 127], "INT_8"),
      column("u8", [255, 0, 1], "UINT_8"),
      column("i16", [-32768, 0, 9], "INT_16"),
      column("u16", [65535, 0, 9], "UINT_16"),
    ];
    const repetition_type = isNullable ? "OPTIONAL" : "REQUIRED";
    const schema = columns.map(({ name, converted_type }) =>
      converted_type === undefined
        ? {
            name,
            type: "FIXED_LEN_BYTE_ARRAY",
            type_length: 2,
            logical_type: { type: "FLOAT16" },
            repetition_type,
          }
        : { name, type: "INT32", converted_type, repetition_type },
    );
    const columnData = columns.map(({ name, data }) => ({ name, data }));
    const root = { name: "root", num_children: columns.length };
    return new Uint8Array(parquetWriteBuffer({ columnData, schema: [root, ...schema] } as never));
  }

  const FILES = [
    ["Arrow", tableToIPC(new Table(table)), decodeArrow],
    ["Parquet", parquet(false), decodeParquet],
    ["Parquet, nullable", parquet(true), decodeParquet],
  ] as const;

  test.each(FILES)(
    "%s: a narrow column as what it widens to, or as it is stored",
    async (_, bytes, decode) => {
      for (const type of ["f16", "i8", "u8", "i16", "u16"] as const) {
        const [wide, narrow] = EXPECTED[type];
        const column = type;
        expect(await decode(bytes, { column })).toStrictEqual({
          array: wide,
          type: WIDE[type],
          nullCount: 0,
        });
        expect(await decode(bytes, { column, type })).toStrictEqual({ array: narrow, type, nullCount: 0 });
        expect(await decode(bytes, { column, type: "stored" })).toStrictEqual({
          array: narrow,
          type,
          nullCount: 0,
        });
        const { array } = await decode(bytes, { column, type: "f64" });
        expect(array).toStrictEqual(Float64Array.from(wide));
      }
      await expect(decode(bytes, { column: "i8", type: "u8" })).rejects.toThrow(
        /exactly u8, got -128 in row 1/,
      );
      await expect(decode(bytes, { column: "u16", type: "f16" })).rejects.toThrow(
        /exactly f16, got 65535 in row 1/,
      );
    },
  );

  test("half floats of Arrow with nulls, in chunks, in part", async () => {
    const first = makeData({
      type: new Float16(),
      data: halves(1, 777, 3),
      nullBitmap: Uint8Array.of(0b101),
      nullCount: 1,
    });
    const second = makeData({ type: new Float16(), data: halves(5, 7) });
    const bytes = tableToIPC(new Table({ x: new Vector([first, second]) }));
    expect((await decodeArrow(bytes, { nulls: "zero", type: "f16" })).array).toStrictEqual(
      halves(1, 0, 3, 5, 7),
    );
    expect((await decodeArrow(bytes, { nulls: "skip" })).array).toStrictEqual(Float32Array.of(1, 3, 5, 7));
    await expect(decodeArrow(bytes)).rejects.toThrow(/1 null in row 2/);
  });

  test("columns by name, with a signal on a thread of their own, and as a table", async () => {
    await writeFile(path("t.parquet"), parquet(true));
    const wanted = [{ column: "f16", type: "f16" }, { column: "u8" }] as const;
    for (const signal of [undefined, new AbortController().signal]) {
      const [f16, u8] = await readColumns(path("t.parquet"), wanted, { signal });
      expect([f16.type, f16.array, u8.type]).toStrictEqual(["f16", EXPECTED.f16[1], "u32"]);
    }
    const types: string[] = [];
    await readTableColumns(path("t.parquet"), {}, async (columns) => {
      for await (const { numbers } of columns) types.push(String(numbers?.type));
    });
    expect(types).toStrictEqual(["f32", "i32", "u32", "i32", "u32"]);
    await writeArray(path("b.npy"), Uint8Array.of(1, 0), { type: "bool" });
    await readTableColumns(path("b.npy"), {}, async (columns) => {
      for await (const { numbers } of columns) expect(numbers?.type).toBe("bool");
    });
  });

  test("text: each number must be one of the type, exactly", async () => {
    const text = new TextEncoder().encode("x,y\n1,0.1\n-0,2\ninf,3\nnan,4\n");
    const { array } = await decodeCsv(text, { column: "x", type: "f16" });
    expect(array).toStrictEqual(halves(1, -0, Number.POSITIVE_INFINITY, Number.NaN));
    await expect(decodeCsv(text, { column: "y", type: "f16" })).rejects.toThrow(
      /exactly f16, got 0.1 in row 1/,
    );
    expect((await decodeCsv(text, { column: "y", type: "stored" })).type).toBe("f64");
  });

  test(`text gives narrow columns back (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NARROW_TYPES),
        fc.bigInt({ min: 0n, max: 2n ** 32n }),
        async (type, seed) => {
          const array = withCanonicalNaNs(type, narrowElements(type, 9, seed, true));
          const text = Buffer.concat([...encodeCsv([{ column: "x", type, array }])]);
          expect((await decodeCsv(text, { type })).array).toStrictEqual(array);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });
});

function withCanonicalNaNs(type: NarrowType, array: ReturnType<typeof narrowElements>) {
  if (type !== "f16" && type !== "bf16") return array;
  return array.map((bits) => bitsOfHalf(type, valueOfHalf(type, bits)));
}

describe("chunks", () => {
  test("widened one by one, where nobody asks for the bits", async () => {
    const array = narrowElements("f16", 70_001, 5n);
    await writeArray(path("c.npy"), array, { type: "f16" });
    const lengths = await readChunks(path("c.npy"), {}, async ({ type, length, chunks }) => {
      expect([type, length]).toStrictEqual(["f32", 70_001]);
      const all: number[] = [];
      const found: number[] = [];
      for await (const chunk of chunks) {
        found.push(chunk.length);
        for (const value of chunk) all.push(Number(value));
      }
      expect(all).toStrictEqual(Array.from(array, (bits) => valueOfHalf("f16", bits)));
      return found;
    });
    expect(lengths).toStrictEqual([65_536, 4_465]);
  });

  test("what is refused", async () => {
    await writeFile(path("r.raw"), Uint8Array.of(1, 2, 3));
    await expect(readArray(path("r.raw"))).rejects.toThrow(
      /given for raw data .*one of f64, .*i16, got nothing/,
    );
    await expect(readArray(path("r.raw"), { type: "stored" })).rejects.toThrow(
      /one of f64, .*i16, got stored/,
    );
    await expect(readArray(path("r.raw"), { type: "f16" })).rejects.toThrow(
      /whole f16 elements \(2 bytes each\), got 3/,
    );
    await expect(readArray(path("r.raw"), { type: "f8" as never })).rejects.toThrow(
      /"type" must be one of .*stored/,
    );
    const use = async () => {};
    await expect(readChunks(path("r.raw"), { type: "bool" as never }, use)).rejects.toThrow(
      /one of f64, .*in chunks/,
    );
    const read = { type: "u8" as StorageType, array: Int8Array.of(1), nullCount: 0 };
    expect(() => widenDecoded(read)).toThrow(/"decoded.array" must be a Uint8Array, got an Int8Array/);
    expect(() => oneChunk(read)).toThrow(/"decoded.array"/);
  });
});
