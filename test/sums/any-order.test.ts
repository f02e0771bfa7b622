import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "../../src/executors/executor.ts";
import type { Summary } from "../../src/summaries/summary.ts";
import { summaryAlgebra } from "../../src/summaries/summary-algebra.ts";
import {
  contractFor,
  inputOf,
  numbersOf,
  oraclePrefixes,
  oracleSum,
  planOn,
  SETTINGS,
  type Setting,
} from "./contracts.ts";
import { CONTENDERS } from "./executors.ts";
import { type Draws, drawsFrom, KINDS, randomTerms, withOthers } from "./random-terms.ts";

const SEED = 20261121;
const PERMUTATIONS = 200;

/** A seed of the draws: every failure names it. */
const seeds = fc.nat(2 ** 31 - 1);

function someTerms(setting: Setting, draws: Draws, most: number): number[] {
  const terms = KINDS.flatMap((kind) => randomTerms(setting.type, kind, draws.below(most / 5), draws));
  if (draws.below(3) === 0) withOthers(terms, draws);
  if (terms.length === 0) terms.push(...randomTerms(setting.type, draws.pick(KINDS), 1, draws));
  return inAnyOrder(terms, draws);
}

function inAnyOrder(terms: readonly number[], draws: Draws): number[] {
  const result = [...terms];
  for (let i = result.length - 1; i > 0; i--) {
    const other = draws.below(i + 1);
    [result[i], result[other]] = [result[other], result[i]];
  }
  return result;
}

/** Terms cut into pieces of any lengths, empty ones among them. */
function cut(terms: readonly number[], draws: Draws): readonly (readonly number[])[] {
  const pieces: (readonly number[])[] = [];
  for (let start = 0; start < terms.length || pieces.length === 0; ) {
    const length = draws.below(8) === 0 ? 0 : 1 + draws.below(12);
    pieces.push(terms.slice(start, start + length));
    start += length;
  }
  return pieces;
}

describe(`${PERMUTATIONS} permutations × cuts × merge trees have one state and one value (seed ${SEED})`, () => {
  test.each(SETTINGS)("$name", (setting) => {
    const algebra = summaryAlgebra(contractFor(setting));
    const draws = drawsFrom(SEED);
    for (let round = 0; round < 3; round++) {
      const terms = someTerms(setting, draws, 60);
      const whole = algebra.append(algebra.empty(0), inputOf(setting.type, terms));
      const state = algebra.encode(whole);
      expect(algebra.observe(whole)).toBe(oracleSum(setting, terms));
      for (let i = 0; i < PERMUTATIONS / 2; i++) {
        const joined = joinedInATree(setting, inAnyOrder(terms, draws), draws);
        expect(algebra.encode(joined)).toBe(state);
        expect(algebra.observe(algebra.decode(algebra.encode(joined)))).toBe(algebra.observe(whole));
      }
    }
  });
});

function joinedInATree(setting: Setting, terms: readonly number[], draws: Draws): Summary {
  const algebra = summaryAlgebra(contractFor(setting));
  let position = 0;
  const summaries = cut(terms, draws).map((piece) => {
    const summary = algebra.append(algebra.empty(position), inputOf(setting.type, piece));
    position += piece.length;
    return summary;
  });
  while (summaries.length > 1) {
    const at = draws.below(summaries.length - 1);
    summaries.splice(at, 2, algebra.concat(summaries[at], summaries[at + 1]));
  }
  return summaries[0];
}

describe.each(CONTENDERS)(`the $name executor, on any terms (seed ${SEED})`, ({ open }) => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await open();
  });

  test.each(SETTINGS)("$name: the oracle's sums, and those of any other order", async (setting) => {
    const plan = planOn(executor, setting);
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const draws = drawsFrom(seed);
        const terms = someTerms(setting, draws, 200);
        const sum = oracleSum(setting, terms);
        expect(await plan.reduce(inputOf(setting.type, terms))).toBe(sum);
        expect(await plan.reduce(inputOf(setting.type, inAnyOrder(terms, draws)))).toBe(sum);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test.each(SETTINGS)("$name: the oracle's prefixes, from either end", async (setting) => {
    const forward = planOn(executor, setting);
    const backward = planOn(executor, setting, { direction: "backward" });
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const terms = someTerms(setting, drawsFrom(seed), 40);
        const expected = oraclePrefixes(setting, terms);
        expect(numbersOf(await forward.inclusiveScan(inputOf(setting.type, terms)))).toStrictEqual(expected);
        const reversed = inputOf(setting.type, terms).reverse();
        const suffixes = [...numbersOf(await backward.inclusiveScan(reversed))].reverse();
        expect(suffixes).toStrictEqual(expected);
      }),
      { seed: SEED, numRuns: 25 },
    );
  });

  test.each(SETTINGS)("$name: powers of two scale exactly, and signs of exact ones turn", async (setting) => {
    // binned's bins stay where they are: shifted by whole widths, the same digits stand in other bins.
    const width = setting.type === "f64" ? 40 : 13;
    const plan = planOn(executor, setting);
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const draws = drawsFrom(seed);
        const terms = randomTerms(setting.type, "narrow", 1 + draws.below(60), draws);
        const by = setting.expression.kind === "exact" ? draws.below(90) - 45 : width * (draws.below(5) - 2);
        const sum = Number(await plan.reduce(inputOf(setting.type, terms)));
        const scaled = terms.map((term) => term * 2 ** by);
        expect(await plan.reduce(inputOf(setting.type, scaled))).toBe(sum * 2 ** by);
        // Of binned the last bit may change with the sign: its carries are rounded down, so that its parts are others.
        if (setting.expression.kind !== "exact") return;
        const turned = terms.map((term) => -term);
        expect(await plan.reduce(inputOf(setting.type, turned))).toBe(sum === 0 ? sum : -sum);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});
