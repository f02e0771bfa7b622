// Asks a worker. A newer question of the same asker ends the older one: the worker is ended with it, since a kernel that runs hears nothing.
import { faultFrom } from "./fault.ts";
import type { Asked, Fault, Progress, TaskName, Tasks, Told } from "./tasks.ts";

/** An error that came from the worker. */
export class FaultError extends Error {
  override readonly name = "FaultError";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The question was put aside: by a newer one, or by the reader. */
class StoppedError extends Error {
  override readonly name = "StoppedError";
}

interface Waiting {
  readonly id: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly report: (progress: Progress) => void;
}

/** One worker and at most one question at a time. */
export class Asker {
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #count = 0;

  ask<Name extends TaskName>(
    task: Name,
    question: Tasks[Name]["question"],
    report: (progress: Progress) => void = () => {},
  ): Promise<Tasks[Name]["answer"]> {
    this.stop();
    const worker = this.#worker ?? this.#start();
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting = { id, resolve: resolve as (answer: unknown) => void, reject, report };
      worker.postMessage({ id, task, question } satisfies Asked);
    });
  }

  /** Ends what runs, if anything does; the next question starts a new worker. */
  stop(): void {
    if (this.#waiting === undefined) return;
    this.#waiting.reject(new StoppedError("stopped"));
    this.#waiting = undefined;
    this.close();
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    const worker = new Worker(new URL("./compute-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      this.#waiting?.reject(
        new FaultError(faultFrom(new Error(event.message || "the worker did not start"))),
      );
      this.#waiting = undefined;
      this.close();
    });
    this.#worker = worker;
    return worker;
  }

  #hear(told: Told): void {
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.id !== told.id) return;
    if (told.kind === "progress") {
      waiting.report(told.progress);
      return;
    }
    this.#waiting = undefined;
    if (told.kind === "answer") waiting.resolve(told.answer);
    else waiting.reject(new FaultError(told.fault));
  }
}
