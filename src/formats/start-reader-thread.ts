// A thread that decodes columns for the caller, and can be ended at any moment.

import type { Worker } from "node:worker_threads";
import { FormatError, type SamebitsError, WorkerLostError } from "../values/errors.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ColumnsJob } from "./decode-columns.ts";
import type { DecodedColumn, ProgressListener } from "./decoded.ts";
import type { RandomAccess } from "./open-parquet.ts";
import { errorOfPosted, type FromReader, postedError, type ToReader } from "./reader-messages.ts";

/** A thread that decodes one job at a time. It keeps no process alive while it has none. */
export interface ReaderThread {
  run(
    job: ColumnsJob,
    onProgress: ProgressListener | undefined,
  ): Promise<readonly DecodedColumn<StoredType>[]>;
  /** Whether it can take another job. */
  isAlive(): boolean;
  /** Ends the thread, whatever it does; what it runs then never settles. */
  end(): void;
}

type Threads = typeof import("node:worker_threads");

/** Beside the chunk of the build that has this code. Not a literal in a `new URL`: bundlers look for that, and would bundle every reader for pages. */
const THREAD_FILE = "reader-thread.mjs";

/** Starts a thread; undefined where threads or the thread's file are missing. */
export function startReaderThread(): Promise<ReaderThread | undefined> {
  const threads: Threads | undefined =
    typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:worker_threads");
  if (threads === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const unheard = (): void => resolve(undefined);
    try {
      const file = new URL(import.meta.url.replace(/[^/]*$/, THREAD_FILE));
      const worker = new threads.Worker(file, { execArgv: [] }); // of a process's own none is meant for a thread
      worker.once("error", unheard);
      worker.once("exit", unheard);
      worker.once("message", () => {
        worker.off("error", unheard);
        worker.off("exit", unheard);
        resolve(readerThread(worker));
      });
    } catch {
      unheard();
    }
  });
}

/** A job that is being run. */
interface Running {
  readonly hear: (message: FromReader) => void;
  readonly lose: (error: unknown) => void;
}

function readerThread(worker: Worker): ReaderThread {
  let running: Running | undefined;
  let isAlive = true;
  const lose = (error: unknown): void => {
    isAlive = false;
    running?.lose(error);
  };
  worker.on("message", (message: FromReader) => running?.hear(message));
  worker.on("error", lose);
  worker.on("exit", (code) => lose(new Error(`it ended with code ${code}`)));
  worker.unref();
  return {
    async run(job, onProgress) {
      worker.ref();
      try {
        return await new Promise((resolve, reject) => {
          running = {
            hear: (message) => hear(message, { worker, job, onProgress, resolve, reject }),
            lose: (error) => reject(lossOf(error, job.options.source)),
          };
          postJob(worker, job);
        });
      } finally {
        running = undefined;
        worker.unref();
      }
    },
    isAlive: () => isAlive,
    end() {
      running = undefined;
      worker.terminate();
    },
  };
}

interface Hearing {
  readonly worker: Worker;
  readonly job: ColumnsJob;
  readonly onProgress: ProgressListener | undefined;
  readonly resolve: (columns: readonly DecodedColumn<StoredType>[]) => void;
  readonly reject: (error: unknown) => void;
}

function hear(message: FromReader, { worker, job, onProgress, resolve, reject }: Hearing): void {
  switch (message.kind) {
    case "ready":
      return;
    case "wants":
      answer(worker, job, message);
      return;
    case "progress":
      onProgress?.(message.done, message.total);
      return;
    case "done":
      resolve(message.columns);
      return;
    case "failed":
      reject(errorOfPosted(message.error));
      return;
    default:
      message satisfies never;
  }
}

function lossOf(error: unknown, source: string): SamebitsError {
  const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (isTooLarge) return new FormatError(source, "data that fit in memory", "more than a thread may have");
  return new WorkerLostError(`"${source}" is read`, String(error));
}

/** Bytes that were read at once are moved to the thread, and no longer here. */
function postJob(worker: Worker, { format, data, requests, options }: ColumnsJob): void {
  const about = { format, requests, options };
  if (data instanceof Uint8Array) {
    post(worker, { kind: "job", job: { ...about, data } }, [data.buffer as ArrayBuffer]);
    return;
  }
  post(worker, { kind: "job", job: { ...about, data: { byteLength: data.byteLength } } });
}

type Wanted = Extract<FromReader, { readonly kind: "wants" }>;

async function answer(worker: Worker, { data }: ColumnsJob, { id, start, end }: Wanted): Promise<void> {
  try {
    const bytes = await (data as RandomAccess).slice(start, end);
    post(worker, { kind: "bytes", id, bytes }, [bytes]);
  } catch (error) {
    post(worker, { kind: "no-bytes", id, error: postedError(error) });
  }
}

function post(worker: Worker, message: ToReader, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}
