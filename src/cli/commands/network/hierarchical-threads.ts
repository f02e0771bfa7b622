import { Worker } from "node:worker_threads";
import { InternalError } from "../../../index.ts";
import {
  emitHierarchicalJavaScript,
  type HierarchicalProgram,
  type HierarchicalShape,
} from "../../../networks.ts";
import { DRIVER, THREAD_DRIVER } from "./hierarchical-driver.ts";

/** Doubles that threads share. */
export interface ScanMemory {
  readonly input: Float64Array;
  readonly data: Float64Array; // of the scan
  readonly sums: Float64Array; // what blocks send
  readonly control: Int32Array; // where threads meet
}

/** Threads that run the stages of one program over a memory. Who opens them closes them. */
export interface ScanThreads {
  /** Scans so many times; settles when all threads are done. */
  run(shape: HierarchicalShape, repeats: number): Promise<void>;
  close(): Promise<void>;
}

export function allocateScanMemory(width: number, sentCount: number): ScanMemory {
  const doubles = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length));
  const control = new Int32Array(new SharedArrayBuffer(8));
  return { input: doubles(width), data: doubles(width), sums: doubles(width * sentCount), control };
}

/** The emitted stages, with add of doubles: in the calling thread, or in `count` threads besides. */
export async function openScanThreads(
  program: HierarchicalProgram,
  memory: ScanMemory,
  count: "calling thread" | number,
): Promise<ScanThreads> {
  const text = emitHierarchicalJavaScript(program) + DRIVER;
  return count === "calling thread" ? openHere(text, memory) : openThreads(text, memory, count);
}

async function openHere(text: string, memory: ScanMemory): Promise<ScanThreads> {
  const { openShare } = await import(/* @vite-ignore */ moduleUrl(text));
  const run: (length: number, blockCount: number, repeats: number) => void = openShare(memory, {
    index: 0,
    count: 1,
  });
  return {
    run: async ({ width, blockCount }, repeats) => run(width / blockCount, blockCount, repeats),
    close: async () => {},
  };
}

function openThreads(text: string, memory: ScanMemory, count: number): ScanThreads {
  const url = new URL(moduleUrl(text + THREAD_DRIVER));
  const threads = Array.from({ length: count }, (_, index) => {
    // Of the options of the process none is meant for this module.
    return new Worker(url, { workerData: { memory, place: { index, count } }, execArgv: [] });
  });
  const close = async (): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
  return {
    close,
    async run({ width, blockCount }, repeats) {
      const answers = threads.map(answerOf);
      for (const thread of threads) {
        thread.postMessage({ N: width / blockCount, K: blockCount, repeats });
      }
      await Promise.all(answers);
    },
  };
}

/** Settles with a thread's next answer, or with its end. */
function answerOf(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onEnd = (fact: unknown): void => {
      reject(new InternalError(`a thread of a scan ended: ${String(fact)}`));
    };
    const onMessage = (): void => {
      thread.off("error", onEnd);
      thread.off("exit", onEnd);
      resolve();
    };
    thread.once("message", onMessage);
    thread.once("error", onEnd);
    thread.once("exit", onEnd);
  });
}

function moduleUrl(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
