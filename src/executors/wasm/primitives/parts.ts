import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { Arenas } from "../memory/arena.ts";
import type { Machine } from "../serving.ts";
import type { SumsWasmExecutor } from "../sums-wasm-executor.ts";
import { openWorkMemory, type WorkMemory } from "./work-memory.ts";

/** Elements that each kernel of the primitives took: proves in tests which path ran. */
export type PrimitiveCounts = { -readonly [Name in keyof typeof NONE]: number };

const NONE = {
  mapLanes: 0, // by vectors
  mapElements: 0, // one at a time
  countFlags: 0,
  compact: 0,
  partition: 0,
  flagIndices: 0,
  headFlags: 0,
  moved: 0, // gathered and scattered, by loops of JavaScript
  order: 0, // moved by a pass of a sort
  orderLines: 0, // of these by way of lines
  insertion: 0, // sorted by insertion
  sortBuiltIn: 0, // sorted by the engine
  leading: 0, // of which the first in an order were chosen, by blocks
  ranked: 0, // of which those at some ranks were chosen, by bounds
  search: 0, // queries
  searchOrdered: 0, // of these put in order first
  searchFew: 0, // queries, by a loop of JavaScript
  segmented: 0,
  segmentedSums: 0, // of short segments without an order, by loops of JavaScript
  countIndices: 0,
  countEven: 0, // counted between thresholds by a computed place
  countCompared: 0, // of these, each compared with the threshold nearby
  countSearched: 0, // and by a search
  reduceByIndex: 0,
  reduceByRange: 0, // by key, a bin for each integer of a range
  reduceByTable: 0, // by key, a bin for each key of a table
  flagCode: 0, // asked whether they are kept, by generated JavaScript
  foldCode: 0, // elements of folds, by generated JavaScript
  foldKernels: 0, // of a pass, by kernels that compute them
  foldChunks: 0, // of a pass, computed a chunk at a time
  foldColumns: 0, // of a pass, computed as columns
  products: 0, // of cells, by tiles
  vectorProducts: 0, // of a grid and a column, or of none
  foldAcross: 0, // of a pass over lines side by side, computed where they are combined
};

export function noPrimitiveCounts(): PrimitiveCounts {
  return { ...NONE };
}

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

/** The parts of an entry point. Nothing is allocated before the first use. */
export function columnParts<Memory extends Arenas>(
  machine: Memory,
): ColumnParts & { readonly machine: Memory } {
  return { machine, work: openWorkMemory(machine), counts: noPrimitiveCounts() };
}

/** That a primitive serves a contract: callers that know theirs only when they run have not asked before. @throws UnsupportedError before anything has run */
export function checkServed(
  { executor }: Pick<WasmParts, "executor">,
  asked: string,
  contract: ColumnContract,
  observation: Observation,
): void {
  const refused = executor.refusal({ contract, observation, allowQuadratic: false });
  if (refused === undefined) return;
  const subject = `${asked} of ${contract.operator.name} by ${printExpression(contract.expression)}`;
  throw new UnsupportedError(`${subject} on executor "${executor.name}"`, refused.reason, refused.remedy);
}
