#!/usr/bin/env node
// Writes the newest committed result into docs/speed.md, and its six numbers into the README, between the marks of each.
// `--check` writes nothing and ends with 1 where one differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { machinesTable } from "./machines-table.mjs";
import { speedSummary } from "./speed-summary.mjs";
import { tables } from "./tables.mjs";

/** @typedef {import("./cpu.mjs").CpuResult} CpuResult */

const ROOT = new URL("../", import.meta.url);
const RESULTS = new URL("results/", import.meta.url);
const NOTHING_YET =
  "Not yet measured. `npm run bench -- cpu` measures it here and writes to `bench/results`.";

/** @typedef {{ readonly suite: string, readonly isQuick: boolean, readonly date: string, readonly machine: { readonly cpu: string, readonly system: string }, readonly adapter?: { readonly vendor: string, readonly device: string } }} AnyResult */

/** What each document shows between two marks. @type {readonly { file: string, mark: string, show: (results: readonly AnyResult[]) => string }[]} */
const SECTIONS = [
  { file: "README.md", mark: "bench", show: (results) => shownOf(results, speedSummary) },
  { file: "docs/speed.md", mark: "bench", show: (results) => shownOf(results, tables) },
  { file: "docs/speed.md", mark: "machines", show: machinesTable },
];

/** Of the newest result of processors. @param {readonly AnyResult[]} results @param {(result: CpuResult) => string} show */
function shownOf(results, show) {
  const newest = results.filter(({ suite }) => suite === "cpu").at(-1);
  return newest === undefined
    ? NOTHING_YET
    : show(/** @type {CpuResult} */ (/** @type {unknown} */ (newest)));
}

/** Whole results of any machine, the newest last. @returns {readonly AnyResult[]} */
function allResults() {
  if (!existsSync(RESULTS)) return [];
  return readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => /** @type {AnyResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ machine, suite, isQuick, date }) => machine?.cpu && suite && date && !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date));
}

/** The documents as they are and as the results have them. @returns {{ file: string, present: string, fresh: string }[]} */
export function speedDocuments() {
  const results = allResults();
  return [...new Set(SECTIONS.map(({ file }) => file))].map((file) => {
    const present = readFileSync(new URL(file, ROOT), "utf8");
    let fresh = present;
    for (const { mark, show } of SECTIONS.filter((section) => section.file === file)) {
      const [begin, end] = [`<!-- ${mark}:begin -->`, `<!-- ${mark}:end -->`];
      const [before, rest] = split(file, fresh, begin);
      const [, after] = split(file, rest, end);
      fresh = `${before}${begin}\n${show(results)}\n${end}${after}`;
    }
    return { file, present, fresh };
  });
}

/** @param {string} file @param {string} text @param {string} mark @returns {[string, string]} */
function split(file, text, mark) {
  const parts = text.split(mark);
  if (parts.length !== 2) throw new Error(`${file} must have "${mark}" once, got ${parts.length - 1} of it`);
  return [parts[0], parts[1]];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, present, fresh } of speedDocuments()) {
    if (process.argv[2] !== "--check") writeFileSync(new URL(file, ROOT), fresh);
    else if (fresh !== present) {
      console.error(`${file} must show the newest result: run node bench/speed-tables.mjs`);
      process.exitCode = 1;
    }
  }
}
