import { encodeModule, type FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { RecentMap } from "../../../values/recent-map.ts";
import type { StoredArray } from "../../../values/value-types.ts";
import { STATE_BYTES } from "../kernels/state.ts";
import type { KernelCounts } from "../runner.ts";
import { kernelImports } from "./elementary-table.ts";
import { type Heap, NO_WEBASSEMBLY } from "./heap.ts";

/** A kernel: places, lengths and scalars in; nothing, a scalar or a value by column out. */
export type Kernel = (...operands: (number | bigint)[]) => KernelResult;

export type KernelResult = number | bigint | readonly (number | bigint)[] | undefined;

export type Kernels = Readonly<Record<string, Kernel>>;

/** Elements that are copied to library memory at a time. Best of 1,024 … 65,536 at n = 10,240 and 2^24 (docs/notes/wasm-executor.md). */
export const STAGE_LENGTH = 4096;
const STAGE_BYTES = STAGE_LENGTH * 8;

/**
 * Room for two buffers of columns: 16 blocks of 32 elements of 8 bytes, twice, with the lists before them. A reduce's list of 512 vectors,
 * behind a strip, takes half of it.
 */
export const SCRATCH_BYTES = 16384;

/**
 * A heap with the kernels that were instantiated on its memory, and the fixed places that one running call needs.
 *
 * Calls are synchronous, so one state and one set of stages serve all plans.
 */
export interface Arena {
  readonly heap: Heap;
  readonly state: number;
  readonly scratch: number;
  readonly inputStage: number; // elements in sequence order and accumulation type
  readonly outputStage: number; // observed values; the slot before it holds the value before the chunk
  readonly rawStage: number; // elements as they came, or values about to leave
  readonly kernels: (key: string, build: () => readonly FunctionBuilder[]) => Kernels;
}

/** An arena of an executor. */
export interface OwnArena extends Arena {
  /** Arenas for so many columns, which serve all plans: this one for the only one, for more see openColumns. */
  readonly columns: (count: number) => readonly Arena[];
}

/** The two arenas of an executor: library memory for arrays that lie there, a small unshared one for all others. */
export interface Arenas {
  readonly library: () => OwnArena | undefined; // undefined while nothing was allocated there
  readonly staging: () => OwnArena;
  readonly counts: KernelCounts;
}

/** Whether any of these lies in library memory. */
export function isInLibrary({ library }: Arenas, arrays: readonly StoredArray[]): boolean {
  const arena = library();
  if (arena === undefined) return false;
  for (const array of arrays) if (arena.heap.addressOf(array) >= 0) return true;
  return false;
}

/** Gives what `open` makes of an arena, once for each: of library memory's where that is used, else of the staging one. */
export function oncePerArena<Opened>(
  { library, staging }: Arenas,
  open: (arena: OwnArena) => Opened,
): (usesLibrary: boolean) => Opened {
  let inLibrary: Opened | undefined;
  let inStaging: Opened | undefined;
  return (usesLibrary) => {
    const arena = usesLibrary ? library() : undefined;
    if (arena === undefined) {
      inStaging ??= open(staging());
      return inStaging;
    }
    inLibrary ??= open(arena);
    return inLibrary;
  };
}

/** Modules of kernels that are kept at least, of those used last: some 20 KB each. What holds one, as a plan does, loses nothing. */
const KEPT_KERNELS = 256;

/** Lays out an arena in `heap` and compiles kernels on demand, each key once as long as it is used. */
export function openArena(heap: Heap): OwnArena {
  const known = new RecentMap<string, Kernels>(KEPT_KERNELS);
  const columns = new Map<number, readonly Arena[]>();
  const arena: OwnArena = {
    heap,
    state: heap.allocate(STATE_BYTES),
    scratch: heap.allocate(SCRATCH_BYTES),
    ...openStages(heap),
    kernels: (key, build) => known.getOrMake(key, () => instantiate(heap, build())),
    columns(count) {
      const found = columns.get(count) ?? (count === 1 ? [arena] : openColumns(arena, count).arenas);
      columns.set(count, found);
      return found;
    },
  };
  return arena;
}

/**
 * Arenas for the columns of a record, one each: stages of their own, one state and one scratch for all, wide enough.
 *
 * For an online pass, which has a state between calls and gives them back. Plans have none, and share those of `arena.columns`: with 300 KB of
 * each plan's own, 15,000 operators over two columns were the end of library memory.
 */
export function openColumns(arena: Arena, count: number): ColumnArenas {
  const { heap, kernels } = arena;
  const state = heap.allocate(count * STATE_BYTES);
  const scratch = heap.allocate(count * SCRATCH_BYTES);
  const stages = Array.from({ length: count }, () => openStages(heap));
  return {
    arenas: stages.map((stage) => ({ heap, kernels, state, scratch, ...stage })),
    release() {
      heap.release(state, count * STATE_BYTES);
      heap.release(scratch, count * SCRATCH_BYTES);
      for (const { inputStage, outputStage, rawStage } of stages) {
        heap.release(inputStage, STAGE_BYTES);
        heap.release(outputStage - OUTPUT_LEAD_BYTES, STAGE_BYTES + OUTPUT_LEAD_BYTES);
        heap.release(rawStage, STAGE_BYTES);
      }
    },
  };
}

export interface ColumnArenas {
  readonly arenas: readonly Arena[];
  readonly release: () => void;
}

/** Before the output stage: where an exclusive scan keeps the value before a chunk. */
const OUTPUT_LEAD_BYTES = 64;

function openStages(heap: Heap): Pick<Arena, "inputStage" | "outputStage" | "rawStage"> {
  return {
    inputStage: heap.allocate(STAGE_BYTES),
    outputStage: heap.allocate(STAGE_BYTES + OUTPUT_LEAD_BYTES) + OUTPUT_LEAD_BYTES,
    rawStage: heap.allocate(STAGE_BYTES),
  };
}

function instantiate(heap: Heap, functions: readonly FunctionBuilder[]): Kernels {
  const bytes = encodeModule({ minimumPages: 1, maximumPages: 65536, isShared: heap.isShared }, functions);
  try {
    const module = new WebAssembly.Module(bytes);
    const { exports } = new WebAssembly.Instance(module, kernelImports(heap.memory));
    return exports as unknown as Kernels;
  } catch (error) {
    if (error instanceof WebAssembly.CompileError && WebAssembly.validate(bytes)) {
      throw new UnsupportedError("WebAssembly", ...NO_WEBASSEMBLY);
    }
    throw error;
  }
}
