import type { Arenas } from "../memory/arena.ts";
import type { Machine } from "../serving.ts";
import type { SumsWasmExecutor } from "../sums-wasm-executor.ts";
import { noPrimitiveCounts, type PrimitiveCounts } from "./primitive-counts.ts";
import { openWorkMemory, type WorkMemory } from "./work-memory.ts";

/** What primitives are made with that move, map, select, sort and count. */
export interface ColumnParts {
  readonly machine: Arenas;
  readonly work: WorkMemory;
  readonly counts: PrimitiveCounts;
}

/** What those are made with that reduce and scan as well. */
export interface WasmParts extends ColumnParts {
  readonly executor: SumsWasmExecutor; // whose plans reduce and scan
  readonly machine: Machine;
}

/** The parts of a door. Nothing is allocated before the first use. */
export function columnParts<Memory extends Arenas>(
  machine: Memory,
): ColumnParts & { readonly machine: Memory } {
  return { machine, work: openWorkMemory(machine), counts: noPrimitiveCounts() };
}
