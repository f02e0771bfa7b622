import type { Term } from "../../../operators/term.ts";
import { termList } from "../../../operators/term-list.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, columnType, newColumn } from "../../../values/value-types.ts";
import type { Outcome, Task } from "../messages.ts";
import { type PoolCore, roomyRegion } from "../pool-core.ts";
import { copyInPieces, postedColumn } from "../posted-columns.ts";
import type { StopSignal } from "../run-round.ts";
import type { RunRange } from "./range-bench.ts";
import type { RangeWork } from "./range-work.ts";

/** Nanoseconds of one operation of a term. */
const OPERATION_NANOSECONDS = 0.3;

/** Nanoseconds that terms take for an element, or for a combine. */
export function nanosecondsOf(terms: readonly Term[]): number {
  return OPERATION_NANOSECONDS * termList(terms).nodes.length;
}

/**
 * The columns of one call on a pool, and the rounds over them. A vector is a column wherever it lies; workers see those in library memory,
 * to which any other is copied when the first round reads it.
 */
export class PoolColumns {
  readonly core: PoolCore;
  readonly stop: StopSignal;
  readonly #runRange: RunRange;
  readonly #owned = new Map<ColumnArray, () => void>(); // what was allocated, and how to give it back
  readonly #copies = new Map<ColumnArray, ColumnArray>(); // in library memory, of what lies elsewhere
  readonly #given = new Set<ColumnArray>(); // the caller's

  constructor(core: PoolCore, runRange: RunRange, stop: StopSignal) {
    this.core = core;
    this.stop = stop;
    this.#runRange = runRange;
  }

  /** A column of the caller's, which is never handed out as a result. */
  place(column: ColumnArray): ColumnArray {
    this.#given.add(column);
    return column;
  }

  take(vector: ColumnArray, output: ColumnArray | undefined): ColumnArray {
    const isFresh = !this.#given.has(vector) && !this.isPlaced(vector);
    if (output === undefined && isFresh) return vector;
    const target = output ?? newColumn(columnType(vector), vector.length);
    (target as Uint8Array).set(vector as Uint8Array);
    return target;
  }

  /** A column in library memory, whose elements are to be written. */
  fresh(type: ScalarType, length: number): ColumnArray {
    const { array, release } = this.core.allocateColumn(type, length);
    this.#owned.set(array, release);
    return array;
  }

  freshLike(columns: Columns, length: number): Columns {
    return columns.map((column) => this.fresh(columnType(column), length));
  }

  /** Gives back early what no result needs. */
  drop(columns: Columns): void {
    for (const column of columns) {
      this.#owned.get(column)?.();
      this.#owned.delete(column);
    }
  }

  isPlaced(column: ColumnArray): boolean {
    return this.core.addressOf(column) >= 0;
  }

  /** The columns in library memory. */
  async placed(columns: Columns): Promise<Columns> {
    const placed: ColumnArray[] = [];
    for (const column of columns) placed.push(this.isPlaced(column) ? column : await this.#copyOf(column));
    return placed;
  }

  /** Whether the caller's thread does alone what takes so long for each of so many elements. */
  isAlone(length: number, nanoseconds: number, columns: Columns): boolean {
    this.stop.check();
    return this.core.runsAlone(
      length,
      nanoseconds,
      columns.every((column) => this.isPlaced(column)),
    );
  }

  /** The pieces of so many elements. */
  pieces(length: number, pieceLength = this.core.pieceLengthFor(length)): readonly Task[] {
    const pieces: Task[] = [];
    for (let start = 0; start < length; start += pieceLength) {
      pieces.push({ start, end: Math.min(length, start + pieceLength) });
    }
    return pieces;
  }

  /** Runs tasks over columns in library memory; `workBytes` is what a worker needs beside these. */
  round(
    work: RangeWork,
    input: Columns,
    output: Columns,
    tasks: readonly Task[],
    workBytes = 0,
  ): Promise<readonly Outcome[]> {
    const posted = (columns: Columns) =>
      columns.map((column) => postedColumn(this.core, columnType(column), column));
    const round = { work, input, output };
    return this.core.runRound(
      { kind: "range-job", work, input: posted(input), output: posted(output), tasks },
      {
        regionBytes: roomyRegion(1, workBytes),
        isRepeatable: true, // its tasks write to fresh memory alone
        ownLength: 0, // what a task takes is not told by its length
        stop: this.stop,
        compute: (task) => this.#runRange(round, task, () => false),
      },
    );
  }

  release(): void {
    for (const give of this.#owned.values()) give();
    this.#owned.clear();
    this.#copies.clear();
    this.#given.clear();
  }

  async #copyOf(column: ColumnArray): Promise<ColumnArray> {
    const known = this.#copies.get(column);
    if (known !== undefined) return known;
    const copy = this.fresh(columnType(column), column.length);
    await copyInPieces(column, copy, this.stop.check);
    this.#copies.set(column, copy);
    return copy;
  }
}

/** The counts that each task gave. */
export function countsOf(outcomes: readonly Outcome[]): readonly number[] {
  return outcomes.map((outcome) => (outcome.kind === "counts" ? outcome.counts[0] : 0));
}
