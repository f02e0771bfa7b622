import type { ColumnContract } from "../../contracts/column-contract.ts";
import { contractKey } from "../../contracts/contract-key.ts";
import { termList } from "../../operators/term-list.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import { RecentMap } from "../../values/recent-map.ts";
import type { ArrayFor, ColumnArray, StoredArray, StoredType } from "../../values/value-types.ts";
import type { FusionCounts, Primitives } from "../primitives.ts";
import { type Allocation, Heap } from "../wasm/memory/heap.ts";
import { libraryOfProcess } from "../wasm/memory/wasm-memory.ts";
import { noPrimitiveCounts, type WasmParts } from "../wasm/primitives/parts.ts";

import { wasmLines, wasmPrimitives, wasmProducts } from "../wasm/primitives/wasm-primitives.ts";
import { elementsAt, openWorkMemory } from "../wasm/primitives/work-memory.ts";
import { Crew } from "./crew.ts";
import { familyOf } from "./families.ts";
import type { AnyJob, Outcome } from "./messages.ts";
import type { Lent } from "./posted-columns.ts";
import { type PostedContract, postedContract } from "./posted-contract.ts";
import { Round, type RoundSetting, type Unstarted } from "./run-round.ts";
import { openThreadExecutor, type ThreadExecutor, taskRunner } from "./run-task.ts";
import type { StartWorker } from "./thread-link.ts";

// What all calls of a pool share: memory, threads, and the measured rules for when threads are worth it. No rule changes a bit.

export interface PoolSetting {
  readonly count: number;
  readonly start: StartWorker;
  readonly shortest?: number | undefined; // elements below which the caller's thread computes alone; default: by the operator's work
  readonly ownWork?: number | undefined; // operations of a call that the caller's thread takes at once; default: as many as it would do alone
  readonly pieceLength?: number | undefined; // default: by length and count; changes no bit
  readonly patience?: number | undefined; // milliseconds, see RoundSetting
  readonly heap?: Heap | undefined; // of library memory, shared; default: that of the process
}

/**
 * Operations, elements times those of one combine, below which the caller's thread computes alone: four to eight milliseconds of work. On
 * two cores with two other processes in loops two workers took 0.57 of one thread's speed there, and 0.1 to 0.3 of it at a quarter.
 */
const SHORTEST_WORK = 2 ** 24;

/**
 * Operations of a combine below which arrays that workers cannot reach are left to the caller's thread at any length: copying one double in
 * and out takes it 2.4 ns, an operation 0.3.
 */
const FEWEST_COPIED = 8;

/**
 * Threads below which scans with cheaper operators are left to the caller's thread: it scans as fast as memory is copied, and W threads
 * read 2 − 1/W times as much. On two cores two took 0.7 to 0.9 of its speed; four are a guess.
 */
const FEWEST_SCANNING = 4;

/** Operations of a combine from which scans are computed in halves: less work, of which more goes to memory and back. */
const FEWEST_HALVED = 16;

/** Nanoseconds of work below which a primitive is left to the caller's thread: as SHORTEST_WORK, for what is no combine. */
const SHORTEST_NANOSECONDS = 2 ** 22;

/** Nanoseconds for each element below which a primitive does not pay for copying what workers cannot reach, some 2.4 in and out. */
const LEAST_COPIED_NANOSECONDS = 16;

/** Fewest and most elements of a piece: one must be worth a message, and many must be left for workers that are faster. */
const SHORTEST_PIECE = 2 ** 14;
const LONGEST_PIECE = 2 ** 20;

/** For each worker about this many pieces, so that one which is held up takes fewer. */
const PIECES_PER_WORKER = 8;

/**
 * The same of a reduce or a scan, which end when the last piece does, where pieces have at least so many elements: on two cores with busy neighbours 32 made both a
 * fiftieth faster than 8 by the heavy operator of the benchmark, and a sum of 2^24 doubles a thirtieth. A pass for a piece of a scan costs 0.15 ms, a twentieth of
 * what this operator takes for the fewest elements.
 */
const MANY_PIECES_PER_WORKER = 32;
const SHORTEST_OF_MANY = 2 ** 16;

/** Fewer elements than this make no two pieces. */
const SHORTEST = 2 ** 15;

const PATIENCE = 1000;

/** Where a lost task cannot be done again a worker is given up much later. */
const PATIENCE_IN_PLACE = 30_000;

/** The least number of encoded contracts that are kept, most recently used first. */
const KEPT_POSTED = 256;

const LIBRARY_BYTES = 2 ** 20;

/** Of a worker: state, scratch and stages of its executor, and for each column of a pass the same again. */
const REGION_BYTES = 2 ** 20;
const REGION_BYTES_PER_COLUMN = 2 ** 18;

/** The memory and the workers that all calls of a pool share. */
export class PoolCore {
  readonly count: number;
  readonly pieceLength: number | undefined;
  readonly run: ReturnType<typeof taskRunner>; // a task on this thread
  readonly alone: Primitives<ColumnArray>; // on this thread, wherever columns are
  readonly fusionCounts: FusionCounts = { elements: 0, kept: 0 };
  readonly parts: Omit<WasmParts, "work">; // of this thread
  readonly crew: Crew;
  readonly #heap: Heap;
  readonly ownWork: number;
  readonly #executor: ThreadExecutor;
  readonly #patience: number;
  readonly #shortest: number | undefined;
  readonly #posted = new RecentMap<string, PostedContract>(KEPT_POSTED);
  #lastId = 0;

  constructor({ count, start, shortest, ownWork, pieceLength, patience, heap }: PoolSetting) {
    this.count = count;
    this.#shortest = shortest;
    this.ownWork = ownWork ?? SHORTEST_WORK;
    this.pieceLength = pieceLength;
    this.#patience = patience ?? PATIENCE;
    const own = heap ?? ownHeap();
    this.#heap = own ?? libraryOfProcess().heap;
    const { executor, machine } = openThreadExecutor(own);
    this.#executor = executor;
    this.run = taskRunner(executor);
    const parts = { executor, machine, counts: noPrimitiveCounts() };
    this.parts = parts;
    const alone = { ...parts, work: openWorkMemory(machine) };
    this.alone = { ...wasmPrimitives(alone), ...wasmProducts(alone), ...wasmLines(alone) };
    this.crew = new Crew({ count, start, heap: this.#heap });
  }

  addressOf(array: StoredArray): number {
    return this.#heap.addressOf(array);
  }

  allocate<T extends StoredType>(type: T, length: number): Allocation<T> {
    return this.#executor.allocate(type, length);
  }

  /** Library memory for a column, not zeroed. @throws OutOfMemoryError */
  allocateColumn<T extends StoredType>(type: T, length: number): Lent<ArrayFor<T>> {
    const bytes = length * COLUMN_TYPE_FACTS[type].bytes;
    const address = this.#heap.allocate(bytes);
    return {
      array: elementsAt(this.#heap, type, address, length),
      release: () => this.#heap.release(address, bytes),
    };
  }

  /** About how many elements make a piece. */
  pieceLengthFor(length: number): number {
    const share = Math.ceil(length / (PIECES_PER_WORKER * this.count));
    return this.pieceLength ?? Math.min(LONGEST_PIECE, Math.max(SHORTEST_PIECE, share));
  }

  /** The same of a reduce or a scan. */
  callPieceLengthFor(length: number): number {
    const share = Math.ceil(length / (MANY_PIECES_PER_WORKER * this.count));
    return this.pieceLength ?? Math.min(this.pieceLengthFor(length), Math.max(SHORTEST_OF_MANY, share));
  }

  /** Whether the caller's thread computes a primitive alone, by the work for each element and whether workers reach the columns. */
  runsAlone(length: number, nanoseconds: number, isPlaced: boolean): boolean {
    if (this.#shortest !== undefined) return length === 0 || length < this.#shortest;
    const isCheap = !isPlaced && nanoseconds < LEAST_COPIED_NANOSECONDS;
    return isCheap || length * nanoseconds < SHORTEST_NANOSECONDS;
  }

  /** Gives whether the caller's thread computes a contract alone, by length, whether workers reach the arrays, and whether it writes. */
  computesAlone(contract: ColumnContract): (length: number, isShared: boolean, isScan: boolean) => boolean {
    const shortest = this.#shortest;
    const operations = operationCount(contract);
    // A single worker would not be asked before this thread has done so much.
    const own = this.count === 1 ? this.ownWork / operations : 0;
    if (shortest !== undefined) return (length) => length === 0 || length < shortest || length <= own;
    const fewest = Math.max(SHORTEST, SHORTEST_WORK / operations, own);
    const isCheap = operations < FEWEST_COPIED;
    const scansHere = this.count < FEWEST_SCANNING;
    const { hasSummaries } = familyOf(contract.expression);
    return (length, isShared, isScan) => {
      // Prefixes by themselves are quadratic: whoever waits for them may want to stop.
      if (isScan && !hasSummaries) return ((length * length) / 2) * operations < SHORTEST_WORK;
      return length < fewest || (isCheap && (!isShared || (isScan && scansHere)));
    };
  }

  /** What pieces of a scan must be multiples of to be computed in halves; undefined where they are not. */
  halfUnitOf(contract: ColumnContract): number | undefined {
    return operationCount(contract) < FEWEST_HALVED ? undefined : this.#executor.halves.unitOf(contract);
  }

  /** A contract as it is sent, written down once. */
  posted(contract: ColumnContract): PostedContract {
    return this.#posted.getOrMake(contractKey(contract), () => postedContract(contract));
  }

  /** Runs a round on the workers. */
  runRound(
    job: Unnumbered<AnyJob>,
    setting: Omit<RoundSetting, "crew" | "job" | "patience">,
  ): Promise<readonly Outcome[]> {
    return new Round({
      crew: this.crew,
      job: { id: ++this.#lastId, ...job } as Unstarted<AnyJob>,
      patience: setting.isRepeatable ? this.#patience : Math.max(this.#patience, PATIENCE_IN_PLACE),
      ...setting,
    }).run();
  }
}

/** A job as it is asked for. */
type Unnumbered<Posted> = Posted extends AnyJob ? Omit<Unstarted<Posted>, "id"> : never;

/** A heap for a pool where that of the process is not shared. @throws RangeError where memory cannot be shared */
function ownHeap(): Heap | undefined {
  return libraryOfProcess().heap.isShared ? undefined : new Heap("shared", LIBRARY_BYTES);
}

/** Operations of one combine; one at least. */
export function operationCount(contract: ColumnContract): number {
  const found = countByContract.get(contract);
  if (found !== undefined) return found;
  const count = Math.max(
    1,
    termList(contract.terms).nodes.filter(({ operands }) => operands.length > 0).length,
  );
  countByContract.set(contract, count);
  return count;
}

const countByContract = new WeakMap<ColumnContract, number>();

/** Bytes of a region for passes of a contract, by the length of the sequence. */
export function regionBytesOf({ columns, expression }: ColumnContract): (length: number) => number {
  const { roomBytes } = familyOf(expression);
  const least = roomyRegion(columns.length, 0);
  return roomBytes === undefined
    ? () => least
    : (length) => roomyRegion(columns.length, roomBytes(columns.length, length));
}

/**
 * Twice what a worker may need at most, `workBytes` of it for its work, so that plans which are kept may take the other half; rounded so that few
 * sizes occur. Memory that is never touched costs address space only.
 */
export function roomyRegion(columnCount: number, workBytes: number): number {
  const bytes = REGION_BYTES + columnCount * REGION_BYTES_PER_COLUMN + workBytes;
  return 2 ** (Math.ceil(Math.log2(bytes)) + 1);
}
