// The level that a command serves is the executor's, whatever the format of its file, and its bits are those of the expression that it prints.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { generateData } from "../conformance/data/generate-data.ts";
import { encodeNpy } from "../formats.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
const ROWS = 999;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-levels-"));
  const values = generateData({ data: "narrow", type: "f64", length: ROWS, seed: 3n }) as Float64Array;
  await writeFile(path("v.npy"), encodeNpy(values));
  await writeFile(path("v.csv"), `key,v\n${[...values].map((each, i) => `${i % 3},${each}`).join("\n")}\n`);
  await run(["convert", path("v.csv"), path("v.parquet")]);
});
afterAll(() => rm(folder, { recursive: true }));

async function json(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await run([...argv, "--json"]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const WEAK = ["--on", "javascript", "--determinism", "run-to-run"];
const NAMED = ["--expression", "linear-carry:8"];

describe("at run-to-run on plain loops", () => {
  test("a reduce has one level and value of a file, whatever its format", async () => {
    const files = [["v.npy"], ["v.csv", "--column", "v"], ["v.parquet", "--column", "v"]];
    const found = [];
    for (const [file, ...column] of files) {
      const { value, achieved, expression } = await json(["reduce", path(file), ...column, ...WEAK]);
      found.push({ value, achieved, expression });
    }
    const { value } = await json(["reduce", path("v.npy"), ...NAMED]);
    const expected = { value, achieved: "run-to-run", expression: "linear-carry:8" };
    expect(found).toEqual([expected, expected, expected]);
    expect(value).not.toBe((await json(["reduce", path("v.npy")])).value);
  });

  test.each(["v.csv", "v.parquet"])("reduce-by-key of %s has the bits of the expression", async (file) => {
    const argv = ["reduce-by-key", path(file), "--key", "key", "--column", "v"];
    const weak = await json([...argv, ...WEAK]);
    const named = await json([...argv, ...NAMED]);
    expect(weak).toMatchObject({ achieved: "run-to-run", table: named.table, hash: named.hash });
    expect(named.achieved).toBe("everywhere");
    expect((await json(argv)).hash).not.toBe(named.hash);
    const { stderr } = await run([...argv, ...WEAK]);
    expect(stderr).toContain("executor  javascript (run-to-run, by linear-carry:8)");
  });

  test.each([
    ["v.csv", []],
    ["v.parquet", []],
    ["v.csv", ["--by", "key"]],
  ])("describe %s %s has the bits of the expression", async (file, by) => {
    const argv = ["describe", path(file), "--column", "v", ...by];
    const [weak, named, everywhere] = [
      await json([...argv, ...WEAK]),
      await json([...argv, ...NAMED]),
      await json(argv),
    ];
    expect(weak.achieved).toBe("run-to-run");
    expect(weak.columns).toEqual(named.columns);
    expect(everywhere).toMatchObject({ achieved: "everywhere" });
    expect(everywhere.columns).not.toEqual(named.columns);
  });

  test("describe refuses an expression where nothing is guaranteed", async () => {
    const argv = ["describe", path("v.csv"), ...NAMED, "--determinism", "not-guaranteed"];
    const { status, stderr } = await run(argv);
    expect([status, stderr]).toEqual([2, expect.stringContaining("--expression must be left out")]);
  });
});
