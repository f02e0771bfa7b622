import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GROUPS, QUICK_GROUPS } from "./cases/cpu.mjs";
import { doorSize } from "./harness/door-size.mjs";
import { measureFirstCalls } from "./harness/first-calls.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { compileNative } from "./harness/native.mjs";
import { openNodes } from "./harness/nodes.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { runGroup } from "./harness/run-group.mjs";
import { raggedLines, tables } from "./tables.mjs";

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;
const DOOR = fileURLToPath(new URL("../dist/index.mjs", import.meta.url));

/**
 * @typedef {object} CpuOptions
 * @property {boolean} isQuick
 * @property {number | undefined} rounds
 * @property {readonly string[]} nodes
 * @property {string | undefined} only
 * @property {string | undefined} out
 * @property {string} command
 * @property {() => Date} now
 */

/** @typedef {Awaited<ReturnType<typeof measured>>} CpuResult  what a result file holds */

/** Runs the benchmark, writes its result file and prints its tables. @param {CpuOptions} options */
export async function runCpu(options) {
  const result = await measured(options);
  const isWhole = !options.isQuick && options.only === undefined;
  const file = options.out ?? (isWhole ? resultFile(result) : undefined);
  console.log(`\n${tables(result)}`);
  for (const line of result.skipped) console.log(`Skipped: ${line}`);
  for (const line of raggedLines(result)) console.log(line);
  if (result.load.before[0] > BUSY_LOAD) {
    console.log(`The machine was busy (load ${result.load.before[0]}): do not believe these numbers.`);
  }
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The documents: node bench/speed-tables.mjs`);
}

/** @param {CpuOptions} options */
async function measured({ isQuick, rounds, nodes: asked, only, command, now }) {
  const date = now().toISOString();
  const started = now().getTime();
  const machine = describeMachine();
  const nodes = openNodes(asked);
  const loadBefore = load();
  const native = compileNative();
  /** @type {Set<string>} */
  const skipped = new Set();
  const setting = { nodes, native: native?.path, rounds, isQuick, skipped };
  const groups = (isQuick ? QUICK_GROUPS : GROUPS).filter(({ name }) => name.includes(only ?? ""));
  if (groups.length === 0) throw new Error(`"--only" must be in the name of a group, got ${only}`);
  const results = [];
  try {
    for (const group of groups) {
      const sinceStart = ((now().getTime() - started) / 1000).toFixed(0);
      console.log(`${sinceStart.padStart(4)} s  ${group.name}: ${group.cases.length} cases`);
      results.push(...(await runGroup(group, setting)));
    }
  } finally {
    native?.remove();
  }
  const firstCalls = only === undefined ? nodes.flatMap((node) => measureFirstCalls(node, isQuick)) : [];
  const door = await doorSize(DOOR);
  const seconds = Math.round((now().getTime() - started) / 1000);
  return {
    ...{ suite: "cpu", isQuick, date, command, commit: commit(), seconds },
    machine,
    nodes: nodes.map(({ version, v8 }) => ({ version, v8 })),
    compiler: native?.compiler,
    load: { before: loadBefore, after: load() },
    units:
      "nanoseconds and milliseconds of one call; spread: width of the middle half of the rounds / median",
    doorBytes: door.bundled,
    doorFilesBytes: door.files,
    firstCalls,
    results,
    skipped: [...skipped],
  };
}

/** @param {CpuResult} result */
function resultFile({ machine, date }) {
  return join(RESULTS, machine.name, `${date.slice(0, 10)}.json`);
}
