import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { conformance } from "../../src/conformance/suite/conformance.ts";
import { sumsJavascriptExecutor } from "../../src/executors/javascript/sums-javascript-executor.ts";
import { openPool, type Pool } from "../../src/executors/workers/pool.ts";
import type { ElementArray } from "../../src/values/element-types.ts";
import { hashArray } from "../../src/values/hash.ts";
import { elementsAlone, elementsOn, workersHere } from "../helpers/workers/workers.ts";
import { ARITHMETIC_CASES } from "./cases/arithmetic.ts";
import { TEST262_CASES } from "./cases/test262.ts";
import { contractFor, inputOf, ORDER_FREE, oracleSum, SETTINGS } from "./contracts.ts";
import { drawsFrom, KINDS, randomTerms, withOthers } from "./random-terms.ts";

const SEED = 20261121;
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8];

// All that real threads do but run at the same time; pieces so short that every input is cut.
const pools = new Map<number, Pool>();
for (const count of COUNTS) {
  pools.set(count, await openPool({ count, shortest: 0, ownWork: 0, pieceLength: 64, start: workersHere() }));
}
afterAll(async () => {
  for (const pool of pools.values()) await pool.close();
});

function poolOf(count: number): Pool {
  const pool = pools.get(count);
  if (pool === undefined) throw new RangeError(`no pool of ${count}`);
  return pool;
}

describe(`any number of workers leaves the bits alone (seed ${SEED})`, () => {
  test.each(SETTINGS)("$name: 1 to 8 workers, any cut, any order of the input", async (setting) => {
    const property = fc.asyncProperty(
      fc.nat(2 ** 31 - 1),
      fc.constantFrom(...COUNTS),
      fc.integer({ min: 1, max: 700 }),
      async (seed, count, length) => {
        const draws = drawsFrom(seed);
        const terms = Array.from({ length }, () => randomTerms(setting.type, draws.pick(KINDS), 1, draws)[0]);
        if (draws.below(4) === 0) withOthers(terms, draws);
        const executor = poolOf(count).executor();
        const plan = elementsOn(executor, contractFor(setting));
        const sum = oracleSum(setting, terms);
        expect(await plan.reduce(inputOf(setting.type, terms))).toBe(sum);
        expect(await plan.reduce(inputOf(setting.type, [...terms].reverse()))).toBe(sum);

        const direction = draws.pick(["forward", "backward"] as const);
        const initial = { value: draws.pick([0, -0, 2 ** 100, -(2 ** -100)]), placement: "outside" } as const;
        const contract = contractFor(setting, { direction, initial });
        const input = inputOf(setting.type, terms);
        const expected = elementsAlone(sumsJavascriptExecutor, contract);
        const found = elementsOn(executor, contract);
        expect(hashOf(await found.inclusiveScan(input))).toBe(hashOf(expected.inclusiveScan(input)));
        expect(hashOf(await found.exclusiveScan(input))).toBe(hashOf(expected.exclusiveScan(input)));
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: 24 });
  });

  test("they know what others know", async () => {
    for (const { type, name, terms, sum } of [...TEST262_CASES, ...ARITHMETIC_CASES]) {
      const setting = { name: "exact", expression: ORDER_FREE[0], type };
      const plan = elementsOn(poolOf(3).executor(), contractFor(setting));
      expect([name, await plan.reduce(inputOf(type, terms))]).toStrictEqual([name, sum]);
    }
  });

  test("the suite's part passes on a sample of contracts", async () => {
    const report = await conformance(poolOf(2).executor(), { parts: ["order-free"], requestLimit: 40 });
    expect(report.failed).toEqual([]);
    expect(report).toMatchObject({ passed: true, refused: 0 });
  });
});

function hashOf(output: ElementArray): string {
  return hashArray(output);
}
