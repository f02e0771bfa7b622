// Nulls that are kept, and columns compared with one another and with null.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-nulls-"));
  await writeFile(
    path("n.csv"),
    [
      "origin,destination,delay,day",
      "ORD,ABE,5,2001-01-01",
      ",ORD,,2001-01-02",
      "ABE,ABE,-3,",
      "ORD,ORD,,2001-01-01",
      '"",ABE,7,2001-01-03',
      ",ORD,2,2001-01-01",
      "",
    ].join("\n"),
  );
  expect((await run(["convert", path("n.csv"), path("n.arrow")])).stdout).toContain("5 (kept)");
  expect((await run(["convert", path("n.arrow"), path("n.parquet")])).stdout).toContain("5 (kept)");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FILES = ["n.csv", "n.arrow", "n.parquet"];

/** The rows that a command writes as CSV, by their columns, the same from every format; and the hash of its report. */
async function rows(command: string, columns: readonly string[], ...options: readonly string[]) {
  const found: string[] = [];
  for (const file of FILES) {
    const wanted = columns.flatMap((column) => ["--column", column]);
    const argv = [command, path(file), ...wanted, ...options, "--nulls", "mask", "-o", "-"];
    const { status, stdout, stderr } = await run(argv);
    expect([argv, status, stderr.includes("samebits:")]).toEqual([argv, 0, false]);
    found.push(`${stdout}${/hash +\w+/.exec(stderr)?.[0]}`);
  }
  expect(new Set(found).size).toBe(1);
  return found[0].split("\n").slice(1, -1);
}

const ALL = ["origin", "destination", "delay", "day"];

describe("--nulls mask", () => {
  test("sort has nulls last, in either direction, and they stay nulls", async () => {
    expect(await rows("sort", ["delay", "day"], "--by", "delay")).toEqual([
      "-3,",
      "2,2001-01-01",
      "5,2001-01-01",
      "7,2001-01-03",
      ",2001-01-02",
      ",2001-01-01",
    ]);
    expect((await rows("sort", ["delay", "day"], "--by", "delay:descending")).slice(3)).toEqual([
      "-3,",
      ",2001-01-02",
      ",2001-01-01",
    ]);
    const texts = ['"",7', "ABE,-3", "ORD,5", "ORD,", ",2", ","];
    expect(await rows("sort", ["origin", "delay"])).toEqual(texts);
    expect(await rows("sort", ["origin", "delay"], "--collate", "sv")).toEqual(texts);
  });

  test("unique has a null as a value of its own", async () => {
    expect(await rows("unique", ["origin", "day"], "--anywhere")).toEqual([
      '"",2001-01-03',
      "ABE,",
      "ORD,2001-01-01",
      ",2001-01-01",
      ",2001-01-02",
    ]);
    expect(await rows("unique", ["delay"], "--anywhere")).toEqual(["-3", "2", "5", "7", '""']);
  });

  test("reduce-by-key has a group of null keys, and leaves out null values", async () => {
    expect(await rows("reduce-by-key", ["delay"], "--key", "origin")).toEqual([
      '"",7',
      "ABE,-3",
      "ORD,5",
      ",2",
    ]);
    const printed = await run([
      "reduce-by-key",
      path("n.csv"),
      "--key",
      "day",
      "--column",
      "delay",
      "--nulls",
      "mask",
    ]);
    expect(printed.stdout).toBe(
      "       day  delay\n2001-01-01      7\n2001-01-03      7\n               -3\n",
    );
  });

  test.each([
    ["delay < 6", [0, 2, 5]],
    ["delay == null", [1, 3]],
    ["delay != null && day == null", [2]],
    ["null == origin || delay == null", [1, 3, 5]],
    ["delay != null && delay < 6", [0, 2, 5]],
    ['origin == ""', [4]],
    ["origin == destination", [2, 3]],
    ["origin < destination", [4]],
    ["destination >= origin && origin != destination", [4]],
    ['day != "2001-01-01"', [1, 4]],
    ["day <= day", [0, 1, 3, 4, 5]],
    ["destination == null", []],
    ["destination != null", [0, 1, 2, 3, 4, 5]],
  ])("filter keeps of %s rows %j", async (where, kept) => {
    const all = await rows("filter", ALL, "--where", "destination == destination");
    expect(all).toHaveLength(6);
    expect(await rows("filter", ALL, "--where", where)).toEqual(kept.map((row) => all[row]));
  });

  test.each([
    ["reduce", "--column", "delay"],
    ["histogram", "--column", "delay"],
    ["hash", "--column", "delay"],
    ["scan", "--column", "delay", "-o", "x.npy"],
    ["sort", "--column", "delay", "-o", "x.npy"],
  ])("%s has no place for nulls", async (command, ...options) => {
    const { status, stderr } = await run([command, path("n.csv"), ...options, "--nulls", "mask"]);
    expect([status, stderr]).toEqual([
      2,
      'samebits: --nulls must be one of zero, skip, nan, as an array has no nulls that could be kept; columns of tables have, got "mask"\n',
    ]);
  });
});

test("nulls that no rule was given for are none, so that no row is null", async () => {
  const argv = ["filter", path("n.csv"), "--column", "destination", "-o", "-", "--where"];
  expect((await run([...argv, "destination == null"])).stdout).toBe("destination\n");
});

test("what cannot be compared is refused, and nothing is written", async () => {
  await writeFile(path("t.csv"), "a,b,u,s,x\n2001-01-01,2001-01-01T00:00,2001-01-01T00:00Z,t,1\n");
  for (const [where, message] of [
    [
      "a == b",
      "must be of times of one unit, with a zone or without, where a and b are compared, got day and s",
    ],
    ["b < u", "where b and u are compared, got s and s of UTC"],
    ["a == s", 'or with others of their kind, as in a == "…", got a == s'],
    ["s == x", 'or with others of their kind, as in s == "…", got s == x'],
    ["x == null || x < 5", "without x == null beside another comparison of x"],
    ["s", "others of their kind"],
    ["s + s == s", "others of their kind"],
  ]) {
    const columns = ["a", "b", "u", "s", "x"].flatMap((column) => ["--column", column]);
    const { status, stderr } = await run([
      "filter",
      path("t.csv"),
      ...columns,
      "--where",
      where,
      "-o",
      path("no.csv"),
    ]);
    expect([where, status, stderr]).toEqual([where, 2, expect.stringContaining(message)]);
    expect((await run(["head", path("no.csv")])).stderr).toContain("no such file");
  }
});
