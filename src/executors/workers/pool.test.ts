import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { isLong } from "../../../test/extent.ts";
import { elementsAlone, elementsOn, workersHere } from "../../../test/helpers/workers/workers.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { conformance } from "../../conformance.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import {
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { f64, operator } from "../../operators.ts";
import type { Scalar } from "../../values/element-types.ts";
import { hashArray } from "../../values/hash.ts";
import { sumsWasmExecutor } from "../wasm/sums-wasm-executor.ts";
import { openPool, type Pool } from "./pool.ts";
import type { PoolSetting } from "./pool-core.ts";

const SEED = 20_261_121;

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(setting: Partial<PoolSetting> = {}): Promise<Pool> {
  const pool = await openPool({
    count: 3,
    start: workersHere(),
    shortest: 0,
    ownWork: 0,
    pieceLength: 4,
    ...setting,
  });
  pools.push(pool);
  return pool;
}

describe("conformance", () => {
  // More parts run on threads, against the built worker, in test/workers.
  it("holds with pieces of a few elements", async () => {
    const pool = await open({ count: 2, shortest: 90, pieceLength: 24 });
    const parts = ["refusals", "placement"] as const;
    const requestLimit = isLong ? undefined : 60;
    const report = await conformance(pool.executor(), { tier: "quick", parts, requestLimit, stopAfter: 3 });
    expect(report.failed.map(({ message }) => message)).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.run).toBeGreaterThan(500);
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
    leftFold,
  ];
  it("has the bits of one call", async () => {
    const wasm = sumsWasmExecutor();
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
          const plan = elementsOn(opened[count - 1].executor(), contract);
          const expected = elementsAlone(wasm, contract);
          expect(await plan.reduce(input)).toBe(expected.reduce(input));
          expect(hashArray(await plan.inclusiveScan(input))).toBe(hashArray(expected.inclusiveScan(input)));
          if (initial === undefined) return;
          expect(hashArray(await plan.exclusiveScan(input))).toBe(hashArray(expected.exclusiveScan(input)));
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });
});

describe("who computes", () => {
  const STEPS = 32;
  const heavy = operator(f64, (left, right) => {
    let x = left.add(right);
    for (let i = 0; i < STEPS; i++) x = x.multiply(3.7).multiply(x.negate().add(1));
    return x.add(left).min(right).max(left);
  });
  const OPERATIONS = 1 + 4 * STEPS + 3;

  /** A pool, and how many jobs its workers were sent since last asked. */
  async function counted(shortest?: number, count = 3) {
    let jobs = 0;
    const onPost = ({ kind }: { readonly kind: string }) => {
      if (kind === "job") jobs++;
      return "pass" as const;
    };
    const pool = await open({ count, start: workersHere({ onPost }), shortest, pieceLength: undefined });
    const taken = (): number => {
      const count = jobs;
      jobs = 0;
      return count;
    };
    return { pool, taken };
  }

  const planOn = (pool: Pool, op: typeof add) =>
    elementsOn(pool.executor(), contractOf({ operator: op, type: "f64", expression: blockDyadic(32) }));

  it("the workers, with shortest 0, be it one element", async () => {
    const { pool, taken } = await counted(0);
    const plan = planOn(pool, add);
    expect([await plan.reduce(Float64Array.of(5)), taken() > 0]).toEqual([5, true]);
    expect([(await plan.inclusiveScan(new Float64Array(0))).length, taken()]).toEqual([0, 0]);
  });

  it("whoever calls, below shortest", async () => {
    const { pool, taken } = await counted(100);
    const plan = planOn(pool, add);
    for (const [length, isSent] of [
      [99, false],
      [100, true],
    ] as const) {
      expect(await plan.reduce(new Float64Array(length).fill(1))).toBe(length);
      expect([length, taken() > 0]).toEqual([length, isSent]);
    }
  });

  it("whoever calls, of a sum over arrays that would be copied, however long", async () => {
    const { pool, taken } = await counted();
    const plan = planOn(pool, add);
    const n = 2 ** 24;
    const own = new Float64Array(n);
    own[7] = 1;
    expect([await plan.reduce(own), taken()]).toEqual([1, 0]);
    const shared = new Float64Array(new SharedArrayBuffer(8 * n));
    shared[7] = 1;
    expect([await plan.reduce(shared), taken() > 0]).toEqual([1, true]);
    expect([await plan.reduce(shared.subarray(1)), taken()]).toEqual([1, 0]);
    // An output that would be copied counts as much as an input.
    const quarter = shared.subarray(0, n);
    await plan.inclusiveScan(quarter, own);
    expect([own[n - 1], taken()]).toEqual([1, 0]);
  });

  it("whoever calls, of a scan by a sum, unless four threads or more share it", async () => {
    const n = 2 ** 24;
    const input = new Float64Array(new SharedArrayBuffer(8 * n));
    input[7] = 1;
    for (const [count, isSent] of [
      [3, false],
      [4, true],
    ] as const) {
      const { pool, taken } = await counted(undefined, count);
      const output = new Float64Array(new SharedArrayBuffer(8 * n));
      await planOn(pool, add).inclusiveScan(input, output);
      expect([output[n - 1], taken() > 0]).toEqual([1, isSent]);
    }
  });

  it("the workers, from 2^24 operations on, where a combine has many", async () => {
    const { pool, taken } = await counted();
    const plan = planOn(pool, heavy);
    const least = Math.ceil(2 ** 24 / OPERATIONS);
    for (const [length, isSent] of [
      [least - 1, false],
      [least, true],
    ] as const) {
      const input = Float64Array.from({ length }, (_, i) => (i % 97) / 97);
      const expected = planOnOneThread(heavy).reduce(input);
      expect([await plan.reduce(input), taken() > 0]).toEqual([expected, isSent]);
    }
  });

  function planOnOneThread(op: typeof add) {
    return elementsAlone(
      sumsWasmExecutor(),
      contractOf({ operator: op, type: "f64", expression: blockDyadic(32) }),
    );
  }
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
          const wasm = sumsWasmExecutor();
          const expected = wasm.openPass?.(columnContract(contract));
          const pass = pool.openPass(columnContract(contract));
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
          const other = pool.openPass(columnContract(contract), expected?.summary());
          await other.reduce(rest);
          expected?.reduce(rest);
          expect([other.position, other.observe()]).toEqual([1500, expected?.observe()]);
          expect(other.summary()).toEqual(expected?.summary());
        }
      }
    },
  );
});
