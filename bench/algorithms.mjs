import { join } from "node:path";
import { algorithmsTables } from "./algorithms-tables.mjs";
import { ALGORITHM_GROUPS, QUICK_ALGORITHM_GROUPS } from "./cases/algorithms.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { compileNative } from "./harness/native.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { runAlgorithmGroup } from "./harness/run-algorithms.mjs";

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;

/** @typedef {Omit<import("./cpu.mjs").CpuOptions, "nodes">} AlgorithmsOptions */
/** @typedef {Awaited<ReturnType<typeof measured>>} AlgorithmsResult  what a result file holds */

/** Times sorts, filters, histograms, keys and segments, writes the result file and prints its tables. @param {AlgorithmsOptions} options */
export async function runAlgorithms(options) {
  const result = await measured(options);
  const isWhole = !options.isQuick && options.only === undefined;
  const own = join(RESULTS, result.machine.name, `${result.date.slice(0, 10)}-algorithms.json`);
  const file = options.out ?? (isWhole ? own : undefined);
  console.log(`\n${algorithmsTables(result)}`);
  for (const line of result.skipped) console.log(`Skipped: ${line}`);
  if (result.load.before[0] > BUSY_LOAD) {
    console.log(`The machine was busy (load ${result.load.before[0]}): do not believe these numbers.`);
  }
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The document's tables: node bench/algorithms-tables.mjs`);
}

/** @param {AlgorithmsOptions} options */
async function measured({ isQuick, rounds, only, command, now }) {
  const date = now().toISOString();
  const started = now().getTime();
  const loadBefore = load();
  /** @type {Set<string>} */
  const skipped = new Set();
  const all = isQuick ? QUICK_ALGORITHM_GROUPS : ALGORITHM_GROUPS;
  const groups = all.filter(({ name }) => name.includes(only ?? ""));
  if (groups.length === 0) throw new Error(`"--only" must be in the name of a group, got ${only}`);
  const native = compileNative("algorithms.cpp");
  const results = [];
  try {
    for (const group of groups) {
      const sinceStart = ((now().getTime() - started) / 1000).toFixed(0);
      console.log(`${sinceStart.padStart(4)} s  ${group.name}: ${group.cases.length} cases`);
      results.push(...(await runAlgorithmGroup(group, { native: native?.path, rounds, isQuick, skipped })));
    }
  } finally {
    native?.remove();
  }
  return {
    ...{ suite: "algorithms", isQuick, date, command, commit: commit() },
    seconds: Math.round((now().getTime() - started) / 1000),
    machine: describeMachine(),
    node: process.versions.node,
    compiler: native?.compiler,
    load: { before: loadBefore, after: load() },
    units: "nanoseconds of one call; spread: width of the middle half of the rounds / median",
    results,
    skipped: [...skipped],
  };
}
