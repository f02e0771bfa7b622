import type { Achieved } from "../contracts/levels.ts";
import type { Executor } from "../executors/executor.ts";
import type { AlgorithmExecutor, SynchronousAlgorithmExecutor } from "../executors/primitives.ts";
import { checkSignal } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { AlgorithmRow } from "./algorithm-row.ts";
import { ALGORITHM_ROWS, type AlgorithmFunctions } from "./algorithm-rows.ts";
import type { Abortable } from "./bind-asynchronous.ts";
import type { Answer, Call } from "./call.ts";
import { achievedOf, askedCall, type LevelledCall } from "./call-at-level.ts";
import { executorFact, hasPrimitives } from "./has-primitives.ts";
import { runCallLaterOn, runCallOn } from "./run-call.ts";

/** What has an executor whose answers take time: a pool of workers, or a GPU. */
export interface AlgorithmHost<Vector = unknown> {
  readonly executor: AlgorithmExecutor<Vector>;
}

/** What calls of functions on an executor meet. */
export interface AchievedByName<Functions> {
  /**
   * What a call of a function with these arguments meets: level, executor and expression, which is "none" where nothing is combined. Runs nothing.
   *
   * @throws as the function does before it runs
   */
  readonly achieved: (name: keyof Functions & string, ...given: readonly unknown[]) => Achieved;
}

/**
 * Every function of `samebits/algorithms` on another executor, with the same results bit for bit: at once on one that is synchronous, such as
 * `javascriptExecutor`; as promises on a pool of `openWorkers` or a GPU of `openWebGpu`, where an aborted `signal` rejects them.
 *
 * Below `determinism: "everywhere"` sums may go by another expression, which `achieved(name, …)` tells. Arrays must not change until a promise is settled.
 *
 * @throws InvalidArgumentError for anything else; executors of other entry points have no primitives
 */
export function algorithmsOn(
  executor: SynchronousAlgorithmExecutor,
): AlgorithmFunctions<"now"> & AchievedByName<AlgorithmFunctions<"now">>;
export function algorithmsOn<Vector>(
  host: AlgorithmHost<Vector>,
  options?: Abortable,
): AlgorithmFunctions<"later"> & AchievedByName<AlgorithmFunctions<"later">>;
export function algorithmsOn(
  on: SynchronousAlgorithmExecutor | AlgorithmHost,
  options?: Abortable,
): AlgorithmFunctions<"now"> | AlgorithmFunctions<"later"> {
  return functionsOn(ALGORITHM_ROWS, on, options) as never;
}

/** Functions by name. */
type Rows = Readonly<Record<string, AlgorithmRow>>;

/** The functions of some rows on an executor, or on what has one. @throws InvalidArgumentError for anything else */
export function functionsOn(
  rows: Rows,
  on: SynchronousAlgorithmExecutor | AlgorithmHost,
  options: Abortable = {},
): unknown {
  checkOptionNames(options, ["signal"]);
  const signal = checkSignal(options.signal);
  if (hasPrimitives(on)) {
    return bindAll<"now">(rows, on as SynchronousAlgorithmExecutor, (call) =>
      runCallOn(on as SynchronousAlgorithmExecutor, call()),
    );
  }
  if (typeof on === "object" && on !== null && "executor" in on && hasPrimitives(on.executor)) {
    return bindAll<"later">(rows, on.executor, async (call) => runCallLaterOn(on.executor, call(), signal));
  }
  throw new InvalidArgumentError("executor", EXPECTED, executorFact(on));
}

const EXPECTED =
  'an executor of "samebits/algorithms" (javascriptExecutor, wasmExecutor()), a pool of openWorkers, or a GPU of openWebGpu';

type Run<When extends "now" | "later"> = (call: () => Call<unknown>) => Answer<When, unknown>;

function bindAll<When extends "now" | "later">(rows: Rows, executor: Executor, run: Run<When>): unknown {
  const levelled = (name: string, given: readonly unknown[]): LevelledCall<Call<unknown>> =>
    askedCall(executor, rows[name].call as (...given: readonly unknown[]) => Call<unknown>, given);
  const bound = Object.keys(rows).map((name) => [
    name,
    (...given: readonly unknown[]): Answer<When, unknown> => run(() => levelled(name, given).call),
  ]);
  const achieved: AchievedByName<Rows>["achieved"] = (name, ...given) =>
    achievedOf(executor, levelled(checkName("name", Object.keys(rows), name), given));
  return { ...Object.fromEntries(bound), achieved };
}
