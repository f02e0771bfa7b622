import type { Arenas } from "../arenas.ts";
import type { SumsWasmExecutor } from "../order-free/sums-wasm-executor.ts";
import type { PrimitiveCounts } from "./primitive-counts.ts";
import type { WorkMemory } from "./work-memory.ts";

/** What the primitives of this executor are made with. */
export interface WasmParts {
  readonly executor: SumsWasmExecutor; // whose plans reduce and scan
  readonly arenas: Arenas;
  readonly work: WorkMemory;
  readonly counts: PrimitiveCounts;
}
