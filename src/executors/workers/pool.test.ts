import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { conformance } from "../../conformance.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import {
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  linearCarry,
} from "../../expressions/expression.ts";
import { treeHash } from "../../operators/built-in.ts";
import type { Scalar } from "../../values/element-types.ts";
import { hashArray } from "../../values/hash.ts";
import { onlineWasmExecutor } from "../wasm/online-wasm-executor.ts";
import { openPool, type Pool } from "./pool.ts";
import type { PoolSetting } from "./pool-core.ts";
import { workersHere } from "./test-workers.ts";

const SEED = 20_261_121;

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(setting: Partial<PoolSetting> = {}): Promise<Pool> {
  const pool = await openPool({ count: 3, start: workersHere(), shortest: 0, pieceLength: 4, ...setting });
  pools.push(pool);
  return pool;
}

describe("conformance", () => {
  // More parts run on threads, against the built worker, in test/workers.
  it("holds with pieces of a few elements", async () => {
    const pool = await open({ count: 2, shortest: 90, pieceLength: 24 });
    const parts = ["refusals", "placement"] as const;
    const report = await conformance(pool.executor(), { tier: "quick", parts, stopAfter: 3 });
    expect(report.failed.map(({ message }) => message)).toEqual([]);
    expect(report.passed).toBe(true);
  });
});

describe("any cut, any number of workers", () => {
  const expressions: readonly Expression[] = [
    iteratedPairwise,
    blockDyadic(1),
    blockDyadic(3),
    blockDyadic(32),
    interleaved(1),
    interleaved(3),
    interleaved(16),
    linearCarry(5),
  ];
  it("has the bits of one call", async () => {
    const wasm = onlineWasmExecutor();
    const opened = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((count) => open({ count })));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          expression: fc.constantFrom(...expressions),
          count: fc.integer({ min: 1, max: 8 }),
          n: fc.integer({ min: 1, max: 700 }),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
        }),
        async ({ expression, count, n, direction, placement }) => {
          const initial: InitialValue<Scalar> | undefined =
            placement === undefined ? undefined : { value: 77n, placement };
          const contract = contractOf({ operator: treeHash, type: "u64", expression, direction, initial });
          const input = generateData({ data: "bits", type: "u64", length: n, seed: 3n });
          const plan = opened[count - 1].executor().plan(contract);
          const expected = wasm.plan(contract);
          expect(await plan.reduce(input)).toBe(expected.reduce(input));
          expect(hashArray(await plan.inclusiveScan(input))).toBe(hashArray(expected.inclusiveScan(input)));
          if (initial === undefined) return;
          expect(hashArray(await plan.exclusiveScan(input))).toBe(hashArray(expected.exclusiveScan(input)));
        },
      ),
      { seed: SEED, numRuns: 100 },
    );
  });
});

describe("a pass on a pool", () => {
  const input = generateData({ data: "bits", type: "u64", length: 1500, seed: 8n });
  const chosen = [blockDyadic(3), blockDyadic(32), iteratedPairwise, interleaved(3), linearCarry(5)];
  it.each(chosen)(
    "goes on from a summary that came from elsewhere: $kind $blockLength",
    async (expression) => {
      const pool = await open();
      for (const direction of ["forward", "backward"] as const) {
        for (const placement of ["outside", "first"] as const) {
          const initial = { value: 7n, placement };
          const contract = contractOf({ operator: treeHash, type: "u64", expression, direction, initial });
          const wasm = onlineWasmExecutor();
          const expected = wasm.openPass?.(contract);
          const pass = pool.openPass(contract);
          let end = 0;
          for (const length of [0, 1, 301, 128, 64, 577]) {
            const chunk = [input.subarray(end, end + length)];
            end += length;
            const [ours] = await pass.inclusiveScan(chunk);
            expect(hashArray(ours as BigUint64Array)).toBe(
              hashArray(expected?.inclusiveScan(chunk)[0] as BigUint64Array),
            );
            expect(pass.summary()).toEqual(expected?.summary());
          }
          const rest = [input.subarray(end)];
          const other = pool.openPass(contract, expected?.summary());
          await other.reduce(rest);
          expected?.reduce(rest);
          expect([other.position, other.observe()]).toEqual([1500, expected?.observe()]);
          expect(other.summary()).toEqual(expected?.summary());
        }
      }
    },
  );
});
