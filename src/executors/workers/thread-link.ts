import type { FromWorker, ToWorker } from "./messages.ts";

/** A worker as it is started: a thread of Node's or a web worker. They differ in how one listens, and in `ref`. */
export interface Thread {
  postMessage(message: unknown): void;
  terminate(): unknown;
  ref?(): void;
  unref?(): void;
}

/** What a pool needs of Node's threads, which emit events. */
interface NodeThread extends Thread {
  on(event: "message", listen: (message: FromWorker) => void): unknown;
  on(event: "error", listen: (error: unknown) => void): unknown;
  on(event: "exit", listen: (code: number) => void): unknown;
}

/** And of web workers. */
interface WebWorker extends Thread {
  addEventListener(event: "message", listen: (message: { readonly data: FromWorker }) => void): void;
  addEventListener(event: "error", listen: (error: { readonly message?: string }) => void): void;
}

/** The link of a thread, which tells `events`. It is busy until told otherwise, and while it ends, whatever its last answer tells. */
export function threadLink(thread: Thread, { onMessage, onLost }: WorkerEvents): WorkerLink {
  if (isNodeThread(thread)) {
    thread.on("message", onMessage);
    thread.on("error", (error) => onLost(String(error)));
    thread.on("exit", (code) => onLost(`it ended with code ${code}`));
  } else {
    const worker = thread as WebWorker;
    worker.addEventListener("message", ({ data }) => onMessage(data));
    worker.addEventListener("error", ({ message }) => onLost(message ?? "its file did not load"));
  }
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
      return isNodeThread(thread);
    },
  };
}

function isNodeThread(thread: Thread): thread is NodeThread {
  return "on" in thread && typeof thread.on === "function";
}

/** A pool's end of a worker, whatever kind of thread it is. */
export interface WorkerLink {
  post(message: ToWorker): void;
  /** Whether the worker keeps the process alive: it does while it works. */
  setBusy(isBusy: boolean): void;
  /** Ends the thread, and gives whether the host has told that it writes no more: in a page a thread may go on for a moment. */
  terminate(): Promise<boolean>;
}

/** What a pool wants to be told of a worker. */
export interface WorkerEvents {
  readonly onMessage: (message: FromWorker) => void;
  readonly onLost: (fact: string) => void; // it ended, or never began, without being told to
}

/** Starts a worker. */
export type StartWorker = (events: WorkerEvents) => WorkerLink;
