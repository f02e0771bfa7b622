import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { contractOf } from "../../src/conformance/contract-of.ts";
import { conformance, generateData, mixingOperator, parseVectors } from "../../src/conformance.ts";
import { parseExpression } from "../../src/expressions/parse.ts";
import {
  add,
  hashArray,
  inclusiveScan,
  interleaved,
  reduce,
  treeHash,
  wasmExecutor,
} from "../../src/index.ts";
import { argMax } from "../../src/operators.ts";
import { isLong } from "../extent.ts";
import { elementsAlone, elementsOn } from "../helpers/workers/workers.ts";
import { openThreads, type ThreadPool } from "./threads.ts";

const SEED = 20_261_121;
const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const { openWorkers } = (await import(
  new URL("../../dist/workers.mjs", import.meta.url).href
)) as typeof import("../../src/workers.ts");

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function threads(setting: Parameters<typeof openThreads>[0] = {}): Promise<ThreadPool> {
  const found = await openThreads(setting);
  opened.push(found.pool);
  return found;
}

async function workers(count: number) {
  const pool = await openWorkers({ count, shortest: 0, ownWork: 0 });
  opened.push(pool);
  return pool;
}

const wasm = wasmExecutor();

describe("conformance on threads", () => {
  test("holds with small pieces", async () => {
    const { pool } = await threads({ shortest: 900, ownWork: 0, pieceLength: 128 });
    // Half a millisecond for each case that is sent to threads: short inputs stay here.
    const parts = ["refusals", "tree-fingerprints", "placement", "consistency"] as const;
    const requestLimit = isLong ? undefined : 60;
    const report = await conformance(pool.executor(), { tier: "quick", parts, requestLimit, stopAfter: 3 });
    expect(report.failed.map(({ message }) => message)).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.run).toBeGreaterThan(500);
  });

  test("holds for the golden vectors, up to a million elements", async () => {
    const { pool } = await threads({ shortest: 2 ** 16, ownWork: 0 });
    const vectors = parseVectors(readFileSync(`${REPOSITORY}/vectors/expressions.jsonl`, "utf8"));
    const long = vectors.filter(({ input }) => input.length > 4099);
    const report = await conformance(pool.executor(), {
      tier: "full",
      parts: ["golden-vectors"],
      vectors: long,
    });
    expect(report.failed.map(({ message }) => message)).toEqual([]);
    expect(report.run).toBeGreaterThan(10);
  });
});

describe("any number of workers", () => {
  test("has the bits of one thread, up to a million elements", async () => {
    const counts = [1, 2, 3, 4, 5, 6, 7, 8];
    // With every second of them the calling thread takes pieces.
    const ownWork = (count: number) => (count % 2 === 0 ? undefined : 0);
    const pools = await Promise.all(
      counts.map((count) => threads({ count, shortest: 2 ** 16, ownWork: ownWork(count) })),
    );
    const expressions = [
      "block-dyadic:32",
      "iterated-pairwise",
      "interleaved:16",
      "linear-carry:256",
      "block-dyadic:1000",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.integer({ min: 1, max: 8 }),
          n: fc.integer({ min: 2 ** 16, max: 10 ** 6 }),
          expression: fc.constantFrom(...expressions),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom("outside" as const, "first" as const),
        }),
        async ({ count, n, expression, direction, placement }) => {
          const contract = contractOf({
            operator: add,
            type: "f64",
            expression: parseExpression(expression),
            direction,
            initial: { value: 0.1, placement },
          });
          const input = generateData({ data: "special", type: "f64", length: n, seed: BigInt(n) });
          const plan = elementsOn(pools[count - 1].pool.executor(), contract);
          const expected = elementsAlone(wasm, contract);
          expect(await plan.reduce(input)).toBe(expected.reduce(input));
          expect(hashArray(await plan.inclusiveScan(input))).toBe(hashArray(expected.inclusiveScan(input)));
          expect(hashArray(await plan.exclusiveScan(input))).toBe(hashArray(expected.exclusiveScan(input)));
        },
      ),
      { seed: SEED, numRuns: 12 },
    );
  });
});

describe("the everyday functions", () => {
  const n = 2_200_000;

  test("take typed arrays, plain ones, shared ones and library memory", async () => {
    const pool = await workers(2);
    const input = generateData({ data: "wide", type: "f64", length: n, seed: 9n }) as Float64Array;
    const expected = elementsAlone(
      wasm,
      contractOf({ operator: add, type: "f64", expression: parseExpression("block-dyadic:32") }),
    );
    const hash = hashArray(expected.inclusiveScan(input));
    const shared = new Float64Array(new SharedArrayBuffer(8 * n));
    shared.set(input);
    using library = pool.allocate("f64", n);
    library.array.set(input);
    for (const given of [input, shared, library.array]) {
      expect(await pool.reduce(given)).toBe(expected.reduce(input));
      expect(hashArray(await pool.inclusiveScan(given))).toBe(hash);
    }
    const own = new Float64Array(n);
    expect(await pool.inclusiveScan(input, { output: own })).toBe(own);
    expect(hashArray(own)).toBe(hash);
    expect(await pool.inclusiveScan(library.array, { output: library.array })).toBe(library.array);
    expect(hashArray(library.array)).toBe(hash);
    expect(await pool.reduce([1, 2, 3], { type: "f64" })).toBe(6);
  });

  test("refuse what workers cannot compute, by rejecting", async () => {
    const pool = await workers(1);
    const input = new Float64Array(3);
    expect(await pool.reduce(Float64Array.of(1e16, 1, -1e16), { expression: "left-fold" })).toBe(0);
    await expect(pool.inclusiveScan(input, { expression: "bisection" })).rejects.toThrow("iteratedPairwise");
    const plain = { operator: (left: number, right: number) => left - right };
    await expect(pool.reduce(input, plain as never)).rejects.toThrow("javascript");
    await expect(openWorkers({ count: 0 })).rejects.toThrow('"count" must be');
  });

  test("widen, and take the caller's operators over elements and records", async () => {
    const pool = await workers(2);
    const floats = generateData({ data: "narrow", type: "f32", length: n, seed: 4n }) as Float32Array;
    const wide = elementsAlone(wasm, {
      ...contractOf({ operator: add, type: "f32", expression: interleaved(16) }),
      accumulate: "f64",
    });
    const options = { accumulate: "f64", expression: interleaved(16) } as const;
    expect(hashArray(await pool.inclusiveScan(floats, options))).toBe(hashArray(wide.inclusiveScan(floats)));
    const operator = mixingOperator("u64");
    const bits = generateData({ data: "bits", type: "u64", length: n, seed: 4n }) as BigUint64Array;
    const mixed = elementsAlone(
      wasm,
      contractOf({ operator, type: "u64", expression: parseExpression("block-dyadic:32") }),
    );
    expect(hashArray(await pool.inclusiveScan(bits, { operator }))).toBe(
      hashArray(mixed.inclusiveScan(bits)),
    );
    const columns = { value: floats, index: Uint32Array.from(floats.keys()) };
    const largest = argMax("f32");
    const [alone, together] = [
      inclusiveScan(columns, { operator: largest }),
      await pool.inclusiveScan(columns, { operator: largest }),
    ];
    expect(hashArray(together.index)).toBe(hashArray(alone.index));
    expect(await pool.reduce(columns, { operator: largest })).toEqual(reduce(columns, { operator: largest }));
  });
});

describe("faults", () => {
  test.each([
    ["the threads do it all", 0],
    ["the calling thread takes its share", undefined],
  ])(
    "a thread that is killed in the middle of a call: the answer comes, and the next one; %s",
    async (_, ownWork) => {
      const found = await threads({ count: 2, shortest: 0, ownWork, pieceLength: 2 ** 14, patience: 100 });
      const contract = contractOf({
        operator: treeHash,
        type: "u64",
        expression: parseExpression("block-dyadic:32"),
      });
      const input = generateData({ data: "bits", type: "u64", length: 3_000_000, seed: 1n });
      const expected = hashArray(elementsAlone(wasm, contract).inclusiveScan(input));
      const plan = elementsOn(found.pool.executor(), contract);
      for (const delay of [0, 5, 20]) {
        const call = plan.inclusiveScan(input);
        setTimeout(() => found.threads.at(-1)?.terminate(), delay);
        expect(hashArray(await call)).toBe(expected);
      }
      // On a busy machine three calls may be over before the first loss is known.
      await vi.waitFor(async () => {
        expect(hashArray(await plan.inclusiveScan(input))).toBe(expected);
        expect(found.threads.length).toBeGreaterThan(2);
      }, 10_000);
    },
  );

  test("closing while a call runs rejects it", async () => {
    const pool = await workers(2);
    const input = generateData({ data: "bits", type: "u64", length: 4_000_000, seed: 1n }) as BigUint64Array;
    // More than the calling thread takes at once.
    const call = pool.inclusiveScan(input, { operator: mixingOperator("u64") });
    const failure = expect(call).rejects.toThrow("must be open");
    await pool.close();
    await failure;
    await expect(pool.reduce(input)).rejects.toThrow("must be open");
  });

  test("no worker outlives a test that fails in the middle of a call", async () => {
    const { pool, threads: started } = await openThreads({ count: 3, shortest: 0, ownWork: 0 });
    const input = generateData({ data: "bits", type: "u64", length: 3_000_000, seed: 1n });
    const contract = contractOf({
      operator: treeHash,
      type: "u64",
      expression: parseExpression("block-dyadic:32"),
    });
    const failing = async (): Promise<void> => {
      await using _open = { [Symbol.asyncDispose]: () => pool.close() };
      const call = elementsOn(pool.executor(), contract).inclusiveScan(input);
      Promise.resolve(call).catch(() => {});
      throw new Error("expected 1 to be 2");
    };
    await expect(failing()).rejects.toThrow("expected 1 to be 2");
    expect(started.map(({ threadId }) => threadId)).toEqual([-1, -1, -1]);
  });

  test("nor the process of one", () => {
    const script = `
      import { openWorkers } from ${JSON.stringify(new URL("../../dist/workers.mjs", import.meta.url).href)};
      const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0 });
      pool.inclusiveScan(new Float64Array(3_000_000)).catch(() => {});
      console.log("failing");
      throw new Error("expected 1 to be 2");`;
    expect(runModule(script)).toEqual([1, "failing"]);
  });

  test("a pool that was forgotten keeps no process alive", () => {
    const script = `
      import { openWorkers } from ${JSON.stringify(new URL("../../dist/workers.mjs", import.meta.url).href)};
      const pool = await openWorkers({ count: 2, shortest: 0 });
      console.log(await pool.reduce(new Float64Array(3_000_000).fill(1)));`;
    expect(runModule(script)).toEqual([0, "3000000"]);
  });

  // A worker whose part another did answers late: often enough while it is told to end.
  test("a process does not end in front of close", () => {
    const script = `
      import { openWorkers } from ${JSON.stringify(new URL("../../dist/workers.mjs", import.meta.url).href)};
      for (let i = 0; i < 20; i++) {
        const pool = await openWorkers({ count: 2, shortest: 0 });
        await pool.reduce(new Float64Array(97));
        await pool.close();
      }
      console.log("closed");`;
    expect(runModule(script)).toEqual([0, "closed"]);
  });
});

function runModule(script: string): readonly [number | null, string] {
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    timeout: 20_000,
  });
  return [status, stdout.trim()];
}

test("where nothing is guaranteed a sum is right up to rounding, and a steady level stays steady", async () => {
  const pool = await workers(4);
  const length = 2 ** 18;
  const input = pool.allocate("f32", length);
  input.array.set(generateData({ data: "narrow", type: "f32", length, seed: 8n }) as Float32Array);
  const options = { type: "f32", determinism: "notGuaranteed" } as const;
  expect(pool.achieved("reduce", options)).toEqual({
    determinism: "notGuaranteed",
    executor: "workers",
    expression: "implementation-defined:arrival-order",
  });
  // In doubles: 2^-53 of the bound, which is (n − 1)·u·Σ|x| for any tree and order.
  const sum = reduce(Float64Array.from(input.array));
  const bound = length * 2 ** -24 * reduce(Float64Array.from(input.array, Math.abs));
  for (let run = 0; run < 20; run++) {
    expect(Math.abs((await pool.reduce(input.array, options)) - sum)).toBeLessThanOrEqual(bound);
    expect(await pool.reduce(input.array, { determinism: "runToRun" })).toBe(reduce(input.array));
  }
  input.release();
});
