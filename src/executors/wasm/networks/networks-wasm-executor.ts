import { checkContract } from "../../../contracts/check-contract.ts";
import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { checkNetworkExpression } from "../../../expressions/check-network-expression.ts";
import type { NetworkExpression } from "../../../expressions/expression.ts";
import type { Arena } from "../arena.ts";
import type { Arenas } from "../arenas.ts";
import type { Heap } from "../heap.ts";
import { onlinePass } from "../online-pass.ts";
import { openSumsWasm, type SumsWasmExecutor } from "../order-free/sums-wasm-executor.ts";
import { recordPlan } from "../record-plan.ts";
import type { OnlineRunner } from "../runner.ts";
import { settingOf } from "../setting.ts";
import { wasmPlan } from "../wasm-plan.ts";
import { type NetworkCounts, noNetworkCounts } from "./network-counts.ts";
import { networkRunner } from "./network-runner.ts";

/** The wasm executor with scan networks as expressions, order-free sums, and sequences that keep arriving. */
export interface NetworksWasmExecutor extends SumsWasmExecutor {
  /** What each kernel of networks took since the executor was made. */
  readonly networkCounts: Readonly<NetworkCounts>;
}

/** Makes a wasm executor that serves networks besides everything that `sumsWasmExecutor` serves. Its library memory is its own, or `heap`. */
export function networksWasmExecutor(heap?: Heap): NetworksWasmExecutor {
  return openNetworksWasm(heap).executor;
}

/** The same with the arenas that it works in. */
export function openNetworksWasm(heap: Heap | undefined): {
  readonly executor: NetworksWasmExecutor;
  readonly arenas: Arenas;
} {
  const { executor: others, arenas } = openSumsWasm(heap);
  const counts = noNetworkCounts();
  type Open = ((arena: Arena) => OnlineRunner) | undefined;
  const openerOf = (contract: TypedContract | RecordContract): Open => {
    const { expression } = contract;
    if (expression.kind !== "network") return undefined;
    checkNetworkExpression(expression);
    return (arena) => networkRunner(arena, settingOf(arenas, contract), expression, counts);
  };
  // A whole array may be computed by any tree where all have the same bits; a pass has the state of its own expression.
  const openerOfPlan = (contract: TypedContract | RecordContract): Open =>
    takesAnyTree(contract) ? undefined : openerOf(contract);
  const executor: NetworksWasmExecutor = {
    ...others,
    networkCounts: counts,
    refusal(request) {
      const { contract } = request;
      if (contract.kind === "function" || contract.expression.kind !== "network")
        return others.refusal(request);
      checkNetworkExpression(contract.expression satisfies NetworkExpression);
      return undefined;
    },
    plan(given, requirement) {
      const contract = checkContract(given);
      const open = openerOfPlan(contract);
      return open === undefined ? others.plan(contract, requirement) : wasmPlan(arenas, contract, open);
    },
    planRecords(given) {
      const contract = checkContract(given);
      return recordPlan(arenas, contract, openerOfPlan(contract));
    },
    openPass(given, from) {
      const contract = checkContract(given);
      const open = openerOf(contract);
      return open === undefined ? others.openPass(contract, from) : onlinePass(arenas, contract, from, open);
    },
  };
  return { executor, arenas };
}
