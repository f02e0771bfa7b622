import { join } from "node:path";
import { QUICK_SUMS_GROUPS, SUMS_GROUPS } from "./cases/sums.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { openNodes } from "./harness/nodes.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { runGroup } from "./harness/run-group.mjs";
import { sumsTables } from "./sums-tables.mjs";

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;

/** @typedef {import("./cpu.mjs").CpuOptions} SumsOptions */
/** @typedef {Awaited<ReturnType<typeof measured>>} SumsResult  what a result file holds */

/** Times sums that no order changes, writes the result file and prints its tables. @param {SumsOptions} options */
export async function runSums(options) {
  const result = await measured(options);
  const isWhole = !options.isQuick && options.only === undefined;
  const own = join(RESULTS, result.machine.name, `${result.date.slice(0, 10)}-sums.json`);
  const file = options.out ?? (isWhole ? own : undefined);
  console.log(`\n${sumsTables(result)}`);
  for (const line of result.skipped) console.log(`Skipped: ${line}`);
  if (result.load.before[0] > BUSY_LOAD) {
    console.log(`The machine was busy (load ${result.load.before[0]}): do not believe these numbers.`);
  }
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The document's tables: node bench/sums-tables.mjs`);
}

/** @param {SumsOptions} options */
async function measured({ isQuick, rounds, nodes: asked, only, command, now }) {
  const date = now().toISOString();
  const started = now().getTime();
  const nodes = openNodes(asked);
  const loadBefore = load();
  /** @type {Set<string>} */
  const skipped = new Set();
  const setting = { nodes, native: undefined, rounds, isQuick, skipped };
  const groups = (isQuick ? QUICK_SUMS_GROUPS : SUMS_GROUPS).filter(({ name }) => name.includes(only ?? ""));
  if (groups.length === 0) throw new Error(`"--only" must be in the name of a group, got ${only}`);
  const results = [];
  for (const group of groups) {
    const sinceStart = ((now().getTime() - started) / 1000).toFixed(0);
    console.log(`${sinceStart.padStart(4)} s  ${group.name}: ${group.cases.length} cases`);
    results.push(...(await runGroup(group, setting)));
  }
  return {
    ...{ suite: "sums", isQuick, date, command, commit: commit() },
    seconds: Math.round((now().getTime() - started) / 1000),
    machine: describeMachine(),
    nodes: nodes.map(({ version, v8 }) => ({ version, v8 })),
    load: { before: loadBefore, after: load() },
    units: "nanoseconds of one call; spread: width of the middle half of the rounds / median",
    results: results.filter((each) => each.operator === "add"),
    skipped: [...skipped],
  };
}
