import type { OnlineExecutor } from "../executor.ts";
import { binned } from "./families/binned/family.ts";
import { bisection } from "./families/bisection/family.ts";
import { custom } from "./families/custom/family.ts";
import { onlineDyadic } from "./families/dyadic/online-family.ts";
import { exact } from "./families/exact/family.ts";
import { onlineFold } from "./families/fold/online-family.ts";
import { onlineLanes } from "./families/lanes/online-family.ts";
import { noCounts, type OrderFreeCounts } from "./families/order-free/counts.ts";
import type { Family } from "./family.ts";
import { type WasmExecutor, wasmMachine } from "./machine.ts";
import type { Heap } from "./memory/heap.ts";
import { openMemory, type WasmMemory } from "./memory/wasm-memory.ts";
import { onlinePass } from "./pass.ts";
import type { Machine } from "./serving.ts";

/** The trees of `wasmExecutor`, of sequences that keep arriving too. */
const TREES: readonly Family[] = [onlineDyadic, onlineLanes, onlineFold, bisection, custom];

/** The wasm executor with order-free sums, and sequences that keep arriving. */
export interface SumsWasmExecutor extends WasmExecutor, OnlineExecutor {
  /** Elements that each way of the order-free kernels took since the executor was made. */
  readonly orderFreeCounts: Readonly<OrderFreeCounts>;
}

/**
 * Makes a wasm executor of trees and order-free sums, whole or arriving. Its library memory is that of the process, or `heap`: one that is shared with other
 * threads, or a part of theirs.
 */
export function sumsWasmExecutor(heap?: Heap): SumsWasmExecutor {
  return openSumsWasm(openMemory(heap)).executor;
}

/** The same with its machine, and with more families. */
export function openSumsWasm(
  memory: WasmMemory,
  more: readonly Family[] = [],
): { readonly executor: SumsWasmExecutor; readonly machine: Machine } {
  const orderFreeCounts = noCounts();
  const families = [...TREES, exact(orderFreeCounts), binned(orderFreeCounts), ...more];
  const { executor, machine } = wasmMachine(families, memory);
  return {
    machine,
    executor: {
      ...executor,
      orderFreeCounts,
      openPass: (contract, from) => onlinePass(machine, contract, from),
    },
  };
}
