import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  doneTasks,
  elementsAlone,
  elementsOn,
  type Mischief,
  workersHere,
} from "../../../test/helpers/workers/workers.ts";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import {
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  linearCarry,
} from "../../expressions/expression.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { argMax } from "../../operators/combinators/arg-by.ts";
import { hashArray } from "../../values/hash.ts";
import { sumsWasmExecutor } from "../wasm/sums-wasm-executor.ts";
import { type AnyJob, BOARD } from "./messages.ts";
import { openPool, type Pool } from "./pool.ts";
import type { PoolSetting } from "./pool-core.ts";

const SEED = 20_261_121;
const LENGTH = 1000;

/** Longer than any test: whoever waits for it waits in vain. */
const NEVER = 600_000;

const contract = contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(4) });
const input = generateData({ data: "bits", type: "u64", length: LENGTH, seed: 5n }) as BigUint64Array;
const alone = sumsWasmExecutor();

const pools: Pool[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(mischief: Mischief, setting: Partial<PoolSetting> = {}): Promise<Pool> {
  const start = workersHere(mischief);
  const pool = await openPool({ count: 3, start, shortest: 0, pieceLength: 16, patience: NEVER, ...setting });
  pools.push(pool);
  return pool;
}

/** A pool that keeps every job, and the jobs by slot. */
async function openKeeping(
  setting: Partial<PoolSetting> = {},
  onJob: (job: AnyJob, slot: number) => void = () => {},
) {
  const jobs: { readonly slot: number; readonly job: AnyJob }[] = [];
  const pool = await open(
    {
      onPost(message, slot) {
        if (message.kind === "open") return "pass";
        jobs.push({ slot, job: message });
        onJob(message, slot);
        return "keep";
      },
    },
    setting,
  );
  return { pool, jobs };
}

/** Takes a task in a worker's name. */
function claim({ board }: AnyJob, task: number, slot: number): void {
  Atomics.store(board, BOARD.claims + task, slot + 1);
}

const reduceOn = (pool: Pool, given: TypedContract = contract) =>
  elementsOn(pool.executor(), given).reduce(input);
const scanOn = (pool: Pool, given: TypedContract = contract) =>
  elementsOn(pool.executor(), given).inclusiveScan(input);
const expectedHash = hashArray(elementsAlone(alone, contract).inclusiveScan(input));
const expectedValue = elementsAlone(alone, contract).reduce(input);

describe("the calling thread takes pieces", () => {
  it("and has done them all before workers that never answer are missed", async () => {
    const { pool, jobs } = await openKeeping();
    expect(await reduceOn(pool)).toBe(expectedValue);
    expect(hashArray(await scanOn(pool))).toBe(expectedHash);
    expect(jobs.every(({ job }) => doneTasks(job) === 0)).toBe(true);
    // It stands in for the last of three; a reduce is one round, a scan two.
    expect(jobs.map(({ slot }) => slot)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it("which a worker has begun as well, where nothing is written yet: before a scan in place", async () => {
    const { pool } = await openKeeping({}, (job, slot) => {
      if (job.kind === "job" && job.work === "summarise") claim(job, 0, slot);
    });
    const { array } = pool.allocate("u64", LENGTH);
    array.set(input);
    await elementsOn(pool.executor(), contract).inclusiveScan(array, array);
    expect(hashArray(array)).toBe(expectedHash);
  });

  it("as many as it may at once; for the rest the last worker is asked as well", async () => {
    const seen: number[] = [];
    const onPost = ({ kind }: { readonly kind: string }, slot: number) => {
      if (kind === "job") seen.push(slot);
      return "pass" as const;
    };
    const operations = 16; // of treeHash, or fewer
    const pool = await open({ onPost }, { ownWork: 100 * operations });
    expect(await reduceOn(pool)).toBe(expectedValue);
    expect(seen).toEqual([0, 1, 2]);
    expect(hashArray(await scanOn(pool))).toBe(expectedHash);
  });

  it("without a message, where one worker would have waited for it", async () => {
    const { pool, jobs } = await openKeeping({ count: 1 });
    expect(await reduceOn(pool)).toBe(expectedValue);
    expect(hashArray(await scanOn(pool))).toBe(expectedHash);
    expect(jobs).toEqual([]);
  });

  it("and what it throws is the call's error", async () => {
    const { pool } = await openKeeping();
    const { array } = pool.allocate("u64", LENGTH);
    const broken = new Proxy(array, {
      get(target, name) {
        if (name === "subarray") throw new Error("no part of it");
        return Reflect.get(target, name, target);
      },
    });
    await expect(elementsOn(pool.executor(), contract).reduce(broken)).rejects.toThrow("no part of it");
    expect(await reduceOn(pool)).toBe(expectedValue);
  });
});

describe("a piece that a worker holds", () => {
  it("is waited for, shortly, and computed here as well: a value can only be one", async () => {
    const { pool, jobs } = await openKeeping({}, (job, slot) => claim(job, 3 + slot, slot));
    const wait = vi.spyOn(Atomics, "wait");
    expect(await reduceOn(pool)).toBe(expectedValue);
    expect(jobs).toHaveLength(2);
    expect(wait.mock.results.map(({ value }) => value)).toEqual(["timed-out"]);
    expect(wait.mock.calls[0][3]).toBeLessThanOrEqual(1);
  });

  it("likewise in a page, whose thread may not wait so", async () => {
    const { pool } = await openKeeping({}, (job, slot) => claim(job, 3 + slot, slot));
    const wait = vi.spyOn(Atomics, "wait").mockImplementation(() => {
      throw new TypeError("Atomics.wait cannot be called in this context");
    });
    expect(await reduceOn(pool)).toBe(expectedValue);
    expect(wait).toHaveBeenCalled();
  });

  // Of the second, the calling thread has just seen that it is free.
  it.each(["before", "while"])(
    "and was taken %s this thread looks is not written twice: the worker is ended first",
    async (time) => {
      let held: AnyJob | undefined;
      const keep: Mischief = {
        onPost(message, slot) {
          if (message.kind !== "job") return "pass";
          if (message.work === "inclusive-scan" && slot === 1 && held === undefined) {
            held = message;
            if (time === "before") claim(message, 2, slot);
            else claimAfterLook(message, 2, slot);
          }
          return "keep";
        },
      };
      const ended: number[] = [];
      const startKeeping = workersHere(keep);
      let started = 0;
      const start: PoolSetting["start"] = (events) => {
        const slot = started++;
        const link = startKeeping(events);
        return {
          ...link,
          terminate() {
            if (held !== undefined) ended.push(slot);
            return link.terminate();
          },
        };
      };
      const pool = await open({}, { start, patience: 5 });
      expect(hashArray(await scanOn(pool))).toBe(expectedHash);
      expect(ended).toEqual([1]);
    },
  );
});

/** Takes a task in a worker's name as soon as somebody has seen that it is free. */
function claimAfterLook(job: AnyJob, task: number, slot: number): void {
  const load = Atomics.load.bind(Atomics) as (array: Int32Array, index: number) => number;
  const spy = vi.spyOn(Atomics, "load").mockImplementation(((array: Int32Array, index: number) => {
    const seen = load(array, index);
    // The job was cloned: its board is another object over the same memory.
    if (array.length === job.board.length && index === BOARD.claims + task) {
      spy.mockRestore();
      claim(job, task, slot);
    }
    return seen;
  }) as typeof Atomics.load);
}

const EXPRESSIONS: readonly Expression[] = [
  iteratedPairwise,
  blockDyadic(1),
  blockDyadic(3),
  blockDyadic(32),
  interleaved(3),
  linearCarry(5),
];

describe("whoever takes which pieces", () => {
  it("the bits are those of one call", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          expression: fc.constantFrom(...EXPRESSIONS),
          count: fc.integer({ min: 1, max: 8 }),
          ownWork: fc.constantFrom(0, 300, 3000, 30_000),
          pieceLength: fc.integer({ min: 1, max: 90 }),
          n: fc.integer({ min: 1, max: 700 }),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
        }),
        async ({ expression, count, ownWork, pieceLength, n, direction, placement }) => {
          const initial = placement === undefined ? undefined : { value: 77n, placement };
          const given = contractOf({ operator: treeHash, type: "u64", expression, direction, initial });
          const part = input.subarray(0, n);
          const pool = await open({}, { count, ownWork, pieceLength });
          const plan = elementsOn(pool.executor(), given);
          const expected = elementsAlone(alone, given);
          expect(await plan.reduce(part)).toBe(expected.reduce(part));
          expect(hashArray(await plan.inclusiveScan(part))).toBe(hashArray(expected.inclusiveScan(part)));
          await pool.close();
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  // Values that workers leave in shared memory have to come back as they were.
  it("values of every kind come through shared memory, records by column", async () => {
    const pool = await open({}, { ownWork: 0 });
    for (const type of ["f64", "f32", "i64", "u64", "i32", "u32"] as const) {
      for (const data of ["special", "bits"] as const) {
        const isInteger = type !== "f64" && type !== "f32";
        if (isInteger !== (data === "bits")) continue;
        const elements = generateData({ data, type, length: 512, seed: 9n });
        const sum = contractOf({ operator: add, type, expression: blockDyadic(32) });
        expect(await elementsOn(pool.executor(), sum).reduce(elements)).toEqual(
          elementsAlone(alone, sum).reduce(elements),
        );
      }
    }
    const records = recordContractOf({ operator: argMax("f32"), expression: blockDyadic(8) });
    const value = generateData({ data: "narrow", type: "f32", length: 512, seed: 2n }) as Float32Array;
    const columns = [value, Uint32Array.from(value.keys())];
    expect(await pool.executor().plan(columnContract(records)).reduce(columns)).toEqual(
      alone.plan(columnContract(records)).reduce(columns),
    );
    const sums = contractOf({ operator: add, type: "f64", expression: exact });
    const tens = Float64Array.from({ length: 300 }, (_, i) => 10 ** (i % 30));
    expect(await elementsOn(pool.executor(), sums).reduce(tens)).toBe(
      elementsAlone(alone, sums).reduce(tens),
    );
  });
});
