import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";

let folder: string;
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-csv-"));
  await writeFile(path("x.csv"), "id;delay\n1;2.5\n2;-3\n3;1e3\n");
  await writeFile(path("table.txt"), "id|delay\n1|2.5\n2|-3\n");
});

afterAll(() => rm(folder, { recursive: true }));

describe("CSV of any delimiter, from any place", () => {
  test.each([
    [["reduce", "x.csv", "--column", "delay", "--delimiter", ";"], "999.5\n"],
    [["reduce", "table.txt", "--column", "delay", "--delimiter", "|", "--format", "csv"], "-0.5\n"],
    [
      ["reduce", "table.txt", "--column", "id", "--delimiter", "|", "--format", "csv", "--on", "javascript"],
      "3\n",
    ],
  ])("%j", async ([command, file, ...options], value) => {
    const ran = await run([command, path(file), ...options, "--value-only"]);
    expect([ran.stderr, ran.stdout]).toEqual(["", value]);
  });

  test("a pipe", async () => {
    const stdin = Buffer.from("id\tdelay\n1\t2.5\n2\t-3\n");
    const argv = ["reduce", "-", "--format", "tsv", "--column", "delay", "--value-only"];
    expect((await run(argv, { stdin })).stdout).toBe("-0.5\n");
    const table = ["sort", "-", "--format", "tsv", "--column", "delay", "-o", path("s.npy")];
    expect((await run(table, { stdin })).status).toBe(0);
    expect((await run(["sort", "-", "--column", "delay", "-o", path("s.npy")], { stdin })).status).toBe(2);
  });

  test("tab has a name", async () => {
    await writeFile(path("tabs.csv"), "a\tb\n1\t2\n");
    for (const delimiter of ["tab", "\\t", "\t"]) {
      const argv = ["reduce", path("tabs.csv"), "--column", "b", "--delimiter", delimiter, "--value-only"];
      expect((await run(argv)).stdout).toBe("2\n");
    }
  });

  test("tables, descriptions", async () => {
    const argv = ["sort", path("x.csv"), "--delimiter", ";", "--column", "delay", "--column", "id"];
    expect((await run([...argv, "-o", path("sorted.csv")])).status).toBe(0);
    expect(await readFile(path("sorted.csv"), "utf8")).toBe("delay,id\n-3,2\n2.5,1\n1000,3\n");
    const { stdout } = await run([
      "describe",
      path("table.txt"),
      "--delimiter",
      "|",
      "--format",
      "csv",
      "--json",
    ]);
    expect(stdout).toContain(`"name":"delay"`);
  });

  test.each([
    [
      "reduce x.csv --column delay --delimiter ;;",
      /--delimiter must be one ASCII character that is no letter, .*, got ";;"/,
    ],
    ["reduce x.csv --column delay --format cvs", /--format must be one of .*\(nearest: csv\), got "cvs"/],
    [
      "reduce x.csv --column delay --format csv --raw",
      /option '--format <format>' cannot be used with option '--raw'/,
    ],
    [
      "sort x.csv --column delay --format npy -o y.csv",
      /--format must be csv, tsv, arrow or parquet with --column/,
    ],
  ])("samebits %s", async (line, expected) => {
    const argv = line.split(" ").map((word) => (word.endsWith(".csv") ? path(word) : word));
    const { status, stderr } = await run(argv);
    expect(stderr).toMatch(expected);
    expect(status).toBe(2);
  });
});

describe("a scan writes CSV", () => {
  test("with the column's name", async () => {
    const argv = [
      "scan",
      path("x.csv"),
      "--delimiter",
      ";",
      "--column",
      "delay",
      "-o",
      path("out.csv"),
      "--json",
    ];
    const { stdout, stderr } = await run(argv);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ n: 3, value: 999.5, output: path("out.csv") });
    expect(await readFile(path("out.csv"), "utf8")).toBe("delay\n2.5\n-0.5\n999.5\n");
    const back = await run([
      "reduce",
      path("out.csv"),
      "--column",
      "delay",
      "--operator",
      "max",
      "--value-only",
    ]);
    expect(back.stdout).toBe("999.5\n");
  });

  test("into .tsv, backward, of integers", async () => {
    const argv = ["scan", path("x.csv"), "--delimiter", ";", "--column", "id", "--type", "i64", "--backward"];
    expect((await run([...argv, "-o", path("out.tsv")])).status).toBe(0);
    expect(await readFile(path("out.tsv"), "utf8")).toBe("id\n6\n5\n3\n");
  });

  test("into a pipe, as every command has columns, but for --raw", async () => {
    const argv = ["scan", "-", "--format", "csv", "--delimiter", ";", "--column", "delay", "-o", "-"];
    const stdin = await readFile(path("x.csv"));
    const piped = await run(argv, { stdin });
    expect([piped.status, piped.stdout]).toEqual([0, "delay\n2.5\n-0.5\n999.5\n"]);
    expect(piped.stderr).toContain("n         3 f64\n");
    const again = await run(["scan", "-", "--format", "csv", "-o", "-"], { stdin: Buffer.from("x\n") });
    expect([again.status, again.stdout]).toEqual([0, "value\n"]);
    const { stdoutBytes } = await run(["scan", "-", "--raw", "--type", "u8", "-o", "-"], {
      stdin: Uint8Array.of(1, 2),
    });
    expect([...stdoutBytes]).toEqual([1, 0, 0, 0, 3, 0, 0, 0]);
  });

  test.each(["arrow", "parquet", "tsv"])("and .%s, from a state too", async (format) => {
    const argv = ["scan", path("x.csv"), "--delimiter", ";", "--column", "id", "--type", "i64"];
    const [first, second] = [path(`first.${format}`), path(`second.${format}`)];
    expect((await run([...argv, "-o", first, "--snapshot", path("state.json")])).status).toBe(0);
    expect((await run([...argv, "-o", second, "--resume", path("state.json")])).status).toBe(0);
    const rows = async (file: string) =>
      JSON.parse((await run(["head", file, "--json"])).stdout).rows.id.map(Number);
    expect([await rows(first), await rows(second)]).toEqual([
      [1, 3, 6],
      [7, 9, 12],
    ]);
  });

  test("and .npy of a text whose length nobody knows before", async () => {
    const argv = ["scan", path("x.csv"), "--delimiter", ";", "--column", "id", "-o"];
    expect((await run([...argv, path("out.npy")])).status).toBe(0);
    expect((await run(["reduce", path("out.npy"), "--value-only"])).stdout).toBe("10\n");
    expect((await run([...argv, path("out.raw")])).status).toBe(0);
    const raw = ["reduce", path("out.raw"), "--type", "f64", "--value-only"];
    expect((await run(raw)).stdout).toBe("10\n");
  });
});

test("a text that stands for no value is told with the option for it", async () => {
  await writeFile(path("na.csv"), "rain,sun\n1.5,3\nNA,x\n2,4\nNA,-\n");
  const told = async (...argv: readonly string[]): Promise<string> =>
    (await run(["reduce", path("na.csv"), ...argv])).stderr.replace(path("na.csv"), "na.csv");
  expect(await told("--column", "rain")).toBe(
    'samebits: FILE must be numbers in column "rain", unless --missing has "NA", got "na.csv": "NA" in row 2 (line 3), "NA" in row 4 (line 5)\n',
  );
  expect(await told("--column", "sun")).toMatch(/^samebits: FILE must be numbers in column "sun", got /);
  const kept = await run([
    "reduce",
    path("na.csv"),
    "--column",
    "rain",
    "--missing",
    "NA",
    "--nulls",
    "skip",
    "--value-only",
  ]);
  expect(kept.stdout).toBe("3.5\n");
});
