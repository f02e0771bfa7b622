import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-first-row-"));
  await writeFile(path("one.csv"), "1\n2\n3\n");
  await writeFile(path("two.csv"), "1,5\n2,6\n1,7\n");
  await writeFile(path("years.csv"), "2019,2020\n1,5\n2,6\n");
  await writeFile(path("text.txt"), "1\n2\n3\n4\n5\n6\n7\n8\n");
  await writeFile(
    path("sum.op"),
    "(left: { a: f64, b: f64 }, right) => { a: left.a + right.a, b: left.b + right.b }",
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Every command that reads tables: its argv, and what it gives without a header. */
const COMMANDS: readonly (readonly [readonly string[], RegExp])[] = [
  [["reduce", "one.csv"], /^value +6\n/],
  [["reduce", "two.csv", "--column", "2"], /^value +18\n/],
  [["reduce", "two.csv", "--operator", "sum.op", "--column", "a=1", "--column", "b=2"], /a +4 .*\nb +18 /],
  [["hash", "one.csv"], /^[0-9a-f]{16}\n$/],
  [["scan", "two.csv", "--column", "2", "-o", "OUT"], /n +3 f64/],
  [
    ["scan", "two.csv", "--operator", "sum.op", "--column", "a=1", "--column", "b=2", "-o", "out.csv"],
    /n +3 /,
  ],
  [["sort", "one.csv", "-o", "OUT"], /n +3 f64/],
  [["sort", "two.csv", "--column", "a=1", "--column", "b=2", "-o", "out.csv"], /n +3 /],
  [["filter", "two.csv", "--column", "a=1", "--where", "a > 0.0", "-o", "out.csv"], /kept +3/],
  [["unique", "one.csv", "-o", "OUT"], /n +3 f64/],
  [["histogram", "one.csv"], /n +3 f64/],
  [["reduce-by-key", "two.csv", "--key", "k=1:u32", "--column", "v=2", "-o", "out.csv"], /n +3 /],
  [["accuracy", "one.csv"], /3 f64/],
];

const argvOf = (argv: readonly string[]): string[] =>
  argv.map((text) => (text === "OUT" ? path("out.npy") : /^\w+\.(csv|op)$/.test(text) ? path(text) : text));

describe.each(COMMANDS.map(([argv, expected]) => [argv.join(" "), argv, expected] as const))(
  "%s",
  (_, argv, expected) => {
    test("refuses numbers in the place of names, and says --no-header", async () => {
      const { status, stdout, stderr } = await run(argvOf(argv));
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        /^samebits: FILE must be CSV whose first row has names[^\n]*--no-header[^\n]*the number \d for a name\n$/,
      );
    });

    test("reads all rows with --no-header", async () => {
      const { status, stdout, stderr } = await run([...argvOf(argv), "--no-header"]);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(expected);
    });
  },
);

test("names that are numbers are read with --header", async () => {
  const { stdout } = await run(["reduce", path("years.csv"), "--column", "2020", "--header"]);
  expect(stdout).toMatch(/^value +11\n/);
});

test("what is no text has no first row", async () => {
  await run(["generate", "wide", "--type", "f64", "--n", "3", "-o", path("x.npy")]);
  const { status, stderr } = await run(["reduce", path("x.npy"), "--no-header"]);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^samebits: --header must be left out for \.npy data/),
  ]);
});

test("a text is not taken for raw numbers, and nobody is led to it by a hint", async () => {
  for (const extra of [[], ["--type", "f64"]]) {
    const { status, stdout, stderr } = await run(["reduce", path("text.txt"), ...extra]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^samebits: FILE must be a \.npy file, or named \.raw, \.bin, \.csv/);
    expect(stderr).not.toMatch(/--type/);
  }
  const { stdout } = await run(["reduce", path("text.txt"), "--raw", "--type", "f64"]);
  expect(stdout).toMatch(/n +2 f64/); // who says so gets it
});

test.each(["1e999", "-1e400", `1${"0".repeat(400)}`])(
  "--initial %s is none of a type's numbers",
  async (initial) => {
    const { status, stderr } = await run(["reduce", path("one.csv"), "--no-header", `--initial=${initial}`]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^samebits: --initial must be a number that f64 has exactly/),
    ]);
  },
);

test("nor is it one of a record's", async () => {
  const columns = ["--column", "a=1", "--column", "b=2", "--no-header"];
  const argv = ["reduce", path("two.csv"), "--operator", path("sum.op"), ...columns, "--initial"];
  const { status, stderr } = await run([...argv, '{"a":1e999,"b":0}']);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^samebits: --initial\.a must be a number that f64 has exactly, or bits:…, got "1e999"/,
    ),
  ]);
  expect(await run([...argv, '{"a":"inf","b":0}'])).toMatchObject({ status: 0 });
});

test("--initial takes infinity by its name", async () => {
  const { stdout } = await run(["reduce", path("one.csv"), "--no-header", "--initial", "Infinity"]);
  expect(stdout).toMatch(/^value +Infinity\n/);
});

test("a column that a command has written is read back by its name", async () => {
  await writeFile(path("quoted.csv"), '" a","2",x\n1,4,7\n2,5,8\n');
  const argv = ["sort", path("quoted.csv"), "--column", "p= a", "--column", "q=2", "-o", path("sorted.csv")];
  expect(await run(argv)).toMatchObject({ status: 0, stderr: "" });
  expect(await readFile(path("sorted.csv"), "utf8")).toBe("p,q\n1,4\n2,5\n");
});
