// Which cells of CSV are dates and times, and what is said of those that are none.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { ofRuns } from "../../../test/extent.ts";
import {
  type ColumnTypes,
  type ColumnValues,
  type DateRule,
  type ReadTableOptions,
  readTable,
  readTableFromStream,
  type TextColumn,
  type TimeColumn,
  timeOfText,
  timeText,
  writeTable,
} from "../../formats.ts";
import { newTimeParts, readTimeText } from "../time-builder.ts";
import { readTimeBytes } from "./time-bytes.ts";

const SEED = 20261126;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-times-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function columnOf(
  cells: readonly string[],
  options: Omit<ReadTableOptions<readonly string[], ColumnTypes>, "columns"> = {},
): Promise<ColumnValues> {
  const text = ["t,n", ...cells.map((cell) => `${cell},1`)].join("\n");
  const { table } = await readTableFromStream(bytesOf(text), { format: "csv", ...options });
  return table.t;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe("without a type", () => {
  test.each([
    ["dates", ["2001-01-02", '"1969-12-31"', " 0000-02-29 "], "day", undefined, [11324n, -1n, -719469n]],
    ["times", ["2001-01-01T00:01:00", "1969-12-31 23:59"], "s", undefined, [978307260n, -60n]],
    ["milliseconds", ["1970-01-01T00:00:00.5", "1970-01-01T00:00:01.000"], "ms", undefined, [500n, 1000n]],
    ["microseconds", ["1970-01-01T00:00:00.5", "1970-01-01T00:00:00.000001"], "us", undefined, [500000n, 1n]],
    ["nanoseconds", ["1969-12-31T23:59:59.999999999Z"], "ns", "UTC", [-1n]],
    ["offsets", ["2001-01-01T00:30+01:00", "2001-01-01T00:00Z"], "s", "UTC", [978305400n, 978307200n]],
    ["offsets of hours", ["1970-01-01T00:30-0130", "1970-01-01T00:00+02"], "s", "UTC", [7200n, -7200n]],
    ["years of six digits", ["+010000-01-01", "-000001-12-31"], "day", undefined, [2932897n, -719529n]],
  ] as const)("cells by ISO 8601 are %s", async (_, cells, unit, zone, instants) => {
    expect(await columnOf(cells)).toEqual({ instants: BigInt64Array.from(instants), unit, zone });
  });

  test("empty cells are nulls, in quotes too, before the first and behind", async () => {
    const column = await columnOf(["", '""', "2001-01-02", '""', ""], { nulls: "zero" });
    const instants = BigInt64Array.of(0n, 0n, 11324n, 0n, 0n);
    expect(column).toEqual({ instants, unit: "day", zone: undefined });
    const kept = await columnOf(["NA", "2001-01-02"], { missing: ["NA"], nulls: "skip" });
    expect(kept).toEqual({ instants: BigInt64Array.of(11324n), unit: "day", zone: undefined });
  });

  test.each([
    ["2001-02-30", 'dates or times by ISO 8601 in column "t", as before, unless text is said to be its type'],
    ["2001-13-01", "dates or times by ISO 8601"],
    ["yesterday", "dates or times by ISO 8601"],
    ["5", "dates or times by ISO 8601"],
    ["2001-01-01T24:00", "dates or times by ISO 8601"],
    ["2001-01-01T10:00+24:00", "dates or times by ISO 8601"],
    ["2001-01-01T10:00", 'dates in column "t", as before'],
  ])("%s among dates is an error that names row and column", async (cell, expected) => {
    const cells = ["2001-01-01", cell, "2001-01-02", cell, cell, cell, cell, cell];
    await expect(columnOf(cells)).rejects.toMatchObject({
      name: "FormatError",
      expected: expect.stringContaining(expected),
      actual:
        [2, 4, 5, 6, 7].map((row) => `"${cell}" in row ${row} (line ${row + 1})`).join(", ") +
        ", and perhaps more",
    });
    expect(await columnOf(cells, { types: { t: "text" } })).toHaveProperty("dictionary");
  });

  test("what looks like a date and is none does not make texts of a column", async () => {
    await expect(columnOf(["2001-02-30", "2001-03-01"])).rejects.toMatchObject({
      actual: '"2001-02-30" in row 1 (line 2)',
    });
    expect(await columnOf(["2001/02/30", "2001-03-01"])).toHaveProperty("dictionary");
  });

  test("a clock without a zone is not among moments", async () => {
    await expect(columnOf(["2001-01-01T00:00Z", "2001-01-01T00:00"])).rejects.toMatchObject({
      expected: expect.stringContaining("times with Z or an offset"),
      actual: '"2001-01-01T00:00" in row 2 (line 3)',
    });
  });

  test("a time that 64 bits do not reach names its row, nulls counted", async () => {
    await expect(
      columnOf(["", "2262-04-11T23:47:16.854775807", "", "2262-04-11T23:47:16.854775808"], { nulls: "zero" }),
    ).rejects.toMatchObject({
      name: "FormatError",
      expected: 'times in column "t" that 64 bits reach in ns, its finest unit',
      actual: "2262-04-11T23:47:16 in row 4",
    });
  });
});

test.each<[DateRule, string, string]>([
  ["year-first", "2001/2/3", "2001-02-03"],
  ["month-first", "2/3/2001", "2001-02-03"],
  ["day-first", "3.2.2001", "2001-02-03"],
  ["day-first", "03-02-2001 4:05", "2001-02-03T04:05:00"],
  ["month-first", "12/31/2001T23:59:59.5Z", "2001-12-31T23:59:59.500Z"],
  ["day-first", "2001-02-03", "2001-02-03"],
])("dates %s: %s", async (dates, cell, expected) => {
  const { instants, ...meaning } = (await columnOf([cell], { dates })) as TimeColumn;
  expect(timeText(instants[0], meaning)).toBe(expected);
  const said = await columnOf([cell], { dates: "text" });
  expect(said).toEqual({ codes: Uint32Array.of(0), dictionary: [cell] });
});

test("a month of 31 says that another order is meant", async () => {
  await expect(columnOf(["12/30/2001", "30/12/2001"], { dates: "month-first" })).rejects.toMatchObject({
    expected: expect.stringContaining('dates or times, as 12/31/2001 in column "t"'),
    actual: '"30/12/2001" in row 2 (line 3)',
  });
  expect(await columnOf(["1/2-2001", "1/2/01"], { dates: "month-first" })).toHaveProperty("dictionary");
});

describe("types", () => {
  const text = "gate,day,delay\n12,2001-01-01,5\nA,2001-01-02,6\n";

  test("say what some columns are, and the others have their own", async () => {
    const path = join(folder, "gates.csv");
    await writeFile(path, text);
    const { table } = await readTable(path, { types: { gate: "text", delay: "i32" } });
    expectTypeOf(table.gate).toExtend<TextColumn>();
    expectTypeOf(table.delay).toExtend<Int32Array>();
    expect(table.gate).toEqual({ codes: Uint32Array.of(0, 1), dictionary: ["12", "A"] });
    expect(table.delay).toEqual(Int32Array.of(5, 6));
    expect(table.day).toEqual({ instants: BigInt64Array.of(11323n, 11324n), unit: "day", zone: undefined });
    const listed = await readTable(path, { columns: ["day", "gate"], types: { day: "time", gate: "text" } });
    expectTypeOf(listed.table.day).toExtend<TimeColumn>();
    expect(Object.keys(listed.table)).toEqual(["day", "gate"]);
    const named = await readTable(path, { columns: { day: "text", g: { column: "gate", as: "text" } } });
    expect(named.table.day.dictionary).toEqual(["2001-01-01", "2001-01-02"]);
  });

  test.each([
    [{ types: { gat: "text" } }, '"types" must be one of gate, day, delay (nearest: gate), got "gat"'],
    [{ columns: ["day"], types: { gate: "text" } }, '"types" must be of columns that are read, got "gate"'],
    [{ columns: { day: "time" }, types: { day: "time" } }, '"types" must be left out'],
    [{ types: { gate: "date" } }, '"types["gate"]" must be'],
    [{ types: "text" }, '"types" must be an object of names'],
  ])("%j is refused", async (options, message) => {
    const read = readTableFromStream(bytesOf(text), { format: "csv", ...options } as never);
    await expect(read).rejects.toThrow(message);
  });

  test("time is asked of every column that has none", async () => {
    const read = (types: Readonly<Record<string, "time">>) =>
      readTableFromStream(bytesOf(text), { format: "csv", columns: ["delay"], types });
    await expect(read({ delay: "time" })).rejects.toMatchObject({
      expected: 'dates or times by ISO 8601 in column "delay"',
      actual: '"5" in row 1 (line 2), "6" in row 2 (line 3)',
    });
    const arrow = join(folder, "n.arrow");
    await writeTable(arrow, { n: Float64Array.of(1) });
    await expect(readTable(arrow, { types: { n: "time" } })).rejects.toThrow(
      'dates or times in column "n", got',
    );
    await expect(readTable(arrow, { dates: "iso" })).rejects.toThrow(
      '"dates" must be left out for arrow data',
    );
  });
});

test("times of every unit are read back from CSV and TSV as they were written (seed 20261126)", async () => {
  const units = fc.constantFrom("day", "s", "ms", "us", "ns" as const);
  await fc.assert(
    fc.asyncProperty(
      units,
      fc.boolean(),
      fc.array(fc.bigInt(-(2n ** 40n), 2n ** 40n), { minLength: 1 }),
      fc.constantFrom("csv", "tsv"),
      async (unit, isUtc, some, format) => {
        // One that needs the unit: readers take the coarsest that has all.
        const instants = BigInt64Array.of(...some, 1n);
        const zone = isUtc && unit !== "day" ? "UTC" : undefined;
        const path = join(folder, `t.${format}`);
        await writeTable(path, { t: { instants, unit, zone } });
        expect((await readTable(path)).table.t).toEqual({ instants, unit, zone });
        const text = await readFile(path, "utf8");
        await writeTable(path, (await readTable(path)).table);
        expect(await readFile(path, "utf8")).toBe(text);
      },
    ),
    { seed: SEED, numRuns: 100 },
  );
});

test("bytes are read as texts are, or left to them (seed 20261126)", () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"));
  const clock = fc
    .tuple(
      fc.constantFrom("T", " ", "t"),
      two(25),
      two(61),
      fc.option(two(61)),
      fc.stringMatching(/^(\.\d{1,10})?$/),
    )
    .map(
      ([mark, hour, minute, second, fraction]) =>
        `${mark}${hour}:${minute}${second === null ? "" : `:${second}${fraction}`}`,
    );
  const time = fc
    .tuple(
      fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, "0")),
      two(13),
      two(32),
      fc.option(clock),
      fc.constantFrom("", "Z", "+01:00", "x"),
    )
    .map(([year, month, day, rest, zone]) => `${year}-${month}-${day}${rest ?? ""}${zone}`);
  const [fast, slow] = [newTimeParts(), newTimeParts()];
  let told = 0;
  fc.assert(
    fc.property(fc.oneof(time, fc.stringMatching(/^[\d:TZ. -]{0,30}$/)), (text) => {
      const bytes = new TextEncoder().encode(`,${text},`);
      const isTold = readTimeBytes(bytes, 1, bytes.length - 1, fast);
      if (!isTold) return;
      told += 1;
      expect(readTimeText(text, "iso", slow)).toBe(true);
      expect(fast).toEqual(slow);
    }),
    {
      seed: SEED,
      numRuns: 5000,
      examples: [["2000-02-29"], ["1900-02-29"], ["0000-01-01T00:00:00Z"], ["9999-12-31T23:59:59.999999999"]],
    },
  );
  expect(told).toBeGreaterThan(ofRuns(500));
  expect(readTimeBytes(new TextEncoder().encode("1900-02-29"), 0, 10, fast)).toBe(false);
  expect(timeOfText("1900-02-29")).toBeUndefined();
});
