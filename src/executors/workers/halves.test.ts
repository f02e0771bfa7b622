import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { ofRuns } from "../../../test/extent.ts";
import {
  elementsAlone,
  elementsOn,
  type Mischief,
  workersHere,
} from "../../../test/helpers/workers/workers.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { operator, u64 } from "../../operators.ts";
import { WorkerLostError } from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { networksWasmExecutor } from "../wasm/networks-wasm-executor.ts";
import { BOARD, type Job, type Work } from "./messages.ts";
import { openPool, type Pool } from "./pool.ts";
import type { PoolSetting } from "./pool-core.ts";

const SEED = 20_261_122;
const PATIENCE = 20;
type Elements = BigUint64Array<ArrayBuffer>;

/** Long enough to be computed in halves, and another value for every tree. */
const mixed = operator(u64, (left, right) => {
  let x = left.multiply(0x9e37_79b9_7f4a_7c15n).add(right);
  for (let i = 0; i < 5; i++) x = x.xor(x.rotateLeft(29n)).multiply(0xbf58_476d_1ce4_e5b9n).add(left);
  return x;
});

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** A pool of workers here, and what they and their pool were asked to do. */
async function open(mischief: Mischief = {}, setting: Partial<PoolSetting> = {}) {
  const works = new Set<string>();
  const start = workersHere({
    ...mischief,
    onPost(message, slot, events) {
      if (message.kind === "job") {
        works.add(message.work);
        if (message.tasks.some(({ isHalfDone }) => isHalfDone === true)) works.add("second-half");
      }
      return mischief.onPost?.(message, slot, events) ?? "pass";
    },
  });
  const common = { count: 3, shortest: 0, ownWork: 0, pieceLength: 32, patience: PATIENCE };
  const pool = await openPool({ ...common, start, ...setting });
  pools.push(pool);
  return { pool, works };
}

const contract = contractOf({ operator: mixed, type: "u64", expression: blockDyadic(2) });
const input = generateData({ data: "bits", type: "u64", length: 1000, seed: 5n }) as Elements;
const alone = networksWasmExecutor();
const hashOf = (given: TypedContract, elements: Elements): string =>
  hashArray(elementsAlone(alone, given).inclusiveScan(elements));
const expectedHash = hashOf(contract, input);

describe("a scan whose pieces are computed in halves", () => {
  it(`has the bits of one call, any cut, any number of workers (seed ${SEED})`, async () => {
    const opened = await Promise.all(
      [1, 2, 3, 5, 8].flatMap((count) =>
        [32, 64, 512].map((pieceLength) => open({}, { count, pieceLength })),
      ),
    );
    const halved = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          pool: fc.nat(opened.length - 1),
          blockLength: fc.constantFrom(2, 4, 16, 32),
          n: fc.integer({ min: 1, max: 3000 }),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
          isInPlace: fc.boolean(),
          isShared: fc.boolean(),
        }),
        async ({ pool: index, blockLength, n, direction, placement, isInPlace, isShared }) => {
          const { pool, works } = opened[index];
          const initial = placement && ({ value: 77n, placement } as const);
          const expression = blockDyadic(blockLength);
          const drawn = contractOf({ operator: mixed, type: "u64", expression, direction, initial });
          const given = generateData({ data: "bits", type: "u64", length: n, seed: 3n }) as Elements;
          const expected = hashOf(drawn, given);
          const home = isShared ? pool.allocate("u64", n) : undefined;
          const elements = home === undefined ? given : home.array;
          elements.set(given);
          const plan = elementsOn(pool.executor(), drawn);
          expect(hashArray(await plan.inclusiveScan(elements, isInPlace ? elements : undefined))).toBe(
            expected,
          );
          home?.release();
          if (works.has("first-half") && works.has("second-half")) halved.add(index);
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
    expect(halved.size).toBeGreaterThan(ofRuns(9));
    // A worker alone knows what was before.
    expect(Math.min(...halved)).toBeGreaterThan(2);
  });

  it("goes on from what was before in one", async () => {
    const { pool } = await open();
    const pass = pool.openPass(columnContract(contract));
    const scanned = [
      await pass.inclusiveScan([input.slice(0, 500)]),
      await pass.inclusiveScan([input.slice(500)]),
    ];
    const whole = new BigUint64Array(scanned.flatMap(([column]) => [...(column as Elements)]));
    expect(hashArray(whole)).toBe(expectedHash);
    expect(pass.summary()).toEqual(summaryOf(input));
  });

  it("is not for exclusive scans, cheap operators and other trees", async () => {
    const { pool, works } = await open();
    const initial = { value: 1n, placement: "outside" } as const;
    const executor = pool.executor();
    await elementsOn(executor, { ...contract, initial }).exclusiveScan(input);
    await elementsOn(executor, { ...contract, expression: blockDyadic(3) }).inclusiveScan(input);
    const cheap = operator(u64, (left, right) => left.multiply(3n).add(right));
    await elementsOn(executor, { ...contract, operator: cheap }).inclusiveScan(input);
    expect(works).not.toContain("first-half");
  });
});

function summaryOf(elements: Elements) {
  const pass = alone.openPass(columnContract(contract));
  pass.reduce([elements]);
  const summary = pass.summary();
  pass.close();
  return summary;
}

/** Takes the first free task of a job in a worker's name. */
function claimFirst({ board, tasks }: Job, slot: number): number {
  return tasks.findIndex((_, i) => Atomics.compareExchange(board, BOARD.claims + i, 0, slot + 1) === 0);
}

/** One worker is lost in a round of that work, with its task begun: some of it is written. */
async function openLosing(work: Work) {
  const seen = { lost: 0 };
  let memory: WebAssembly.Memory | undefined;
  const { pool, works } = await open({
    onPost(message, slot, events) {
      if (message.kind === "open") memory = message.memory;
      if (seen.lost > 0 || message.kind !== "job" || message.work !== work) return "pass";
      const claimed = claimFirst(message, slot);
      if (claimed < 0) return "pass";
      const { address } = message.output[0];
      const { start } = message.tasks[claimed];
      if (memory !== undefined) new BigUint64Array(memory.buffer, address + 8 * start, 5).fill(99n);
      seen.lost++;
      setTimeout(() => events.onLost("it was killed"), 1);
      return "keep";
    },
  });
  return { pool, works, seen };
}

describe.each(["first-half", "inclusive-scan"] as const)("a worker lost in a round of %s", (work) => {
  it("is done without: its piece is scanned again from the input", async () => {
    const { pool, works, seen } = await openLosing(work);
    const from = pool.allocate("u64", input.length).array;
    const to = pool.allocate("u64", input.length).array;
    from.set(input);
    const plan = elementsOn(pool.executor(), contract);
    expect(hashArray(await plan.inclusiveScan(from, to))).toBe(expectedHash);
    expect(hashArray(from)).toBe(hashArray(input));
    expect(seen.lost).toBe(1);
    expect(works).toContain("first-half");
  });

  it("is done without in place on the caller's array, which was copied", async () => {
    const { pool, seen } = await openLosing(work);
    const array = input.slice();
    expect(hashArray(await elementsOn(pool.executor(), contract).inclusiveScan(array, array))).toBe(
      expectedHash,
    );
    expect(seen.lost).toBe(1);
  });

  it("rejects the call in place on shared memory, and the next one works", async () => {
    const { pool, seen } = await openLosing(work);
    const { array } = pool.allocate("u64", input.length);
    array.set(input);
    const plan = elementsOn(pool.executor(), contract);
    await expect(plan.inclusiveScan(array, array)).rejects.toThrow(WorkerLostError);
    expect(seen.lost).toBe(1);
    expect(hashArray(await plan.inclusiveScan(input))).toBe(expectedHash);
  });
});
