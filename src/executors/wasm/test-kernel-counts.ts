import type { WasmExecutor } from "./machine.ts";
import type { KernelCounts } from "./runner.ts";

/** What each kernel took while `run` ran. */
export function countsOf(executor: WasmExecutor, run: () => void): KernelCounts {
  const before = { ...executor.kernelCounts };
  run();
  const after = { ...executor.kernelCounts };
  for (const name of Object.keys(after) as (keyof KernelCounts)[]) after[name] -= before[name];
  return after;
}
