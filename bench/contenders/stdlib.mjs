import { arraysFor, SHORT_LENGTH } from "./inputs.mjs";

/** @typedef {import("../cases/cpu.mjs").SumCase} SumCase */

/** @param {string} name @returns {Promise<Function>} */
export async function routine(name) {
  try {
    return (await import(`@stdlib/blas-ext-base-${name}`)).default;
  } catch {
    throw new Error("absent: not installed");
  }
}

/**
 * Every prefix from `first` on within the bound of any order of summation, (n − 1)·u·Σ|x|, of Neumaier's sum.
 *
 * @param {Float64Array | Float32Array} input @param {(i: number) => number} value @param {number} first
 */
function checkSums(input, value, first) {
  let sum = 0;
  let correction = 0;
  let magnitude = 0;
  for (let i = 0; i < input.length; i++) {
    const next = sum + input[i];
    correction += Math.abs(sum) >= Math.abs(input[i]) ? sum - next + input[i] : input[i] - next + sum;
    sum = next;
    magnitude += Math.abs(input[i]);
    const error = Math.abs(value(i) - (sum + correction));
    if (i >= first && !(error <= (i + 1) * 2 ** -53 * magnitude)) throw new Error(`a sum is wrong at ${i}`);
  }
}

/** The published pairwise sums of @stdlib, in JavaScript. @param {SumCase} each @returns {Promise<import("./javascript.mjs").Contender>} */
export async function stdlibContender({ contender, type, n, primitive, seed }) {
  const sums = await routine(contender.replace("@stdlib ", ""));
  const { input, output } = arraysFor(type, n, seed);
  const short = arraysFor(type, SHORT_LENGTH, seed);
  return primitive === "reduce"
    ? {
        run: () => sums(n, input, 1),
        runShort: () => sums(SHORT_LENGTH, short.input, 1),
        check: (total) => checkSums(input, () => Number(total), n - 1),
      }
    : {
        run: () => sums(n, 0, input, 1, output, 1),
        runShort: () => sums(SHORT_LENGTH, 0, short.input, 1, short.output, 1),
        check: () => checkSums(input, (i) => output[i], 0),
      };
}
