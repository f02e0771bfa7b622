import { join } from "node:path";
import { EVERYDAY_GROUPS, QUICK_EVERYDAY_GROUPS } from "./cases/everyday.mjs";
import { everydayTables } from "./everyday-tables.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { runEverydayGroup } from "./harness/run-everyday.mjs";

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;

/** @typedef {Omit<import("./cpu.mjs").CpuOptions, "nodes">} EverydayOptions */
/** @typedef {Awaited<ReturnType<typeof measured>>} EverydayResult  what a result file holds */

/** Times what people call most beside what they would call instead, writes the result file and prints its tables. @param {EverydayOptions} options */
export async function runEveryday(options) {
  const result = await measured(options);
  const isWhole = !options.isQuick && options.only === undefined;
  const own = join(RESULTS, result.machine.name, `${result.date.slice(0, 10)}-everyday.json`);
  const file = options.out ?? (isWhole ? own : undefined);
  console.log(`\n${everydayTables(result)}`);
  for (const line of result.skipped) console.log(`Skipped: ${line}`);
  if (result.load.before[0] > BUSY_LOAD) {
    console.log(`The machine was busy (load ${result.load.before[0]}): do not believe these numbers.`);
  }
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The document's tables: node bench/everyday-tables.mjs`);
}

/** @param {EverydayOptions} options */
async function measured({ isQuick, rounds, only, command, now }) {
  const date = now().toISOString();
  const started = now().getTime();
  const loadBefore = load();
  /** @type {Set<string>} */
  const skipped = new Set();
  /** @type {Map<string, string>} */
  const versions = new Map();
  const all = isQuick ? QUICK_EVERYDAY_GROUPS : EVERYDAY_GROUPS;
  const groups = all.filter(({ name }) => name.includes(only ?? ""));
  if (groups.length === 0) throw new Error(`"--only" must be in the name of a group, got ${only}`);
  const results = [];
  for (const group of groups) {
    const sinceStart = ((now().getTime() - started) / 1000).toFixed(0);
    console.log(`${sinceStart.padStart(4)} s  ${group.name}: ${group.cases.length} cases`);
    results.push(...(await runEverydayGroup(group, { rounds, isQuick, skipped, versions })));
  }
  return {
    ...{ suite: "everyday", isQuick, date, command, commit: commit() },
    seconds: Math.round((now().getTime() - started) / 1000),
    machine: describeMachine(),
    node: process.versions.node,
    peers: [...versions.values()],
    load: { before: loadBefore, after: load() },
    units: "nanoseconds of one call; spread: width of the middle half of the rounds / median",
    results,
    skipped: [...skipped],
  };
}
