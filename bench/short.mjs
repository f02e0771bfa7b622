import { join } from "node:path";
import { timeInTurns, warmUp } from "./contenders/batch.mjs";
import { SHORT_CALLS, shortInputs } from "./contenders/everyday/short-calls.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { median } from "./harness/statistics.mjs";
import { shortTables } from "./short-tables.mjs";

/** Lengths of the arrays. */
const LENGTHS = [1, 16, 256];
const ROUNDS = 9;
const TIMES = { whole: { warmUp: 25, batch: 3 }, quick: { warmUp: 1, batch: 0.2 } }; // milliseconds

/** @typedef {Omit<import("./cpu.mjs").CpuOptions, "nodes">} ShortOptions */
/** @typedef {Awaited<ReturnType<typeof measured>>} ShortResult  what a result file holds */

/**
 * Times every function on a few elements, each beside the same by hand: all in one process, which has called all of them before, since code that has met many kinds of
 * calls is what a program has. Writes the result file and prints its table.
 *
 * @param {ShortOptions} options
 */
export async function runShort(options) {
  const result = await measured(options);
  const isWhole = !options.isQuick && options.only === undefined;
  const own = join(RESULTS, result.machine.name, `${result.date.slice(0, 10)}-short.json`);
  const file = options.out ?? (isWhole ? own : undefined);
  console.log(`\n${shortTables(result)}`);
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The document's table: node bench/short-tables.mjs`);
}

/** @param {ShortOptions} options */
async function measured({ isQuick, rounds, only = "", command, now }) {
  const date = now().toISOString();
  const loadBefore = load();
  const functions = await shortFunctions();
  const names = Object.keys(SHORT_CALLS).filter((name) => name.includes(only));
  if (names.length === 0) throw new Error(`"--only" must be in the name of a function, got ${only}`);
  const times = isQuick ? TIMES.quick : TIMES.whole;
  const cases = names.flatMap((name) =>
    LENGTHS.map((n) => {
      const pair = SHORT_CALLS[name](functions, shortInputs(n));
      checkPair(name, n, pair);
      return { name, n, pair, samebits: /** @type {number[]} */ ([]), loop: /** @type {number[]} */ ([]) };
    }),
  );
  const estimates = cases.map(({ pair }) =>
    [pair.ours, pair.loop].map((run) => warmUp({ run, runShort: run, check: () => {} }, times.warmUp)),
  );
  for (let round = 0; round < (rounds ?? ROUNDS); round++) {
    for (const [i, { pair, samebits, loop }] of cases.entries()) {
      const [ours, byHand] = [pair.ours, pair.loop].map((run, k) => {
        const calls = Math.max(1, Math.round((times.batch * 1e6) / Math.max(1, estimates[i][k])));
        return timeInTurns([{ run, runShort: run, check: () => {} }], calls, 1)[0] / calls;
      });
      samebits.push(Number(ours.toPrecision(4)));
      loop.push(Number(byHand.toPrecision(4)));
    }
  }
  return {
    ...{ suite: "short", isQuick, date, command, commit: commit() },
    machine: describeMachine(),
    node: process.versions.node,
    load: { before: loadBefore, after: load() },
    units: "nanoseconds of one call, median of the rounds",
    results: cases.map(({ name, n, samebits, loop }) => ({
      name,
      n,
      nanoseconds: { samebits: median(samebits), loop: median(loop) },
      rounds: { samebits, loop },
    })),
  };
}

/** What the cases call. @returns {Promise<Record<string, (...given: readonly any[]) => any>>} */
export async function shortFunctions() {
  const [door, algorithms, operators] = await Promise.all([
    import("samebits"),
    import("samebits/algorithms"),
    import("samebits/operators"),
  ]);
  return /** @type {any} */ ({ ...operators, ...door, ...algorithms });
}

/** Both have one answer, but for roundings. @param {string} name @param {number} n @param {import("./contenders/everyday/short-calls.mjs").ShortPair} pair */
export function checkPair(name, n, { ours, loop }) {
  const [actual, expected] = [ours(), loop()].map(numbersOf);
  const isNear = (/** @type {number} */ value, /** @type {number} */ i) =>
    Object.is(value, expected[i]) || Math.abs(value - expected[i]) <= 1e-9 * Math.max(1, Math.abs(value));
  if (actual.length === expected.length && actual.every(isNear)) return;
  throw new Error(`${name} of ${n} is wrong: ${actual.slice(0, 8)}, not ${expected.slice(0, 8)}`);
}

/** @param {any} answer @returns {readonly number[]} */
function numbersOf(answer) {
  if (typeof answer !== "object") return [Number(answer)];
  return ArrayBuffer.isView(answer)
    ? Array.from(/** @type {Float64Array} */ (answer), Number)
    : Object.values(answer).flatMap(numbersOf);
}
