import type { Contract, TypedContract } from "../../../contracts/contract.ts";
import { isOrderFree } from "../../../expressions/expression.ts";
import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";
import { InternalError } from "../../../values/errors.ts";
import type { OnlineExecutor } from "../../executor.ts";
import type { Arena } from "../arena.ts";
import type { Arenas } from "../arenas.ts";
import type { Heap } from "../heap.ts";
import { onlinePass } from "../online-pass.ts";
import type { OnlineRunner } from "../runner.ts";
import { openWasm, type WasmExecutor } from "../wasm-executor.ts";
import { wasmPlan } from "../wasm-plan.ts";
import { binnedRunner } from "./binned-runner.ts";
import { exactRunner } from "./exact-runner.ts";
import { noCounts, type OrderFreeCounts } from "./order-free-counts.ts";

/** The wasm executor with order-free sums, and sequences that keep arriving. */
export interface SumsWasmExecutor extends WasmExecutor, OnlineExecutor {
  /** Elements that each way of the order-free kernels took since the executor was made. */
  readonly orderFreeCounts: Readonly<OrderFreeCounts>;
}

/**
 * Makes a wasm executor that serves order-free sums besides everything that `wasmExecutor` and `onlineWasmExecutor` serve. Its library
 * memory is its own, or `heap`: one that is shared with other threads, or a part of theirs.
 */
export function sumsWasmExecutor(heap?: Heap): SumsWasmExecutor {
  return openSumsWasm(heap).executor;
}

/** The same with the arenas that it works in. */
export function openSumsWasm(heap: Heap | undefined): {
  readonly executor: SumsWasmExecutor;
  readonly arenas: Arenas;
} {
  const { executor: trees, arenas } = openWasm(heap);
  const counts = noCounts();
  const executor: SumsWasmExecutor = {
    ...trees,
    orderFreeCounts: counts,
    refusal: (request) => (isOrderFreeSum(request.contract) ? undefined : trees.refusal(request)),
    plan: (contract, requirement) =>
      isOrderFreeSum(contract)
        ? wasmPlan(arenas, contract, runnerOpener(contract, counts))
        : trees.plan(contract, requirement),
    openPass: (contract, from) =>
      onlinePass(
        arenas,
        contract,
        from,
        isOrderFreeSum(contract) ? runnerOpener(contract, counts) : undefined,
      ),
  };
  return { executor, arenas };
}

function isOrderFreeSum(contract: Contract): contract is TypedContract {
  return contract.kind === "typed" && isOrderFree(contract.expression);
}

function runnerOpener(
  { expression, accumulate }: TypedContract,
  counts: OrderFreeCounts,
): (arena: Arena) => OnlineRunner {
  const type = accumulate as FloatType; // no other has order-free sums
  switch (expression.kind) {
    case "exact":
      return (arena) => exactRunner(arena, type, counts);
    case "binned":
      return (arena) => binnedRunner(arena, type, expression.fold, counts);
    default:
      throw new InternalError(`no runner for ${expression.kind}`);
  }
}
