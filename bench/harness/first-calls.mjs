import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FIRST_CALL_LENGTH, FIRST_CALL_ROUNDS, FIRST_CALLS } from "../cases/cpu.mjs";
import { statistics } from "./statistics.mjs";

const SCRIPT = fileURLToPath(new URL("../contenders/first-call.mjs", import.meta.url));
const MEASURES = /** @type {const} */ (["import", "first", "repeated", "second", "again"]);

/** @typedef {typeof MEASURES[number]} Measure */
/** @typedef {Partial<Record<Measure, { median: number, min: number, spread: number }>>} Milliseconds  `repeated` came later than the others */

/** Milliseconds of the first calls of new kernels, each round in a fresh process. @param {import("./nodes.mjs").Node} node @param {boolean} isQuick */
export function measureFirstCalls(node, isQuick) {
  return FIRST_CALLS.map((each) => {
    const rounds = Array.from({ length: isQuick ? 2 : FIRST_CALL_ROUNDS }, () => {
      const request = JSON.stringify({ ...each, n: FIRST_CALL_LENGTH });
      return JSON.parse(execFileSync(node.path, [SCRIPT, request], { encoding: "utf8" }));
    });
    const milliseconds = MEASURES.map((name) => {
      const { median, min, spread } = statistics(rounds.map((round) => round[name]));
      return [name, { median: Number(median.toFixed(2)), min: Number(min.toFixed(2)), spread }];
    });
    return {
      node: node.version,
      ...each,
      n: FIRST_CALL_LENGTH,
      milliseconds: /** @type {Milliseconds} */ (Object.fromEntries(milliseconds)),
    };
  });
}
