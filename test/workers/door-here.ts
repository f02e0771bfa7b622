import { bindAsynchronous } from "../../src/algorithms/bind-asynchronous.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import type { WorkersOptions } from "../../src/workers.ts";
import { workersHere } from "../helpers/workers/workers.ts";

/** What was asked of `openWorkers`, in order, and how many of the pools are still open. */
export const seen = { asked: [] as WorkersOptions[], open: 0 };

/** In the place of the door samebits/workers, whose threads run a file of the build: the same pool, its workers on the test's own thread. */
export async function openWorkers(asked: WorkersOptions = {}) {
  seen.asked.push(asked);
  const { count = 1, shortest } = asked;
  const pool = await openPool({ count, shortest, ownWork: 0, pieceLength: 64, start: workersHere() });
  seen.open++;
  return {
    ...bindAsynchronous((signal) => pool.executor(signal)),
    count,
    executor: pool.executor(),
    async close() {
      seen.open--;
      await pool.close();
    },
  };
}
