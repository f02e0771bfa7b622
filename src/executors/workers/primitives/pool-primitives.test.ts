import { afterEach, describe, expect, it, vi } from "vitest";
import { doneTasks, type Mischief, workersHere } from "../../../../test/helpers/workers/workers.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { generateData } from "../../../conformance/data/generate-data.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import { treeHash } from "../../../operators/built-in.ts";
import { binary, constant, left, right } from "../../../operators/term.ts";
import { EmptyInputError, ExecutorClosedError } from "../../../values/errors.ts";
import { hashArray } from "../../../values/hash.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import type { Primitives } from "../../primitives.ts";
import { BOARD, type RangeJob } from "../messages.ts";
import { openPool, type Pool } from "../pool.ts";
import { PoolCore, type PoolSetting } from "../pool-core.ts";
import type { RangeWork } from "./range-work.ts";

const LENGTH = 1500;
const keys = generateData({ data: "special", type: "f64", length: LENGTH, seed: 7n });
const words = generateData({ data: "bits", type: "u64", length: LENGTH, seed: 8n });
const flags = Uint8Array.from(keys, (key) => (Number(key) > 0 ? 1 : 0));
const indices = Uint32Array.from(words, (word) => Number(BigInt(word) % 97n));
const offsets = Uint32Array.of(0, 0, 3, 40, 41, 41, 900, 905, LENGTH);
const contract = columnContract(contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(4) }));

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(mischief: Mischief = {}, setting: Partial<PoolSetting> = {}): Promise<Pool> {
  const start = workersHere(mischief);
  const pool = await openPool({
    count: 3,
    start,
    shortest: 0,
    ownWork: 0,
    pieceLength: 64,
    patience: 20,
    ...setting,
  });
  pools.push(pool);
  return pool;
}

/** Columns that many primitives make: all of them but those that only the last lines of others call. */
async function makeAll(on: Primitives<ColumnArray>): Promise<readonly string[]> {
  const order = { isDescending: true, bits: [0, 64] } as const;
  const sorted = await on.sort(on.place(keys), [on.place(words), on.place(indices)], order);
  const pairs = await on.sort(on.place(words), [on.place(keys)], { isDescending: false, bits: [3, 60] });
  const parted = await on.partition([on.place(keys), on.place(words)], on.place(flags));
  const counted = await on.countIndices(on.place(indices), 90);
  const made = [
    sorted.keys,
    ...sorted.payload,
    pairs.keys,
    ...pairs.payload,
    ...(await on.compact([keys, indices], flags)),
    ...parted.kept,
    ...parted.others,
    counted.counts,
    counted.outsideCount,
    await on.flagIndices(flags, true),
    await on.headFlags([indices]),
    await on.segmentIds(offsets, LENGTH),
    await on.searchSorted(sorted.keys, keys, "right", true),
    await on.concat(await on.iota(keys), await on.fill("u32", 9, 70)),
    await on.slice(keys, 60, 200),
    ...(await on.gather([keys, flags], indices)),
    ...(await on.scatter([words], indices, [words])),
    ...(await on.map([binary("add", left("f64"), right("f64"))], [keys], [sorted.keys])),
    ...(await on.segmented(contract, "reduce", [words], offsets, [5n])),
    ...(await on.segmented(contract, "inclusive-scan", [words], offsets, undefined)),
    ...(await on.reduce(contract, [words])),
    ...(await on.scan(contract, "inclusive-scan", [words])),
    ...(await makeMapped(on)),
  ];
  const hashes: string[] = [];
  for (const vector of made) hashes.push(hashOf(await on.take(vector)));
  on.release();
  return hashes;
}

const doubled = binary("add", left("u64"), left("u64"));
const isKept = binary("less", constant("u64", 2n ** 62n), left("u64"));

/** What is kept of computed elements, and its prefixes: at once where that can be done, else by way of columns. */
async function makeMapped(on: Primitives<ColumnArray>): Promise<readonly ColumnArray[]> {
  const sources = [{ kind: "column", vector: words }] as const;
  const elements = { terms: [doubled], keep: isKept, sources, length: LENGTH };
  const scanned = await on.foldMapped?.(contract, "inclusive-scan", elements);
  const collected = await on.collectMapped?.(elements);
  if (scanned !== undefined && collected !== undefined) return [...scanned, ...collected];
  const [flags] = await on.map([isKept], [words]);
  const kept = await on.compact(await on.map([doubled], [words]), flags);
  return [...(await on.scan(contract, "inclusive-scan", kept)), ...kept];
}

function hashOf(column: ColumnArray): string {
  return hashArray(column instanceof Uint8Array ? Uint32Array.from(column) : column);
}

const expected = makeAll(javascriptPrimitives());

async function expectBits(pool: Pool): Promise<void> {
  expect(await makeAll(pool.executor().openPrimitives())).toEqual(await expected);
}

/** Takes the first free task of a job in a worker's name. */
function claimFirst({ board, tasks }: RangeJob, slot: number): number {
  return tasks.findIndex((_, i) => Atomics.compareExchange(board, BOARD.claims + i, 0, slot + 1) === 0);
}

describe("primitives on a pool", () => {
  it("are computed by workers, none of which fails", async () => {
    const kinds = new Set<RangeWork["kind"]>();
    const jobs = new Map<number, RangeJob>();
    const reasons: string[] = [];
    let posted = 0;
    const pool = await open({
      onPost(message) {
        if (message.kind === "range-job") jobs.set(message.id, message);
        return "pass";
      },
      onAnswer(message) {
        const job = message.kind === "done" ? jobs.get(message.id) : undefined;
        if (message.kind !== "done" || job === undefined) return "pass";
        for (const { outcome, reason } of message.results) {
          if (reason !== undefined) reasons.push(`${job.work.kind}: ${reason}`);
          if (outcome !== undefined) posted++;
        }
        kinds.add(job.work.kind);
        return "pass";
      },
    });
    await expectBits(pool);
    expect(reasons).toEqual([]);
    const left = [...jobs.values()].reduce((sum, job) => sum + doneTasks(job), 0);
    expect([posted > 20, left > 150]).toEqual([true, true]);
    const all: readonly RangeWork["kind"][] = [
      ...([
        "map",
        "head-flags",
        "count-flags",
        "compact",
        "partition",
        "flag-indices",
        "iota",
        "copy",
      ] as const),
      ...(["gather", "segment-ids", "fill", "scatter", "sort", "merge", "search", "segmented"] as const),
      ...(["count-indices", "add-counts", "count-kept", "fold-mapped", "collect-mapped"] as const),
    ];
    expect([...kinds].sort()).toEqual([...all].sort());
  });

  it.each([1, 2, 5])("have the same bits on %i workers and in pieces of other lengths", async (count) => {
    await expectBits(await open({}, { count, pieceLength: 37 * count }));
  });

  it("have them where this thread works alone", async () => {
    await expectBits(await open({}, { shortest: undefined, pieceLength: undefined }));
  });

  it("survive workers that never answer", async () => {
    await expectBits(
      await open({ onPost: ({ kind }) => (kind === "range-job" ? "keep" : "pass") }, { patience: 2 }),
    );
  });

  it("survive workers that take a task and are lost", async () => {
    let lost = 0;
    const pool = await open({
      onPost(message, slot, events) {
        if (message.kind !== "range-job" || message.id % 5 !== 0) return "pass";
        claimFirst(message, slot);
        lost++;
        setTimeout(() => events.onLost("it was killed"), 1);
        return "keep";
      },
    });
    await expectBits(pool);
    expect(lost).toBeGreaterThan(3);
  });

  it("survive errors in workers: their tasks are done again here", async () => {
    let failed = 0;
    const pool = await open({
      onPost(message, slot, events) {
        if (message.kind !== "range-job") return "pass";
        const task = claimFirst(message, slot);
        if (task < 0) return "pass";
        failed++;
        const results = [{ task, outcome: undefined, reason: "RuntimeError" }];
        setImmediate(() => events.onMessage({ kind: "done", id: message.id, results }));
        return "keep";
      },
    });
    await expectBits(pool);
    expect(failed).toBeGreaterThan(20);
  });

  it("end with their pool, and by their signal", async () => {
    const pool = await open(
      { onPost: ({ kind }) => (kind === "range-job" ? "keep" : "pass") },
      { patience: 1000 },
    );
    const stop = new AbortController();
    const on = pool.executor().openPrimitives(stop.signal);
    const aborted = expect(on.compact([keys], flags)).rejects.toBe("enough");
    const closed = expect(pool.executor().openPrimitives().compact([keys], flags)).rejects.toThrow(
      ExecutorClosedError,
    );
    stop.abort("enough");
    await aborted;
    await pool.close();
    await closed;
  });

  it("name the first segment that has no value", async () => {
    const on = (await open()).executor().openPrimitives();
    const failed = Promise.resolve(on.segmented(contract, "reduce", [words], offsets, undefined));
    await expect(failed).rejects.toThrow(EmptyInputError);
    await expect(failed).rejects.toThrow("segment 0");
  });

  it("give back all memory that they took", async () => {
    const allocate = PoolCore.prototype.allocateColumn;
    let taken = 0;
    let kept = 0;
    vi.spyOn(PoolCore.prototype, "allocateColumn").mockImplementation(function (
      this: PoolCore,
      type,
      length,
    ) {
      const { array, release } = allocate.call(this, type, length);
      taken++;
      kept++;
      const giveBack = (): void => {
        kept--;
        release();
      };
      return { array, release: giveBack };
    });
    try {
      await expectBits(await open());
      expect(taken).toBeGreaterThan(30);
      expect(kept).toBe(0);
    } finally {
      vi.restoreAllMocks();
    }
  });
});
