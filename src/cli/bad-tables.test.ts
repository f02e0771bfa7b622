// What is wrong with tables is one line that names the place, and nothing is written; names of any kind are columns like others.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { readTable, writeColumns } from "../formats.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-bad-tables-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ["ragged rows", "a,b\n1,2\n3\n4,5,6\n", "1 in row 2 (line 3), 3 in row 3 (line 4)"],
  ["a quote that stays open", 'a,b\n1,"x\n2,y\n', "a quote that opens in line 2 and does not close"],
  ["a quote inside a cell", 'a,b\n1,x"y\n', "a quote inside a cell without quotes around it, in line 2"],
  ["texts behind a quote", 'a,b\n1,"x"y\n', '"y" behind a closing quote, in line 2'],
  [
    "texts among numbers",
    "a,b\n1,x\nfoo,y\n2,z\nbar,z\n",
    'in column "a", as before, unless text is said to be its type (--type a:text), got "FILE": "foo" in row 2 (line 3), "bar" in row 4 (line 5)',
  ],
  [
    "a whole number that a double has not",
    "a,b\n1,x\n9007199254740993,y\n",
    'exactly f64, unless i64 or text is said to be its type (--type NAME:i64), got "FILE": 9007199254740993 in row 2 of "a"',
  ],
  ["a day that does not exist", "a,b\n2001-01-01,1\n2001-02-29,2\n", '"2001-02-29" in row 2 (line 3)'],
  ["a date of another form", "a,b\n2001-01-01,1\n1/2/2001,2\n", '"1/2/2001" in row 2 (line 3)'],
  [
    "a repeated name",
    "a,a\n1,2\n",
    'FILE must be of columns of different names, or read by the names of some of them, got "a" twice',
  ],
])("%s: head and convert say where", async (_, text, message) => {
  await writeFile(path("bad.csv"), text);
  const before = await readdir(folder);
  for (const argv of [["head"], ["convert"]]) {
    const out = argv[0] === "convert" ? [path("out.csv")] : [];
    const { status, stdout, stderr } = await run([...argv, path("bad.csv"), ...out]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^samebits: [^\n]+\n$/);
    expect(stderr.replace(path("bad.csv"), "FILE")).toContain(message);
  }
  expect(await readdir(folder)).toEqual(before);
});

test("columns may be called as properties of objects are, or not at all", async () => {
  await writeFile(path("names.csv"), "__proto__,constructor,,toString\n5,6,7,8\n1,2,3,4\n");
  const { stdout } = await run(["head", path("names.csv"), "--json"]);
  expect(stdout).toBe('{"rows":{"__proto__":[5,1],"constructor":[6,2],"":[7,3],"toString":[8,4]}}\n');
  expect((await run(["convert", path("names.csv"), path("again.csv")])).status).toBe(0);
  expect(await readFile(path("again.csv"), "utf8")).toBe(
    '__proto__,constructor,"",toString\n5,6,7,8\n1,2,3,4\n',
  );
  const columns = ["--column", "__proto__", "--column", "constructor", "--column", "toString"];
  const sorted = await run(["sort", path("names.csv"), ...columns, "--by", "__proto__", "-o", "-"]);
  expect(sorted.stdout).toBe("__proto__,constructor,toString\n1,2,4\n5,6,8\n");
  const grouped = await run([
    "reduce-by-key",
    path("names.csv"),
    "--key",
    "constructor",
    "--column",
    "__proto__",
  ]);
  expect(grouped.stdout).toBe("constructor  __proto__\n          2          1\n          6          5\n");
  const arrow = await run(["convert", path("names.csv"), path("names.arrow")]);
  expect([arrow.status, arrow.stderr]).toEqual([
    2,
    expect.stringContaining("of names that Arrow readers keep: not empty"),
  ]);
});

test("control characters in names are printed as escapes, on one line", async () => {
  await writeFile(path("control.csv"), 'a\u001b[31m,"b\nc"\n1,2\n');
  const { stdout } = await run(["head", path("control.csv")]);
  expect(stdout).toBe("a\\u001b[31m  b\\nc\n          1     2\n");
  const { stderr } = await run(["head", path("control.csv"), "--column", "x"]);
  expect(stderr).toBe('samebits: --column must be one of a\\u001b[31m, b\\nc, got "x"\n');
});

describe.each(["arrow", "parquet", "csv"])(
  "names that are properties, controls or long, in .%s",
  (format) => {
    const names = ["__proto__", "constructor", "a\u001b[31mred", "two\nlines", "a\ttab", "ö".repeat(90)];
    const file = (): string => path(`hostile.${format}`);
    const columns = names.map((column, i) => ({
      ...{ column, type: "f64" as const },
      array: Float64Array.of(i, i + 1, -0),
    }));

    test("are told apart, printed on one line, and kept from file to file", async () => {
      await writeColumns(file(), columns);
      const shown = await run(["head", file(), "--json"]);
      expect(Object.entries(JSON.parse(shown.stdout).rows)).toEqual(
        names.map((name, i) => [name, [i, i + 1, -0]]),
      );
      for (const command of ["head", "describe"]) {
        const { stdout, status } = await run([command, file()]);
        expect([status, stdout.includes("\t"), stdout.includes("\u001b")]).toEqual([0, false, false]);
        for (const name of ["a\\u001b[31mred", "two\\nlines", "a\\ttab"]) expect(stdout).toContain(name);
      }
      for (const to of ["arrow", "parquet", "csv"]) {
        const argv = ["filter", file(), "--where", "__proto__ >= 0 && constructor > 1"];
        const kept = await run([...argv, "-o", path(`kept.${to}`)]);
        expect([kept.status, kept.stderr]).toEqual([0, ""]);
        const { table } = await readTable(path(`kept.${to}`));
        expect(Object.entries(table)).toEqual(names.map((name, i) => [name, Float64Array.of(i + 1)]));
      }
    });

    test("are named in an error on one line", async () => {
      await writeColumns(file(), columns);
      const { stderr } = await run(["reduce", file(), "--column", "x"]);
      expect(stderr).toMatch(
        /^samebits: --column must be one of __proto__, constructor, a\\u001b\[31mred, [^\n]*\n$/,
      );
    });
  },
);

test("empty and repeated names are told as such", async () => {
  await writeFile(path("repeated.csv"), "a,a,\n1,2,3\n");
  const messages = await Promise.all(
    [
      ["head"],
      ["reduce", "--column", "a"],
      ["reduce", "--column", "b"],
      ["filter", "--where", "a > 0", "-o", "-"],
    ].map(async ([command, ...options]) => (await run([command, path("repeated.csv"), ...options])).stderr),
  );
  const twice =
    'samebits: FILE must be of columns of different names, or read by the names of some of them, got "a" twice\n';
  expect(messages).toEqual([
    twice,
    'samebits: --column must be a name that only one column has, got "a", which several have\n',
    'samebits: --column must be one of a, "", got "b"\n',
    twice,
  ]);
});

test("an output that is the input: convert reads before it writes, the others refuse it", async () => {
  await writeFile(path("same.csv"), "a,b\n2,x\n1,y\n");
  const sort = await run(["sort", path("same.csv"), "--column", "a", "-o", path("same.csv")]);
  expect([sort.status, sort.stderr]).toEqual([
    2,
    expect.stringContaining("--output must be another file than FILE"),
  ]);
  expect((await run(["convert", path("same.csv"), path("same.csv")])).status).toBe(0);
  expect(await readFile(path("same.csv"), "utf8")).toBe("a,b\n2,x\n1,y\n");
});
