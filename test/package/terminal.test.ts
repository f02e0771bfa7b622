// What the commands print fits a terminal of 80 columns, on one: tables leave out columns and say which, sentences are broken at blanks.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isThorough } from "../extent.ts";
import { hasTool, runPython } from "../tools/debian-tools.ts";
import { REPOSITORY } from "./packed-files.ts";

const hasPython = hasTool("numpy");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-terminal-"));
  const words = ["a", "Livingston Municipal Airport", "x".repeat(60), "é😀"];
  const rows = Array.from({ length: 40 }, (_, row) => [
    ...[row, row / 7, `2001-01-${String((row % 28) + 1).padStart(2, "0")}T10:00:00`],
    ...[words[row % 4], row % 5 === 0 ? "" : -row * 1e9, words[(row + 1) % 4], row % 3],
  ]);
  const names = ["n", "a rather long name of a column", "at", "name", "loss", "other_name", "key"];
  await writeFile(join(folder, "t.csv"), `${[names, ...rows].map((row) => row.join(",")).join("\n")}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const COMMANDS: readonly string[] = [
  "head t.csv",
  "describe t.csv",
  "describe t.csv --by key --column loss --column n",
  "sort t.csv --by name --by loss:descending -o sorted.csv",
  "filter t.csv --where n>3 -o kept.csv",
  "unique t.csv --column name --anywhere -o names.csv",
  "histogram t.csv --column n",
  "histogram t.csv --column name",
  "hash t.csv --column n",
  "reduce t.csv --column n",
  "scan t.csv --column n -o sums.csv",
  "reduce-by-key t.csv --key name --key key --column n",
  "convert t.csv t.parquet",
  "determinism --n 2000 --runs 2 --on javascript,wasm",
  "determinism --n 65536 --runs 1 --on javascript,wasm --times",
  "network list",
  "network show brent-kung --n 8",
  "executors",
  "accuracy --kind narrow --n 1000",
  "generate narrow --type f64 --n 10 -o x.npy",
  "laws --help",
  ...(isThorough ? ["witness --on javascript,wasm"] : []),
];

describe.runIf(hasPython)("on a terminal of 80 columns", () => {
  let shown: readonly Shown[] = [];
  beforeAll(() => {
    const cli = join(REPOSITORY, "dist/cli.mjs");
    const commands = COMMANDS.map((line) => [process.execPath, cli, ...line.split(" ")]);
    shown = runPython("on-terminal.py", { commands, folder }) as readonly Shown[];
  });

  test.each(COMMANDS.map((line, i) => ({ line, i })))("samebits $line", ({ i }) => {
    const { status, lines, coloured } = shown[i];
    expect([status, lines.length > 1]).toEqual([0, true]);
    const wide = lines.filter((line) => [...line].length > 80 && !isDriver(line));
    expect(wide).toEqual([]);
    for (const line of coloured) expect(line).toMatch(/PASS|FAIL/);
  });
});

/** What a GPU's driver says by itself. */
function isDriver(line: string): boolean {
  return line.startsWith("Warning: max");
}

interface Shown {
  readonly status: number;
  readonly lines: readonly string[];
  readonly coloured: readonly string[];
}
