import { type AchievedByName, type AlgorithmHost, functionsOn } from "../algorithms/algorithms-on.ts";
import type { Abortable } from "../algorithms/bind-asynchronous.ts";
import type { SynchronousAlgorithmExecutor } from "../executors/primitives.ts";
import { MATRIX_ROWS, type MatrixFunctions } from "./matrix-rows.ts";

/**
 * Every function of `samebits/matrices` on another executor, with the same results bit for bit: at once on one that is synchronous, such as
 * `javascriptExecutor`; as promises on a pool of `openWorkers` or a GPU of `openWebGpu`, where an aborted `signal` rejects them.
 *
 * Below `determinism: "everywhere"` sums may go by another expression, which `achieved(name, …)` tells. Arrays must not change until a promise is settled.
 *
 * @throws InvalidArgumentError for anything else; executors of other entry points have no primitives
 */
export function matricesOn(
  executor: SynchronousAlgorithmExecutor,
): MatrixFunctions<"now"> & AchievedByName<MatrixFunctions<"now">>;
export function matricesOn<Vector>(
  host: AlgorithmHost<Vector>,
  options?: Abortable,
): MatrixFunctions<"later"> & AchievedByName<MatrixFunctions<"later">>;
export function matricesOn(
  on: SynchronousAlgorithmExecutor | AlgorithmHost,
  options?: Abortable,
): MatrixFunctions<"now"> | MatrixFunctions<"later"> {
  return functionsOn(MATRIX_ROWS, on, options) as never;
}
