#!/usr/bin/env node
// Writes the newest committed result of everyday into its note, between its two marks. `--check` writes nothing and ends with 1 where it differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  ARITHMETIC,
  EVERYDAY_GOALS,
  IN_LIBRARY,
  LARGE_PAGES,
  LOOP,
  OURS,
  REDUCE,
  SMALL_PAGES,
} from "./cases/everyday.mjs";
import { markdownTable } from "./harness/markdown.mjs";
import { median, speedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./everyday.mjs").EverydayResult} EverydayResult */
/** @typedef {EverydayResult["results"][number]} Row */

const NOTE = fileURLToPath(new URL("../docs/notes/everyday-speed.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- everyday:begin -->";
const END = "<!-- everyday:end -->";
const NOTHING_YET =
  "Not yet measured. `npm run bench -- everyday` measures it here and writes to `bench/results`.";

/** The newest result of any machine, undefined where there is none. @returns {EverydayResult | undefined} */
function newestResult() {
  if (!existsSync(RESULTS)) return undefined;
  return readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("-everyday.json"))
    .map((path) => /** @type {EverydayResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ isQuick }) => !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
}

/** The note with its section as the results have it. @param {string} text */
export function withEveryday(text) {
  const result = newestResult();
  const [before, ...rest] = text.split(BEGIN);
  const [, ...after] = rest.join(BEGIN).split(END);
  if (rest.length !== 1 || after.length !== 1) {
    throw new Error(`docs/notes/everyday-speed.md must have "${BEGIN}" and "${END}" once each`);
  }
  const section = result === undefined ? NOTHING_YET : everydayTables(result);
  return `${before}${BEGIN}\n${section}\n${END}${after[0]}`;
}

/** All that the benchmark has to say, as Markdown. @param {EverydayResult} result */
export function everydayTables(result) {
  return [machineText(result), timesTable(result), "What was to be reached:", goalTable(result)].join("\n\n");
}

/** @param {EverydayResult} result */
function machineText({ machine, node, date, command, isQuick, peers, load }) {
  const isBusy = load.before[0] > BUSY_LOAD;
  const busy = isBusy ? "**Other work had the cores as well: read the ratios, and those roughly.** " : "";
  const warning = isQuick ? "**A quick run: it shows that all works, its numbers mean nothing.** " : busy;
  return (
    `${warning}${machine.cpu}, ${machine.cores} cores, Node ${node}, ${date.slice(0, 10)}, \`${command}\`, load ${load.before[0]} before it; ` +
    `${peers.filter((each) => each !== "" && each !== "this build").join(", ")}; one thread each. Time of one call, and in brackets how many times as long as ours it ` +
    "takes: the median of the ratios within a round. Bold: it is faster than we are. Every answer was checked first."
  );
}

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;

const PEERS = [
  ...[LOOP, "numpy-ts", "numpy", SMALL_PAGES, "d3-array", "DuckDB"],
  ...[REDUCE, IN_LIBRARY, LARGE_PAGES, ARITHMETIC],
];

/** @param {EverydayResult} result */
function timesTable({ results }) {
  const peers = PEERS.filter((name) => results.some(({ contender }) => contender === name));
  const lines = [...new Set(results.map(({ group }) => group))].map((name) => {
    const own = results.filter(({ group }) => group === name);
    const ours = own.find(({ contender }) => contender === OURS);
    const cells = peers.map((peer) =>
      timeText(
        own.find(({ contender }) => contender === peer),
        ours,
      ),
    );
    return [
      name.replace(/n=1000000$/, "n=10⁶").replace(/n=10000000$/, "n=10⁷"),
      timeText(ours, undefined),
      ...cells,
    ];
  });
  return markdownTable(["", OURS, ...peers], lines);
}

/** @param {Row | undefined} row @param {Row | undefined} ours */
function timeText(row, ours) {
  if (row === undefined) return "–";
  const time = durationText(row.nanoseconds.median);
  if (ours === undefined) return time;
  const ratio = speedRatio(ours.rounds, row.rounds);
  return ratio < 1 ? `**${time} (${numberText(ratio)}×)**` : `${time} (${numberText(ratio)}×)`;
}

/** @param {number} nanoseconds */
function durationText(nanoseconds) {
  if (nanoseconds < 1000) return `${numberText(nanoseconds)} ns`;
  return nanoseconds < 1e6 ? `${numberText(nanoseconds / 1e3)} µs` : `${numberText(nanoseconds / 1e6)} ms`;
}

/** Three digits. @param {number} value */
function numberText(value) {
  return value < 99.95 ? value.toPrecision(3) : value.toFixed(0);
}

/**
 * @typedef {object} Outcome  of one goal in one group
 * @property {string} group
 * @property {string} asked
 * @property {string} measured
 * @property {boolean | undefined} isMet  undefined where it was not measured
 */

/** Every goal in every group that it is for. @param {Pick<EverydayResult, "results">} result @returns {readonly Outcome[]} */
export function everydayOutcomes({ results }) {
  const names = [...new Set(results.map(({ group }) => group))];
  return EVERYDAY_GOALS.flatMap(({ groups, asked, measure }) => {
    const own = names.filter((name) => groups.test(name));
    return own.map((group) => ({
      group,
      asked,
      ...outcomeOf(
        results.filter((row) => row.group === group),
        measure,
      ),
    }));
  });
}

/** @param {readonly Row[]} rows @param {import("./cases/everyday.mjs").EverydayGoal["measure"]} measure */
function outcomeOf(rows, measure) {
  const find = (/** @type {string} */ name) => rows.find(({ contender }) => contender === name);
  const ours = find("least" in measure ? (measure.ours ?? OURS) : OURS);
  const peer = find("least" in measure ? measure.peer : LOOP);
  if (ours === undefined || peer === undefined) return { measured: "not measured", isMet: undefined };
  if ("least" in measure) {
    const ratio = speedRatio(ours.rounds, peer.rounds);
    return { measured: `${numberText(ratio)}×`, isMet: ratio >= measure.least };
  }
  const allowed = ours.rounds.map((time, round) => time - measure.loops * peer.rounds[round]);
  const text = `${durationText(ours.nanoseconds.median)}; the loop ${durationText(peer.nanoseconds.median)}`;
  return { measured: text, isMet: median(allowed) <= measure.most };
}

/** @param {EverydayResult} result */
function goalTable(result) {
  const rows = everydayOutcomes(result).map(({ group, asked, measured, isMet }) => {
    const verdict = isMet ? "pass" : "**miss**";
    return [group, asked, measured, isMet === undefined ? "–" : verdict];
  });
  return markdownTable(["", "to reach", "measured", ""], rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(NOTE, "utf8");
  const fresh = withEveryday(text);
  if (process.argv[2] !== "--check") writeFileSync(NOTE, fresh);
  else if (fresh !== text) {
    console.error(
      "docs/notes/everyday-speed.md must show the newest result: run node bench/everyday-tables.mjs",
    );
    process.exitCode = 1;
  }
}
