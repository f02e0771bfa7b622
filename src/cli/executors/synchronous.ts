// The javascript and the wasm executor as the command line sees them. Algorithms and the array language load when a command asks for them.

import type { SynchronousAlgorithmExecutor } from "../../algorithms.ts";
// By name: a module as a value would bring code for Node into the file that entry points share.
import { allocate, inclusiveScan, type Prepare } from "../../index.ts";
import { countCombines as countInJavascript, prepare as prepareInJavascript } from "../../javascript.ts";
import type { MatrixFunctions } from "../../matrices.ts";
import { countCombines, prepare } from "../../networks.ts";
import { type OnlineExecutor, onlineJavascriptExecutor, onlineWasmExecutor } from "../../streams.ts";
import type { ColumnFunctions, OpenExecutor } from "./offered-executor.ts";

/** What an executor has besides plans and passes; loaded when a command asks for it. */
interface Later {
  readonly algorithms: () => Promise<SynchronousAlgorithmExecutor>;
  readonly programs: () => Promise<SynchronousAlgorithmExecutor>;
}

export function openJavascript(): OpenExecutor {
  const plans = { prepare: prepareInJavascript, countCombines: countInJavascript };
  return opened(onlineJavascriptExecutor, plans, {
    algorithms: async () => (await import("../../algorithms.ts")).javascriptExecutor,
    programs: async () => (await import("../../language.ts")).javascriptExecutor,
  });
}

export function openWasm(): OpenExecutor {
  return opened(
    onlineWasmExecutor(),
    { prepare, countCombines },
    {
      algorithms: async () => (await import("../../algorithms.ts")).wasmExecutor(),
      programs: async () => (await import("../../language.ts")).wasmExecutor(),
    },
  );
}

function opened(
  online: OnlineExecutor,
  { prepare, countCombines }: Pick<OpenExecutor, "countCombines"> & { readonly prepare: Prepare },
  later: Later,
): OpenExecutor {
  let programs: Promise<SynchronousAlgorithmExecutor> | undefined;
  return {
    name: online.name,
    executor: online,
    online,
    countCombines,
    prepareElements: (options) => prepare(options),
    prepareRecords: (options) => prepare(options),
    async algorithms() {
      const { algorithmsOn } = await import("../../algorithms.ts");
      // Its answers come at once; awaiting them changes nothing.
      return algorithmsOn(await later.algorithms()) as unknown as ColumnFunctions;
    },
    async matrices() {
      const { matricesOn } = await import("../../matrices.ts");
      return matricesOn(await later.algorithms()) as unknown as MatrixFunctions<"later">;
    },
    async runProgram(program, entry, operands, options) {
      const { run } = await import("../../language.ts");
      programs ??= later.programs();
      return run(program, entry, operands, { on: await programs, ...options });
    },
    async useOf(program, entry, operands, options) {
      const { executorUse } = await import("../../language.ts");
      programs ??= later.programs();
      return executorUse(program, entry, operands, { on: await programs, ...options });
    },
    close: async () => {},
  };
}

/** Long enough that the wasm executor takes its kernels and not a few plain steps. */
const TRIED_LENGTH = 4096;

/** Both ways of the wasm executor, because a host may forbid one of them: kernels over library memory, and arrays of the caller's. */
export function tryWasm(): void {
  const { array, release } = allocate("f64", TRIED_LENGTH);
  try {
    inclusiveScan(array, { output: array });
    inclusiveScan(new Float64Array(TRIED_LENGTH));
  } finally {
    release();
  }
}
