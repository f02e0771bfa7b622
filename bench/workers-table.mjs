#!/usr/bin/env node
// Writes the newest committed results of workers into their note, between its two marks. `--check` writes nothing and ends with 1 where it differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WORKERS_GOALS } from "./cases/workers.mjs";
import { markdownTable, powerText } from "./harness/markdown.mjs";

/** @typedef {import("./cases/workers.mjs").WorkersCase} WorkersCase */
/** @typedef {WorkersCase & { milliseconds: { median: number }, timesAlone: number }} WorkersRow */

/**
 * As much of a result file as is shown.
 *
 * @typedef {object} WorkersResult
 * @property {string} suite
 * @property {boolean} isBusy
 * @property {string} date
 * @property {string} command
 * @property {{ cpu: string, cores: number, system: string }} machine
 * @property {readonly WorkersRow[]} results
 */

/** What both tables are made of: one run on an idle machine, one beside as many processes in loops as there are cores. @typedef {Readonly<Record<"idle" | "busy", WorkersResult>>} Runs */

const NOTE = fileURLToPath(new URL("../docs/notes/workers.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- workers:begin -->";
const END = "<!-- workers:end -->";

/** The newest result of each kind. @returns {Runs | undefined} */
function newestRuns() {
  if (!existsSync(RESULTS)) return undefined;
  const all = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => /** @type {WorkersResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ suite }) => suite === "workers")
    .sort((left, right) => left.date.localeCompare(right.date));
  const [idle, busy] = [false, true].map((isBusy) => all.filter((each) => each.isBusy === isBusy).at(-1));
  return idle === undefined || busy === undefined ? undefined : { idle, busy };
}

/** The tables as Markdown. @param {Runs} runs */
export function workersTables({ idle, busy }) {
  const { cpu, cores } = idle.machine;
  const text =
    `${cpu}, ${cores} cores, ${idle.date.slice(0, 10)}, \`${idle.command}\` and \`${busy.command}\`. Pools with \`shortest: 0\`: they share ` +
    "what the default would leave to the calling thread alone. One thread: the wasm executor, milliseconds; the others: how many times as fast as it, " +
    "medians of the ratios within a round. *Copy* is `output.set(input)`. The heavy operator has 98 operations.";
  return [text, measuredTable({ idle, busy }), goalTable({ idle, busy })].join("\n\n");
}

/** @param {Runs} runs */
function measuredTable(runs) {
  const what = new Map(
    runs.idle.results.map((each) => [keyOf(each), /** @type {const} */ ([titleOf(each), each.n])]),
  );
  const rows = Array.from(what, ([key, [title, n]]) => [
    title,
    powerText(n),
    ...[runs.idle, runs.busy].flatMap(({ results }) => {
      const found = results.filter((each) => keyOf(each) === key);
      const alone = found.find(({ contender }) => contender === "samebits")?.milliseconds.median;
      return [
        alone === undefined ? "" : millisecondsText(alone),
        ratioText(found.find(({ contender }) => contender === "copy")),
        ...[1, 2].map((count) => ratioText(found.find((each) => each.count === count))),
      ];
    }),
  ]);
  const columns = ["one thread, ms", "copy", "1 worker", "2 workers"];
  return markdownTable(["", "n", ...columns, ...columns.map((each) => `busy: ${each}`)], rows);
}

/** @param {Runs} runs */
function goalTable(runs) {
  const rows = WORKERS_GOALS.map(({ operator, primitive, n, count, times, load }) => {
    const row = runs[load].results.find(
      (each) =>
        each.operator === operator &&
        each.primitive === primitive &&
        each.n === n &&
        each.memory === "library" &&
        each.count === count,
    );
    const verdict = row === undefined ? "–" : row.timesAlone >= times ? "pass" : "**miss**";
    const workers = count === 1 ? "1 worker" : `${count} workers`;
    const goal = `${titleOf({ operator, primitive, memory: "library" })}, n = ${powerText(n)}, ${workers}, ${load}`;
    return [goal, `≥ ${times.toFixed(2)}×`, row === undefined ? "not measured" : ratioText(row), verdict];
  });
  return markdownTable(["goal, on two cores", "asked", "measured", ""], rows);
}

/** @param {Pick<WorkersCase, "operator" | "primitive" | "memory" | "n">} each */
function keyOf({ operator, primitive, memory, n }) {
  return `${operator} ${primitive} ${memory} ${n}`;
}

/** @param {Pick<WorkersCase, "operator" | "primitive" | "memory">} each */
function titleOf({ operator, primitive, memory }) {
  const what = `${operator} ${primitive === "reduce" ? "reduce" : "scan"}`;
  return memory === "caller" ? `${what}, caller's arrays` : what;
}

/** @param {WorkersRow | undefined} row */
function ratioText(row) {
  return row === undefined ? "" : `${row.timesAlone.toFixed(2)}×`;
}

/** Three digits. @param {number} value */
function millisecondsText(value) {
  return value < 100 ? value.toPrecision(3) : value.toFixed(0);
}

/** The note with its section as the results have it. @param {string} note */
export function withWorkersTables(note) {
  const [before, rest, ...more] = note.split(BEGIN);
  const [, after] = (rest ?? "").split(END);
  if (after === undefined || more.length > 0) {
    throw new Error(
      `docs/notes/workers.md must have "${BEGIN}" and "${END}" once, got another number of them`,
    );
  }
  const runs = newestRuns();
  const text = runs === undefined ? "Not yet measured." : workersTables(runs);
  return `${before}${BEGIN}\n${text}\n${END}${after}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const note = readFileSync(NOTE, "utf8");
  const fresh = withWorkersTables(note);
  if (process.argv[2] !== "--check") writeFileSync(NOTE, fresh);
  else if (fresh !== note) {
    console.error("docs/notes/workers.md must show the newest results: run node bench/workers-table.mjs");
    process.exitCode = 1;
  }
}
