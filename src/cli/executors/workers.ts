import { InvalidArgumentError } from "../../index.ts";
import type { OfferedExecutor, WitnessSample } from "./offered-executor.ts";

const MOST_WORKERS = 1024;

/** A kernel takes some milliseconds to reach every thread, a call 0.4: all of the quick suite would take a minute. */
const QUICK: WitnessSample = { requests: 60 };

/** Worker threads, as many as stand behind the colon. Their code is read when they are asked for. */
export const WORKERS: OfferedExecutor = {
  name: "workers",
  door: "samebits/workers",
  about: "the same kernels on threads over shared memory",
  argument: { name: "N", inAll: "2", read: readCount },
  async tryHere() {
    await (await openPool(1, "check")).close();
    return undefined;
  },
  async open(argument, use) {
    const { asynchronousExecutor } = await import("./asynchronous.ts");
    const pool = await openPool(Number(argument), use);
    return { ...asynchronousExecutor(`workers:${argument}`, pool), samples: { quick: QUICK } };
  },
};

async function openPool(count: number, use: "compute" | "check") {
  const { openWorkers } = await import("../../workers.ts");
  // Where it is faster the calling thread computes, which would check nothing.
  return openWorkers(use === "check" ? { count, shortest: 0, ownWork: 0 } : { count });
}

function readCount(text: string): string {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= 1 && count <= MOST_WORKERS) return String(count);
  const expected = `workers:N with a number N from 1 to ${MOST_WORKERS}`;
  throw new InvalidArgumentError("on", expected, JSON.stringify(text === "" ? "workers" : `workers:${text}`));
}
