import { beforeAll, describe, expect, test } from "vitest";
import { compareArrays } from "../../src/conformance/compare.ts";
import type { Executor } from "../../src/executors/executor.ts";
import { sumsJavascriptExecutor } from "../../src/executors/javascript/sums-javascript-executor.ts";
import { inputOf, oracleSum, planOn, SETTINGS, type Setting } from "./contracts.ts";
import { CONTENDERS } from "./executors.ts";
import { type Float, FORMATS } from "./oracle/format.ts";
import { drawsFrom, KINDS, randomTerms } from "./random-terms.ts";

const SEED = 20261121;
/** Longer than any stretch after which an accumulator must carry, and a multiple of none. */
const LENGTH = 50_003;

type Terms = (type: Float, length: number) => readonly number[];

function largestOf(type: Float): number {
  return type === "f64" ? Number.MAX_VALUE : 2 ** 128 - 2 ** 104;
}

/** What fills accumulators to the brim, empties them again, or leaves no filter anything to filter. */
const INPUTS: Readonly<Record<string, Terms>> = {
  "the largest again and again, then back": (type, length) =>
    Array.from({ length }, (_, i) => (i < length / 2 ? largestOf(type) : -largestOf(type))),
  "the smallest again and again": (type, length) => Array.from({ length }, () => 2 ** FORMATS[type].smallest),
  "the largest and the smallest in turns": (type, length) =>
    Array.from({ length }, (_, i) => [largestOf(type), 2 ** FORMATS[type].smallest, -largestOf(type)][i % 3]),
  "all ones, negative": (type, length) =>
    Array.from({ length }, () => -(2 - 2 ** (1 - FORMATS[type].precision))),
  "halves that tie": (type, length) =>
    Array.from({ length }, (_, i) => (i === 0 ? 1 : (-1) ** i * 2 ** -FORMATS[type].precision)),
  "bigger and bigger": (type, length) => {
    const draws = drawsFrom(SEED);
    const range = FORMATS[type].largest - FORMATS[type].smallest - 1;
    return Array.from({ length }, (_, i) => {
      const exponent = FORMATS[type].smallest + Math.floor((i / length) * range);
      return (draws.below(2) === 0 ? 1 : -1) * 2 ** exponent;
    });
  },
  "smaller and smaller": (type, length) => [...INPUTS["bigger and bigger"](type, length)].reverse(),
  "any exponents": (type, length) => randomTerms(type, "any exponent", length, drawsFrom(SEED)),
  "now these, now those": (type, length) => {
    const draws = drawsFrom(SEED);
    return Array.from({ length: Math.ceil(length / 500) }, () =>
      randomTerms(type, draws.pick(KINDS), 500, draws),
    )
      .flat()
      .slice(0, length);
  },
  "infinite at the end": (_, length) =>
    Array.from({ length }, (_each, i) => (i === length - 3 ? Number.NEGATIVE_INFINITY : (i % 7) - 3)),
};

describe.each(CONTENDERS.filter(({ name }) => name !== "javascript"))(
  "the $name executor on long inputs (seed 20261121)",
  ({ open }) => {
    let executor: Executor;
    beforeAll(async () => {
      executor = await open();
    });

    describe.each(SETTINGS)("$name", (setting) => {
      test.each(Object.entries(INPUTS))("%s", async (_, termsOf) => {
        await checkAll(executor, setting, inputOf(setting.type, termsOf(setting.type, LENGTH)));
      });
    });
  },
);

async function checkAll(
  executor: Executor,
  setting: Setting,
  input: Float64Array | Float32Array,
): Promise<void> {
  const plan = planOn(executor, setting);
  const expected = await planOn(sumsJavascriptExecutor, setting).inclusiveScan(input);
  expect(compareArrays(expected, await plan.inclusiveScan(input))).toBe(undefined);
  expect(await plan.reduce(input)).toBe(expected[input.length - 1]);
}

// The plain loops that judge above are themselves judged here.
test.each(SETTINGS)("$name: the plain loops have the oracle's sum", async (setting) => {
  for (const termsOf of Object.values(INPUTS)) {
    const input = inputOf(setting.type, termsOf(setting.type, 3001));
    expect(await planOn(sumsJavascriptExecutor, setting).reduce(input)).toBe(oracleSum(setting, input));
  }
});
