import { describe } from "../../../values/describe.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { InvalidArgumentError } from "../../../values/errors.ts";
import type { KernelCounts } from "../runner.ts";
import { type Arenas, type OwnArena, openArena } from "./arena.ts";
import { type Allocation, allocateIn, Heap } from "./heap.ts";

/** The memory of an executor and of its primitives, of which a bundle may have either alone. */
export interface WasmMemory extends Arenas {
  /** Allocates `length` zeros of `type` in library memory. @throws OutOfMemoryError, and UnsupportedError where WebAssembly is forbidden */
  allocate<T extends ScalarType>(type: T, length: number): Allocation<T>;
}

const LIBRARY_BYTES = 1 << 20;
const STAGING_BYTES = 1 << 18;

/** Memory whose library is `heap`, if there is one already. Nothing is allocated before the first use. */
export function openMemory(heap?: Heap): WasmMemory {
  if (heap !== undefined && !(heap instanceof Heap)) {
    throw new InvalidArgumentError("heap", "left out, or memory of this library", describe(heap));
  }
  let library = heap === undefined ? undefined : openArena(heap);
  let staging: OwnArena | undefined;
  const openLibrary = (): OwnArena => {
    library ??= openArena(openLibraryHeap());
    return library;
  };
  return {
    counts: noKernels(),
    library: () => library,
    staging: () => {
      staging ??= openArena(new Heap("unshared", STAGING_BYTES));
      return staging;
    },
    allocate: (type, length) => allocateIn(openLibrary().heap, type, length),
  };
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
