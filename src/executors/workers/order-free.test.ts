import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { elementsAlone, elementsOn, workersHere } from "../../../test/helpers/workers/workers.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { binned, exact } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { sumsJavascriptExecutor } from "../javascript/sums-javascript-executor.ts";
import { openPool, type Pool } from "./pool.ts";

const SEED = 20_261_121;

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(count: number, pieceLength: number): Promise<Pool> {
  const pool = await openPool({ count, start: workersHere(), shortest: 0, ownWork: 0, pieceLength });
  pools.push(pool);
  return pool;
}

const expressions = [exact, binned(2), binned(3), binned(4)];
const types = [
  { type: "f64", accumulate: "f64" },
  { type: "f32", accumulate: "f32" },
  { type: "f32", accumulate: "f64" },
] as const;

describe("sums without an order on a pool", () => {
  it("have the same bits whatever the pieces and the count of workers", async () => {
    const opened = await Promise.all([1, 2, 3, 5].map((count, i) => open(count, [7, 64, 1, 300][i])));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          expression: fc.constantFrom(...expressions),
          pool: fc.constantFrom(...opened),
          types: fc.constantFrom(...types),
          data: fc.constantFrom("wide" as const, "narrow" as const, "special" as const),
          length: fc.integer({ min: 1, max: 900 }),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
        }),
        async ({ expression, pool, types, data, length, direction, placement }) => {
          const initial = placement === undefined ? undefined : { value: 0.75, placement };
          const contract = contractOf({ operator: add, ...types, expression, direction, initial });
          const input = generateData({ data, type: types.type, length, seed: 3n }) as ElementArray;
          const plan = elementsOn(pool.executor(), contract);
          const expected = elementsAlone(sumsJavascriptExecutor, contract);
          expect(await plan.reduce(input)).toBe(expected.reduce(input));
          expect(await plan.inclusiveScan(input)).toEqual(expected.inclusiveScan(input));
          if (initial === undefined) return;
          expect(await plan.exclusiveScan(input)).toEqual(expected.exclusiveScan(input));
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  it.each(expressions)(
    "give a pass the summary of the javascript executor: $kind $fold",
    async (expression) => {
      const pool = await open(3, 50);
      const initial = { value: -3, placement: "outside" } as const;
      const contract = contractOf({ operator: add, type: "f64", expression, initial });
      const input = generateData({ data: "narrow", type: "f64", length: 1000, seed: 5n });
      const pass = pool.openPass(columnContract(contract));
      const plain = sumsJavascriptExecutor.openPass(columnContract(contract));
      for (const length of [0, 1, 399, 600]) {
        const chunk = [input.subarray(pass.position, pass.position + length)];
        expect(await pass.inclusiveScan(chunk)).toEqual(plain.inclusiveScan(chunk));
        expect(pass.summary()).toEqual(plain.summary());
        expect(pass.observe()).toEqual(plain.observe());
      }
    },
  );
});
