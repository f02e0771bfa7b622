import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import { printExpression } from "../../expressions/print.ts";
import type { Summary } from "../../summaries/summary.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { ExecutorClosedError, InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { onAbort } from "../../values/on-abort.ts";
import type { ColumnArray, Columns, Row, StoredType } from "../../values/value-types.ts";
import type { ColumnSummary, Plan } from "../executor.ts";
import type { FusingExecutor } from "../primitives.ts";
import type { Allocation } from "../wasm/memory/heap.ts";
import { PoolCall, type ScanWork, servedContract } from "./call.ts";
import { familyOf } from "./families.ts";
import { PoolCore, type PoolSetting } from "./pool-core.ts";
import { poolPrimitives } from "./primitives/pool-primitives.ts";
import type { StopSignal } from "./run-round.ts";
import { refusalOf, servedOf } from "./served.ts";

// A pool as callers see it: an executor for plans, passes, memory, and the end of it all. What is closed or aborted stops here.

const NAME = "workers";

/** Workers over shared memory, and the executor that they are. */
export interface Pool {
  readonly count: number;
  /** The executor whose calls end early when `signal` is aborted. */
  executor(signal?: AbortSignal): FusingExecutor<ColumnArray>;
  /** A pass over a sequence that keeps arriving, from the beginning or from where a summary of its first elements ends. */
  openPass(contract: ColumnContract, from?: ColumnSummary, signal?: AbortSignal): PoolPass;
  allocate<T extends StoredType>(type: T, length: number): Allocation<T>;
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
  const primitives = poolPrimitives(core);
  const bells = new Set<() => void>();
  let closing: Promise<void> | undefined;
  const stopOf = (signal: AbortSignal | undefined): StopSignal => ({
    check() {
      if (signal?.aborted === true) throw signal.reason;
      if (closing !== undefined) throw new ExecutorClosedError(NAME, "before the call was done");
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
    plan: (contract, requirement) => planOf(new PoolCall(core, servedContract(contract), stop, requirement)),
    fusionCounts: core.fusionCounts,
    openPrimitives: (own) => primitives(own === undefined ? stop : stopOf(own)),
  });
  const unsignalled = executorWith(stopOf(undefined)); // one object: what is kept for an executor serves the next call
  return {
    count: core.count,
    executor: (signal) => (signal === undefined ? unsignalled : executorWith(stopOf(signal))),
    openPass: (contract, from, signal) =>
      poolPass(contract, new PoolCall(core, contract, stopOf(signal)), from),
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

function planOf(call: PoolCall): Plan {
  return {
    reduce: (input) => call.reduce(input),
    inclusiveScan: async (input, output) => (await call.scan("inclusive-scan", input, output)).output,
    exclusiveScan: async (input, output) => (await call.scan("exclusive-scan", input, output)).output,
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

/**
 * A running pass on a pool: `OnlinePass`, with its answers to come. Its state between two chunks is a summary and nothing else, so that
 * it may begin where another place left off and end where another goes on. One chunk at a time.
 */
export interface PoolPass {
  /** Input elements taken so far. */
  readonly position: number;
  /** Takes a chunk, by column, and gives the inclusive prefix of each of its elements; `output` has its length. */
  inclusiveScan(chunk: Columns, output?: Columns): Promise<Columns>;
  /** Takes a chunk and gives what stands before each of its elements. */
  exclusiveScan(chunk: Columns, output?: Columns): Promise<Columns>;
  /** Takes a chunk without observing. */
  reduce(chunk: Columns): Promise<void>;
  /** The reduce of everything taken, by column. @throws EmptyInputError for nothing without an initial value */
  observe(): Row;
  /** The summary of everything taken, its values as those of `from`. */
  summary(): Summary | ColumnSummary;
}

/**
 * Opens a pass from the beginning, or from where `from` ends.
 *
 * @throws UnsupportedError for a left fold, which workers refuse, and for an expression without summaries
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
function poolPass(contract: ColumnContract, call: PoolCall, from: ColumnSummary | undefined): PoolPass {
  const algebra = columnSummaries(contract);
  const refused = familyOf(contract.expression).refusal?.({
    contract,
    observation: "inclusive-scan",
    allowQuadratic: false,
  });
  if (refused !== undefined) {
    const subject = `a pass of ${printExpression(contract.expression)} on workers`;
    throw new UnsupportedError(subject, refused.reason, refused.remedy);
  }
  let state = from ?? algebra.empty(0);
  checkFrom(contract, state);
  const scan = async (work: ScanWork, chunk: Columns, output?: Columns) => {
    const scanned = await call.scan(work, chunk, output, state);
    state = scanned.summary ?? state;
    return scanned.output;
  };
  return {
    get position() {
      return state.end;
    },
    inclusiveScan: (chunk, output) => scan("inclusive-scan", chunk, output),
    exclusiveScan: (chunk, output) => scan("exclusive-scan", chunk, output),
    async reduce(chunk) {
      state = await call.summarise(chunk, state);
    },
    observe: () => algebra.observe(state),
    summary: () => state,
  };
}

function checkFrom(contract: ColumnContract, from: ColumnSummary): void {
  const line = lineOf(contract);
  if (from.contract !== line) {
    throw new InvalidArgumentError(
      "from",
      `a summary of contract "${line}"`,
      `one of contract "${from.contract}"`,
    );
  }
  if (from.start === 0) return;
  throw new InvalidArgumentError("from", "a summary from position 0 on", `one from ${from.start} on`);
}
