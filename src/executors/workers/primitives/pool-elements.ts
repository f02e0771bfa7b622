import { InternalError } from "../../../values/errors.ts";
import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import type { MappedElements } from "../../primitives.ts";
import { MAPPED_LENGTH } from "../../wasm/primitives/source-reader.ts";
import type { Outcome, Task } from "../messages.ts";
import { nanosecondsOf, type PoolColumns } from "./pool-columns.ts";
import type { PostedSource, RangeWork } from "./range-work.ts";
import { KEPT_GRAIN } from "./run-fusion.ts";

/** Where elements that are kept begin: with source `start`, behind `before` others. */
export interface Grain {
  readonly start: number;
  readonly before: number;
}

/** What is kept: where its grains begin, how much each of some pieces of the sources has before it, and how many elements there are. */
export interface Kept {
  readonly grains: readonly Grain[];
  readonly pieces: readonly (Task & { readonly before: number })[];
  readonly count: number;
}

/** Elements that workers compute where they need them. */
export class PoolElements {
  readonly #columns: PoolColumns;
  readonly #elements: MappedElements<ColumnArray>;

  constructor(columns: PoolColumns, elements: MappedElements<ColumnArray>) {
    this.#columns = columns;
    this.#elements = elements;
  }

  /** The columns among the sources, wherever they are. */
  get given(): Columns {
    return this.#elements.sources.flatMap((source) => (source.kind === "column" ? [source.vector] : []));
  }

  /** The sources as they are posted. */
  get sources(): readonly PostedSource[] {
    return this.#elements.sources.map((source) => (source.kind === "column" ? { kind: "column" } : source));
  }

  /** Nanoseconds for each element. */
  get nanoseconds(): number {
    const { terms, keep } = this.#elements;
    return nanosecondsOf(keep === undefined ? terms : [...terms, keep]);
  }

  /** Runs tasks over them; `passBytes` is what a pass needs of a worker. */
  async round(
    work: RangeWork,
    output: Columns,
    tasks: readonly Task[],
    passBytes = 0,
  ): Promise<readonly Outcome[]> {
    const { terms, sources } = this.#elements;
    const input = await this.#columns.placed(this.given);
    // Of a worker besides: chunks of sources, of what is computed, and of what is kept, twice as long.
    const chunkBytes = 8 * MAPPED_LENGTH * (2 * sources.length + 3 * terms.length + 1);
    return this.#columns.round(work, input, output, tasks, passBytes + chunkBytes);
  }

  /** A round that counts; undefined where all elements are kept. */
  async countKept(): Promise<Kept | undefined> {
    const { keep, length } = this.#elements;
    if (keep === undefined) return undefined;
    const tasks = this.#columns.pieces(length);
    const outcomes = await this.round({ kind: "count-kept", keep, sources: this.sources }, [], tasks);
    const grains: Grain[] = [];
    const pieces: (Task & { readonly before: number })[] = [];
    let before = 0;
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.kind !== "counts") throw new InternalError("a worker gave no counts");
      pieces.push({ ...tasks[i], before });
      for (const [k, count] of outcome.counts.entries()) {
        if (count > 0) grains.push({ start: tasks[i].start + k * KEPT_GRAIN, before });
        before += count;
      }
    }
    return { grains, pieces, count: before };
  }

  /** Says that all were computed, and how many were kept. */
  note(kept: number): void {
    const { fusionCounts } = this.#columns.core;
    fusionCounts.elements += this.#elements.length;
    fusionCounts.kept += kept;
  }
}
