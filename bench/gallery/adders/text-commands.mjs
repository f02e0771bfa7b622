// Programs that read numbers as text and are run for every question.
import { execFileSync } from "node:child_process";

/** @param {string} program @param {readonly string[]} parameters */
const asking = (program, parameters) => (/** @type {Float64Array} */ input) => {
  // More digits than any accumulator has: the shortest text of a double is another long double.
  const lines = Array.from(input, (value) => (Object.is(value, -0) ? "-0" : value.toPrecision(40))).join(
    "\n",
  );
  return Number(execFileSync(program, parameters, { input: `${lines}\n`, encoding: "utf8" }));
};

export const datamash = asking("datamash", ["--format", "%.100g", "sum", "1"]);
export const jqAdd = asking("jq", ["-n", "[inputs] | add"]);
