// Tables from and to rows of objects, objects of arrays and Tables of apache-arrow: the same values both ways, and what is no table refused.

import {
  tableFromArrays as arrowFromArrays,
  type DataType,
  Dictionary,
  Int32,
  makeData,
  makeVector,
  Table,
  tableFromIPC,
  tableToIPC,
  Uint32,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ColumnValues,
  type Table as SamebitsTable,
  tableFromArrays,
  tableFromArrow,
  tableFromRows,
  tableToArrays,
  tableToArrow,
  tableToRows,
} from "../../formats.ts";

const SEED = 20261124;

const ROWS = [
  { city: "Oslo", rain: 3.5, wet: true, big: 1n, day: new Date("2026-05-01T12:00:00Z") },
  { city: "Bergen", rain: -0, wet: false, big: -(2n ** 63n), day: new Date(0) },
  { rain: null, wet: undefined, big: 2n ** 63n - 1n },
];

describe("rows", () => {
  test("become columns of their kinds, what is not there a null", () => {
    const { table, length, nullCount, valid } = tableFromRows(ROWS, { nulls: "mask" });
    expect([length, nullCount]).toEqual([3, 4]);
    expect(table).toEqual({
      city: { codes: Uint32Array.of(2, 1, 0), dictionary: ["", "Bergen", "Oslo"] },
      rain: Float64Array.of(3.5, -0, 0),
      wet: Uint8Array.of(1, 0, 0),
      big: BigInt64Array.of(1n, -(2n ** 63n), 2n ** 63n - 1n),
      day: { instants: BigInt64Array.of(1_777_636_800_000n, 0n, 0n), unit: "ms", zone: "UTC" },
    });
    expect(valid).toMatchObject({ city: Uint8Array.of(1, 1, 0), big: Uint8Array.of(1, 1, 1) });
    expect(tableToRows(table, { valid, times: "date" })).toEqual([
      ROWS[0],
      ROWS[1],
      { city: null, rain: null, wet: null, big: 2n ** 63n - 1n, day: null },
    ]);
  });

  test("have the columns and types that are asked for", () => {
    const { table } = tableFromRows(ROWS, {
      columns: { wetness: { column: "wet", as: "i32" }, town: { column: "city", as: "text" } },
      nulls: "skip",
    });
    expect(table).toEqual({
      wetness: Int32Array.of(1, 0),
      town: { codes: Uint32Array.of(1, 0), dictionary: ["Bergen", "Oslo"] },
    });
    const mixed = tableFromRows([{ a: 1 }, { a: 2n }, { a: true }], { columns: { a: "u64" } });
    expect(mixed.table.a).toEqual(BigUint64Array.of(1n, 2n, 1n));
  });

  test("bigints beyond i64 are u64 together", () => {
    expect(tableFromRows([{ a: 2n ** 64n - 1n }, { a: 0n }]).table).toEqual({
      a: BigUint64Array.of(2n ** 64n - 1n, 0n),
    });
    expect(() => tableFromRows([{ a: 2n ** 64n - 1n }, { a: -1n }])).toThrow('"rows[1].a" must be of i64');
  });

  test("none at all make an empty table", () => {
    expect(tableFromRows([])).toEqual({ table: {}, length: 0, nullCount: 0, valid: undefined });
    expect(tableFromRows([], { columns: { a: "text", b: "number" } }).table).toEqual({
      a: { codes: new Uint32Array(0), dictionary: [] },
      b: new Float64Array(0),
    });
  });

  test("have columns of any name", () => {
    const row = JSON.parse('{"__proto__":1,"constructor":2,"":3}');
    const { table } = tableFromRows([row]);
    expect(Object.keys(table)).toEqual(["__proto__", "constructor", ""]);
    const [back] = tableToRows(table);
    expect(Object.entries(back)).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
      ["", 3],
    ]);
  });

  test.each<[string, readonly unknown[], object, string]>([
    ["another kind", [{ a: 1 }, { a: "x" }], {}, '"rows[1].a" must be a number, as in rows before, got "x"'],
    ["an object", [{ a: {} }], {}, '"rows[0].a" must be a number, bigint, boolean, text or Date, or null'],
    [
      "a text among numbers",
      [{ a: "1" }],
      { columns: { a: "f64" } },
      'must be a number, bigint or boolean, or null, got "1"',
    ],
    ["a Date that is none", [{ a: new Date(Number.NaN) }], {}, "a Date that is a time, got an invalid one"],
    ["no objects", [1], {}, '"rows[0]" must be an object'],
    ["a column that is not there", [{ delay: 1 }], { columns: ["dealy"] }, "(nearest: delay)"],
    [
      "a null without a rule",
      [{ a: null }],
      {},
      'unless "nulls" says what becomes of them, got 1 null in row 1 of "a"',
    ],
    ["a value that does not convert", [{ a: 1 }, { a: 1.5 }], { columns: { a: "i32" } }, "1.5 in row 2"],
    ["an unknown rule", [], { nulls: "none" }, '"nulls" must be'],
    ["an unknown option", [], { rule: 1 }, "rule"],
  ])("%s is refused", (_, rows, options, message) => {
    expect(() => tableFromRows(rows as object[], options)).toThrow(message);
  });
});

describe("arrays", () => {
  test("typed ones are the columns themselves, narrow ones widened", () => {
    const x = Float32Array.of(1, 2);
    const { table } = tableFromArrays({
      x,
      small: Int8Array.of(-1, 1),
      byte: Uint8Array.of(255, 0),
      t: ["b", "a"],
    });
    expect(table.x).toBe(x);
    expect(table).toMatchObject({ small: Int32Array.of(-1, 1), byte: Uint32Array.of(255, 0) });
    expect(tableFromArrays({ x }, { columns: { x: "f64" } }).table.x).toEqual(Float64Array.of(1, 2));
    expect(() => tableFromArrays({ x: Float64Array.of(0.1) }, { columns: { x: "f32" } })).toThrow(
      "0.1 in row 1",
    );
  });

  test("anything that can be iterated is one", () => {
    const vector = vectorFromArray(["x", null, "y"], new Utf8());
    const { table, nullCount } = tableFromArrays({ vector, set: new Set([1, 2, 3]) }, { nulls: "zero" });
    expect(nullCount).toBe(1);
    expect(tableToArrays(table)).toEqual({ vector: ["x", "", "y"], set: [1, 2, 3] });
  });

  test("of different lengths, and what is none, are refused", () => {
    expect(() => tableFromArrays({ a: [1], b: [1, 2] })).toThrow(
      '"columns" must be of one length, got lengths 1, 2',
    );
    expect(() => tableFromArrays({ a: 5 as never })).toThrow('"columns.a" must be an array');
    expect(() => tableFromArrays([[1]] as never)).toThrow('"columns" must be an object of arrays');
  });

  test("times come back as texts, or as Dates where one has them", () => {
    const day = { instants: BigInt64Array.of(1n, -1n), unit: "us", zone: undefined } as const;
    expect(tableToArrays({ day }).day).toEqual(["1970-01-01T00:00:00.000001", "1969-12-31T23:59:59.999999"]);
    expect(() => tableToArrays({ day }, { times: "date" })).toThrow("1970-01-01T00:00:00.000001 at 0");
    const far = { instants: BigInt64Array.of(2n ** 62n), unit: "s", zone: undefined } as const;
    expect(() => tableToRows({ far }, { times: "date" })).toThrow("times that a Date has");
    expect(() => tableToRows({})).toThrow("at least one column");
  });

  const value = fc.oneof(
    fc.array(fc.option(fc.double()), { minLength: 3, maxLength: 3 }),
    fc.array(fc.option(fc.string()), { minLength: 3, maxLength: 3 }),
    fc.array(fc.option(fc.boolean()), { minLength: 3, maxLength: 3 }),
    fc.array(fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), {
      minLength: 3,
      maxLength: 3,
    }),
    fc.array(fc.option(fc.date({ noInvalidDate: true })), { minLength: 3, maxLength: 3 }),
  );
  test(`come back as they were (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { minKeys: 1, maxKeys: 4 }), (columns) => {
        const { table, valid } = tableFromArrays(columns, { nulls: "mask" });
        const back = tableToArrays(table, { valid, times: "date" });
        for (const [name, values] of Object.entries(columns)) expect(back[name]).toEqual(values);
        const rows = tableToRows(table, { valid, times: "date" });
        const again = tableFromRows(rows, { columns: Object.keys(columns), nulls: "mask" });
        expect(tableToArrays(again.table, { valid: again.valid, times: "date" })).toEqual(back);
      }),
      { seed: SEED },
    );
  });
});

describe("Tables of apache-arrow", () => {
  test("share their numbers, and give theirs", async () => {
    const x = Float64Array.of(1, 2, 3);
    const arrow = arrowFromArrays({ x });
    const { table } = await tableFromArrow(arrow);
    expect((table.x as Float64Array).buffer).toBe(x.buffer);
    const back = await tableToArrow<Table>({ x });
    expect(back.getChild("x")?.data[0].values.buffer).toBe(x.buffer);
  });

  test("share times and codes, and give theirs", async () => {
    const at = BigInt64Array.of(3n, -1n, 5n);
    const t = { instants: at, unit: "us", zone: "UTC" } as const;
    const city = { codes: Uint32Array.of(1, 0, 1), dictionary: ["Bergen", "Oslo"] };
    const arrow = await tableToArrow<Table>({ t, city });
    const dataOf = (name: string) => arrow.getChild(name)?.data[0];
    expect([dataOf("t")?.values.buffer, dataOf("city")?.values.buffer]).toEqual([
      at.buffer,
      city.codes.buffer,
    ]);
    const types = { t: "time", city: "text" } as const;
    const { table } = await tableFromArrow(arrow, { columns: ["t", "city"], types });
    expect(table).toEqual({ t, city });
    expect(table.t.instants.buffer).toBe(at.buffer);
    expect(table.city.codes.buffer).toBe(city.codes.buffer);
  });

  test.each([
    ["in another order", ["Oslo", "Bergen"], [1, 0, 1]],
    ["with a text twice", ["Bergen", "Bergen", "Oslo"], [0, 1, 2]],
    ["with a text that is null", [null, "Bergen", "Oslo"], [0, 1, 2]],
    ["longer than the rows", ["", "Bergen", "Molde", "Oslo"], [1, 3]],
  ])("a dictionary %s is made one of ours, and codes are copied", async (_, dictionary, codes) => {
    const type = new Dictionary(new Utf8(), new Uint32());
    const data = Uint32Array.from(codes);
    const texts = vectorFromArray(dictionary, new Utf8());
    const arrow = new Table({ t: makeVector(makeData({ type, data, dictionary: texts, nullCount: 0 })) });
    const { table, valid } = await tableFromArrow(arrow, { nulls: "mask", columns: { t: "text" } });
    expect(tableToArrays(table, { valid }).t).toEqual(codes.map((code) => dictionary[code]));
    expect([...new Set(table.t.dictionary)].sort()).toEqual(table.t.dictionary);
    expect(Array.from(data)).toEqual(codes);
  });

  test("a code behind its dictionary is refused with its row", async () => {
    const type = new Dictionary(new Utf8(), new Uint32());
    const texts = vectorFromArray(["a", "b"], new Utf8());
    const data = Uint32Array.of(0, 2, 1);
    const arrow = new Table({ t: makeVector(makeData({ type, data, dictionary: texts, nullCount: 0 })) });
    await expect(tableFromArrow(arrow)).rejects.toThrow('codes of the 2 texts of column "t"');
    await expect(tableFromArrow(arrow)).rejects.toThrow("2 in row 2");
  });

  test("have texts, nulls, several chunks and slices", async () => {
    const coded = vectorFromArray(
      ["b", null, "a"],
      new Dictionary<DataType>(new Utf8(), new Uint32()) as never,
    );
    const one = new Table({ t: coded, n: vectorFromArray([1, 2, null], new Int32()) });
    const arrow = one.concat(one).slice(1, 5);
    const { table, valid, length } = await tableFromArrow(arrow, { nulls: "mask" });
    expect(length).toBe(4);
    expect(tableToArrays(table, { valid })).toEqual({ t: [null, "a", "b", null], n: [2, null, 1, 2] });
  });

  test("go through IPC bytes and back", async () => {
    const { table, valid } = tableFromRows(ROWS, { nulls: "mask" });
    const arrow = await tableToArrow<Table>(table, { valid });
    const again = await tableFromArrow(tableFromIPC(tableToIPC(arrow)), { nulls: "mask" });
    expect(tableToRows(again.table, { valid: again.valid })).toEqual(tableToRows(table, { valid }));
  });

  test("other things are refused", async () => {
    await expect(tableFromArrow({} as never)).rejects.toThrow('"arrow" must be a Table of apache-arrow');
    await expect(tableFromArrow(arrowFromArrays({ x: [1] }), { columns: ["y"] })).rejects.toThrow("one of x");
    const list = new Table({ l: vectorFromArray([[1], [2]]) });
    await expect(tableFromArrow(list)).rejects.toThrow('numbers, times or texts in column "l"');
    await expect(tableToArrow({ a: [1] } as unknown as Record<string, ColumnValues>)).rejects.toThrow(
      'table["a"]',
    );
  });
});

test("whatever makes a table, a function of one's own takes it as a Table", () => {
  const namesOf = (table: SamebitsTable): readonly string[] => Object.keys(table);
  const columns = { town: { column: "city", as: "text" } } as const;
  expect(namesOf(tableFromRows(ROWS, { nulls: "mask" }).table)).toEqual([
    "city",
    "rain",
    "wet",
    "big",
    "day",
  ]);
  expect(namesOf(tableFromRows(ROWS, { columns, nulls: "zero" }).table)).toEqual(["town"]);
  expect(namesOf(tableFromArrays({ n: Int32Array.of(1) }).table)).toEqual(["n"]);
});
