// The side of `npm run bench -- builds` that waits for its calls, programs of the array language and pools of workers: a request a line on standard input, a line back.
//   prepare ID {"suite", "case"} AS JSON  ->  ok NANOSECONDS  of one warm call
//   time ID CALLS SLICES                  ->  ok NANOSECONDS  of all the calls
// Anything wrong: "error WHY".
import { createInterface } from "node:readline";
import { checkLanguage, openLanguage } from "./language.mjs";
import { openWorkersCases } from "./workers.mjs";

const WARM_UP_MILLISECONDS = Number(process.argv[2] ?? 120);

/** @type {Map<string, () => unknown>} */
const calls = new Map();
/** @type {Awaited<ReturnType<typeof openLanguage>> | undefined} */
let language;
/** @type {ReturnType<typeof openWorkersCases> | undefined} */
let workers;

/** @param {string} suite @param {any} each @returns {Promise<() => unknown>} */
async function callOf(suite, each) {
  if (suite === "workers") {
    workers ??= openWorkersCases();
    return (await workers.contenderOf(each)).call;
  }
  language ??= await openLanguage();
  const call = language.callOf(each);
  checkLanguage(each, await call());
  return call;
}

/** @param {() => unknown} call @param {number} count */
async function time(call, count) {
  const started = process.hrtime.bigint();
  for (let i = 0; i < count; i++) await call();
  return Number(process.hrtime.bigint() - started);
}

/** @param {string} verb @param {string} id @param {string} rest */
async function answer(verb, id, rest) {
  const known = calls.get(id);
  if (verb === "time" && known !== undefined) return time(known, Number(rest.split(" ")[0]));
  const { suite, case: each } = JSON.parse(rest);
  const call = await callOf(suite, each);
  calls.set(id, call);
  const end = performance.now() + WARM_UP_MILLISECONDS;
  let latest = await time(call, 1);
  while (performance.now() < end) latest = await time(call, 1);
  return latest;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id] = line.split(" ", 2);
  try {
    console.log(`ok ${await answer(verb, id, line.slice(verb.length + id.length + 2))}`);
  } catch (problem) {
    console.log(`error ${problem instanceof Error ? problem.message.split("\n")[0] : problem}`);
  }
}
await language?.close();
await workers?.close();
