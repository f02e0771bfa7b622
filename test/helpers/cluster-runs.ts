// Runs in folders of their own, computed in the test's process: what a run gives must be what one call over all elements gives.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as algorithms from "../../src/algorithms.ts";
import type { Allocate } from "../../src/cluster/data/element-source.ts";
import { openPath } from "../../src/cluster/data/part-bytes.ts";
import type { Engine, EngineJob } from "../../src/cluster/engine.ts";
import { folderStore } from "../../src/cluster/folder/folder-store.ts";
import type { Maker } from "../../src/cluster/folder/run-files.ts";
import { openRun, type RunTools } from "../../src/cluster/run.ts";
import { type Dataset, describeDataset } from "../../src/cluster.ts";
import { allocate } from "../../src/executors/wasm/memory/wasm-memory.ts";
import { networksWasmExecutor } from "../../src/executors/wasm/networks-wasm-executor.ts";
import {
  binned,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../src/expressions/expression.ts";
import { networkExpression } from "../../src/expressions/network-expression.ts";
import { writeColumns } from "../../src/formats/write-array.ts";
import { type ColumnArray, columnType } from "../../src/values/value-types.ts";

/** Writes columns to two files, cut anywhere, and describes them. */
export async function writeInTwo(
  folder: string,
  columns: Readonly<Record<string, ColumnArray>>,
  cut: number,
): Promise<Dataset> {
  const [{ length }] = Object.values(columns);
  const middle = Math.floor(cut * length);
  for (const [i, [start, end]] of [
    [0, middle],
    [middle, length],
  ].entries()) {
    const table = Object.entries(columns).map(([column, array]) => {
      return { column, type: columnType(array), array: array.slice(start, end) };
    });
    await writeColumns(join(folder, `rows-${i}.arrow`), table as never);
  }
  return describeDataset(join(folder, "rows-?.arrow"), { column: Object.keys(columns) });
}

/** One or more of every kind that runs have. */
export const EXPRESSIONS: readonly Expression[] = [
  ...[leftFold, iteratedPairwise, interleaved(3), interleaved(8)],
  ...[blockDyadic(1), blockDyadic(32), blockDyadic(7)],
  ...[linearCarry(5), linearCarry(64), networkExpression("brent-kung", 16), exact, binned(3)],
];

/** Doubles of many sizes: another tree gives other bits. */
export function someDoubles(length: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state * 2 ** ((state >>> 7) % 40);
  });
}

let count = 0;
const executor = networksWasmExecutor();

function makerNamed(worker: string): Maker {
  return { machine: "here", worker, processor: "any", engine: "node", samebits: "0.0.0" };
}

/** What a run in a folder is given; each call is another process to it. */
export function toolsIn(folder: string, name = `p${count++}`): RunTools {
  return {
    store: folderStore(folder, name),
    executor,
    open: openPath,
    allocate: allocate as Allocate,
    functions: async () => algorithms as never,
    maker: makerNamed(name),
    now: () => 0,
  };
}

/** Runs a test with a folder that is removed after it. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "samebits-run-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An engine whose workers are of this process: `order` brings the pieces into an order of its own. */
export function engineHere(
  workerCount: number,
  order: (indices: readonly number[]) => readonly number[] = (indices) => indices,
): Engine {
  return {
    name: "here",
    async run(job: EngineJob) {
      const queue = [...(job.inOrder ? job.indices : order(job.indices))];
      const work = async (): Promise<void> => {
        const tools = toolsIn(job.run);
        const run = await openRun(tools);
        for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
          try {
            await run.step({ step: job.step, index, again: job.again });
            job.tell({ kind: "done", index, worker: tools.maker.worker, seconds: 0 });
          } catch (error) {
            const { name, message } = error as Error;
            job.tell({ kind: "failed", index, error: { name, message, fields: { ...(error as object) } } });
          }
        }
      };
      await Promise.all(Array.from({ length: job.inOrder ? 1 : workerCount }, work));
    },
    async stop() {},
  };
}
