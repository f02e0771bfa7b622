import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";

// Rows as a whole: no column is named, and all of the file come along.

let folder = "";
const path = (name: string): string => join(folder, name);
const HEADER = "iata,name,Miles per Gallon,elevation ft,when,column3";
const ROWS = {
  SFO: "SFO,San Francisco,12.5,13,2001-01-02,1",
  ORD: "ORD,O'Hare,,668,2001-01-01,2",
  LAX: 'LAX,"Los Angeles, CA",30,128,,3',
};
const text = (...rows: readonly (keyof typeof ROWS)[]): string =>
  [HEADER, ...rows.map((row) => ROWS[row]), ""].join("\n");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-all-columns-"));
  await writeFile(path("a.csv"), text("SFO", "ORD", "LAX"));
  await writeFile(path("one.csv"), "x\n3\n1\n2\n");
  for (const name of ["a.arrow", "a.parquet"]) {
    expect((await run(["convert", path("a.csv"), path(name)])).status).toBe(0);
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function written(argv: readonly string[]): Promise<string> {
  const { status, stderr } = await run([...argv, "-o", path("out.csv")]);
  expect([status, stderr]).toEqual([0, ""]);
  return readFile(path("out.csv"), "utf8");
}

describe.each(["a.csv", "a.arrow", "a.parquet"])("of %s", (name) => {
  test("filter keeps rows, with names that are no words and with nulls", async () => {
    expect(await written(["filter", path(name), "--where", 'iata != "ORD"'])).toBe(text("SFO", "LAX"));
    expect(await written(["filter", path(name), "--where", "column3 >= 2"])).toBe(text("ORD", "LAX"));
    expect(await written(["filter", path(name), "--where", "when == null"])).toBe(text("LAX"));
  });

  test("sort has rows in order of any column", async () => {
    expect(await written(["sort", path(name), "--by", "elevation ft:descending"])).toBe(
      text("ORD", "LAX", "SFO"),
    );
    expect(await written(["sort", path(name), "--by", "Miles per Gallon", "--by", "iata"])).toBe(
      text("SFO", "LAX", "ORD"),
    );
    expect(await written(["sort", path(name)])).toBe(text("LAX", "ORD", "SFO"));
  });

  test("unique leaves out equal rows", async () => {
    expect(await written(["unique", path(name)])).toBe(text("SFO", "ORD", "LAX"));
  });
});

test("--type says what one of them is read as", async () => {
  const sorted = await written([
    "sort",
    path("a.csv"),
    "--type",
    "column3:text",
    "--by",
    "column3:descending",
  ]);
  expect(sorted.split("\n").map((row) => row.split(",").at(-1))).toEqual([
    "column3",
    '"3"',
    '"2"',
    '"1"',
    "",
  ]);
  const { stdout } = await run([
    "unique",
    path("a.csv"),
    "--type",
    "elevation ft:i32",
    "-o",
    path("out.csv"),
  ]);
  expect(stdout).toContain('"elevation ft":i32');
});

test("the report has the names of the file", async () => {
  const { stdout } = await run(["sort", path("a.csv"), "-o", path("out.csv"), "--json"]);
  const { type, hashes, nulls } = JSON.parse(stdout);
  expect(nulls).toBe(2);
  expect(type).toBe(
    '{iata:text,name:text,"Miles per Gallon":f64,"elevation ft":f64,when:time[day],column3:f64}',
  );
  expect(Object.keys(hashes)).toEqual(HEADER.split(","));
});

test("a file of one column goes to an array, or under its name to columns and pipes", async () => {
  const { status } = await run(["sort", path("one.csv"), "-o", path("one.npy")]);
  expect(status).toBe(0);
  expect((await run(["head", path("one.npy")])).stdout).toContain("value");
  expect(await written(["sort", path("one.csv")])).toBe("x\n1\n2\n3\n");
  expect((await run(["sort", path("one.csv"), "-o", "-"])).stdout).toBe("x\n1\n2\n3\n");
});

test.each([
  [
    ["sort", "a.csv", "--by", "elev", "-o", "out.csv"],
    '--by must be of the columns read: one of iata, name, Miles per Gallon, elevation ft, when, column3, got "elev"',
  ],
  [
    ["filter", "a.csv", "--where", "elevation > 3", "-o", "out.csv"],
    "--where:1:1: expected one of iata, name, ",
  ],
  [["sort", "a.csv", "-o", "out.npy"], "--column must be the name of one of iata, name, "],
  [["sort", "a.csv", "--type", "nobody:text", "-o", "out.csv"], '"nobody"'],
  [["sort", "a.csv", "--type", "name:text", "-o", "out.npy"], "--type must be TYPE alone"],
  [["sort", "a.csv", "--nulls", "nan", "-o", "out.csv"], "null"],
])("%j is refused, and nothing is written", async ([command, file, ...options], line) => {
  const output = options.map((option) => (option.startsWith("out.") ? path(`no-${option}`) : option));
  const { status, stderr } = await run([command, path(file), ...output]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(line)]);
  await expect(readFile(path("no-out.csv"))).rejects.toThrow("ENOENT");
});
