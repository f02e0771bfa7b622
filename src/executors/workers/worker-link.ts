import type { FromWorker, ToWorker } from "./messages.ts";

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
  readonly onLost: (fact: string) => void; // it ended, or never began, by itself
}

/** Starts a worker. */
export type StartWorker = (events: WorkerEvents) => WorkerLink;
