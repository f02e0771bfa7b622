import {
  algorithmsOn,
  javascriptExecutor,
  type SynchronousAlgorithmExecutor,
  wasmExecutor,
} from "../../algorithms.ts";
// By name: a module as a value would bring code for Node into the file that the doors share.
import { allocate, inclusiveScan, type Prepare } from "../../index.ts";
import { countCombines as countInJavascript, prepare as prepareInJavascript } from "../../javascript.ts";
import {
  executorUse,
  javascriptExecutor as programsInJavascript,
  wasmExecutor as programsInWasm,
  run,
} from "../../language.ts";
import { countCombines, prepare } from "../../networks.ts";
import { type OnlineExecutor, onlineJavascriptExecutor, onlineWasmExecutor } from "../../streams.ts";
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
      programs: () => programsInJavascript,
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
  open: async () =>
    opened(onlineWasmExecutor(), {
      prepare,
      countCombines,
      algorithms: wasmExecutor(),
      programs: () => programsInWasm(),
    }),
};

function opened(
  online: OnlineExecutor,
  door: Pick<OpenExecutor, "countCombines"> & {
    readonly prepare: Prepare;
    readonly algorithms: SynchronousAlgorithmExecutor;
    readonly programs: () => SynchronousAlgorithmExecutor; // opened when the first program runs
  },
): OpenExecutor {
  let programs: SynchronousAlgorithmExecutor | undefined;
  return {
    name: online.name,
    executor: online,
    online,
    countCombines: door.countCombines,
    prepareElements: (options) => door.prepare(options),
    prepareRecords: (options) => door.prepare(options),
    // Who awaits an answer that is there has it.
    algorithms: () => algorithmsOn(door.algorithms) as unknown as ColumnFunctions,
    async runProgram(program, entry, operands, options) {
      programs ??= door.programs();
      return run(program, entry, operands, { on: programs, ...options });
    },
    async useOf(program, entry, operands, options) {
      programs ??= door.programs();
      return executorUse(program, entry, operands, { on: programs, ...options });
    },
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
