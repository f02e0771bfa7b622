import { columnContract } from "../../../src/contracts/column-contract.ts";
import type { TypedContract } from "../../../src/contracts/contract.ts";
import type { Requirement } from "../../../src/contracts/levels.ts";
import {
  type AwaitedElementPlan,
  awaitedElementPlan,
  type ElementPlan,
  type Executor,
  elementPlan,
  type SynchronousExecutor,
} from "../../../src/executors/executor.ts";
import {
  type AnyJob,
  BOARD,
  DONE,
  type FromWorker,
  type ToWorker,
} from "../../../src/executors/workers/messages.ts";
import { serveJobs } from "../../../src/executors/workers/serve-jobs.ts";
import type { StartWorker, WorkerEvents, WorkerLink } from "../../../src/executors/workers/thread-link.ts";

/** How a worker of a test misbehaves: it may keep, change or answer a message itself. */
export interface Mischief {
  readonly onPost?: (message: ToWorker, slot: number, events: WorkerEvents) => "pass" | "keep";
  readonly onAnswer?: (message: FromWorker, slot: number, events: WorkerEvents) => "pass" | "keep";
}

/** Workers on the test's own thread: all that real ones do but run at the same time. Messages are cloned, as between threads. */
export function workersHere({ onPost, onAnswer }: Mischief = {}): StartWorker {
  let started = 0;
  return (events): WorkerLink => {
    const slot = started++;
    let isAlive = true;
    const later = (act: () => void): void => {
      setImmediate(() => {
        if (isAlive) act();
      });
    };
    const serve = serveJobs((message) => {
      const copy = structuredClone(message);
      if (onAnswer?.(copy, slot, events) === "keep") return;
      later(() => events.onMessage(copy));
    });
    return {
      post(message) {
        // A memory is cloned by the thread that it is posted to, and by nothing else.
        const copy = message.kind === "open" ? message : structuredClone(message);
        if (onPost?.(copy, slot, events) === "keep") return;
        later(() => serve(copy));
      },
      setBusy() {},
      async terminate() {
        isAlive = false;
        return true;
      },
    };
  };
}

/** How many tasks of a job workers have left the outcomes of in shared memory. */
export function doneTasks({ board, tasks }: AnyJob): number {
  return tasks.filter((_, task) => Atomics.load(board, BOARD.claims + task) === DONE).length;
}

/** A plan over single elements of an executor whose results are awaited. */
export function elementsOn(
  executor: Executor,
  contract: TypedContract,
  requirement?: Requirement,
): AwaitedElementPlan {
  return awaitedElementPlan(executor.plan(columnContract(contract), requirement));
}

/** The same on one thread. */
export function elementsAlone(executor: SynchronousExecutor, contract: TypedContract): ElementPlan {
  return elementPlan(executor.plan(columnContract(contract)));
}
