import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WORKERS_GROUPS } from "./cases/workers.mjs";
import { openWorkersCases } from "./contenders/workers.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { speedRatio, statistics } from "./harness/statistics.mjs";

/** @typedef {import("./cases/workers.mjs").WorkersCase} WorkersCase */

const RESULTS = fileURLToPath(new URL("results", import.meta.url));
/** Calls shorter than this are timed in batches that take so long, after one that is not timed. */
const TURN_MILLISECONDS = 25;

/**
 * @typedef {object} WorkersOptions
 * @property {boolean} isBusy  whether as many processes as there are cores count in loops meanwhile
 * @property {number | undefined} rounds
 * @property {string | undefined} only
 * @property {string | undefined} out
 * @property {string} command
 * @property {() => Date} now
 */

/** Times one thread, pools and a copy in turns; prints a table and writes a file. @param {WorkersOptions} options */
export async function runWorkers({ isBusy, rounds, only, out, command, now }) {
  const date = now().toISOString();
  const loadBefore = load();
  const busy = isBusy ? Array.from({ length: availableParallelism() }, countForever) : [];
  const results = [];
  try {
    for (const group of WORKERS_GROUPS.filter(({ name }) => name.includes(only ?? ""))) {
      results.push(...(await timeGroup(group.cases, rounds ?? group.rounds)));
    }
  } finally {
    for (const process of busy) process.kill();
  }
  const machine = describeMachine();
  const result = {
    suite: "workers",
    isBusy,
    date,
    command,
    machine,
    load: { before: loadBefore, after: load() },
    results,
  };
  const name = `${date.slice(0, 10)}-workers-${isBusy ? "busy" : "idle"}.json`;
  const file = out ?? (only === undefined ? join(RESULTS, machine.name, name) : undefined);
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, undefined, 1)}\n`);
  console.log(`Written: ${file}`);
}

function countForever() {
  return spawn(process.execPath, ["--eval", "for (let i = 0; ; i++);"], { stdio: "ignore" });
}

/** @param {readonly WorkersCase[]} cases @param {number} rounds */
async function timeGroup(cases, rounds) {
  const opened = openWorkersCases();
  try {
    const runs = [];
    for (const each of cases) runs.push(await opened.contenderOf(each));
    // The answers first, which warms everything up besides.
    const answers = [];
    for (const run of runs) answers.push(await run.answer());
    cases.forEach((each, i) => {
      const same = cases.findIndex(({ primitive }) => primitive === each.primitive);
      if (each.contender !== "copy" && answers[i] !== answers[same])
        throw new Error(`${describe(each)}: another answer`);
    });
    const batches = [];
    for (const { call } of runs)
      batches.push(Math.max(1, Math.round(TURN_MILLISECONDS / (await time(call, 1)))));
    const times = cases.map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < rounds; round++) {
      for (const [i, { call }] of runs.entries()) {
        // Threads that slept while others had their turns are slow at first.
        if (batches[i] > 1) await call();
        times[i].push(await time(call, batches[i]));
      }
    }
    return cases.map((each, i) => {
      const alone = cases.findIndex(
        ({ primitive, contender }) => primitive === each.primitive && contender === "samebits",
      );
      const timesAlone = Number(speedRatio(times[i], times[alone]).toFixed(3));
      const row = { ...each, milliseconds: statistics(times[i]), timesAlone, rounds };
      console.log(
        `${describe(each).padEnd(64)} ${row.milliseconds.median.toFixed(3).padStart(10)} ms  ${timesAlone}x`,
      );
      return row;
    });
  } finally {
    await opened.close();
  }
}

/** Milliseconds of one of so many calls, one after the other. @param {() => Promise<unknown>} call @param {number} count */
async function time(call, count) {
  const started = process.hrtime.bigint();
  for (let i = 0; i < count; i++) await call();
  return Number(process.hrtime.bigint() - started) / 1e6 / count;
}

/** @param {WorkersCase} each */
function describe({ contender, count, operator, primitive, memory, n }) {
  return `${contender}${count > 0 ? ` ${count}` : ""} ${operator} ${primitive} ${memory} n=${n}`;
}
