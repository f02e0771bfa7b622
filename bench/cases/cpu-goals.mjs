// What version 0.1 set out to reach, before anything was measured on this machine. A miss stays in the table.
import { DEFAULT_EXPRESSION } from "./cpu.mjs";

/**
 * Ours against a peer of the same group, both by median; `times` is how much faster ours has to be.
 *
 * @typedef {object} SpeedGoal
 * @property {string} group
 * @property {"inclusive-scan" | "reduce"} primitive
 * @property {"given" | "placed" | "none"} output
 * @property {string} expression
 * @property {string} peer
 * @property {number} times
 */

/** @param {string} group @param {"inclusive-scan" | "reduce"} primitive @param {string} peer @param {number} times @returns {SpeedGoal} */
const library = (group, primitive, peer, times) => ({
  ...{ group, primitive, peer, times, expression: DEFAULT_EXPRESSION },
  output: primitive === "reduce" ? "none" : "given",
});

/** @type {readonly SpeedGoal[]} */
export const LIBRARY_GOALS = [
  library("f64 library n=10000", "inclusive-scan", "std::inclusive_scan", 1.8),
  library("f64 library n=10000", "reduce", "std::reduce", 1.25),
  library("f32 library n=10000", "inclusive-scan", "std::inclusive_scan", 2.5),
  library("f32 library n=10000", "reduce", "std::reduce", 2),
  library("f64 library n=16777216", "inclusive-scan", "std::inclusive_scan", 1.4),
  library("f64 library n=16777216", "inclusive-scan", "memcpy", 1),
];

/** On the caller's arrays, against the plain loop with the same allocations, at every length: the worst one counts. */
export const CALLER_GOALS = /** @type {const} */ ([
  { output: "given", primitive: "inclusive-scan", times: 0.75 },
  { output: "placed", primitive: "inclusive-scan", times: 1 },
  { output: "none", primitive: "reduce", times: 1 },
]);

/** Against the same operator in a loop. Judged where it was measured: results from before there were operators do not have it. */
export const OPERATOR_GOALS = /** @type {const} */ ([
  {
    group: "operators library n=10000",
    operator: "sum-and-product",
    primitive: "inclusive-scan",
    title: "`a + b + a·b` f64 scan, n = 10000, library memory, against the same loop",
    times: 1.5,
  },
]);

/** In chunks of 64 Ki against one call, the worst of all expressions; judged where it was measured. */
export const STREAM_GOAL_TIMES = 0.7;

export const FIRST_CALL_GOAL_MILLISECONDS = 10;
export const DOOR_GOAL_BYTES = 40_000;
