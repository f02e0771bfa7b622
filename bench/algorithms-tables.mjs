#!/usr/bin/env node
// Writes the newest committed result of algorithms into its note, between its two marks. `--check` writes nothing and ends with 1 where it differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALGORITHM_GOALS, DATA, OURS } from "./cases/algorithms.mjs";
import { markdownTable, powerText } from "./harness/markdown.mjs";
import { speedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./algorithms.mjs").AlgorithmsResult} AlgorithmsResult */
/** @typedef {AlgorithmsResult["results"][number]} Row */

const NOTE = fileURLToPath(new URL("../docs/notes/algorithm-speed.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- algorithms:begin -->";
const END = "<!-- algorithms:end -->";
const NOTHING_YET =
  "Not yet measured. `npm run bench -- algorithms` measures it here and writes to `bench/results`.";

/** The newest result of any machine, with what was measured there again after it; undefined where there is none. @returns {AlgorithmsResult | undefined} */
function newestResult() {
  if (!existsSync(RESULTS)) return undefined;
  const all = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => /-algorithms(-[\w-]+)?\.json$/.test(path))
    .map((path) => /** @type {AlgorithmsResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ isQuick }) => !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date));
  const isPart = (/** @type {AlgorithmsResult} */ { command }) => command.includes("--only");
  const whole = all.filter((each) => !isPart(each)).at(-1);
  if (whole === undefined) return undefined;
  const later = all.filter(
    (each) => isPart(each) && each.date > whole.date && each.machine.name === whole.machine.name,
  );
  return later.reduce(measuredAgain, whole);
}

/** A result whose groups are those of a later run where that has them. @param {AlgorithmsResult} result @param {AlgorithmsResult} later @returns {AlgorithmsResult} */
export function measuredAgain(result, later) {
  const isOf =
    (/** @type {readonly Row[]} */ rows) =>
    (/** @type {Row} */ { group }) =>
      rows.some((row) => row.group === group);
  const kept = result.results.filter((row) => !isOf(later.results)(row));
  const tasks = [...new Set([...result.results, ...later.results].map(({ task }) => task))];
  const rows = [...kept, ...later.results];
  return {
    ...result,
    command: `${result.command}\` and later \`${later.command.replace(/^.*(?=--only)/, "")}`, // as it stands in Markdown, in code
    results: tasks.flatMap((task) => rows.filter((row) => row.task === task)),
  };
}

/** The note with its section as the results have it. @param {string} text */
export function withAlgorithms(text) {
  const result = newestResult();
  const [before, ...rest] = text.split(BEGIN);
  const [, ...after] = rest.join(BEGIN).split(END);
  if (rest.length !== 1 || after.length !== 1) {
    throw new Error(`docs/notes/algorithm-speed.md must have "${BEGIN}" and "${END}" once each`);
  }
  const section = result === undefined ? NOTHING_YET : algorithmsTables(result);
  return `${before}${BEGIN}\n${section}\n${END}${after[0]}`;
}

/** All that the benchmark has to say, as Markdown: goals, then a table for each task. @param {AlgorithmsResult} result */
export function algorithmsTables(result) {
  const tasks = [...new Set(result.results.map(({ task }) => task))];
  const data = Object.entries(DATA).filter(([name]) => result.results.some((row) => row.data === name));
  const parts = [
    machineText(result),
    goalTable(result),
    ...tasks.map((task) => taskTable(result.results.filter((row) => row.task === task))),
    data.map(([name, text]) => `*${name}*: ${text}`).join("; "),
  ];
  return parts.filter((each) => each !== "").join("\n\n");
}

/** @param {AlgorithmsResult} result */
function machineText({ machine, node, compiler, date, command, isQuick }) {
  const warning = isQuick ? "**A quick run: it shows that all works, its numbers mean nothing.** " : "";
  const native = compiler === undefined ? "" : `, ${compiler}`;
  return (
    `${warning}${machine.cpu}, one of ${machine.cores} cores, Node ${node}${native}, ${date.slice(0, 10)}, \`${command}\`. ` +
    "Milliseconds of one call on the caller's arrays, medians over rounds in which all of a line take turns; in parentheses how many times as fast " +
    "ours is, the median of the ratios within a round. Every answer was checked first. Sorts in place copy their input first."
  );
}

/** One line for each group, one column for each contender. @param {readonly Row[]} rows of one task */
function taskTable(rows) {
  const contenders = [...new Set(rows.map(({ contender }) => contender))];
  const groups = [...new Set(rows.map(({ group }) => group))];
  const lines = groups.map((group) => {
    const own = rows.filter((row) => row.group === group);
    const [{ type, data, n }] = own;
    const ours = own.find(({ contender }) => contender === OURS);
    const cells = contenders.map((name) =>
      timeText(
        own.find(({ contender }) => contender === name),
        ours,
      ),
    );
    return [`${type}, ${data}`, powerText(n), ...cells];
  });
  return markdownTable([`${rows[0].task}, ms`, "n", ...contenders], lines);
}

/** @param {Row | undefined} row @param {Row | undefined} ours */
function timeText(row, ours) {
  if (row === undefined) return "";
  const time = numberText(row.nanoseconds.median / 1e6);
  if (row === ours || ours === undefined) return time;
  return `${time} (${numberText(speedRatio(ours.rounds, row.rounds))}×)`;
}

/** Three digits. @param {number} value */
function numberText(value) {
  return value < 100 ? value.toPrecision(3) : value.toFixed(0);
}

/**
 * @typedef {object} Outcome  of one goal
 * @property {string} title
 * @property {string} asked
 * @property {string} measured  the slowest group's, with its name where there are several
 * @property {boolean | undefined} isMet  undefined where it was not measured
 */

/** Every goal, met or not. @param {AlgorithmsResult} result @returns {Outcome[]} */
export function algorithmsOutcomes({ results }) {
  return ALGORITHM_GOALS.map(({ title, groups, peer, least }) => {
    const asked = `≥ ${least}× ${peer}`;
    const names = [...new Set(results.map(({ group }) => group))].filter((name) => groups.test(name));
    const ratios = names.flatMap((name) => {
      const own = results.filter(({ group }) => group === name);
      const ours = own.find(({ contender }) => contender === OURS);
      const other = own.find(({ contender }) => contender === peer);
      if (ours === undefined || other === undefined) return [];
      return [{ name, ratio: speedRatio(ours.rounds, other.rounds) }];
    });
    if (ratios.length === 0) return { title, asked, measured: "not measured", isMet: undefined };
    const worst = ratios.reduce((left, right) => (right.ratio < left.ratio ? right : left));
    const where = ratios.length > 1 ? ` (${worst.name})` : "";
    return { title, asked, measured: `${numberText(worst.ratio)}×${where}`, isMet: worst.ratio >= least };
  });
}

/** @param {AlgorithmsResult} result */
function goalTable(result) {
  const rows = algorithmsOutcomes(result).map(({ title, asked, measured, isMet }) => {
    const verdict = isMet ? "pass" : "**miss**";
    return [title, asked, measured, isMet === undefined ? "–" : verdict];
  });
  return markdownTable(["goal", "asked", "measured, the slowest", ""], rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(NOTE, "utf8");
  const fresh = withAlgorithms(text);
  if (process.argv[2] !== "--check") writeFileSync(NOTE, fresh);
  else if (fresh !== text) {
    console.error(
      "docs/notes/algorithm-speed.md must show the newest result: run node bench/algorithms-tables.mjs",
    );
    process.exitCode = 1;
  }
}
