// One contender of `npm run bench -- everyday`, named by the first argument: a request a line on standard input, a line back.
//   open -                   ->  ok VERSION
//   prepare ID CASE-AS-JSON  ->  ok {"nanoseconds":…,"digest":[…]}  warms up; nanoseconds of one call, and its answer
//   time ID CALLS            ->  ok NANOSECONDS  of all the calls
// Anything wrong: "error WHY". everyday.py is the same for numpy.
import { createInterface } from "node:readline";
import { timeInTurns, warmUp } from "./batch.mjs";
import { callOf, digestOf } from "./everyday/peer.mjs";

/** @typedef {import("../cases/everyday.mjs").EverydayCase} EverydayCase */
/** @typedef {import("./everyday/peer.mjs").Opened} Opened */

const [, , peer, warmUpMilliseconds = "120"] = process.argv;
/** Elements of the calls that bring code to its best compiler. */
const SHORT = 64;

/** Each in a module of its own: what is compiled for one must not disturb another. @type {Readonly<Record<string, () => Promise<{ open: () => Promise<Opened> }>>>} */
const PEERS = {
  samebits: () => import("./everyday/samebits.mjs"),
  "samebits, 2 MiB pages": () => import("./everyday/samebits.mjs"),
  loops: () => import("./everyday/loops.mjs"),
  "numpy-ts": () => import("./everyday/numpy-ts.mjs"),
  "d3-array": () => import("./everyday/d3-array.mjs"),
  DuckDB: () => import("./everyday/duckdb.mjs"),
  arithmetic: () => import("./everyday/arithmetic.mjs"),
};

/** @type {Promise<Opened>} */
const opening = PEERS[peer]().then(({ open }) => open());
opening.catch(() => {}); // told to who asks
/** @type {Map<string, () => unknown>} */
const calls = new Map();

/** @param {string} id @param {EverydayCase} each */
async function prepare(id, each) {
  const opened = await opening;
  const { read = (answer) => answer, release = () => {} } = opened;
  const call = await callOf(opened, each);
  const first = call();
  const answer = await first;
  const digest = digestOf(read(answer));
  if (first instanceof Promise) {
    calls.set(id, call);
    return { nanoseconds: (await timeLater(call, 2)) / 2, digest };
  }
  const released = (/** @type {() => unknown} */ run) => () => {
    const latest = run();
    release(latest);
    return latest;
  };
  const run = released(call);
  calls.set(id, run);
  const runShort = released(
    await callOf(opened, { ...each, n: Math.min(each.n, isOfSquares(each) ? 8 : SHORT) }),
  );
  return { nanoseconds: warmUp({ run, runShort, check: () => {} }, Number(warmUpMilliseconds)), digest };
}

/** @param {EverydayCase} each */
function isOfSquares({ task }) {
  return /multiply|axis/.test(task);
}

/** Nanoseconds of calls whose answers are waited for. @param {() => unknown} run @param {number} count */
async function timeLater(run, count) {
  const started = process.hrtime.bigint();
  for (let i = 0; i < count; i++) await run();
  return Number(process.hrtime.bigint() - started);
}

/** @param {string} verb @param {string} id @param {string} rest */
async function answer(verb, id, rest) {
  if (verb === "open") return (await opening).version;
  if (verb === "prepare") return JSON.stringify(await prepare(id, JSON.parse(rest)));
  const run = calls.get(id);
  if (run === undefined) throw new Error(`no case ${id}`);
  if (peer === "DuckDB") return timeLater(run, Number(rest));
  return timeInTurns([{ run, runShort: run, check: () => {} }], Number(rest), 1)[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id] = line.split(" ", 2);
  try {
    console.log(`ok ${await answer(verb, id, line.slice(verb.length + id.length + 2))}`);
  } catch (problem) {
    console.log(`error ${problem instanceof Error ? problem.message.split("\n")[0] : problem}`);
  }
}
