import { afterEach, describe, expect, test, vi } from "vitest";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { type CsvOptions, decodeCsv, decodeCsvColumns } from "./decode-csv.ts";

function read(text: string, options: CsvOptions = {}) {
  return decodeCsv(new TextEncoder().encode(text), { source: "x.csv", ...options });
}

const table = 'time,delay,origin\n1,2.5,SFO\n2,-3,"New York, NY"\n3,1e3,"a ""b"""\n';

describe("a column by its name", () => {
  test("is f64 unless a type is given", async () => {
    const { array, type } = await read(table, { column: "delay" });
    expect(type).toBe("f64");
    expect(array).toEqual(new Float64Array([2.5, -3, 1000]));
    expect((await read(table, { column: "time", type: "u32" })).array).toEqual(new Uint32Array([1, 2, 3]));
  });

  test.each([
    ["other line ends", table.replaceAll("\n", "\r\n")],
    ["no line end at the end", table.slice(0, -1)],
    ["a byte order mark", `\uFEFF${table}`],
    ["blank lines", table.replaceAll("\n", "\n\n")],
    ["spaces round cells", table.replace("time,delay,", " time , delay ,").replace("2.5", " 2.5 ")],
  ])("with %s", async (_, text) => {
    expect((await read(text, { column: "delay" })).array).toEqual(new Float64Array([2.5, -3, 1000]));
  });

  test("need not be named where there is only one", async () => {
    expect((await read("x\n1\n2\n")).array).toEqual(new Float64Array([1, 2]));
  });

  test("more rows than first expected", async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => i);
    const { array } = await read(`x\n${rows.join("\n")}`);
    expect(array).toEqual(new Float64Array(rows));
  });

  test("tabs", async () => {
    expect((await read("p\tq\n1\t2\n", { column: "q", delimiter: "\t" })).array).toEqual(
      new Float64Array([2]),
    );
  });

  test("64-bit integers keep every digit", async () => {
    const { array } = await read("x\n9007199254740993\n-9223372036854775808\n+1\n", { type: "i64" });
    expect(array).toEqual(new BigInt64Array([9007199254740993n, -(2n ** 63n), 1n]));
  });

  test("what is no finite number, and the sign of zero", async () => {
    const { array } = await read("x\nnan\nInf\n-Infinity\n-0\n.5\n5.\n");
    expect(array).toEqual(new Float64Array([Number.NaN, Infinity, -Infinity, -0, 0.5, 5]));
    expect(Object.is(array[3], -0)).toBe(true);
  });
});

describe("the first row", () => {
  const refused = /got the number .* for a name/;

  test.each([
    ["of a single column", "1\n2\n3\n", {}, [1, 2, 3]],
    ["of several", "1,2\n3,4\n", { column: "2" }, [2, 4]],
    ["beside a text", "SFO,2\nLAX,4\n", { column: "2" }, [2, 4]],
    ["of nan and inf", "nan\ninf\n", {}, [Number.NaN, Infinity]],
    ["behind a byte order mark", "\uFEFF1\n2\n", {}, [1, 2]],
    ["behind blank lines", "\n\n1,2\n3,4\n", { column: "1" }, [1, 3]],
  ] as const)(
    "%s is refused where it may be data, and read with header: false",
    async (_, text, options, expected) => {
      const column = { column: "column" in options ? options.column : undefined };
      if (column.column === undefined || text.includes(column.column)) {
        await expect(read(text, column)).rejects.toThrow(refused);
      }
      const { array } = await read(text, { ...column, header: false });
      expect(array).toEqual(new Float64Array(expected));
    },
  );

  test("the refusal names both ways out", async () => {
    await expect(read("1\n2\n")).rejects.toThrow(/header: false \(--no-header\).*header: true \(--header\)/);
    expect((await read("2019,2020\n5,6\n", { column: "2020", header: true })).array).toEqual(
      new Float64Array([6]),
    );
  });

  test("numbers are names in quotes, and beside a column that has another name", async () => {
    expect((await read('"2019","2020"\n5,6\n', { column: "2020" })).array).toEqual(new Float64Array([6]));
    expect((await read("2019,x\n5,6\n", { column: "x" })).array).toEqual(new Float64Array([6]));
  });

  test("a column of bools does not lose its first", async () => {
    const bytes = new TextEncoder().encode("true\nfalse\n");
    await expect(decodeCsvColumns(bytes, [{ type: "bool" }], {})).rejects.toThrow(refused);
    const [{ array }] = await decodeCsvColumns(bytes, [{ type: "bool" }], { header: false });
    expect(array).toEqual(new Uint8Array([1, 0]));
  });

  test("rows and lines are counted from it where it is data", async () => {
    await expect(read("1,2\n3,x\n", { column: "2", header: false })).rejects.toThrow(
      /"x" in row 2 \(line 2\)/,
    );
    await expect(read("1,2\n3\n", { column: "2", header: false })).rejects.toThrow(
      /2 cells in every row, as in the first, got 1/,
    );
    await expect(read("1,2\n", { column: "3", header: false })).rejects.toThrow(/one of 1, 2/);
    await expect(read("\n\n", { header: false })).rejects.toThrow(/no rows at all/);
  });

  test("names keep the blanks that are in quotes, and no others", async () => {
    expect((await read('" a",a, b \n1,2,3\n', { column: " a" })).array).toEqual(new Float64Array([1]));
    expect((await read('" a",a, b \n1,2,3\n', { column: "b" })).array).toEqual(new Float64Array([3]));
  });
});

test("a number beyond the largest is none of a type, however long", async () => {
  for (const number of ["1e309", "-1e309", "9".repeat(400), `1${"0".repeat(5_000_000)}`]) {
    await expect(read(`x\n${number}\n`)).rejects.toThrow(/exactly f64/);
  }
  const { array } = await read(`x\n1.7976931348623157e308\n${"0".repeat(1000)}7\n-Infinity\n`);
  expect(array).toEqual(new Float64Array([1.7976931348623157e308, 7, -Infinity]));
});

describe("nulls", () => {
  const text = "t,x\n1,1\n2,\n3,3\n4,\n";

  test("are an error unless there is a rule", async () => {
    await expect(read(text, { column: "x" })).rejects.toThrow(
      '"x.csv" must be a column without nulls, unless "nulls" says zero, skip or nan, got 2 nulls, the first in row 2',
    );
  });

  test("become zeros or nothing, and are counted", async () => {
    const zeros = await read(text, { column: "x", nulls: "zero" });
    expect(zeros.array).toEqual(new Float64Array([1, 0, 3, 0]));
    expect(zeros.nullCount).toBe(2);
    const skipped = await read(text, { column: "x", nulls: "skip", type: "i64" });
    expect(skipped.array).toEqual(new BigInt64Array([1n, 3n]));
    expect(skipped.nullCount).toBe(2);
  });
});

describe("what is refused", () => {
  test.each([
    [
      "no such column",
      table,
      { column: "dely" },
      InvalidArgumentError,
      /"column" must be one of time, delay, origin \(nearest: delay\), got "dely"/,
    ],
    [
      "no column named",
      table,
      {},
      InvalidArgumentError,
      /"column" must be the name of one of time, delay, origin, got nothing/,
    ],
    ["a name twice", "x,x\n1,2\n", { column: "x" }, InvalidArgumentError, /only one column has/],
    [
      "a cell that is no number",
      table,
      { column: "origin" },
      FormatError,
      /numbers in column "origin", got "SFO" in row 1 \(line 2\)/,
    ],
    ["a cell of hexadecimal", "x\n1\n0x10\n", {}, FormatError, /"0x10" in row 2 \(line 3\)/],
    ["a cell with an underscore", "x\n1_000\n", {}, FormatError, /"1_000" in row 1/],
    [
      "a row too short",
      "x,y\n1,2\n3\n",
      { column: "y" },
      FormatError,
      /2 cells in every row, as in the header, got 1 in row 2 \(line 3\)/,
    ],
    ["a row too long", "x,y\n1,2,3\n", { column: "y" }, FormatError, /got 3 in row 1/],
    [
      "a quote that never ends",
      'x,y\n1,"2\n3,4\n',
      { column: "x" },
      FormatError,
      /well-formed CSV, got a quote that opens in line 2 and does not close/,
    ],
    ["no bytes", "", { column: "x" }, FormatError, /header row, got no rows at all/],
    [
      "an integer that no f64 is",
      "x\n9007199254740993\n",
      {},
      FormatError,
      /exactly f64, got 9007199254740993 in row 1/,
    ],
    [
      "a fraction that no f32 is",
      "x\n0.5\n0.1\n",
      { type: "f32" },
      FormatError,
      /exactly f32, got 0\.1 in row 2/,
    ],
    ["a fraction as an integer", "x\n1.5\n", { type: "i32" }, FormatError, /exactly i32, got 1\.5 in row 1/],
    [
      "an integer out of range",
      "x\n4294967296\n",
      { type: "u32" },
      FormatError,
      /exactly u32, got 4294967296 in row 1/,
    ],
  ] as const)("%s", async (_, text, options, kind, message) => {
    const failure = await read(text, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect(String(failure)).toMatch(message);
  });
});

describe("in a browser, which has no Buffer", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("the same columns and the same errors", async () => {
    vi.stubGlobal("Buffer", undefined);
    const good = await read(`\uFEFF${table.replace("time", "Größe €")}`, { column: "delay" });
    const failure = await read(table, { column: "origin" }).catch((error: unknown) => error);
    vi.unstubAllGlobals();
    expect(good.array).toEqual(new Float64Array([2.5, -3, 1000]));
    expect(String(failure)).toMatch(/numbers in column "origin", got "SFO" in row 1 \(line 2\)/);
  });
});

test.each(["\n", "\r", "\r\n"])(
  "rows that end in %j, behind a quoted name with others in it",
  async (end) => {
    const text = [`"a\r\nb",c`, "1,2", "3,4", ""].join(end);
    const { array } = await decodeCsv(new TextEncoder().encode(text), { column: "c" });
    expect(array).toEqual(new Float64Array([2, 4]));
  },
);

test("200,000 columns take linear time", async () => {
  const count = 200_000;
  const header = Array.from({ length: count }, (_, i) => `c${i}`).join();
  const text = `${header}\n${"1,".repeat(count - 1)}5\n`;
  const begun = process.cpuUsage(); // as the machine does other things too
  const { array } = await decodeCsv(new TextEncoder().encode(text), { column: `c${count - 1}` });
  expect(array).toEqual(new Float64Array([5]));
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000);
});
