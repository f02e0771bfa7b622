import type { Arenas } from "../wasm/arenas.ts";
import type { Heap } from "../wasm/heap.ts";
import { type NetworksWasmExecutor, openNetworksWasm } from "../wasm/networks/networks-wasm-executor.ts";
import { type ScanHalves, scanHalves } from "../wasm/scan-halves.ts";

/** What computes on each thread of a pool. */
export interface ThreadExecutor extends NetworksWasmExecutor {
  readonly halves: ScanHalves;
}

/** Opens one in its part of the pool's memory. */
export function openThreadExecutor(heap: Heap): {
  readonly executor: ThreadExecutor;
  readonly arenas: Arenas;
} {
  const { executor, arenas } = openNetworksWasm(heap);
  return { executor: { ...executor, halves: scanHalves(arenas) }, arenas };
}
