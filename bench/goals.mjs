import {
  CALLER_GOALS,
  DOOR_GOAL_BYTES,
  FIRST_CALL_GOAL_MILLISECONDS,
  LIBRARY_GOALS,
  OPERATOR_GOALS,
  STREAM_GOAL_TIMES,
} from "./cases/cpu-goals.mjs";
import { IN_CHUNKS } from "./cases/streams.mjs";
import { calmSpeedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./cpu.mjs").CpuResult} CpuResult */
/** @typedef {import("./harness/run-group.mjs").Result} Result */

/** @typedef {Extract<Result, import("./cases/cpu.mjs").SumCase>} SumResult */
/** @typedef {Extract<Result, import("./cases/operators.mjs").OperatorCase>} OperatorResult */

/**
 * @typedef {object} Outcome
 * @property {string} goal
 * @property {string} asked
 * @property {string} measured
 * @property {boolean | undefined} isMet  undefined where it was not measured
 */

/** The sums of the running Node and of the native peers. @param {CpuResult} result @returns {SumResult[]} */
export function onFirstNode(result) {
  return sumsOf(result).filter(({ node }) => node === undefined || node === result.nodes[0].version);
}

/** All that is no custom operator. @param {CpuResult} result @returns {SumResult[]} */
export function sumsOf({ results }) {
  return results.filter((each) => each.operator === "add");
}

/** Every goal, met or not, on the first Node of the result. @param {CpuResult} result @returns {Outcome[]} */
export function outcomes(result) {
  const results = onFirstNode(result);
  return [
    ...LIBRARY_GOALS.map((goal) => libraryOutcome(goal, results)),
    ...CALLER_GOALS.map((goal) => callerOutcome(goal, results)),
    ...operatorOutcomes(result),
    ...streamOutcomes(result),
    firstCallOutcome(result),
    doorOutcome(result),
  ];
}

/** @param {CpuResult} result @returns {Outcome} */
function doorOutcome({ doorBytes, doorFilesBytes }) {
  const text = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  // Results before docs/decisions/0012 have one number, that of the files.
  const measured =
    doorFilesBytes === undefined
      ? text(doorBytes)
      : `${text(doorBytes)} as one bundle, ${text(doorFilesBytes)} as files`;
  return {
    goal: "entry point `samebits`, gzipped",
    asked: `≤ ${DOOR_GOAL_BYTES / 1000} kB`,
    measured,
    isMet: doorBytes <= DOOR_GOAL_BYTES,
  };
}

const times = (/** @type {number} */ ratio) => `${ratio.toFixed(2)}×`;
const verb = (/** @type {string} */ primitive) => (primitive === "reduce" ? "reduce" : "scan");

/** @param {import("./cases/cpu-goals.mjs").SpeedGoal} goal @param {readonly SumResult[]} all @returns {Outcome} */
function libraryOutcome(goal, all) {
  const results = all.filter(({ group }) => group === goal.group);
  const peer = results.find(({ contender }) => contender === goal.peer);
  const [type, , length] = goal.group.split(" ");
  const place = Number(length.slice(2)) > 2 ** 20 ? "n = 2²⁴" : `n = ${length.slice(2)}`;
  const named = {
    goal: `${type} ${verb(goal.primitive)}, ${place}, against \`${goal.peer}\``,
    asked: `≥ ${times(goal.times)}`,
  };
  const ours = results.filter(
    ({ contender, primitive, n }) =>
      contender === "samebits" && primitive === goal.primitive && n === peer?.n,
  );
  if (peer === undefined || ours.length === 0)
    return { ...named, measured: "not measured", isMet: undefined };
  const ratios = ours.map((each) => ({ expression: each.expression, ratio: calmSpeedRatio(each, peer) }));
  const ratio = ratios.find(({ expression }) => expression === goal.expression)?.ratio ?? 0;
  const best = ratios.reduce((left, right) => (right.ratio > left.ratio ? right : left));
  const isBetter = best.ratio.toFixed(2) !== ratio.toFixed(2);
  const bestText = isBetter
    ? ` (${best.expression?.replace("block-dyadic:", "B = ")}: ${times(best.ratio)})`
    : "";
  return { ...named, measured: `${times(ratio)}${bestText}`, isMet: ratio >= goal.times };
}

/**
 * How many times as fast as the plain loop, the faster one where there are two, at every length and type.
 *
 * @param {readonly SumResult[]} results @param {string} output @param {string} primitive
 */
export function callerRatios(results, output, primitive) {
  const alike = results.filter(
    (each) => each.group.includes("caller") && each.output === output && each.primitive === primitive,
  );
  return alike
    .filter(({ contender }) => contender === "samebits")
    .flatMap((ours) => {
      const { group, type, n } = ours;
      const loops = alike.filter((each) => each.group === group && each.contender !== "samebits");
      if (loops.length === 0) return [];
      return [{ type, n, ratio: Math.min(...loops.map((loop) => calmSpeedRatio(ours, loop))) }];
    });
}

const OUTPUTS = { given: "output given", placed: "output ours to place", none: "" };

/** @param {typeof CALLER_GOALS[number]} goal @param {readonly SumResult[]} results @returns {Outcome} */
function callerOutcome({ output, primitive, times: asked }, results) {
  const named = {
    goal: ["caller's arrays", verb(primitive), OUTPUTS[output], "against a plain loop, n ≥ 256"]
      .filter(Boolean)
      .join(", "),
    asked: `≥ ${times(asked)}`,
  };
  const ratios = callerRatios(results, output, primitive);
  if (ratios.length === 0) return { ...named, measured: "not measured", isMet: undefined };
  const worst = ratios.reduce((left, right) => (right.ratio < left.ratio ? right : left));
  const measured = `${times(worst.ratio)} at worst (${worst.type}, n = ${worst.n})`;
  return { ...named, measured, isMet: worst.ratio >= asked };
}

/** How many times as fast each custom operator of ours is as its loop, on the first Node. @param {CpuResult} result */
export function operatorRatios({ results, nodes }) {
  const here = results
    .filter((each) => each.operator !== "add")
    .filter(({ node }) => node === nodes[0].version);
  return here
    .filter(({ contender }) => contender === "samebits")
    .flatMap((ours) => {
      const { group, operator, primitive, memory, n } = ours;
      const loop = here.find(
        (each) =>
          each.group === group &&
          each.operator === operator &&
          each.primitive === primitive &&
          each.contender !== "samebits",
      );
      if (loop === undefined) return [];
      return [{ group, operator, primitive, memory, n, ratio: calmSpeedRatio(ours, loop) }];
    });
}

/** @param {CpuResult} result @returns {Outcome[]} none of a goal that was not measured */
function operatorOutcomes(result) {
  const ratios = operatorRatios(result);
  return OPERATOR_GOALS.flatMap(({ group, operator, primitive, title, times: asked }) => {
    const found = ratios.find(
      (each) => each.group === group && each.operator === operator && each.primitive === primitive,
    );
    if (found === undefined) return [];
    const measured = times(found.ratio);
    return [{ goal: title, asked: `≥ ${times(asked)}`, measured, isMet: found.ratio >= asked }];
  });
}

/** How many times as fast chunks are as one call, on the first Node. @param {CpuResult} result */
export function streamRatios(result) {
  const here = onFirstNode(result).filter(({ group }) => group.startsWith("streams"));
  return here
    .filter(({ contender }) => contender === IN_CHUNKS)
    .flatMap((inChunks) => {
      const { group, type, expression, primitive } = inChunks;
      const whole = here.find(
        (each) =>
          each.group === group &&
          each.type === type &&
          each.expression === expression &&
          each.primitive === primitive &&
          each.contender === "samebits",
      );
      if (whole === undefined) return [];
      return [{ type, expression, primitive, ratio: calmSpeedRatio(inChunks, whole) }];
    });
}

/** @param {CpuResult} result @returns {Outcome[]} none where it was not measured */
function streamOutcomes(result) {
  const ratios = streamRatios(result);
  if (ratios.length === 0) return [];
  const worst = ratios.reduce((left, right) => (right.ratio < left.ratio ? right : left));
  const where = `${verb(worst.primitive)} ${worst.type} ${worst.expression}`;
  return [
    {
      goal: "a stream in chunks of 64 Ki, against one call",
      asked: `≥ ${times(STREAM_GOAL_TIMES)}`,
      measured: `${times(worst.ratio)} at worst (${where})`,
      isMet: worst.ratio >= STREAM_GOAL_TIMES,
    },
  ];
}

/** @param {CpuResult} result @returns {Outcome} */
function firstCallOutcome({ firstCalls, nodes }) {
  const named = { goal: "first call of a new kernel", asked: `≤ ${FIRST_CALL_GOAL_MILLISECONDS} ms` };
  const here = firstCalls.filter(({ node }) => node === nodes[0].version);
  if (here.length === 0) return { ...named, measured: "not measured", isMet: undefined };
  const worst = (/** @type {import("./harness/first-calls.mjs").Measure} */ measure) =>
    Math.max(...here.map(({ milliseconds }) => milliseconds[measure]?.median ?? 0));
  const [first, repeated, second] = [worst("first"), worst("repeated"), worst("second")];
  const [firstText, ...restText] = [first, repeated, second].filter(Boolean).map((each) => each.toFixed(1));
  const measured = `${firstText} ms at worst in a fresh process, then ${restText.join(" and ")} ms`;
  return { ...named, measured, isMet: Math.max(first, repeated, second) <= FIRST_CALL_GOAL_MILLISECONDS };
}
