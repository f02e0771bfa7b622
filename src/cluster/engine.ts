// What starts the steps of pieces: processes, jobs, pods. An engine carries their names and never arrays, and the run's folder says what is done: one that
// forgets, repeats or reorders costs time, never bits.

import type { Step } from "./folder/run-files.ts";

/** What starts workers on the pieces of a run: `openEngine` gives one, or write your own for a queue or a cluster. */
export interface Engine {
  readonly name: string;
  /**
   * Starts a step of these pieces, and settles when there is nothing more to wait for: each was told as done or failed, or was given up.
   *
   * @throws EngineError where nothing can be started
   */
  run(job: EngineJob): Promise<void>;
  /** Ends what it has started. */
  stop(): Promise<void>;
}

/** What an engine is asked to start: one step for some pieces, by their indices, and how it tells what became of each. */
export interface EngineJob {
  readonly run: string; // the place of the run
  readonly step: Step;
  readonly indices: readonly number[];
  readonly inOrder: boolean; // each begins where the one before it ended: one at a time
  readonly again: boolean; // computed though they are there, and compared
  readonly avoid: ReadonlyMap<number, string>; // by index: the worker that made it, which should not be the one to do it again
  readonly next?: { readonly step: Step; readonly indices: readonly number[] } | undefined; // what is asked for when these are done and joined: it may be queued now
  readonly signal?: AbortSignal | undefined;
  readonly tell: (event: EngineEvent) => void;
}

/** What became of a piece, as far as the engine knows. */
export type EngineEvent =
  | { readonly kind: "done"; readonly index: number; readonly worker: string; readonly seconds: number }
  | { readonly kind: "failed"; readonly index: number; readonly error: ToldError }
  | { readonly kind: "lost"; readonly index: number; readonly worker: string };

/** An error of another process. */
export interface ToldError {
  readonly name: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>> | undefined; // of a DisagreementError
}
