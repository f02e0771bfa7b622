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

describe("of a table with more columns than a record may have", () => {
  const names = Array.from({ length: 100 }, (_, i) => `s${i}`);
  const row = (k: number): string =>
    names.map((_, i) => (i === 7 ? `t${k}` : (k + i) % 5 === 0 ? "" : String((k * 7 + i) % 11))).join(",");
  const table = (...rows: readonly number[]): string => `${[names.join(","), ...rows.map(row)].join("\n")}\n`;
  beforeAll(() => writeFile(path("wide.csv"), table(0, 1, 2, 3, 4)));

  test("sort and filter give whole rows", async () => {
    // s3 is 3, 10, null, 2, 9
    expect(await written(["sort", path("wide.csv"), "--by", "s3"])).toBe(table(3, 0, 4, 1, 2));
    expect(await written(["sort", path("wide.csv"), "--by", "s7:descending"])).toBe(table(4, 3, 2, 1, 0));
    expect(await written(["filter", path("wide.csv"), "--where", "s3 > 2"])).toBe(table(0, 1, 4));
    expect(await written(["filter", path("wide.csv"), "--where", 's3 == null || s7 == "t4"'])).toBe(
      table(2, 4),
    );
  });

  test("sort and unique look at all of them", async () => {
    // Only the last column tells some of these rows apart, and the first is null in two of them.
    const cell = (k: number, i: number): string =>
      i === 0 && k < 2 ? "" : i === 130 ? String(9 - k) : i === 65 && k === 4 ? "é" : i === 65 ? "e" : "1";
    const wide = (...rows: readonly number[]): string =>
      [-1, ...rows]
        .map((k) => Array.from({ length: 131 }, (_, i) => (k < 0 ? `c${i}` : cell(k, i))).join(","))
        .join("\n")
        .concat("\n");
    await writeFile(path("w.csv"), wide(0, 1, 2, 2, 3, 4, 2));
    expect(await written(["sort", path("w.csv")])).toBe(wide(3, 2, 2, 2, 4, 1, 0));
    expect(await written(["sort", path("w.csv"), "--descending"])).toBe(wide(4, 2, 2, 2, 3, 0, 1));
    expect(await written(["unique", path("w.csv")])).toBe(wide(0, 1, 2, 3, 4, 2));
    expect(await written(["unique", path("w.csv"), "--anywhere"])).toBe(wide(3, 2, 4, 1, 0));
    const by = Array.from({ length: 130 }, (_, i) => ["--by", `c${i + 1}`]).flat();
    expect(await written(["sort", path("w.csv"), ...by.slice(0, -1), "c130:descending"])).toBe(
      wide(0, 1, 2, 2, 2, 3, 4),
    );
    expect(await written(["sort", path("w.csv"), ...by, "--collate", "sv"])).toBe(wide(3, 2, 2, 2, 1, 0, 4));
    expect(await written(["unique", path("wide.csv")])).toBe(table(0, 1, 2, 3, 4));
  });

  test("the javascript executor gives the same", async () => {
    for (const line of ["sort", "unique --anywhere"]) {
      const argv = (on: string) => [...line.split(" "), path("wide.csv"), "--on", on, "-o", "-"];
      const [here, there] = await Promise.all(["wasm", "javascript"].map((on) => run(argv(on))));
      expect(there.stdout).toBe(here.stdout);
      expect(there.stdout.split("\n")).toHaveLength(7);
    }
  });

  test("a term of filter may name 64 of them", async () => {
    const where = names.flatMap((name, i) => (i === 7 ? [] : [`${name} != 99`])).join(" && ");
    const { status, stderr } = await run(["filter", path("wide.csv"), "--where", where, "-o", path("f.csv")]);
    expect([status, stderr]).toEqual([
      2,
      "samebits: --column must be left to 64 columns by which rows are chosen, got 100 columns, 99 of them with nulls, which count twice\n",
    ]);
  });
});

test("names that are no words stand between backticks in --where, and texts between quotes of either kind", async () => {
  const names = "first name,Älter,2nd,__proto__,a.b";
  await writeFile(path("names.csv"), `${names}\nit's,1,x,3,4\n"b ""c""",5,y,7,8\n`);
  const kept = (where: string) => written(["filter", path("names.csv"), "--where", where]);
  const [one, other] = [`${names}\nit's,1,x,3,4\n`, `${names}\n"b ""c""",5,y,7,8\n`];
  expect(await kept('`first name` == "it\'s"')).toBe(one);
  expect(await kept("`first name` == 'it\\'s'")).toBe(one);
  expect(await kept("`first name` == 'b \"c\"'")).toBe(other);
  expect(await kept("`first name` < `2nd` && `Älter` + `a.b` > 5")).toBe(other);
  expect(await kept("`2nd` != 'y' && __proto__ > 0 && `__proto__` < 9")).toBe(one);
});

describe("errors of --where", () => {
  const refused = async (where: string): Promise<string> => {
    const { status, stderr } = await run(["filter", path("a.csv"), "--where", where, "-o", path("out.csv")]);
    expect(status).toBe(2);
    return stderr.split("\n")[0];
  };

  test("list the names that a person may write", async () => {
    expect(await refused("delay > 5")).toBe(
      'samebits: --where:1:1: expected one of iata, name, when, column3, got "delay"',
    );
    expect(await refused("column4 == null")).toContain("iata, name, when, column3");
    expect(await refused("when == null && delay")).not.toContain("Gallon");
  });

  test("know the signs of JavaScript beside texts too", async () => {
    const other = "samebits: --where must be written with ==, got === in";
    expect(await refused('iata === "SFO"')).toBe(`${other} iata === "SFO"`);
    expect(await refused('iata !== "SFO"')).toContain("must be written with !=, got !==");
    expect(await refused("column3 = 2")).toContain("must be written with ==, got = in column3 = 2");
    expect(await refused("column3 <> 2")).toContain("must be written with !=, got <>");
    expect(await refused("column3 > 2 AND iata == 'a and b'")).toContain("must be written with &&, got AND");
    expect(await refused("not (column3 > 2)")).toContain("must be written with !, got not");
    expect(await refused("`Miles per` > 2")).toContain(
      "must be of columns: one of iata, name, Miles per Gallon, ",
    );
  });
});

test("a tree in a file that is none is told as --expression's", async () => {
  await writeFile(path("tree.json"), "{}");
  const tree = `tree:${path("tree.json")}`;
  const { status, stderr } = await run(["reduce", path("one.csv"), "--expression", tree]);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^samebits: --expression must be "tree:" and a file of .*, got "tree:.*": nothing\n$/,
  );
});

test("head on a terminal shows the columns that fit, and names the others; a pipe has all", async () => {
  const shown: string[] = [];
  const terminal = { columns: 40 } as NodeJS.WriteStream;
  const write = async (chunk: string | Uint8Array): Promise<void> => void shown.push(String(chunk));
  await run(["head", path("a.csv"), "--rows", "1"], { stdout: { terminal, write } });
  expect(shown.join("")).toBe(
    "iata  name           Miles per Gallon\nSFO   San Francisco              12.5\n\n3 more: elevation ft, when, column3\n",
  );
  const { stdout } = await run(["head", path("a.csv"), "--rows", "1"]);
  expect(stdout).toContain("  column3\n");
});
