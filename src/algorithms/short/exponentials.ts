// Exponentials of few elements less the largest of them. Infinities and NaNs go the long way.

import { exp, exp32 } from "../../elementary/fast/exp.ts";
import { log, log32 } from "../../elementary/fast/log.ts";
import type { ShortAnswer } from "../algorithm-row.ts";
import { FEW_ELEMENTS, type ShortArray, shortArray } from "./short-arrays.ts";
import { arithmeticOf, treeSum } from "./trees.ts";

/** For more the code of the fold is at least as fast: 256 take it 1.6 to 15 µs, by what the engine has inlined, and took this loop 17. */
const FEW_POWERS = 16;

const powers = /* @__PURE__ */ new Float64Array(FEW_ELEMENTS);

/** The largest element; undefined where it is infinite, and where one is a NaN. */
function largest(input: ShortArray): number | undefined {
  let most = input[0];
  for (let i = 0; i < input.length; i++) {
    const element = input[i];
    if (element > most) most = element;
    else if (Number.isNaN(element)) return undefined;
  }
  return Number.isFinite(most) ? most : undefined;
}

/** Leaves the exponentials in `powers`, and gives their sum. */
function sumOfPowers(input: ShortArray, most: number): number {
  const { add } = arithmeticOf(input instanceof Float32Array ? input : powers);
  if (input instanceof Float32Array)
    for (let i = 0; i < input.length; i++) powers[i] = exp32(Math.fround(input[i] - most));
  else for (let i = 0; i < input.length; i++) powers[i] = exp(input[i] - most);
  return treeSum(powers, 0, input.length, add);
}

/** `softmax` of few elements. */
export const shortSoftmax: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? shortArray(given) : undefined;
  const most = input && largest(input);
  if (input === undefined || most === undefined) return undefined;
  const total = sumOfPowers(input, most);
  const shares =
    input instanceof Float32Array ? new Float32Array(input.length) : new Float64Array(input.length);
  for (let i = 0; i < shares.length; i++) shares[i] = powers[i] / total;
  return shares;
};

/** `logSumExp` of few elements. */
export const shortLogSumExp: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? shortArray(given, FEW_POWERS) : undefined;
  const most = input && largest(input);
  if (input === undefined || most === undefined) return undefined;
  const total = sumOfPowers(input, most);
  return input instanceof Float32Array ? Math.fround(most + log32(total)) : most + log(total);
};
