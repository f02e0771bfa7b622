import type { WasmExecutor } from "../../../src/executors/wasm/machine.ts";
import type { KernelCounts } from "../../../src/executors/wasm/runner.ts";

/** What each kernel took while `run` ran. */
export function countsOf(executor: WasmExecutor, run: () => void): KernelCounts {
  const before = { ...executor.kernelCounts };
  run();
  const after = { ...executor.kernelCounts };
  for (const name of Object.keys(after) as (keyof KernelCounts)[]) after[name] -= before[name];
  return after;
}
