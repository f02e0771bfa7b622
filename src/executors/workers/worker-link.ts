import type { FromWorker, ToWorker } from "./messages.ts";

/** A pool's end of a worker, whatever kind of thread it is. */
export interface WorkerLink {
  post(message: ToWorker): void;
  /** Whether the worker keeps the process alive: it does while it works. */
  setBusy(isBusy: boolean): void;
  /** Ends the thread; when the promise is fulfilled it writes no more. */
  terminate(): Promise<void>;
}

/** What a pool wants to be told of a worker. */
export interface WorkerEvents {
  readonly onMessage: (message: FromWorker) => void;
  readonly onLost: (fact: string) => void; // it ended, or never began, by itself
}

/** Starts a worker. */
export type StartWorker = (events: WorkerEvents) => WorkerLink;

/** A link over a thread of Node's or of the web's, which differ in how one listens. */
export interface Thread {
  postMessage(message: unknown): void;
  terminate(): unknown;
  ref?(): void;
  unref?(): void;
}

/** The link of a thread: it is busy until told otherwise, and while it ends, whatever its last answer tells. */
export function threadLink(thread: Thread): WorkerLink {
  let isEnding = false;
  return {
    post: (message) => thread.postMessage(message),
    setBusy(isBusy) {
      if (isBusy) thread.ref?.();
      else if (!isEnding) thread.unref?.();
    },
    async terminate() {
      isEnding = true; // or a process would end in front of its `await pool.close()`
      await thread.terminate();
    },
  };
}
