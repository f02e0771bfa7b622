import { Worker } from "node:worker_threads";
import { openPool, type Pool } from "../../src/executors/workers/pool.ts";
import type { PoolSetting } from "../../src/executors/workers/pool-core.ts";
import { threadLink } from "../../src/executors/workers/thread-link.ts";

const BUILT_WORKER = new URL("../../dist/samebits-worker.mjs", import.meta.url);

/** A pool of real threads on the built worker, its threads at hand. */
export interface ThreadPool {
  readonly pool: Pool;
  readonly threads: readonly Worker[];
}

/** Opens a pool over real threads, with settings that the door does not offer. */
export async function openThreads(setting: Partial<PoolSetting>): Promise<ThreadPool> {
  const threads: Worker[] = [];
  const pool = await openPool({
    count: 2,
    start(events) {
      const thread = new Worker(BUILT_WORKER);
      threads.push(thread);
      return threadLink(thread, events);
    },
    ...setting,
  });
  return { pool, threads };
}
