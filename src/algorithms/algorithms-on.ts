import type { AlgorithmExecutor, SynchronousAlgorithmExecutor } from "../executors/primitives.ts";
import { type AlgorithmFunctions, bindAlgorithms, bindAlgorithmsLater } from "./bind-algorithms.ts";
import type { Abortable } from "./bind-asynchronous.ts";

/** What has an executor whose answers take time: a pool of workers, or a GPU. */
export interface AlgorithmHost<Vector = unknown> {
  readonly executor: AlgorithmExecutor<Vector>;
}

/**
 * Every function of `samebits/algorithms` on another executor, with the same results bit for bit: at once on one that is synchronous, such as
 * `javascriptExecutor`; as promises on a pool of `openWorkers` or a GPU of `openWebGpu`, where an aborted `signal` rejects them.
 *
 * Arrays must not change until a promise is settled.
 */
export function algorithmsOn(executor: SynchronousAlgorithmExecutor): AlgorithmFunctions<"now">;
export function algorithmsOn<Vector>(
  host: AlgorithmHost<Vector>,
  options?: Abortable,
): AlgorithmFunctions<"later">;
export function algorithmsOn(
  on: SynchronousAlgorithmExecutor | AlgorithmHost,
  { signal }: Abortable = {},
): AlgorithmFunctions<"now"> | AlgorithmFunctions<"later"> {
  return "executor" in on ? bindAlgorithmsLater(on.executor, signal) : bindAlgorithms(on);
}
