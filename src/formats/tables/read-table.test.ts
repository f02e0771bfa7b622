import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Bool,
  DateDay,
  Dictionary,
  Field,
  Float64,
  Int8,
  Int32,
  LargeUtf8,
  List,
  makeData,
  Table,
  TimestampMicrosecond,
  tableToIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from "apache-arrow";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reduceByKey } from "../../algorithms.ts";
import { compareTexts, orderedTexts, type TextColumn } from "../../values/text-column.ts";
import { encodeNpy } from "../encode.ts";
import { encodeCsv } from "../encode-csv.ts";
import { writeTable } from "../write-array.ts";
import { readTable } from "./read-table.ts";
import { type TimeColumn, timeText } from "./time-column.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-tables-"));
});
afterAll(() => rm(folder, { recursive: true }));

const flights = new URL("../../../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url)
  .pathname;

const textsOf = ({ codes, dictionary }: TextColumn): string[] =>
  Array.from(codes, (code) => dictionary[code]);

const ROWS = { k: ["b", null, "a", "b"], x: [1, 2, null, 4] };

async function writeAll(): Promise<readonly string[]> {
  await writeFile(path("t.csv"), "k,x\nb,1\n,2\na,\nb,4\n");
  const k = vectorFromArray(ROWS.k, new Utf8());
  const x = vectorFromArray(ROWS.x, new Float64());
  await writeFile(path("plain.arrow"), tableToIPC(new Table({ k, x })));
  const large = vectorFromArray(ROWS.k, new LargeUtf8());
  await writeFile(path("large.arrow"), tableToIPC(new Table({ k: large, x })));
  const coded = vectorFromArray(ROWS.k, new Dictionary(new Utf8(), new Int32()));
  await writeFile(path("coded.arrow"), tableToIPC(new Table({ k: coded, x })));
  const columnData = [
    { name: "k", data: ROWS.k, type: "STRING", nullable: true },
    { name: "x", data: ROWS.x, type: "DOUBLE", nullable: true },
  ] as const;
  await writeFile(path("t.parquet"), new Uint8Array(parquetWriteBuffer({ columnData: columnData as never })));
  return ["t.csv", "plain.arrow", "large.arrow", "coded.arrow", "t.parquet"];
}

describe("readTable", () => {
  test("gives texts as codes in their order, of every format, and one rule for the nulls of all columns", async () => {
    for (const name of await writeAll()) {
      const columns = { k: "text", x: "f64" } as const;
      const skipped = await readTable(path(name), { columns, nulls: "skip" });
      expect([name, skipped]).toEqual([
        name,
        {
          table: { k: { codes: Uint32Array.of(1, 1), dictionary: ["a", "b"] }, x: Float64Array.of(1, 4) },
          length: 2,
          nullCount: 2,
          valid: undefined,
        },
      ]);
      const zero = await readTable(path(name), { nulls: "zero" });
      expect(zero.table.x).toEqual(Float64Array.of(1, 2, 0, 4));
      expect(zero.table.k).toEqual({ codes: Uint32Array.of(2, 0, 1, 2), dictionary: ["", "a", "b"] });
      const mask = await readTable(path(name), { columns, nulls: "mask" });
      expect(textsOf(mask.table.k)).toEqual(["b", "", "a", "b"]);
      expect(mask.valid).toEqual({ k: Uint8Array.of(1, 0, 1, 1), x: Uint8Array.of(1, 1, 0, 1) });
      const nan = await readTable(path(name), { columns: ["x"], nulls: "nan" });
      expect(nan.table.x).toEqual(Float64Array.of(1, 2, Number.NaN, 4));
      await expect(readTable(path(name), { columns, nulls: "nan" })).rejects.toThrow(
        'floats where "nulls" is nan, in column "k", got text, and a null in row 2',
      );
      await expect(readTable(path(name), { columns })).rejects.toThrow('1 null in row 2 of "k"');
    }
  });

  test("sums the delays of three million flights by origin", async () => {
    const { table, length } = await readTable(flights, { columns: { origin: "text", delay: "i32" } });
    expect(length).toBe(3_000_000);
    const { keys, values } = reduceByKey(table.origin.codes, table.delay);
    const found = Array.from(keys, (code, i) => [table.origin.dictionary[code], values[i]]);
    const expected = new Map<string, number>();
    textsOf(table.origin).forEach((origin, i) => {
      expected.set(origin, (expected.get(origin) ?? 0) + table.delay[i]);
    });
    expect(found).toEqual([...expected].sort(([left], [right]) => (left < right ? -1 : 1)));
  });

  test("a table of CSV that was written is read back, whatever its texts are", async () => {
    const cell = fc.oneof(
      fc.constantFrom("a", "b,c", 'q"q', "12", "true", "-0x", "\t", "é😀ﬁ", "__proto__", "constructor"),
      fc
        .string({ unit: "binary", minLength: 1 })
        .filter((text) => text.trim() === text && !text.includes("\0")),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 20 }), async (texts) => {
        const given = texts.map((text) => text.trim()).filter((text) => text !== "");
        const dictionary = [...new Set(given)].sort(compareTexts);
        const codes = Uint32Array.from(given, (text) => dictionary.indexOf(text));
        const columns = [
          { column: "k", codes, dictionary },
          { column: "i", type: "f64", array: Float64Array.from(given, (_, i) => i) },
        ] as const;
        await writeFile(path("back.csv"), Buffer.concat([...encodeCsv(columns)]));
        const { table } = await readTable(path("back.csv"), { columns: { k: "text", i: "f64" } });
        expect([textsOf(table.k), table.i.length]).toEqual([given, given.length]);
        expect(table.k.dictionary).toEqual(dictionary);
      }),
      { seed: 26, numRuns: 200 },
    );
  });

  test("takes any name for a column, and gives another where one is said", async () => {
    await writeFile(path("names.csv"), "__proto__,constructor,\n1,a,2\n");
    const { table } = await readTable(path("names.csv"));
    expect(Object.keys(table)).toEqual(["__proto__", "constructor", ""]);
    expect(Object.getOwnPropertyDescriptor(table, "__proto__")?.value).toEqual(Float64Array.of(1));
    const renamed = await readTable(path("names.csv"), {
      columns: { key: { column: "constructor", as: "text" }, n: { column: "" } },
    });
    expect(renamed.table).toEqual({
      key: { codes: Uint32Array.of(0), dictionary: ["a"] },
      n: Float64Array.of(2),
    });
    await writeFile(path("twice.csv"), "a,a\n1,2\n");
    await expect(readTable(path("twice.csv"))).rejects.toThrow("of columns of different names");
  });

  test("of numbers has bools as bytes, and narrow ones as what they widen to", async () => {
    const short = vectorFromArray([1, -2], new Int8());
    const flag = vectorFromArray([true, false], new Bool());
    await writeFile(path("narrow.arrow"), tableToIPC(new Table({ short, flag })));
    const { table } = await readTable(path("narrow.arrow"));
    expect(table).toEqual({ short: Int32Array.of(1, -2), flag: Uint8Array.of(1, 0) });
    const asked = await readTable(path("narrow.arrow"), { columns: { short: "i64", flag: "bool" } });
    expect(asked.table.short).toEqual(BigInt64Array.of(1n, -2n));
  });

  test("refuses numbers among texts and the other way round, by row and column", async () => {
    await writeFile(path("slip.csv"), "x,k\n1,a\n\n2,b\nn/a,c\n");
    await expect(readTable(path("slip.csv"))).rejects.toThrow(
      'numbers in column "x", as before, unless text is said to be its type, unless "missing" has "n/a", got "n/a" in row 3 (line 5)',
    );
    await writeFile(path("slip.csv"), "k\na\n12\n");
    await expect(readTable(path("slip.csv"))).rejects.toThrow('texts in column "k", as before');
    const { table } = await readTable(path("slip.csv"), { columns: { k: "text" } });
    expect(textsOf(table.k)).toEqual(["a", "12"]);
    await expect(readTable(path("slip.csv"), { columns: { k: "number" } })).rejects.toThrow(
      'numbers in column "k", got "a" in row 1',
    );
  });

  test("refuses codes that a dictionary does not have", async () => {
    const type = new Dictionary(new Utf8(), new Int32());
    const dictionary = vectorFromArray(["a", "b"], new Utf8());
    for (const [code, shown] of [
      [2, "2 in row 2"],
      [-1, "-1 in row 2"],
    ] as const) {
      const data = makeData({ type, data: Int32Array.of(0, code), dictionary });
      await writeFile(path("codes.arrow"), tableToIPC(new Table({ k: new Vector([data]) })));
      await expect(readTable(path("codes.arrow"))).rejects.toThrow(
        `codes of the 2 texts of column "k", got ${shown}`,
      );
    }
  });

  test("has dates and times as instants with their unit", async () => {
    const [one, two] = [978_307_260_000, -1];
    const times = [new Date(one), null, new Date(two)];
    const s = vectorFromArray([one, null, two], new TimestampMicrosecond("Europe/Berlin"));
    const day = vectorFromArray(times, new DateDay());
    await writeFile(path("times.arrow"), tableToIPC(new Table({ day, s })));
    const read = await readTable(path("times.arrow"), { nulls: "mask" });
    expect(read.table.day).toEqual({
      instants: BigInt64Array.of(11323n, 0n, -1n),
      unit: "day",
      zone: undefined,
    });
    expect(read.table.s).toEqual({
      instants: BigInt64Array.of(BigInt(one) * 1000n, 0n, BigInt(two) * 1000n),
      unit: "us",
      zone: "Europe/Berlin",
    });
    expect(read.valid?.day).toEqual(Uint8Array.of(1, 0, 1));
    const columnData = [
      { name: "day", data: times },
      { name: "ms", data: times },
    ];
    const schema = [
      { name: "root", num_children: 2 },
      { name: "day", type: "INT32", converted_type: "DATE", repetition_type: "OPTIONAL" },
      { name: "ms", type: "INT64", converted_type: "TIMESTAMP_MILLIS", repetition_type: "OPTIONAL" },
    ];
    await writeFile(
      path("times.parquet"),
      new Uint8Array(parquetWriteBuffer({ columnData, schema } as never)),
    );
    const { table, length } = await readTable(path("times.parquet"), { nulls: "skip" });
    expect(length).toBe(2);
    expect(table.day).toEqual({ instants: BigInt64Array.of(11323n, -1n), unit: "day", zone: undefined });
    expect(table.ms).toMatchObject({ instants: BigInt64Array.of(BigInt(one), BigInt(two)), unit: "ms" });
    await expect(readTable(path("times.parquet"), { nulls: "nan" })).rejects.toThrow("got times, and a null");
    await expect(readTable(path("times.parquet"), { columns: { ms: "i64" } })).rejects.toThrow("TIMESTAMP");
    const flown = await readTable(flights, { columns: ["date"] });
    const { instants, unit, zone } = flown.table.date as TimeColumn;
    expect([unit, zone]).toEqual(["us", undefined]);
    expect(
      timeText(
        instants.reduce((left, right) => (left < right ? left : right)),
        { unit, zone },
      ),
    ).toBe("2001-01-01T00:01:00");
  });

  test("has JSON of Parquet as its text", async () => {
    const columnData = [{ name: "j", data: [{ a: 1 }, [2]], type: "JSON" }] as const;
    await writeFile(
      path("json.parquet"),
      new Uint8Array(parquetWriteBuffer({ columnData: columnData as never })),
    );
    const { table } = await readTable(path("json.parquet"), { columns: { j: "text" } });
    expect(textsOf(table.j)).toEqual(['{"a":1}', "[2]"]);
  });

  test("refuses what is no table, and nonsense", async () => {
    await writeFile(path("x.npy"), encodeNpy(Float64Array.of(1)));
    await expect(readTable(path("x.npy"))).rejects.toThrow("which have columns by name");
    const list = vectorFromArray([[1]], new List(new Field("item", new Int32())));
    await writeFile(path("list.arrow"), tableToIPC(new Table({ list })));
    await expect(readTable(path("list.arrow"))).rejects.toThrow('numbers, times or texts in column "list"');
    await expect(readTable(flights, { columns: { date: "text" } })).rejects.toThrow('texts in column "date"');
    await expect(readTable(flights, { columns: { origin: "number" } })).rejects.toThrow(
      "BYTE_ARRAY (STRING)",
    );
    await expect(readTable(flights, { columns: ["origin", "origin"] })).rejects.toThrow('"origin" twice');
    await expect(readTable(flights, { columns: { origin: "texts" as "text" } })).rejects.toThrow(
      "nearest: text",
    );
    await expect(readTable(flights, { columns: 1 as never })).rejects.toThrow("names, or an object of names");
    await expect(readTable(flights, { nulls: "drop" as never })).rejects.toThrow(
      "one of zero, skip, nan, mask",
    );
  });
});

test("texts are in the order of code points, as their bytes in UTF-8 are", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: "binary" }), { maxLength: 12 }), (texts) => {
      const { codes, dictionary } = orderedTexts(
        texts,
        Uint32Array.from(texts, (_, i) => i),
      );
      expect(dictionary).toEqual(
        [...texts].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
      );
      expect(Array.from(codes, (code) => dictionary[code])).toEqual(texts);
    }),
    { seed: 27, examples: [[["😀", "ﬁ", "a", "", "😁"]]] },
  );
});

test.each(["csv", "arrow", "parquet"])(
  "zeros keep their signs in columns of few values: %s",
  async (extension) => {
    const file = path(`zeros.${extension}`);
    const zeros = [0, -0, 0, -0, 1, 1, 1, 1];
    await writeTable(file, { x: Float64Array.from(zeros) });
    expect((await readTable(file)).table.x).toEqual(Float64Array.from(zeros));
    const y = Float32Array.from(zeros);
    await writeTable(file, { x: y, y }, { valid: { x: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 0) } });
    const { table } = await readTable(file, { columns: { x: "f32" }, nulls: "skip" });
    expect(table.x).toEqual(y.slice(0, 7));
  },
);

test("a wrong option is told the nearest of all that there are", async () => {
  const given = { colums: ["a"] } as object;
  await expect(readTable("x.csv", given)).rejects.toThrow(
    /one of columns, types, .* \(nearest: columns\), got "colums"/,
  );
});
