import {
  algorithmsOn,
  javascriptExecutor,
  type SynchronousAlgorithmExecutor,
  wasmExecutor,
} from "../algorithms.ts";
// By name: a module as a value would bring code for Node into the file that the doors share.
import { allocate, inclusiveScan, type Prepare } from "../index.ts";
import { countCombines as countInJavascript, prepare as prepareInJavascript } from "../javascript.ts";
import { run } from "../language.ts";
import { countCombines, prepare } from "../networks.ts";
import { type OnlineExecutor, onlineJavascriptExecutor, onlineWasmExecutor } from "../streams.ts";
import type { ColumnFunctions, OfferedExecutor, OpenExecutor } from "./offered-executor.ts";

export const JAVASCRIPT: OfferedExecutor = {
  name: "javascript",
  door: "samebits/javascript",
  about: "plain loops, on any engine",
  tryHere: async () => undefined,
  open: async () =>
    opened(onlineJavascriptExecutor, {
      prepare: prepareInJavascript,
      countCombines: countInJavascript,
      algorithms: javascriptExecutor,
    }),
};

export const WASM: OfferedExecutor = {
  name: "wasm",
  door: "samebits",
  about: "WebAssembly SIMD kernels made at run time",
  async tryHere() {
    tryWasm();
    return undefined;
  },
  open: async () => opened(onlineWasmExecutor(), { prepare, countCombines, algorithms: wasmExecutor() }),
};

function opened(
  online: OnlineExecutor,
  door: Pick<OpenExecutor, "countCombines"> & {
    readonly prepare: Prepare;
    readonly algorithms: SynchronousAlgorithmExecutor;
  },
): OpenExecutor {
  return {
    name: online.name,
    executor: online,
    online,
    countCombines: door.countCombines,
    prepareElements: (options) => door.prepare(options),
    prepareRecords: (options) => door.prepare(options),
    // Who awaits an answer that is there has it.
    algorithms: () => algorithmsOn(door.algorithms) as unknown as ColumnFunctions,
    runProgram: async (program, entry, operands, options) =>
      run(program, entry, operands, { on: door.algorithms, ...options }),
    close: async () => {},
  };
}

/** Long enough that the wasm executor takes its kernels and not a few plain steps. */
const TRIED_LENGTH = 4096;

// Both ways of the wasm executor, because a host may forbid one of them: kernels over library memory, and arrays of the caller's.
function tryWasm(): void {
  const { array, release } = allocate("f64", TRIED_LENGTH);
  try {
    inclusiveScan(array, { output: array });
    inclusiveScan(new Float64Array(TRIED_LENGTH));
  } finally {
    release();
  }
}
