// The JavaScript side of `npm run bench -- algorithms`: a request a line on standard input, a line back.
//   prepare ID CASE-AS-JSON  ->  ok NANOSECONDS  checks the answer, warms up, checks again; nanoseconds of one call
//   time ID CALLS            ->  ok NANOSECONDS  of all the calls
// Anything wrong: "error WHY". bench/native/algorithms.cpp is the same for C++.
import { createInterface } from "node:readline";
import { checkAlgorithm } from "./algorithm-answers.mjs";
import { algorithmLoop } from "./algorithm-loops.mjs";
import { timeInTurns, warmUp } from "./batch.mjs";

/** @typedef {import("../cases/algorithms.mjs").AlgorithmCase} AlgorithmCase */

const WARM_UP_MILLISECONDS = Number(process.argv[2] ?? 120);
const SHORT_LENGTH = 64;

/** @type {Map<string, import("./javascript.mjs").Contender>} */
const contenders = new Map();

/** @param {AlgorithmCase} each @returns {Promise<import("./javascript.mjs").Contender>} */
async function contenderFor(each) {
  const isOurs = each.process === "samebits";
  const runFor = isOurs ? (await import("./algorithm-samebits.mjs")).samebitsAlgorithm : algorithmLoop;
  return {
    run: runFor(each),
    runShort: runFor(each, SHORT_LENGTH),
    check: (result) => checkAlgorithm(each, result),
  };
}

/** @param {string} verb @param {string} id @param {string} rest */
async function answer(verb, id, rest) {
  const known = contenders.get(id);
  if (verb === "time" && known !== undefined) return timeInTurns([known], Number(rest), 1)[0];
  const contender = await contenderFor(JSON.parse(rest));
  contender.check(contender.run());
  const nanoseconds = warmUp(contender, WARM_UP_MILLISECONDS);
  contender.check(contender.run()); // again: by now other machine code runs
  contenders.set(id, contender);
  return nanoseconds;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id] = line.split(" ", 2);
  try {
    console.log(`ok ${await answer(verb, id, line.slice(verb.length + id.length + 2))}`);
  } catch (problem) {
    console.log(`error ${problem instanceof Error ? problem.message.split("\n")[0] : problem}`);
  }
}
