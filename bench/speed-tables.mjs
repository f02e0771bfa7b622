#!/usr/bin/env node
// Writes the newest committed result into docs/speed.md, and its six numbers into the README, between the marks of each.
// `--check` writes nothing and ends with 1 where one differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { speedSummary } from "./speed-summary.mjs";
import { tables } from "./tables.mjs";

/** @typedef {import("./cpu.mjs").CpuResult} CpuResult */

const ROOT = new URL("../", import.meta.url);
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- bench:begin -->";
const END = "<!-- bench:end -->";
const NOTHING_YET =
  "Not yet measured. `npm run bench -- cpu` measures it here and writes to `bench/results`.";

/** What each document shows of a result. @type {Readonly<Record<string, (result: CpuResult) => string>>} */
const DOCUMENTS = { "README.md": speedSummary, "docs/speed.md": tables };

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

/** The documents as they are and as the results have them. @returns {{ file: string, present: string, fresh: string }[]} */
export function speedDocuments() {
  const result = newestResult();
  return Object.entries(DOCUMENTS).map(([file, show]) => {
    const present = readFileSync(new URL(file, ROOT), "utf8");
    const [before, rest] = split(file, present, BEGIN);
    const [, after] = split(file, rest, END);
    const shown = result === undefined ? NOTHING_YET : show(result);
    return { file, present, fresh: `${before}${BEGIN}\n${shown}\n${END}${after}` };
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
