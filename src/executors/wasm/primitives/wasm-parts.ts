import type { WasmMemory } from "../memory/wasm-memory.ts";
import { type NetworksWasmExecutor, openNetworksWasm } from "../networks-wasm-executor.ts";
import { keepPlans } from "./keep-plans.ts";
import type { ColumnParts, WasmParts } from "./parts.ts";

/** The parts with the executor whose plans reduce and scan, in the same memory. A bundle in which no function asks for it has no part of it. */
export function wasmParts(parts: ColumnParts & { readonly machine: WasmMemory }): {
  readonly executor: NetworksWasmExecutor;
  readonly parts: WasmParts;
} {
  const { executor, machine } = openNetworksWasm(parts.machine);
  return { executor, parts: { ...parts, executor: keepPlans(executor), machine } };
}
