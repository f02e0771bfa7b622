// The JavaScript side of `npm run bench -- cpu`: a request a line on standard input, a line back.
//   prepare ID CASE-AS-JSON  ->  ok NANOSECONDS LAST_BITS  checks the answer, warms up, checks again; nanoseconds of one call
//   time ID,… CALLS SLICES   ->  ok NANOSECONDS,… CALM     of all the calls of each: SLICES times, CALLS of each in turn
// It is timed when the core is this process's alone, or after a while all the same; CALM is 1 where it was so before and after, else 0.
// Anything wrong: "error WHY". bench/native/peers.cpp is the same for C++.
import { createInterface } from "node:readline";
import { IN_CHUNKS } from "../cases/streams.mjs";
import { timeInTurns, warmUp } from "./batch.mjs";
import { calibrate, isCalm } from "./gauge.mjs";
import { loopContender } from "./plain-loop.mjs";
import { samebitsContender } from "./samebits.mjs";
import { stdlibContender } from "./stdlib.mjs";

/** @typedef {import("../cases/cpu.mjs").Case} Case */
/**
 * @typedef {object} Contender
 * @property {() => unknown} run
 * @property {() => unknown} runShort  the same code on a short array, to be called often
 * @property {(result: unknown) => void} check  throws where a result of `run` is wrong
 */

const WARM_UP_MILLISECONDS = Number(process.argv[2] ?? 120);
const SETTLING_MILLISECONDS = 10;
/** After a batch: a few readings, as the first finds its code gone from the caches. */
const RETURNING_MILLISECONDS = 0.1;

/** @type {Map<string, Contender>} */
const contenders = new Map();

/** @param {Case} each @returns {Promise<Contender>} */
async function contenderFor(each) {
  // Other doors are loaded only where they are used, as their users would have it.
  if (each.operator !== "add") return (await import("./operator-contender.mjs")).operatorContender(each);
  if (each.suite === "sums") return (await import("./sums.mjs")).sumsContender(each);
  if (each.contender === "samebits") return samebitsContender(each);
  if (each.contender === IN_CHUNKS) return (await import("./in-chunks.mjs")).chunksContender(each);
  if (each.contender.startsWith("@stdlib")) return stdlibContender(each);
  return loopContender(each);
}

/** @param {string} id */
function prepared(id) {
  const contender = contenders.get(id);
  if (contender === undefined) throw new Error(`no case ${id}`);
  return contender;
}

/** @param {string} verb @param {string} id @param {string} rest */
async function answer(verb, id, rest) {
  if (verb === "time") {
    const [calls, slices] = rest.split(" ").map(Number);
    const timed = id.split(",").map(prepared);
    const wasCalm = isCalm(SETTLING_MILLISECONDS);
    const nanoseconds = timeInTurns(timed, calls, slices);
    return `${nanoseconds.join(",")} ${Number(isCalm(RETURNING_MILLISECONDS) && wasCalm)}`;
  }
  const contender = await contenderFor(JSON.parse(rest));
  contenders.set(id, contender);
  contender.check(contender.run());
  const nanoseconds = warmUp(contender, WARM_UP_MILLISECONDS);
  contender.check(contender.run()); // again: by now other machine code runs
  return `${nanoseconds} ${lastBits(contender.run())}`;
}

/** @param {unknown} result @returns {string} of a record those of its fields, with a comma between */
function lastBits(result) {
  const isArray = ArrayBuffer.isView(result);
  if (typeof result === "object" && result !== null && !isArray) {
    return Object.values(result).map(lastBits).join(",");
  }
  const value = Number(isArray ? /** @type {Float64Array} */ (result).at(-1) : result);
  return Buffer.from(Float64Array.of(value).buffer).reverse().toString("hex");
}

calibrate();
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id] = line.split(" ", 2);
  try {
    console.log(`ok ${await answer(verb, id, line.slice(verb.length + id.length + 2))}`);
  } catch (problem) {
    console.log(`error ${problem instanceof Error ? problem.message : problem}`);
  }
}
