#!/usr/bin/env node
// Writes the newest committed result into the README, between its two marks. `--check` writes nothing and ends with 1 where it differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tables } from "./tables.mjs";

/** @typedef {import("./cpu.mjs").CpuResult} CpuResult */

const README = fileURLToPath(new URL("../README.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- bench:begin -->";
const END = "<!-- bench:end -->";
const NOTHING_YET =
  "Not yet measured. `npm run bench -- cpu` measures it here and writes to `bench/results`.";

/** The newest result of any machine, undefined where there is none. @returns {CpuResult | undefined} */
function newestResult() {
  if (!existsSync(RESULTS)) return undefined;
  return readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => /** @type {CpuResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ suite, isQuick }) => suite === "cpu" && !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
}

/** The README with its section as the results have it. @param {string} readme */
export function withBenchmark(readme) {
  const [before, rest] = split(readme, BEGIN);
  const [, after] = split(rest, END);
  const result = newestResult();
  return `${before}${BEGIN}\n${result === undefined ? NOTHING_YET : tables(result)}\n${END}${after}`;
}

/** @param {string} text @param {string} mark @returns {[string, string]} */
function split(text, mark) {
  const parts = text.split(mark);
  if (parts.length !== 2)
    throw new Error(`README.md must have "${mark}" once, got ${parts.length - 1} of it`);
  return [parts[0], parts[1]];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readme = readFileSync(README, "utf8");
  const fresh = withBenchmark(readme);
  if (process.argv[2] !== "--check") writeFileSync(README, fresh);
  else if (fresh !== readme) {
    console.error("README.md must show the newest result: run node bench/readme-table.mjs");
    process.exitCode = 1;
  }
}
