import { Worker } from "node:worker_threads";
import { InternalError } from "../../../index.ts";
import {
  emitHierarchicalJavaScript,
  type HierarchicalProgram,
  type HierarchicalShape,
} from "../../../networks.ts";

/*
 * JavaScript that follows the stages of a program in one module, as text: threads run modules of their own. The calling thread runs the same text, so that what differs
 * between one thread and several is the threads.
 */

/**
 * `openShare(memory, { index, count })` gives `run(N, K, repeats)`: this thread's part of scanning `memory.input` into `memory.data`, K blocks of N elements, over and over. All
 * `count` threads have to call it. The copy of the input counts: stages work in place.
 */
const DRIVER = `
const add = (left, right) => left + right;
const SPINS = 2000; // looks before a thread sleeps

/** Goes on when all threads are here. */
function meet(control, count) {
  if (count === 1) return;
  const round = Atomics.load(control, 1);
  if (Atomics.add(control, 0, 1) === count - 1) {
    Atomics.store(control, 0, 0);
    Atomics.add(control, 1, 1);
    Atomics.notify(control, 1);
    return;
  }
  for (let look = 0; look < SPINS; look++) if (Atomics.load(control, 1) !== round) return;
  while (Atomics.load(control, 1) === round) Atomics.wait(control, 1, round);
}

function shareOf({ input, data, sums, control }, { index, count }, N, K) {
  const from = Math.floor((K * index) / count);
  const to = Math.floor((K * (index + 1)) / count);
  const own = data.subarray(from * N, to * N);
  const ownInput = input.subarray(from * N, to * N);
  const values = sums.subarray(0, K * T);
  const blocks = Array.from({ length: to - from }, (_, i) => own.subarray(i * N, (i + 1) * N));
  return () => {
    own.set(ownInput);
    for (let i = 0; i < blocks.length; i++) {
      first(blocks[i], N, add);
      const made = sent(blocks[i], N);
      for (let t = 0; t < T; t++) values[(from + i) * T + t] = made[t];
    }
    meet(control, count);
    if (index === 0) middle(values, K * T, add);
    meet(control, count);
    for (let i = 0; i < blocks.length; i++) {
      enter(blocks[i], N, from + i, values, add);
      last(blocks[i], N, add);
    }
    meet(control, count);
  };
}

export function openShare(memory, place) {
  const shares = new Map();
  return (N, K, repeats) => {
    const name = N + " " + K;
    if (!shares.has(name)) shares.set(name, shareOf(memory, place, N, K));
    const share = shares.get(name);
    for (let repeat = 0; repeat < repeats; repeat++) share();
  };
}
`;

/** What a thread's own module has besides: a share for each message, and an answer. */
const THREAD_DRIVER = `
import { parentPort, workerData } from "node:worker_threads";

const run = openShare(workerData.memory, workerData.place);
parentPort.on("message", ({ N, K, repeats }) => {
  run(N, K, repeats);
  parentPort.postMessage("done");
});
`;

/** Doubles that threads share. */
export interface ScanMemory {
  readonly input: Float64Array;
  readonly data: Float64Array; // of the scan
  readonly sums: Float64Array; // what blocks send
  readonly control: Int32Array; // where threads meet
}

/** Threads that run the stages of one program over a memory. The caller that opens them closes them. */
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
