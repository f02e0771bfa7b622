// Every SVG that commands draw, as xmllint reads it, and every object of --json, as Python does.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeArray } from "../../src/formats.ts";
import { run } from "../helpers/cli/io.ts";
import { hasTool, runPython, runTool } from "./debian-tools.ts";

const hasXmllint = hasTool("xmllint");
const hasPython = hasTool("numpy");

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-drawings-"));
  await writeArray(
    path("x.npy"),
    Float64Array.from({ length: 200 }, (_, i) => Math.sin(i) * 10 ** (i % 5)),
  );
  // Names as strangers have them.
  const names = ["<b>&amp;", 'a "quoted" one', "]]>", "tab\there", "bell\u0007", "ö🂡"];
  const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(",");
  await writeFile(
    path("names.csv"),
    `${header}\n${names.map((_, i) => i).join(",")}\n${names.map(() => 7).join(",")}\n`,
  );
  await writeFile(path("squares.sb"), "entry main (xs: []i32): i32 = reduce (+) 0 (map (\\x -> x * x) xs)\n");
});
afterAll(() => rm(folder, { recursive: true }));

function wordsOf(line: string): readonly string[] {
  return line.split(" ").map((word) => (/\.(npy|csv|sb|svg|json)$/.test(word) ? path(word) : word));
}

const DRAWINGS: readonly string[] = [
  "histogram x.npy --plot OUT.svg",
  "describe names.csv --plot OUT.svg",
  "network draw brent-kung --n 16 -o OUT.svg",
  "reveal --on wasm --n 16 -o OUT.svg",
  "cost squares.sb --input [1,2,3] --dag OUT.svg",
  "cost squares.sb --measure --on wasm --sizes 1024..8192 --plot OUT.svg",
  "determinism --n 1000 --runs 2 --on javascript,wasm --plot OUT.svg",
];

describe("drawings", () => {
  test.each(DRAWINGS)("samebits %s", { timeout: 60_000 }, async (line) => {
    const file = `drawing-${DRAWINGS.indexOf(line)}.svg`;
    const { status, stderr } = await run(wordsOf(line.replace("OUT.svg", file)));
    expect([stderr, status]).toEqual(["", 0]);
    if (hasXmllint) expect(runTool("xmllint", ["--noout", "--nonet", path(file)])).toBe("");
  });
});

const REPORTS: readonly string[] = [
  "describe names.csv",
  "describe x.npy",
  "head names.csv",
  "histogram x.npy --bins 5",
  "reduce x.npy --expression exact",
  "scan x.npy -o y.npy",
  "sort x.npy -o y.npy",
  "accuracy x.npy",
  "network show brent-kung --n 16",
  "laws add --type f64",
  "executors",
];

describe("reports", () => {
  test.runIf(hasPython)("are JSON to Python as to JavaScript", async () => {
    const texts: string[] = [];
    for (const line of REPORTS) {
      const { status, stdout, stderr } = await run([...wordsOf(line), "--json"]);
      expect([line, stderr, status]).toEqual([line, "", 0]);
      texts.push(stdout);
    }
    expect(runPython("read-json.py", texts)).toEqual(texts.map((text) => JSON.parse(text)));
  });
});
