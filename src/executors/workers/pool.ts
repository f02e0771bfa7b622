import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { ExecutorClosedError, UnsupportedError } from "../../values/errors.ts";
import { onAbort } from "../../values/on-abort.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { ColumnSummary, Plan } from "../executor.ts";
import type { FusingExecutor } from "../primitives.ts";
import type { Allocation } from "../wasm/memory/heap.ts";
import { type Call, callOn, servedContract } from "./call.ts";
import { PoolCore, type PoolSetting } from "./pool-core.ts";
import { type PoolPass, poolPass } from "./pool-pass.ts";
import { poolPrimitives } from "./primitives/pool-primitives.ts";
import { refusalOf } from "./refusal.ts";
import type { StopSignal } from "./run-round.ts";
import { servedOf } from "./served.ts";

const NAME = "workers";

/** Workers over shared memory, and the executor that they are. */
export interface Pool {
  readonly count: number;
  /** The executor whose calls end early when `signal` is aborted. */
  executor(signal?: AbortSignal): FusingExecutor<ColumnArray>;
  /** A pass over a sequence that keeps arriving, from the beginning or from where a summary of its first elements ends. */
  openPass(contract: ColumnContract, from?: ColumnSummary, signal?: AbortSignal): PoolPass;
  allocate<T extends ScalarType>(type: T, length: number): Allocation<T>;
  close(): Promise<void>;
}

/**
 * Opens a pool: its memory, and workers that have answered.
 *
 * @throws UnsupportedError where memory cannot be shared or a worker cannot be started
 */
export async function openPool(setting: PoolSetting): Promise<Pool> {
  checkSharing();
  const core = new PoolCore(setting);
  try {
    await core.crew.open();
  } catch (error) {
    await core.crew.close();
    throw error;
  }
  return poolOf(core);
}

function poolOf(core: PoolCore): Pool {
  const bells = new Set<() => void>();
  let closing: Promise<void> | undefined;
  const stopOf = (signal: AbortSignal | undefined): StopSignal => ({
    reason() {
      if (signal?.aborted === true) return { error: signal.reason };
      if (closing === undefined) return undefined;
      return { error: new ExecutorClosedError(NAME, "before the call was done") };
    },
    listen(wake) {
      bells.add(wake);
      const forget = onAbort(signal, wake);
      return () => {
        bells.delete(wake);
        forget();
      };
    },
  });
  const executorWith = (stop: StopSignal): FusingExecutor<ColumnArray> => ({
    name: NAME,
    refusal: refusalOf,
    served: servedOf,
    plan: (contract, requirement) => planOf(callOn(core, servedContract(contract), stop, requirement)),
    fusionCounts: core.fusionCounts,
    openPrimitives: (own) => poolPrimitives(core, own === undefined ? stop : stopOf(own)),
  });
  const unsignalled = executorWith(stopOf(undefined)); // one object: what is kept for an executor serves the next call
  return {
    count: core.count,
    executor: (signal) => (signal === undefined ? unsignalled : executorWith(stopOf(signal))),
    openPass: (contract, from, signal) => poolPass(contract, callOn(core, contract, stopOf(signal)), from),
    allocate(type, length) {
      if (closing !== undefined) throw new ExecutorClosedError(NAME, "before the call");
      return core.allocate(type, length);
    },
    close() {
      if (closing === undefined) {
        closing = core.crew.close();
        for (const ring of bells) ring();
      }
      return closing;
    },
  };
}

function planOf({ reduce, scan }: Call): Plan {
  return {
    reduce,
    inclusiveScan: async (input, output) => (await scan("inclusive-scan", input, output)).output,
    exclusiveScan: async (input, output) => (await scan("exclusive-scan", input, output)).output,
  };
}

function checkSharing(): void {
  if (typeof WebAssembly === "object" && typeof SharedArrayBuffer === "function") return;
  if (typeof WebAssembly !== "object") {
    throw new UnsupportedError(
      "a pool of workers",
      "this page or host does not allow WebAssembly",
      'import from "samebits/javascript"',
    );
  }
  throw new UnsupportedError(
    "a pool of workers",
    "this page is not cross-origin isolated, so that it has no SharedArrayBuffer",
    'serve it with the headers "Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp", or import from "samebits"',
  );
}
