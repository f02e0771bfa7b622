import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { testTables } from "../../test/helpers/cli/tables.ts";

const { path, make, remove } = testTables();
beforeAll(make);
afterAll(remove);

describe("is told in one line, and no file is written", () => {
  const f = (): string => path("f.csv");
  const out = (): readonly string[] => ["-o", path("never.csv")];

  test.each<[string, () => readonly string[], string]>([
    ["no output", () => ["sort", path("x.npy")], "required option '-o, --output <file>' not specified"],
    ["no term", () => ["filter", f(), ...out()], "required option '--where <term>' not specified"],
    [
      "a term with a slip",
      () => ["filter", f(), "--column", "delay", "--where", "delays > 0", ...out()],
      '--where:1:1: expected one of delay (nearest: delay), got "delays"',
    ],
    [
      "a term that is no bool",
      () => ["filter", f(), "--column", "delay", "--where", "delay", ...out()],
      "--where must be a term that gives a bool, such as a comparison, got one of f64",
    ],
    [
      "a term of another type",
      () => ["filter", path("x.npy"), "--where", "(value: f32) => value > 0", ...out()],
      "--where must be a function of f64, got one of f32",
    ],
    [
      "a column that is not there",
      () => ["sort", f(), "--column", "dely", ...out()],
      '(nearest: delay), got "dely"',
    ],
    [
      "a column whose name is no field",
      () => ["sort", f(), "--column", "night flight", ...out()],
      "--column must be FIELD=NAME, as its own name is not letters, digits and _",
    ],
    [
      "a field twice",
      () => ["sort", f(), "--column", "delay", "--column", "delay=id", ...out()],
      '--column must be given once for each field, got "delay" again',
    ],
    [
      "no name",
      () => ["sort", f(), "--column", "x=", ...out()],
      '--column must be NAME, NAME:TYPE or FIELD=NAME, got "x="',
    ],
    [
      "columns of an array",
      () => ["sort", path("x.npy"), "--column", "x", "--column", "y", ...out()],
      "FILE must be CSV, TSV, Arrow or Parquet data",
    ],
    [
      "columns of standard input",
      () => ["sort", "-", "--column", "x", ...out()],
      "FILE must be a CSV, TSV, Arrow or Parquet file, which has columns by name",
    ],
    [
      "raw columns",
      () => ["sort", f(), "--raw", "--column", "x", "-o", path("never.raw")],
      "--raw must be left out with --column",
    ],
    [
      "a table into an array",
      () => ["sort", f(), "--column", "delay", "--column", "id", "-o", path("never.npy")],
      "--output must be a .csv, .tsv, .arrow or .parquet file",
    ],
    [
      "bools into an array",
      () => ["sort", f(), "--column", "b=night flight:bool", "-o", path("never.npy")],
      "--output must be a .csv, .tsv, .arrow or .parquet file, as bools are no array's elements",
    ],
    [
      "a key that was not read",
      () => ["sort", f(), "--column", "delay", "--by", "origin", ...out()],
      '--by must be of the columns read: one of delay, got "origin"',
    ],
    [
      "a key twice",
      () => ["sort", f(), "--column", "delay", "--by", "delay", "--by", "delay:descending", ...out()],
      '--by must be each column once, got "delay" again',
    ],
    ["a key of an array", () => ["sort", path("x.npy"), "--by", "x", ...out()], "--by must be left out"],
    [
      "no key",
      () => ["reduce-by-key", f(), "--column", "delay", ...out()],
      "required option '--key <name>' not specified",
    ],
    [
      "no values",
      () => ["reduce-by-key", f(), "--key", "origin", ...out()],
      "--column must be given once: the column whose values are combined, got nothing",
    ],
    [
      "a key among the values",
      () => ["reduce-by-key", f(), "--key", "id", "--column", "id", ...out()],
      "--key must be of names that are no other column's; FIELD=NAME renames one",
    ],
    [
      "edges that decrease",
      () => ["histogram", f(), "--column", "delay", "--edges", "3,2"],
      "--edges must be two or more numbers that increase, got 2 after 3",
    ],
    [
      "one edge",
      () => ["histogram", f(), "--column", "delay", "--edges", "3"],
      "--edges must be two or more numbers",
    ],
    [
      "edges that are none",
      () => ["histogram", f(), "--column", "delay", "--edges", "3,nan"],
      '--edges must be numbers with commas between them, as in 0,15,60,inf, got "nan"',
    ],
    [
      "two kinds of bins",
      () => ["histogram", f(), "--column", "delay", "--edges", "3,4", "--bins", "2"],
      "--edges must be given alone",
    ],
    [
      "a range without width",
      () => ["histogram", f(), "--column", "delay", "--range", "3,3"],
      "--range must be LOW,HIGH, two numbers with LOW less than HIGH",
    ],
    [
      "no bins",
      () => ["histogram", f(), "--column", "delay", "--bins", "0"],
      "--bins must be a number of bins in digits, 1 or more",
    ],
    [
      "categories of floats",
      () => ["histogram", f(), "--column", "delay", "--categories", "4"],
      "--categories must be of u32 or i32 keys, as --type u32 reads them, got f64",
    ],
    [
      "a plot that is none",
      () => ["histogram", path("x.npy"), "--plot", path("h.pdf")],
      "--plot must be an .svg or .png file",
    ],
  ])("%s", async (_, argv, message) => {
    const { status, stdout, stderr } = await run(argv());
    expect([status, stdout]).toEqual([2, ""]);
    // What is wrong in a term is shown with its line and a caret.
    expect(stderr).toMatch(/^samebits: .*\n(?:.*\n *\^\n)?$/);
    expect(stderr).toContain(message);
    expect((await readdir(path(""))).filter((name) => /never|\.svg~|tmp/.test(name))).toEqual([]);
  });
});
