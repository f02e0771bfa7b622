import { partElsewhere } from "../../contracts/part-elsewhere.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { StoredType } from "../../values/value-types.ts";
import type { Refusal, Request, SynchronousExecutor } from "../executor.ts";
import type { Family } from "./family.ts";
import type { Allocation } from "./memory/heap.ts";
import type { WasmMemory } from "./memory/wasm-memory.ts";
import { columnPlan } from "./plan.ts";
import type { KernelCounts } from "./runner.ts";
import { type Machine, servingOf } from "./serving.ts";

/** The wasm executor: SIMD kernels emitted at run time, library memory that they use without a copy. */
export interface WasmExecutor extends SynchronousExecutor {
  /** Allocates `length` zeros of `type` in library memory. @throws OutOfMemoryError, and UnsupportedError where WebAssembly is forbidden */
  allocate<T extends StoredType>(type: T, length: number): Allocation<T>;
  /** What each kernel took since the executor was made. Proves in tests which path was taken. */
  readonly kernelCounts: Readonly<KernelCounts>;
}

/**
 * A wasm executor of some families of expressions, in `memory`. It knows plans, stages and memory, and of expressions what the families tell.
 * Nothing is compiled or allocated before the first use.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function wasmMachine(
  families: readonly Family[],
  memory: WasmMemory,
): { readonly executor: WasmExecutor; readonly machine: Machine } {
  const machine: Machine = { ...memory, families, servings: new WeakMap() };
  const executor: WasmExecutor = {
    name: "wasm",
    kernelCounts: memory.counts,
    refusal: (request) => refusalOf(machine, request),
    plan: (contract) => columnPlan(machine, contract),
    allocate: memory.allocate,
  };
  return { executor, machine };
}

/** Why a request cannot be served, and who can. */
function refusalOf(machine: Machine, request: Request): Refusal | undefined {
  const { contract } = request;
  if (contract.kind === "function") {
    return {
      reason: "a plain function has no WebAssembly form",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  const serving = servingOf(machine, contract.expression);
  if (serving === undefined) return partElsewhere(contract);
  const refused = serving.refusal?.(request);
  // Where any tree has the bits, that of the fastest kernels serves.
  return takesAnyTree(contract) ? undefined : refused;
}
