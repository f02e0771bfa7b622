#!/usr/bin/env node
// Writes the newest committed results of language into their notes, between two marks each. `--check` writes nothing and ends with 1 where one differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LANGUAGE_GROUPS } from "./cases/language.mjs";
import { NESTED_PROGRAMS } from "./cases/nested-programs.mjs";
import { markdownTable } from "./harness/markdown.mjs";
import { speedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./language.mjs").LanguageResult} LanguageResult */
/** @typedef {import("./language.mjs").LanguageRow} LanguageRow */

const RESULTS = new URL("results/", import.meta.url);
const NOTHING_YET =
  "Not yet measured. `npm run bench -- language` measures it here and writes to `bench/results`.";

/**
 * A note with a table of the newest result that has some rows of it.
 *
 * @typedef {object} NoteWithTable
 * @property {string} file  below docs/notes
 * @property {string} mark
 * @property {(result: LanguageResult) => boolean} has
 * @property {(result: LanguageResult) => string} tables
 */

/** @type {readonly NoteWithTable[]} */
export const NOTES = [
  {
    ...{ file: "language-speed.md", mark: "language" },
    has: ({ results }) => results.length > 0,
    tables: languageTables,
  },
  {
    ...{ file: "nested-programs.md", mark: "nested-times" },
    has: ({ nested }) => nested !== undefined && nested.length > 0,
    tables: nestedTables,
  },
];

/** The newest result of any machine with what a note shows, undefined where there is none. @param {NoteWithTable} note @returns {LanguageResult | undefined} */
function newestResult({ has }) {
  if (!existsSync(RESULTS)) return undefined;
  return readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => /-language(-nested)?\.json$/.test(path))
    .map((path) => /** @type {LanguageResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter((result) => !result.isQuick && has(result))
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
}

/** The note with its section as the results have it. @param {NoteWithTable} note @param {string} text */
export function withTable(note, text) {
  const result = newestResult(note);
  const [begin, end] = [`<!-- ${note.mark}:begin -->`, `<!-- ${note.mark}:end -->`];
  const [before, ...rest] = text.split(begin);
  const [, ...after] = rest.join(begin).split(end);
  if (rest.length !== 1 || after.length !== 1) {
    throw new Error(`docs/notes/${note.file} must have "${begin}" and "${end}" once each`);
  }
  const section = result === undefined ? NOTHING_YET : note.tables(result);
  return `${before}${begin}\n${section}\n${end}${after[0]}`;
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
    "over rounds in which all of a line take turns; a ratio is the median of those within a round. Every answer was checked first."
  );
}

/** Nested programs beside what is written by hand and plain loops. @param {LanguageResult} result */
export function nestedTables(result) {
  const headings = [
    ...["program", "executor", "n", "nested, ms", "by hand, ms", "times by hand", "loops, ms", "times loops"],
  ];
  const lines = result.nested.map(({ name, executor, type, n, times: { nested, byHand, loop } }) => [
    `${name}${type === "f64" ? "" : `, ${type}`}`,
    executor,
    n.toLocaleString("en"),
    numberText(nested.milliseconds.median),
    byHand === undefined ? "–" : numberText(byHand.milliseconds.median),
    byHand === undefined ? "–" : numberText(speedRatio(byHand.rounds, nested.rounds)),
    numberText(loop.milliseconds.median),
    numberText(speedRatio(loop.rounds, nested.rounds)),
  ]);
  const legend = NESTED_PROGRAMS.map(({ name, about }) => `${name}: ${about}`).join("; ");
  const { before, after } = result.load;
  const load = `load ${before[0].toFixed(1)} before and ${after[0].toFixed(1)} after`;
  return [
    `${machineText(result)} The machine had ${load}.`,
    `${legend[0].toUpperCase()}${legend.slice(1)}. On webgpu, an emulated adapter, few elements show that all works, and nothing of GPUs.`,
    markdownTable(headings, lines),
  ].join("\n\n");
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
  for (const note of NOTES) {
    const path = new URL(`../docs/notes/${note.file}`, import.meta.url);
    const text = readFileSync(path, "utf8");
    const fresh = withTable(note, text);
    if (process.argv[2] !== "--check") writeFileSync(path, fresh);
    else if (fresh !== text) {
      console.error(
        `docs/notes/${note.file} must show the newest result: run node bench/language-tables.mjs`,
      );
      process.exitCode = 1;
    }
  }
}
