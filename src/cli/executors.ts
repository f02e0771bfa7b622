import * as main from "../index.ts";
import * as javascript from "../javascript.ts";
import * as streams from "../streams.ts";

export type ExecutorName = "javascript" | "wasm";

export const EXECUTOR_NAMES: readonly ExecutorName[] = ["javascript", "wasm"];

/** An executor by its name on the command line, and the door that has it. */
export interface NamedExecutor {
  readonly name: ExecutorName;
  readonly door: string;
  readonly about: string;
  readonly prepare: typeof main.prepare;
  readonly open: () => streams.OnlineExecutor;
  readonly countCombines: typeof main.countCombines;
  readonly probe: () => void; // throws UnsupportedError where it cannot run
}

export const EXECUTORS: readonly NamedExecutor[] = [
  {
    name: "javascript",
    door: "samebits/javascript",
    about: "plain loops, on any engine",
    prepare: javascript.prepare,
    open: () => streams.onlineJavascriptExecutor,
    countCombines: javascript.countCombines,
    probe: () => {},
  },
  {
    name: "wasm",
    door: "samebits",
    about: "WebAssembly SIMD kernels made at run time",
    prepare: main.prepare,
    open: () => streams.onlineWasmExecutor(),
    countCombines: main.countCombines,
    probe: probeWasm,
  },
];

/** Why an executor cannot run here, found out by trying it; undefined where it can. */
export function whyNotHere({ probe }: NamedExecutor): main.UnsupportedError | undefined {
  try {
    probe();
    return undefined;
  } catch (error) {
    if (error instanceof main.UnsupportedError) return error;
    throw error;
  }
}

/** Long enough that the wasm executor takes its kernels and not a few plain steps. */
const PROBE_LENGTH = 4096;

// Both ways of the wasm executor, because a host may forbid one of them: kernels over library memory, and arrays of the caller's.
function probeWasm(): void {
  const { array, release } = main.allocate("f64", PROBE_LENGTH);
  try {
    main.inclusiveScan(array, { output: array });
    main.inclusiveScan(new Float64Array(PROBE_LENGTH));
  } finally {
    release();
  }
}

/** The executor of that name. */
export function executorNamed(name: ExecutorName): NamedExecutor {
  const found = EXECUTORS.find((executor) => executor.name === name);
  if (found === undefined) throw new main.InternalError(`no executor ${name}`);
  return found;
}
