import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { contractKey } from "../../../contracts/contract-key.ts";
import { RecentMap } from "../../../values/recent-map.ts";
import type { SynchronousPlan } from "../../executor.ts";
import type { WasmMemory } from "../memory/wasm-memory.ts";
import { type NetworksWasmExecutor, openNetworksWasm } from "../networks-wasm-executor.ts";
import type { SumsWasmExecutor } from "../sums-wasm-executor.ts";
import type { ColumnParts, WasmParts } from "./parts.ts";

/** Plans that are kept at least, of those used last. A program has few of them; operators and initial values that always differ must not fill the memory. */
const KEPT_PLANS = 64;

/** The same executor, with the plans that it has made: calls ask for theirs each time, and making one compiles code, which takes as long as reducing 2^19 doubles. */
export function keepPlans(executor: SumsWasmExecutor): SumsWasmExecutor {
  const plans = new RecentMap<string, SynchronousPlan>(KEPT_PLANS);
  return {
    ...executor,
    plan: (contract: ColumnContract) => plans.getOrMake(contractKey(contract), () => executor.plan(contract)),
  };
}

/** The parts with the executor whose plans reduce and scan, in the same memory. A bundle in which no function asks for it has no part of it. */
export function wasmParts(parts: ColumnParts & { readonly machine: WasmMemory }): {
  readonly executor: NetworksWasmExecutor;
  readonly parts: WasmParts;
} {
  const { executor, machine } = openNetworksWasm(parts.machine);
  return { executor, parts: { ...parts, executor: keepPlans(executor), machine } };
}
