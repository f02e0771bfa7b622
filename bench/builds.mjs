import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ALGORITHM_GROUPS } from "./cases/algorithms.mjs";
import { GROUPS } from "./cases/cpu.mjs";
import { LANGUAGE_GROUPS } from "./cases/language.mjs";
import { SUMS_GROUPS } from "./cases/sums.mjs";
import { WORKERS_GROUPS } from "./cases/workers.mjs";
import { openProcess } from "./harness/contender-process.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { markdownTable } from "./harness/markdown.mjs";
import { commit, commitOf, RESULTS, writeResult } from "./harness/result-file.mjs";
import { median } from "./harness/statistics.mjs";

/*
 * Two builds of this package side by side in one run. Every case of ours of the other benchmarks runs in three processes: this build, the one
 * before, and the one before again. A case's turns come after each other, and every second round backwards. Ratios are taken within a round; what the
 * two equal builds show is what this machine cannot tell apart.
 */

/** What no row may fall below, but for what two processes of one build show. */
const LOWEST = 0.97;
const TURN_MILLISECONDS = 4;
/** Below this a batch is preceded by a call that brings code and data back into the caches. */
const CACHED_NANOSECONDS = 1e6;

/** @typedef {{ name: string, request: string, rounds: number }} BuildsCase */
/** @typedef {{ suite: string, name: string, ratio: number, same: readonly [number, number, number], isKept: boolean, nanoseconds: number }} BuildsRow  `same`: quartiles of old ÷ old */

/**
 * The cases of a suite that this package computes, and who serves them.
 *
 * @type {Readonly<Record<string, { server: string, cases: () => readonly BuildsCase[] }>>}
 */
const SUITES = {
  cpu: { server: "javascript.mjs", cases: () => GROUPS.flatMap(oursOf) },
  sums: { server: "javascript.mjs", cases: () => SUMS_GROUPS.flatMap(oursOf) },
  algorithms: { server: "algorithms.mjs", cases: () => ALGORITHM_GROUPS.flatMap(oursOf) },
  language: {
    server: "awaited.mjs",
    cases: () =>
      LANGUAGE_GROUPS.flatMap(({ name, rounds, pairs }) =>
        pairs.flat().map((each) => awaited("language", name, rounds, each)),
      ),
  },
  workers: {
    server: "awaited.mjs",
    cases: () =>
      WORKERS_GROUPS.flatMap(({ name, rounds, cases }) =>
        cases
          .filter(({ contender }) => contender !== "copy")
          .map((each) => awaited("workers", name, rounds, each)),
      ),
  },
};

/** @param {{ name: string, rounds: number, cases: readonly { process: string, contender: string }[] }} group @returns {BuildsCase[]} */
function oursOf({ name, rounds, cases }) {
  return cases
    .filter(({ process }) => process === "samebits")
    .map((each) => ({ name: `${name}: ${titleOf(each)}`, request: JSON.stringify(each), rounds }));
}

/** @param {string} suite @param {string} group @param {number} rounds @param {object} each @returns {BuildsCase} */
function awaited(suite, group, rounds, each) {
  return {
    name: `${group}: ${titleOf(each)}`,
    request: JSON.stringify({ suite, case: each }),
    rounds,
  };
}

const UNTOLD = new Set(["process", "seed", "suite", "isOnOtherNodes"]);

/** What tells a case from its neighbours. @param {object} each */
function titleOf(each) {
  const told = Object.entries(each).filter(([name, value]) => !UNTOLD.has(name) && value !== "add");
  return told.map(([, value]) => (typeof value === "object" ? JSON.stringify(value) : value)).join(" ");
}

/**
 * @typedef {object} BuildsOptions
 * @property {string} before  a built checkout of what this build is compared with
 * @property {boolean} isQuick
 * @property {readonly string[]} suites
 * @property {number | undefined} rounds
 * @property {string | undefined} only
 * @property {string | undefined} out
 * @property {string} command
 * @property {() => Date} now
 */

/** Times this build against another, prints the rows that lost and writes the result file. @param {BuildsOptions} options */
export async function runBuilds({ before, isQuick, suites, rounds, only, out, command, now }) {
  const folder = resolve(before);
  if (!existsSync(join(folder, "dist", "index.mjs")))
    throw new Error(`"--before" must be a checkout with a built dist, got ${before}`);
  const unknown = suites.find((name) => !Object.hasOwn(SUITES, name));
  if (unknown !== undefined)
    throw new Error(`"--suite" must be one of ${Object.keys(SUITES).join(", ")}, got ${unknown}`);
  const date = now().toISOString();
  const loadBefore = load();
  const setting = { before: folder, isQuick, rounds, only };
  const results = [];
  for (const suite of suites.length > 0 ? suites : Object.keys(SUITES))
    results.push(...(await timeSuite(suite, setting)));
  if (results.length === 0) throw new Error(`"--only" must be in the name of a case, got ${only}`);
  const machine = describeMachine();
  const result = {
    ...{ suite: "builds", isQuick, date, command, commit: commit(), before: commitOf(folder), machine },
    load: { before: loadBefore, after: load() },
    units: "ratio: time before / time now; same: quartiles of the ratio of two processes of the build before",
    results,
  };
  console.log(summaryOf(results));
  const isWhole = !isQuick && only === undefined && suites.length === 0;
  const own = join(RESULTS, machine.name, `${date.slice(0, 10)}-builds.json`);
  const file = out ?? (isWhole ? own : undefined);
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}`);
}

/** @param {string} suite @param {{ before: string, isQuick: boolean, rounds: number | undefined, only: string | undefined }} setting @returns {Promise<BuildsRow[]>} */
async function timeSuite(suite, { before, isQuick, rounds, only }) {
  const { server, cases } = SUITES[suite];
  const named = cases().filter(({ name }) => name.includes(only ?? ""));
  const chosen = isQuick ? named.slice(0, 1) : named;
  const script = fileURLToPath(new URL(`contenders/${server}`, import.meta.url));
  const preload = new URL("harness/use-build.mjs", import.meta.url).href;
  const warmUp = isQuick ? ["20"] : [];
  const old = () =>
    openProcess(process.execPath, ["--import", preload, script, ...warmUp], { SAMEBITS_BUILD: before });
  const processes = [openProcess(process.execPath, [script, ...warmUp]), old(), old()];
  const rows = [];
  try {
    for (const [id, each] of chosen.entries()) {
      const row = {
        suite,
        name: each.name,
        ...(await timeCase(processes, id, each, rounds ?? (isQuick ? 2 : each.rounds))),
      };
      console.log(lineOf(row));
      rows.push(row);
    }
  } finally {
    for (const each of processes) each.close();
  }
  return rows;
}

/** @param {readonly import("./harness/contender-process.mjs").ContenderProcess[]} processes @param {number} id @param {BuildsCase} each @param {number} rounds */
async function timeCase(processes, id, { request }, rounds) {
  const answers = [];
  for (const each of processes) answers.push((await each.ask(`prepare ${id} ${request}`)).split(" "));
  // Where the server tells the last bits of its answer, they are the same.
  if (new Set(answers.map(([, bits]) => bits)).size > 1)
    throw new Error(`the builds differ in ${request}: ${answers.map(([, bits]) => bits).join(", ")}`);
  const slowest = Math.max(1, ...answers.map(([nanoseconds]) => Number(nanoseconds)));
  const calls = Math.max(1, Math.round((TURN_MILLISECONDS * 1e6) / slowest));
  const times = processes.map(() => /** @type {number[]} */ ([]));
  // As many rounds each way, so that none of the equal builds is first more often.
  for (let round = 0; round < 2 * Math.ceil(rounds / 2); round++) {
    const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0];
    for (const i of order) {
      if (slowest < CACHED_NANOSECONDS) await processes[i].ask(`time ${id} 1 1`);
      const [nanoseconds] = (await processes[i].ask(`time ${id} ${calls} 1`)).split(" ");
      times[i].push(Number(nanoseconds) / calls);
    }
  }
  return compared(times);
}

/**
 * What the rounds say: the ratio of the build before to this one, and quartiles of the ratio of two equal builds.
 *
 * @param {readonly (readonly number[])[]} times  of this build, of the one before, of that again
 */
export function compared([now, before, again]) {
  const ratios = (/** @type {readonly number[]} */ times) => times.map((time, i) => before[i] / time);
  const same = [...ratios(again)].sort((left, right) => left - right);
  const at = (/** @type {number} */ part) => Number(same[Math.floor((same.length - 1) * part)].toFixed(3));
  const ratio = Number(median(ratios(now)).toFixed(3));
  const quartiles = /** @type {const} */ ([at(0.25), at(0.5), at(0.75)]);
  return {
    ratio,
    same: quartiles,
    isKept: ratio >= Math.min(LOWEST, quartiles[0]),
    nanoseconds: Math.round(median(now)),
  };
}

/** @param {BuildsRow} row */
function lineOf({ suite, name, ratio, same, isKept }) {
  return `${ratio.toFixed(2).padStart(6)}${isKept ? "  " : " !"} (old ÷ old ${same.map((each) => each.toFixed(2)).join(" ")})  ${suite}  ${name}`;
}

/** @param {readonly BuildsRow[]} rows */
function summaryOf(rows) {
  const suites = [...new Set(rows.map(({ suite }) => suite))];
  return markdownTable(
    ["suite", "rows", "median", "lowest", `below ${LOWEST} and below the lower quartile of old ÷ old`],
    suites.map((suite) => {
      const own = rows.filter((row) => row.suite === suite);
      const ratios = own.map(({ ratio }) => ratio);
      const lost = own.filter(({ isKept }) => !isKept).length;
      return [suite, `${own.length}`, median(ratios).toFixed(2), Math.min(...ratios).toFixed(2), `${lost}`];
    }),
  );
}
