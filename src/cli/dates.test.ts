// Dates in CSV on the command line, and types of single columns.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-dates-"));
  await writeFile(
    path("t.csv"),
    "day,at,gate,x\n2001-01-02,2001-01-02T10:00:00Z,12,1\n1969-12-31,1969-12-31T23:59:59.500Z,A,2\n2001-01-02,2001-01-02T11:00:00+01:00,7,4\n",
  );
  await writeFile(path("us.csv"), "d,x\n12/31/2001,1\n1/2/2001 10:00,2\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function output(...argv: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run([...argv, "-o", "-"]);
  expect([argv, status, stderr.startsWith("samebits:")]).toEqual([argv, 0, false]);
  return stdout;
}

const DATES = ["--column", "day", "--column", "at", "--column", "x"];

test("sort, filter and reduce-by-key take dates of CSV, and write them as they were", async () => {
  const sorted = await output("sort", path("t.csv"), ...DATES, "--by", "at", "--by", "x:descending");
  expect(sorted).toBe(
    "day,at,x\n1969-12-31,1969-12-31T23:59:59.500Z,2\n2001-01-02,2001-01-02T10:00:00Z,4\n2001-01-02,2001-01-02T10:00:00Z,1\n",
  );
  const kept = (where: string) => output("filter", path("t.csv"), ...DATES, "--where", where);
  expect((await kept('day < "2001-01-01"')).split("\n")).toHaveLength(3);
  expect((await kept('at == "2001-01-02T08:30-01:30"')).split("\n")).toHaveLength(4);
  const grouped = await output("reduce-by-key", path("t.csv"), "--key", "day", "--column", "x");
  expect(grouped).toBe("day,x\n1969-12-31,2\n2001-01-02,5\n");
});

test("convert keeps them in every format, and as they were", async () => {
  const texts = ["--type", "gate:text"];
  for (const name of ["t.arrow", "t.parquet", "again.csv"]) {
    const from = name === "again.csv" ? path("t.parquet") : path("t.csv");
    expect(await run(["convert", from, path(name), ...(from === path("t.csv") ? texts : [])])).toMatchObject({
      status: 0,
      stderr: "",
    });
    const { stdout } = await run(["head", path(name), ...(name.endsWith("csv") ? texts : [])]);
    expect(stdout).toBe(
      [
        "       day                        at  gate  x",
        "2001-01-02      2001-01-02T10:00:00Z  12    1",
        "1969-12-31  1969-12-31T23:59:59.500Z  A     2",
        "2001-01-02      2001-01-02T10:00:00Z  7     4",
        "",
      ].join("\n"),
    );
  }
  expect((await readFile(path("again.csv"), "utf8")).split("\n")[2]).toBe(
    "1969-12-31,1969-12-31T23:59:59.500Z,A,2",
  );
});

test("--dates says another order, or that they are texts", async () => {
  const first = await run(["head", path("us.csv"), "--json"]);
  expect(JSON.parse(first.stdout).rows.d).toEqual(["12/31/2001", "1/2/2001 10:00"]);
  const mixed = await run(["head", path("us.csv"), "--dates", "month-first"]);
  expect(mixed.stderr).toBe(
    `samebits: FILE must be dates in column "d", as before, unless text is said to be its type (--type d:text), got "${path("us.csv")}": "1/2/2001 10:00" in row 2 (line 3)\n`,
  );
  const one = ["head", path("us.csv"), "--rows", "1", "--json", "--dates"];
  expect(JSON.parse((await run([...one, "month-first"])).stdout).rows.d).toEqual(["2001-12-31"]);
  const days = await run([...one, "day-first"]);
  expect(days.stderr).toMatch(/as 31\.12\.2001 in column "d", .* "12\/31\/2001" in row 1 \(line 2\)\n$/);
  const texts = await run(["head", path("t.csv"), "--column", "day", "--dates", "text", "--json"]);
  expect(JSON.parse(texts.stdout).rows.day[1]).toBe("1969-12-31");
  const bins = await run(["histogram", path("t.csv"), "--column", "day", "--json"]);
  expect(JSON.parse(bins.stdout)).toMatchObject({ values: ["1969-12-31", "2001-01-02"], counts: [1, 2] });
});

test.each([
  [["--type", "gates:text"], '--type must be one of day, at, gate, x (nearest: gate), got "gates"'],
  [["--type", "f64"], '--type must be NAME:TYPE, as each column has its own, got "f64"'],
  [["--type", "x:f6"], "--type must be NAME:TYPE, where TYPE is"],
  [["--type", "x:f32", "--type", "x:f64"], '--type must be each column once, got "x" again'],
  [["--column", "x", "--type", "gate:text"], '--type must be of columns that are read, got "gate"'],
  [["--dates", "iso8601"], "--dates must be one of"],
  [["--type", "gate:time"], 'FILE must be dates or times by ISO 8601 in column "gate", got'],
])("head %j is refused", async (options, message) => {
  const { status, stderr } = await run(["head", path("t.csv"), ...options]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`samebits: ${message}`)]);
});

test("one array has no dates, and a type without a name", async () => {
  await writeFile(path("x.raw"), new Uint8Array(Float64Array.of(1, 2).buffer));
  const read = await run(["head", path("x.raw"), "--type", "f64"]);
  expect(read.stdout).toBe("value\n    1\n    2\n");
  for (const option of [
    ["--dates", "iso"],
    ["--type", "value:f64"],
    ["--type", "f64", "--type", "f64"],
  ]) {
    const { status, stderr } = await run(["head", path("x.raw"), ...option]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^samebits: --(dates|type) must be /)]);
  }
});
