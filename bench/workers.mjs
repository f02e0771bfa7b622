import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashArray, parseExpression, resolveContract, wasmExecutor } from "samebits";
import { operator as defined, f64 } from "samebits/operators";
import { HEAVY_STEPS, WORKERS_GROUPS } from "./cases/workers.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { speedRatio, statistics } from "./harness/statistics.mjs";

/** @typedef {import("./cases/workers.mjs").WorkersCase} WorkersCase */

const RESULTS = fileURLToPath(new URL("results", import.meta.url));
const DOOR = new URL("../dist/workers.mjs", import.meta.url).href;
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
  const { openWorkers } = /** @type {typeof import("samebits/workers")} */ (await import(DOOR));
  const counts = [...new Set(cases.map(({ count }) => count))].filter((count) => count > 0);
  const pools = new Map(
    await Promise.all(
      counts.map(async (count) => /** @type {const} */ ([count, await openWorkers({ count, shortest: 0 })])),
    ),
  );
  try {
    const one = wasmExecutor();
    const arraysOf = arraysByMemory();
    const runs = cases.map((each) => contenderOf(each, one, pools.get(each.count), arraysOf));
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
    for (const pool of pools.values()) await pool.close();
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

/** x ← 3.7·x·(1 − x), again and again, from the mean of the operands: stays in [0, 1], and memory has no part in it. */
const heavy = defined(f64, (left, right) => {
  let x = left.add(right).multiply(0.5);
  for (let i = 0; i < HEAVY_STEPS; i++) x = x.multiply(3.7).multiply(x.negate().add(1));
  return x;
});

/**
 * @param {WorkersCase} each
 * @param {ReturnType<typeof wasmExecutor>} one
 * @param {import("samebits/workers").WorkerPool | undefined} pool
 * @param {ReturnType<typeof arraysByMemory>} arraysOf
 */
function contenderOf(each, one, pool, arraysOf) {
  const { n, memory, primitive } = each;
  const [input, output] = arraysOf(memory === "caller" ? undefined : (pool ?? one), n);
  const expression = parseExpression(each.expression);
  const options = each.operator === "heavy" ? { operator: heavy, expression } : { expression };
  if (each.contender === "copy") return { call: async () => output.set(input), answer: async () => "" };
  const call = pool === undefined ? callAlone() : callTogether(pool);
  function callAlone() {
    const contract = resolveContract(options, primitive, "f64");
    if (contract.kind !== "typed") throw new Error("the cases are over elements");
    const plan = one.plan(contract);
    return async () => (primitive === "reduce" ? plan.reduce(input) : plan.inclusiveScan(input, output));
  }
  /** @param {import("samebits/workers").WorkerPool} workers */
  function callTogether(workers) {
    return async () =>
      primitive === "reduce"
        ? workers.reduce(input, options)
        : workers.inclusiveScan(input, { ...options, output });
  }
  const answer = async () => {
    const result = await call();
    return typeof result === "object" ? hashArray(result) : String(result);
  };
  return { call, answer };
}

/** Gives input and output in a memory, one pair for all cases of a group that use it: 2^27 doubles are a GiB. */
function arraysByMemory() {
  /** @type {Map<object, readonly [Float64Array, Float64Array]>} */
  const known = new Map();
  const callers = {
    /** @param {"f64"} _type @param {number} n */
    allocate: (_type, n) => ({ array: new Float64Array(n) }),
  };
  /** @param {Pick<ReturnType<typeof wasmExecutor>, "allocate"> | undefined} memory @param {number} n */
  return (memory, n) => {
    const owner = memory ?? callers;
    const found = known.get(owner);
    if (found !== undefined) return found;
    const made = /** @type {const} */ ([owner.allocate("f64", n).array, owner.allocate("f64", n).array]);
    for (let i = 0; i < n; i++) made[0][i] = ((i * 7919) % 1009) / 2018;
    known.set(owner, made);
    return made;
  };
}
