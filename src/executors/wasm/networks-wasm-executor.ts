import { network } from "./families/network/family.ts";
import { type NetworkCounts, noNetworkCounts } from "./families/network/network-counts.ts";
import type { Heap } from "./memory/heap.ts";
import { openMemory, type WasmMemory } from "./memory/wasm-memory.ts";
import type { Machine } from "./serving.ts";
import { openSumsWasm, type SumsWasmExecutor } from "./sums-wasm-executor.ts";

/** The wasm executor with scan networks as expressions, order-free sums, and sequences that keep arriving. */
export interface NetworksWasmExecutor extends SumsWasmExecutor {
  /** What each kernel of networks took since the executor was made. */
  readonly networkCounts: Readonly<NetworkCounts>;
}

/** Makes a wasm executor that serves networks and everything that `sumsWasmExecutor` serves. Its library memory is that of the process, or `heap`. */
export function networksWasmExecutor(heap?: Heap): NetworksWasmExecutor {
  return openNetworksWasm(openMemory(heap)).executor;
}

/** The same with its machine. */
export function openNetworksWasm(memory: WasmMemory): {
  readonly executor: NetworksWasmExecutor;
  readonly machine: Machine;
} {
  const networkCounts = noNetworkCounts();
  const { executor, machine } = openSumsWasm(memory, [network(networkCounts)]);
  return { executor: { ...executor, networkCounts }, machine };
}
