import { describe } from "../../../values/describe.ts";
import { InvalidArgumentError } from "../../../values/errors.ts";
import type { StoredType } from "../../../values/value-types.ts";
import type { KernelCounts } from "../runner.ts";
import { type Arenas, type OwnArena, openArena } from "./arena.ts";
import { type Allocation, allocateIn, Heap } from "./heap.ts";

/*
 * One library memory for the process: whatever `allocate` gives, of any entry point, lies in one heap, so that every executor and every pool
 * uses it in place. Its arena is one as well: kernels are compiled once for all of them. Calls are synchronous, so that one state and one set
 * of stages serve all executors, as they serve all plans of one; a pass that stays between calls has its own.
 *
 * Where the package is loaded twice each copy has a heap, and takes the other's arrays for the caller's own.
 */

/** The memory of an executor and of its primitives, of which a bundle may have either alone. */
export interface WasmMemory extends Arenas {
  /** Allocates `length` zeros of `type` in library memory. @throws OutOfMemoryError, and UnsupportedError where WebAssembly is forbidden */
  allocate<T extends StoredType>(type: T, length: number): Allocation<T>;
}

const LIBRARY_BYTES = 1 << 20;
const STAGING_BYTES = 1 << 18;

let processLibrary: OwnArena | undefined; // undefined until somebody allocates

/** Memory whose library is that of the process, or `heap`. Nothing is allocated before the first use. */
export function openMemory(heap?: Heap): WasmMemory {
  if (heap !== undefined && !(heap instanceof Heap)) {
    throw new InvalidArgumentError("heap", "left out, or memory of this library", describe(heap));
  }
  const own = heap && openArena(heap);
  let staging: OwnArena | undefined;
  return {
    counts: noKernels(),
    library: () => own ?? processLibrary,
    staging: () => {
      staging ??= openArena(new Heap("unshared", STAGING_BYTES));
      return staging;
    },
    allocate: (type, length) => (own ? allocateIn(own.heap, type, length) : allocate(type, length)),
  };
}

/** The library memory of the process, opened if it was not. */
export function libraryOfProcess(): OwnArena {
  processLibrary ??= openArena(openLibraryHeap());
  return processLibrary;
}

/**
 * Library memory: `length` zeros of `type`, bools as bytes and half floats as their bits, where the kernels work without a copy, and pools share narrow elements.
 *
 * `array` is an ordinary typed array over shared memory; it never detaches when the library grows, and is given back by
 * `release()` or `using`. All entry points and pools have one memory, so that each uses it in place. Arrays of the caller's own work
 * everywhere too.
 *
 * @throws OutOfMemoryError beyond what can be had
 * @throws UnsupportedError where WebAssembly is forbidden, naming `samebits/javascript`
 */
export function allocate<Type extends StoredType>(type: Type, length: number): Allocation<Type> {
  return allocateIn(libraryOfProcess().heap, type, length);
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
