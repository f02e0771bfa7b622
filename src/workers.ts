// samebits/workers: the functions of samebits on all cores, with the same bits.

import { type AsynchronousAlgorithms, bindAsynchronous } from "./algorithms/bind-asynchronous.ts";
import { type ColumnContract, columnContract } from "./contracts/column-contract.ts";
import type { RecordContract, TypedContract } from "./contracts/contract.ts";
import type { ColumnSummary } from "./executors/executor.ts";
import type { FusingExecutor } from "./executors/primitives.ts";
import type { Allocation } from "./executors/wasm/memory/heap.ts";
import { openPool, type Pool, type PoolPass } from "./executors/workers/pool.ts";
import { startEither } from "./executors/workers/start-either.ts";
import {
  type StartWorker,
  type Thread,
  threadLink,
  type WorkerEvents,
  type WorkerLink,
} from "./executors/workers/thread-link.ts";
import { mapValues, type Summary } from "./summaries/summary.ts";
import { checkInteger, checkSignal } from "./values/check-arguments.ts";
import { checkOptionNames } from "./values/check-name.ts";

import { describe } from "./values/describe.ts";
import { InternalError, InvalidArgumentError, UnsupportedError } from "./values/errors.ts";
import type { ColumnArray, StoredType } from "./values/value-types.ts";

/** What is said here changes no bit. */
export interface WorkersOptions {
  /** Threads that compute a call at the same time. Default: as many as the machine has cores. */
  readonly count?: number | undefined;
  /**
   * Elements below which the calling thread computes alone, at once. 0: never. Default: as many as have 2^24 operations; of an operator of
   * fewer than 8 operations all, where arrays would have to be copied.
   */
  readonly shortest?: number | undefined;
  /**
   * Operations of a call, elements times those of one combine, that the calling thread computes before it waits: it takes pieces like a
   * worker, in the place of the last one. Default: 2^24, four to eight milliseconds. 0: none, that thread stays free.
   */
  readonly ownWork?: number | undefined;
  /**
   * The file of a worker, or what starts one: for hosts that allow none but such. The file is "samebits/worker", bundled by itself. Default:
   * the package's own, by `new Worker(new URL(…, import.meta.url))`, and where a bundle has left it behind the same code as a text.
   */
  readonly worker?: URL | string | (() => Thread) | undefined;
  readonly signal?: AbortSignal | undefined; // default: none; gives up opening
}

/** Workers that share memory, as many as `count`. They keep no process alive while they have nothing to do. */
export interface WorkerPool extends AsynchronousAlgorithms {
  readonly count: number;
  /** For `algorithmsOn`, `runOn`, `conformance`, and whoever plans contracts: plans give promises. `fusionCounts` tells what fused folds took. */
  readonly executor: FusingExecutor<ColumnArray>;
  /**
   * A pass over a sequence in chunks, by column: what the pool computes follows `from`, a summary that may have come from anywhere, and
   * `summary()` gives what may go on anywhere. Their values are scalars for a contract over single elements, else by column.
   *
   * @throws UnsupportedError for leftFold, and expressions without summaries
   */
  openPass(
    contract: TypedContract | RecordContract | ColumnContract,
    from?: Summary | ColumnSummary,
    signal?: AbortSignal,
  ): PoolPass;
  /** Library memory, as `samebits` documents it and shares it: workers need no copy of it either. @throws OutOfMemoryError */
  allocate<Type extends StoredType>(type: Type, length: number): Allocation<Type>;
  /** Ends the workers. Calls that are not done reject with ExecutorClosedError; arrays of `allocate` stay readable. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** More workers than any machine has cores: beyond lies a mistake. */
const MOST_WORKERS = 1024;

const OPTION_NAMES = ["count", "shortest", "ownWork", "worker", "signal"];

/**
 * Opens `count` workers over one shared memory: Node's worker threads, or web workers.
 *
 * `pool.reduce`, `inclusiveScan` and `exclusiveScan` take what those of `samebits` take, and a `signal`; they give promises of the same
 * bits, whatever the count and however busy the machine is. Arrays over a SharedArrayBuffer are used where they are; all others are
 * copied, in and out, by the calling thread. Results without an `output` are over shared memory.
 *
 * @throws InvalidArgumentError for another count than 1 … 1024, or a `shortest` or `ownWork` that is not a whole number
 * @throws UnsupportedError where memory cannot be shared, naming the headers that a page needs, or no worker can be started
 */
export async function openWorkers(options: WorkersOptions = {}): Promise<WorkerPool> {
  checkOptionNames(options, OPTION_NAMES);
  const { count, shortest, ownWork, worker } = options;
  const signal = checkSignal(options.signal);
  signal?.throwIfAborted();
  if (count !== undefined)
    checkInteger("count", count, 1, MOST_WORKERS, `a whole number from 1 to ${MOST_WORKERS}`);
  if (shortest !== undefined)
    checkInteger("shortest", shortest, 0, undefined, "a whole number of elements, 0 or more");
  if (ownWork !== undefined)
    checkInteger("ownWork", ownWork, 0, undefined, "a whole number of operations, 0 or more");
  const pool = await openPool({ count: count ?? coreCount(), shortest, ownWork, start: starterOf(worker) });
  if (signal?.aborted === true) {
    await pool.close();
    throw signal.reason;
  }
  return workerPool(pool);
}

function workerPool(pool: Pool): WorkerPool {
  const close = (): Promise<void> => pool.close();
  const members = {
    ...bindAsynchronous((signal) => pool.executor(signal)),
    count: pool.count,
    executor: pool.executor(),
    openPass: passOpener(pool),
    allocate: pool.allocate,
    close,
    [ASYNC_DISPOSE]: close,
  };
  return members as typeof members & WorkerPool;
}

/** Summaries of single elements have scalars where those of columns have lists of one. */
function passOpener({ openPass }: Pool): WorkerPool["openPass"] {
  return (contract, from, signal) => {
    const columns = columnContract(contract);
    if (contract.kind !== "typed") return openPass(columns, from as ColumnSummary | undefined, signal);
    const known = from && mapValues(from as Summary, (value) => [value]);
    const pass = openPass(columns, known, signal);
    return {
      ...pass,
      get position() {
        return pass.position;
      },
      summary: () => mapValues(pass.summary() as ColumnSummary, ([value]) => value),
    };
  };
}

// Node 20 has it; where it is missing, compiled `await using` falls back to the registered symbol.
const ASYNC_DISPOSE: symbol = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

function starterOf(worker: WorkersOptions["worker"]): StartWorker {
  if (worker === undefined) return startEither(startOwn, textStarter);
  if (typeof worker === "function") return (events) => threadLink(worker(), events);
  if (typeof worker === "string" || worker instanceof URL) return (events) => startFile(worker, events);
  throw new InvalidArgumentError("worker", "a URL or a function that starts a Worker", describe(worker));
}

/** Of the options of a process none is meant for a worker, and one like --input-type would keep its file from loading. */
const OPTIONS = { execArgv: [] };

/** Twice the same address: bundlers look for a `new Worker` with all of it, and put the file where it then leads. */
const startOwn: StartWorker = (events) => {
  const thread = hasWebWorkers()
    ? new Worker(new URL("./samebits-worker.mjs", import.meta.url), { type: "module" })
    : new (nodeThreads().Worker)(new URL("./samebits-worker.mjs", import.meta.url), OPTIONS);
  return threadLink(thread, events);
};

function startFile(file: string | URL, events: WorkerEvents): WorkerLink {
  if (hasWebWorkers()) return threadLink(new Worker(file, { type: "module" }), events);
  const { Worker: NodeWorker } = nodeThreads();
  const isUrl = typeof file === "string" && /^(file|data):/.test(file); // to Node a text is a path
  return threadLink(new NodeWorker(isUrl ? new URL(file) : file, OPTIONS), events);
}

async function textStarter(): Promise<StartWorker> {
  const { WORKER_TEXT } = await import("./executors/workers/worker-text.ts");
  if (WORKER_TEXT === undefined) throw new InternalError("the build has put no text of the worker here");
  if (!hasWebWorkers()) {
    const { Worker: NodeWorker } = nodeThreads();
    return (events) => threadLink(new NodeWorker(WORKER_TEXT, { ...OPTIONS, eval: true }), events);
  }
  const url = URL.createObjectURL(new Blob([WORKER_TEXT], { type: "text/javascript" }));
  return (events) => threadLink(new Worker(url), events);
}

type NodeThreads = typeof import("node:worker_threads");

/** Not where `Worker` is Node's own class, which packages like z3-solver make global: that one takes no address of the web. */
function hasWebWorkers(): boolean {
  return typeof Worker === "function" && (Worker as unknown) !== foundThreads()?.Worker;
}

function foundThreads(): NodeThreads | undefined {
  return typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:worker_threads");
}

function nodeThreads(): NodeThreads {
  const found = foundThreads();
  if (found !== undefined) return found;
  throw new UnsupportedError(
    "a worker",
    "this host has neither web workers nor worker threads",
    'import from "samebits"',
  );
}

function coreCount(): number {
  if (typeof navigator === "object" && navigator.hardwareConcurrency > 0)
    return navigator.hardwareConcurrency;
  const os = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:os");
  return os?.availableParallelism() ?? 1;
}

export type {
  Abortable,
  AchievedOf,
  AsynchronousReduce,
  AsynchronousScan,
} from "./algorithms/bind-asynchronous.ts";
export type { Allocation } from "./executors/wasm/memory/heap.ts";
export type { PoolPass } from "./executors/workers/pool.ts";
export {
  EmptyInputError,
  ExecutorClosedError,
  InternalError,
  InvalidArgumentError,
  LengthMismatchError,
  OutOfMemoryError,
  SamebitsError,
  UnsupportedError,
  WorkerLostError,
} from "./values/errors.ts";
