import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { SynchronousExecutor } from "../executor.ts";
import { type OwnArena, openArena } from "./arena.ts";
import type { Arenas } from "./arenas.ts";
import { type Allocation, allocateIn, Heap } from "./heap.ts";
import { recordPlan } from "./record-plan.ts";
import { refusalOf } from "./refusal.ts";
import type { KernelCounts } from "./runner.ts";
import { wasmPlan } from "./wasm-plan.ts";

/** The wasm executor: SIMD kernels emitted at run time, library memory that they use without a copy. */
export interface WasmExecutor extends SynchronousExecutor {
  /** Allocates `length` zeros of `type` in library memory. @throws OutOfMemoryError, and UnsupportedError where WebAssembly is forbidden */
  allocate<T extends ScalarType>(type: T, length: number): Allocation<T>;
  /** What each kernel took since the executor was made. Proves in tests which path was taken. */
  readonly kernelCounts: Readonly<KernelCounts>;
}

const LIBRARY_BYTES = 1 << 20;
const STAGING_BYTES = 1 << 18;

/** Makes a wasm executor with memories of its own. Nothing is compiled or allocated before the first use. */
export function wasmExecutor(): WasmExecutor {
  return openWasm(undefined).executor;
}

/** A wasm executor with the arenas that it works in; its library memory is `heap`, if one is there already. */
export function openWasm(heap: Heap | undefined): {
  readonly executor: WasmExecutor;
  readonly arenas: Arenas;
} {
  if (heap !== undefined && !(heap instanceof Heap)) {
    throw new InvalidArgumentError("heap", "left out, or memory of this library", describe(heap));
  }
  const kernelCounts = noKernels();
  let library = heap === undefined ? undefined : openArena(heap);
  let staging: OwnArena | undefined;

  const openLibrary = (): OwnArena => {
    library ??= openArena(openLibraryHeap());
    return library;
  };
  const arenas: Arenas = {
    library: () => library,
    staging: () => {
      staging ??= openArena(new Heap("unshared", STAGING_BYTES));
      return staging;
    },
    counts: kernelCounts,
  };
  const executor: WasmExecutor = {
    name: "wasm",
    kernelCounts,
    refusal: refusalOf,
    plan: (contract) => wasmPlan(arenas, contract),
    planRecords: (contract) => recordPlan(arenas, contract),
    allocate: (type, length) => allocateIn(openLibrary().heap, type, length),
  };
  return { executor, arenas };
}

/** Shared, so that views stay attached when it grows and workers can use it; where sharing is forbidden, as large as can be had and fixed. */
function openLibraryHeap(): Heap {
  try {
    return new Heap("shared", LIBRARY_BYTES);
  } catch (error) {
    if (typeof WebAssembly !== "object") throw error;
    return new Heap("fixed", 0);
  }
}

function noKernels(): KernelCounts {
  return {
    group: 0,
    narrowGroup: 0,
    block: 0,
    unit: 0,
    element: 0,
    rangeUnit: 0,
    strip: 0,
    whole: 0,
    wholeScan: 0,
    fold: 0,
    lane: 0,
    row: 0,
    bisection: 0,
    generated: 0,
  };
}
