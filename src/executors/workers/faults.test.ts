import { afterEach, describe, expect, it, vi } from "vitest";
import {
  elementsAlone,
  elementsOn,
  type Mischief,
  workersHere,
} from "../../../test/helpers/workers/workers.ts";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { bisection, blockDyadic } from "../../expressions/expression.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { argMax } from "../../operators/combinators/arg-by.ts";
import {
  EmptyInputError,
  ExecutorClosedError,
  OutOfMemoryError,
  UnsupportedError,
  WorkerLostError,
} from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { libraryOfProcess } from "../wasm/memory/wasm-memory.ts";
import { wasmExecutor } from "../wasm/wasm-executor.ts";
import { BOARD, type FromWorker, type Job, type TaskResult } from "./messages.ts";
import { openPool, type Pool } from "./pool.ts";
import { PoolCore, type PoolSetting } from "./pool-core.ts";

const PATIENCE = 20;

const contract = contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(4) });
const input = generateData({ data: "bits", type: "u64", length: 1000, seed: 5n });
const alone = elementsAlone(wasmExecutor(), contract);
const expectedValue = alone.reduce(input);
const expectedHash = hashArray(alone.inclusiveScan(input));

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(mischief: Mischief, setting: Partial<PoolSetting> = {}): Promise<Pool> {
  const start = workersHere(mischief);
  const pool = await openPool({
    count: 3,
    start,
    shortest: 0,
    ownWork: 0,
    pieceLength: 16,
    patience: PATIENCE,
    ...setting,
  });
  pools.push(pool);
  return pool;
}

async function expectBits(pool: Pool): Promise<void> {
  const plan = elementsOn(pool.executor(), contract);
  expect(await plan.reduce(input)).toBe(expectedValue);
  expect(hashArray(await plan.inclusiveScan(input))).toBe(expectedHash);
}

/** Takes the first free task of a job in a worker's name. */
function claimFirst({ board, tasks }: Job, slot: number): number {
  return tasks.findIndex((_, i) => Atomics.compareExchange(board, BOARD.claims + i, 0, slot + 1) === 0);
}

describe("a call survives", () => {
  it("workers that never answer", async () => {
    await expectBits(await open({ onPost: ({ kind }) => (kind === "job" ? "keep" : "pass") }));
  });

  it("workers that take a task and stop", async () => {
    let claimed = 0;
    const pool = await open({
      onPost(message, slot) {
        if (message.kind !== "job" || slot !== 1) return "pass";
        if (claimFirst(message, slot) >= 0) claimed++;
        return "keep";
      },
    });
    await expectBits(pool);
    await expectBits(pool);
    expect(claimed).toBeGreaterThan(1);
  });

  it("workers that take a task and are lost, and starts others in their place", async () => {
    let lost = 0;
    const pool = await open({
      onPost(message, slot, events) {
        if (message.kind !== "job" || lost === 2) return "pass";
        claimFirst(message, slot);
        lost++;
        setTimeout(() => events.onLost("it was killed"), 1);
        return "keep";
      },
    });
    await expectBits(pool);
    await expectBits(pool);
    expect(lost).toBe(2);
  });

  it("the loss of all of them", async () => {
    const pool = await open({
      onPost(message, _slot, events) {
        if (message.kind !== "job") return "pass";
        setTimeout(() => events.onLost("it was killed"), 1);
        return "keep";
      },
    });
    await expectBits(pool);
  });

  it("an error thrown in a worker: the task is done again here", async () => {
    let failed = 0;
    const pool = await open({
      onPost(message, slot, events) {
        if (message.kind !== "job") return "pass";
        const task = claimFirst(message, slot);
        if (task < 0) return "pass";
        failed++;
        const results = [{ task, outcome: undefined, reason: "RuntimeError" }];
        setTimeout(() => events.onMessage({ kind: "done", id: message.id, results }), 1);
        return "keep";
      },
    });
    await expectBits(pool);
    expect(failed).toBeGreaterThan(2);
  });

  it.each(["a thread that may wait", "a page"])(
    "workers in which everything fails, and %s waits for nothing more",
    async (place) => {
      const wait = vi.spyOn(Atomics, "wait");
      if (place === "a page") {
        wait.mockImplementation(() => {
          throw new TypeError("Atomics.wait cannot be called in this context");
        });
      }
      const pool = await open(
        {
          onPost(message, slot, events) {
            if (message.kind !== "job") return "pass";
            const results: TaskResult[] = [];
            for (let task = claimFirst(message, slot); task >= 0; task = claimFirst(message, slot)) {
              results.push({ task, outcome: undefined, reason: "RuntimeError" });
            }
            setImmediate(() => events.onMessage({ kind: "done", id: message.id, results }));
            return "keep";
          },
        },
        { patience: 60_000 },
      );
      await expectBits(pool);
      wait.mockRestore();
    },
  );

  it("contracts without number: plans that are kept do not fill a worker's memory", async () => {
    const reasons: (string | undefined)[] = [];
    const onAnswer = (message: FromWorker): "pass" => {
      if (message.kind === "done") reasons.push(...message.results.map(({ reason }) => reason));
      return "pass";
    };
    const pool = await open({ onAnswer }, { count: 1, pieceLength: 64 });
    const columns = [Float64Array.from({ length: 300 }, (_, i) => i % 7), new Uint32Array(300)];
    for (let width = 1; width <= 40; width++) {
      for (const expression of [bisection, blockDyadic(width)]) {
        const initial = { value: [width, 0], placement: "first" } as const;
        const records = recordContractOf({ operator: argMax("f64"), expression, initial });
        expect(await pool.executor().plan(columnContract(records)).reduce(columns)).toEqual(
          wasmExecutor().plan(columnContract(records)).reduce(columns),
        );
      }
    }
    expect(reasons.length).toBeGreaterThan(80);
    expect(reasons.filter((reason) => reason !== undefined)).toEqual([]);
  });

  it("workers that are busy with another call", async () => {
    const pool = await open({});
    const plan = elementsOn(pool.executor(), contract);
    const reduces = Array.from({ length: 6 }, () => plan.reduce(input));
    const scans = Array.from({ length: 6 }, () => plan.inclusiveScan(input));
    expect(await Promise.all(reduces)).toEqual(reduces.map(() => expectedValue));
    expect((await Promise.all(scans)).map((array) => hashArray(array))).toEqual(
      scans.map(() => expectedHash),
    );
  });
});

describe("a scan in place", () => {
  it("rejects when a worker is lost in the middle of it, and the next call works", async () => {
    let isArmed = false;
    const pool = await open({
      onPost(message, slot, events) {
        if (!isArmed || message.kind !== "job" || message.work === "summarise") return "pass";
        claimFirst(message, slot);
        isArmed = false;
        setTimeout(() => events.onLost("it was killed"), 1);
        return "keep";
      },
    });
    const { array } = pool.allocate("u64", input.length);
    array.set(input as BigUint64Array<ArrayBuffer>);
    isArmed = true;
    const plan = elementsOn(pool.executor(), contract);
    await expect(plan.inclusiveScan(array, array)).rejects.toThrow(WorkerLostError);
    await expectBits(pool);
  });

  it("is done again from the caller's array where the work was on a copy", async () => {
    let isArmed = true;
    const pool = await open({
      onPost(message, slot, events) {
        if (!isArmed || message.kind !== "job" || message.work === "summarise") return "pass";
        const task = message.tasks[claimFirst(message, slot)];
        // As if it had been in the middle of its piece.
        new BigUint64Array(memory.buffer, message.output[0].address + 8 * task.start, 1).fill(99n);
        isArmed = false;
        setTimeout(() => events.onLost("it was killed"), 1);
        return "keep";
      },
    });
    const memory = { buffer: pool.allocate("u64", 1).array.buffer };
    const own = input.slice() as BigUint64Array;
    await elementsOn(pool.executor(), contract).inclusiveScan(own, own);
    expect(hashArray(own)).toBe(expectedHash);
    expect(isArmed).toBe(false);
  });
});

describe("a call ends early", () => {
  it("when the pool is closed", async () => {
    const pool = await open(
      { onPost: ({ kind }) => (kind === "job" ? "keep" : "pass") },
      { patience: 60_000 },
    );
    const call = elementsOn(pool.executor(), contract).reduce(input);
    const failure = expect(call).rejects.toThrow(ExecutorClosedError);
    await pool.close();
    await failure;
    await expect(elementsOn(pool.executor(), contract).inclusiveScan(input)).rejects.toThrow(
      ExecutorClosedError,
    );
    expect(() => pool.allocate("f64", 1)).toThrow(ExecutorClosedError);
    await pool.close();
  });

  it("when its signal is aborted, before or during it, and other calls go on", async () => {
    const pool = await open({ onPost: ({ kind }) => (kind === "job" ? "keep" : "pass") }, { patience: 200 });
    const reason = new Error("enough");
    const aborted = elementsOn(pool.executor(AbortSignal.abort(reason)), contract).reduce(input);
    await expect(aborted).rejects.toBe(reason);
    const controller = new AbortController();
    const call = elementsOn(pool.executor(controller.signal), contract).inclusiveScan(input);
    const failure = expect(call).rejects.toBe(reason);
    const other = elementsOn(pool.executor(), contract).reduce(input);
    setTimeout(() => controller.abort(reason), 5);
    await failure;
    expect(await other).toBe(expectedValue);
  });
});

it("two pools have the same memory and nothing else in common", async () => {
  const [first, second] = [await open({}), await open({})];
  const shared = first.allocate("u64", input.length).array;
  shared.set(input as BigUint64Array<ArrayBuffer>);
  const results = await Promise.all(
    [first, second].map((pool) => elementsOn(pool.executor(), contract).inclusiveScan(shared)),
  );
  expect(results.map((array) => hashArray(array))).toEqual([expectedHash, expectedHash]);
  await first.close();
  await expectBits(second);
});

it("copies to shared memory of its own where library memory is full", async () => {
  const pool = await open({});
  const allocate = vi.spyOn(PoolCore.prototype, "allocateColumn").mockImplementation(() => {
    throw new OutOfMemoryError(1, "library memory");
  });
  await expectBits(pool);
  expect(allocate).toHaveBeenCalled();
  allocate.mockRestore();
});

it("gives back the memory of its workers when it is closed, and when one is lost", async () => {
  const { heap } = libraryOfProcess();
  let isLost = false;
  const pool = await open({
    onPost(message, _slot, events) {
      if (message.kind !== "job" || isLost) return "pass";
      isLost = true;
      setTimeout(() => events.onLost("it was killed"), 1);
      return "keep";
    },
  });
  const usedBytes = (): number => heap.memory.buffer.byteLength - heap.freeBytes;
  const before = usedBytes();
  await expectBits(pool);
  expect(isLost).toBe(true);
  expect(usedBytes()).toBeGreaterThan(before);
  await pool.close();
  expect(usedBytes()).toBe(before);
});

it("memory beyond what can be had is a typed error, and the next call works", async () => {
  const pool = await open({});
  expect(() => pool.allocate("f64", 2 ** 30)).toThrow(OutOfMemoryError);
  await expectBits(pool);
});

it("refuses scans by halves unless they are allowed, and serves every expression of an associative operator", async () => {
  const { refusal, plan } = (await open({})).executor();
  const refused = (operator: typeof treeHash, allowQuadratic: boolean) => {
    const contract = columnContract(contractOf({ operator, type: "u64", expression: bisection }));
    return refusal({ contract, observation: "inclusive-scan", allowQuadratic });
  };
  expect(refused(treeHash, false)?.remedy).toContain("allowQuadratic");
  expect(refused(treeHash, true)).toBeUndefined();
  expect(refused(add, false)).toBeUndefined();
  const sum = contractOf({ operator: add, type: "u64", expression: bisection });
  expect((await plan(columnContract(sum)).reduce([input]))[0]).toBe(
    elementsAlone(wasmExecutor(), sum).reduce(input),
  );
});

it("has an answer for nothing", async () => {
  const pool = await open({});
  await expect(elementsOn(pool.executor(), contract).reduce(new BigUint64Array(0))).rejects.toThrow(
    EmptyInputError,
  );
  expect(await elementsOn(pool.executor(), contract).inclusiveScan(new BigUint64Array(0))).toHaveLength(0);
});

it("opening fails when a worker cannot be started", async () => {
  const start: PoolSetting["start"] = (events) => {
    setTimeout(() => events.onLost("its file is not there"), 1);
    return { post() {}, setBusy() {}, terminate: async () => true };
  };
  await expect(openPool({ count: 2, start })).rejects.toThrow(UnsupportedError);
});
