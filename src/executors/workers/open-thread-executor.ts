import { type ScanHalves, scanHalves } from "../wasm/families/dyadic/scan-halves.ts";
import type { Heap } from "../wasm/memory/heap.ts";
import { openMemory } from "../wasm/memory/wasm-memory.ts";
import { type NetworksWasmExecutor, openNetworksWasm } from "../wasm/networks-wasm-executor.ts";
import type { Machine } from "../wasm/serving.ts";

/** What computes on each thread of a pool. */
export interface ThreadExecutor extends NetworksWasmExecutor {
  readonly halves: ScanHalves;
}

/** Opens one in library memory: that of the process, or `heap`, which may be a part of another thread's. */
export function openThreadExecutor(heap?: Heap): {
  readonly executor: ThreadExecutor;
  readonly machine: Machine;
} {
  const { executor, machine } = openNetworksWasm(openMemory(heap));
  return { executor: { ...executor, halves: scanHalves(machine) }, machine };
}
