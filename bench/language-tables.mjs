#!/usr/bin/env node
// Writes the newest committed result of language into its note, between its two marks. `--check` writes nothing and ends with 1 where it differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LANGUAGE_GROUPS } from "./cases/language.mjs";
import { markdownTable } from "./harness/markdown.mjs";
import { speedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./language.mjs").LanguageResult} LanguageResult */
/** @typedef {import("./language.mjs").LanguageRow} LanguageRow */

const NOTE = fileURLToPath(new URL("../docs/notes/language-speed.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- language:begin -->";
const END = "<!-- language:end -->";
const NOTHING_YET =
  "Not yet measured. `npm run bench -- language` measures it here and writes to `bench/results`.";

/** The newest result of any machine, undefined where there is none. @returns {LanguageResult | undefined} */
function newestResult() {
  if (!existsSync(RESULTS)) return undefined;
  return readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("-language.json"))
    .map((path) => /** @type {LanguageResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ isQuick }) => !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
}

/** The note with its section as the results have it. @param {string} text */
export function withLanguage(text) {
  const result = newestResult();
  const [before, ...rest] = text.split(BEGIN);
  const [, ...after] = rest.join(BEGIN).split(END);
  if (rest.length !== 1 || after.length !== 1) {
    throw new Error(`docs/notes/language-speed.md must have "${BEGIN}" and "${END}" once each`);
  }
  const section = result === undefined ? NOTHING_YET : languageTables(result);
  return `${before}${BEGIN}\n${section}\n${END}${after[0]}`;
}

/** All that the benchmark has to say, as Markdown. @param {LanguageResult} result */
export function languageTables(result) {
  const groups = LANGUAGE_GROUPS.filter(({ name }) => result.results.some(({ group }) => group === name));
  const parts = groups.map(({ name, about }) => {
    const table = groupTable(result.results.filter(({ group }) => group === name));
    return `${about[0].toUpperCase()}${about.slice(1)}:\n\n${table}`;
  });
  return [machineText(result), ...parts].join("\n\n");
}

/** @param {LanguageResult} result */
function machineText({ machine, node, date, command, isQuick }) {
  const warning = isQuick ? "**A quick run: it shows that all works, its numbers mean nothing.** " : "";
  return (
    `${warning}${machine.cpu}, ${machine.cores} cores, Node ${node}, ${date.slice(0, 10)}, \`${command}\`. Milliseconds of one call, medians ` +
    "over rounds in which both of a line take turns; the ratio is the median of those within a round. Every answer was checked first."
  );
}

/** @param {readonly LanguageRow[]} rows of one group */
function groupTable(rows) {
  const isOfFolds = rows.some(({ first }) => first.folds === "between");
  const headings = isOfFolds
    ? ["program", "executor", "n", "columns between, ms", "fused, ms", "ratio"]
    : [
        "executor",
        "n",
        `\`${rows[0].first.entry}\`, ms`,
        `\`${rows[0].second.entry}\`, ms`,
        "how many times as long",
      ];
  const lines = rows.map(({ first, second }) => [
    ...(isOfFolds ? [`\`${first.entry}\``] : []),
    first.executor,
    first.n.toLocaleString("en"),
    numberText(first.milliseconds.median),
    numberText(second.milliseconds.median),
    numberText(speedRatio(second.rounds, first.rounds)),
  ]);
  return markdownTable(headings, lines);
}

/** Three digits. @param {number} value */
function numberText(value) {
  return value < 100 ? value.toPrecision(3) : value.toFixed(0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(NOTE, "utf8");
  const fresh = withLanguage(text);
  if (process.argv[2] !== "--check") writeFileSync(NOTE, fresh);
  else if (fresh !== text) {
    console.error(
      "docs/notes/language-speed.md must show the newest result: run node bench/language-tables.mjs",
    );
    process.exitCode = 1;
  }
}
