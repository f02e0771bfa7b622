import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { columnSummaries } from "../../../summaries/summary-algebra.ts";
import { InternalError } from "../../../values/errors.ts";
import { type ColumnArray, type Columns, newColumn, type Row } from "../../../values/value-types.ts";
import type { ColumnSummary } from "../../executor.ts";
import type { MappedElements, Primitives } from "../../primitives.ts";
import { collectMapped } from "../../wasm/primitives/collect-mapped.ts";
import { FEWEST_FUSED, foldMapped } from "../../wasm/primitives/fold-mapped.ts";
import { MAPPED_LENGTH } from "../../wasm/primitives/mapped-chunks.ts";
import { servedContract } from "../call.ts";
import { familyOf } from "../families.ts";
import type { Outcome, Task } from "../messages.ts";
import { joinOf, type Pieces, relabelled, scanPieces, summarisePieces } from "../pieces.ts";
import { regionBytesOf } from "../pool-core.ts";
import { freshShared } from "../posted-columns.ts";
import { refusalOf } from "../served.ts";
import { nanosecondsOf, type PoolColumns } from "./pool-columns.ts";
import type { PostedSource, RangeWork } from "./range-work.ts";
import { KEPT_GRAIN } from "./run-fusion.ts";

/** Where elements that are kept begin: with source `start`, behind `before` others. */
interface Grain {
  readonly start: number;
  readonly before: number;
}

/** What is kept: where its grains begin, how much each of some pieces of the sources has before it, and how many elements there are. */
interface Kept {
  readonly grains: readonly Grain[];
  readonly pieces: readonly (Task & { readonly before: number })[];
  readonly count: number;
}

/** Elements that workers compute where they need them. */
class PoolElements {
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
    return this.#elements.sources.map((source) => {
      return source.kind === "column" ? { kind: "column", spread: source.spread } : source;
    });
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

/**
 * Elements that are computed where they are folded or kept, on a pool: each piece by one worker, chunk by chunk.
 *
 * Where a predicate says which elements there are, a piece cannot know where in the sequence its own ones stand: a round counts them, this
 * thread adds up, and the pieces are cut where the expression has its cuts among those that are kept. A reduce that any tree serves needs no
 * places, and no such round.
 */
export function poolFusion(
  columns: PoolColumns,
): Required<Pick<Primitives<ColumnArray>, "foldMapped" | "collectMapped" | "view" | "spreads">> {
  const { core } = columns;
  return {
    spreads: true,
    foldMapped(contract, observation, elements) {
      const { hasSummaries } = familyOf(contract.expression);
      if (!hasSummaries || contract.direction === "backward") return undefined;
      const posted = new PoolElements(columns, elements);
      const refusal = refusalOf({ contract, observation, allowQuadratic: false });
      const nanoseconds = posted.nanoseconds + nanosecondsOf(contract.terms);
      if (refusal === undefined && !columns.isAlone(elements.length, nanoseconds, posted.given)) {
        return new FusedFold(columns, servedContract(contract), elements).fold(observation);
      }
      if (elements.length < FEWEST_FUSED) return undefined;
      return foldMapped(core.parts, core.fusionCounts, contract, observation, elements);
    },
    collectMapped(elements) {
      const posted = new PoolElements(columns, elements);
      if (!columns.isAlone(elements.length, posted.nanoseconds, posted.given)) {
        return collect(columns, elements, posted);
      }
      if (elements.length < FEWEST_FUSED) return undefined;
      return collectMapped(core.parts, core.fusionCounts, elements);
    },
    view: (vector, start, length) => vector.subarray(start, start + length),
  };
}

async function collect(
  columns: PoolColumns,
  { terms, keep, length }: MappedElements<ColumnArray>,
  posted: PoolElements,
): Promise<Columns> {
  const kept = await posted.countKept();
  const count = kept?.count ?? length;
  const output = terms.map(({ type }) => columns.fresh(type, count));
  const pieces = kept?.pieces ?? columns.pieces(length).map((task) => ({ ...task, before: task.start }));
  const tasks = pieces.map(({ start, end, before }) => ({ start, end, at: [before] }));
  await posted.round({ kind: "collect-mapped", terms, keep, sources: posted.sources }, output, tasks);
  posted.note(count);
  return output;
}

/** One fold. */
class FusedFold {
  readonly #columns: PoolColumns;
  readonly #contract: ColumnContract;
  readonly #elements: MappedElements<ColumnArray>;
  readonly #posted: PoolElements;

  constructor(columns: PoolColumns, contract: ColumnContract, elements: MappedElements<ColumnArray>) {
    this.#columns = columns;
    this.#contract = contract;
    this.#elements = elements;
    this.#posted = new PoolElements(columns, elements);
  }

  async fold(observation: Observation): Promise<Columns> {
    if (observation === "reduce" && this.#needsNoPlaces()) return this.#reduceFreely();
    const kept = await this.#posted.countKept();
    const count = kept?.count ?? this.#elements.length;
    this.#posted.note(count);
    return observation === "reduce" ? this.#reduce(count, kept) : this.#scan(observation, count, kept);
  }

  #needsNoPlaces(): boolean {
    const { initial } = this.#contract;
    return this.#elements.keep !== undefined && initial === undefined && takesAnyTree(this.#contract);
  }

  /** Each piece of the sources by itself, and the values of those that kept something in order. */
  async #reduceFreely(): Promise<Columns> {
    const { length } = this.#elements;
    const tasks = this.#columns.pieces(length).map((task) => ({ ...task, at: [0, length] }));
    const outcomes = await this.#round("reduce", [], tasks);
    const summaries = outcomes.map((outcome) => relabelled(summaryOf(outcome), this.#contract));
    this.#posted.note(summaries.reduce((sum, { end }) => sum + end, 0));
    const { observe } = columnSummaries(this.#contract);
    const values = summaries.filter(({ end }) => end > 0).map(observe);
    return this.#rowColumns(values.length === 0 ? undefined : values.reduce(joinOf(this.#contract)));
  }

  async #reduce(count: number, kept: Kept | undefined): Promise<Columns> {
    if (count === 0) return this.#rowColumns(undefined);
    const summary = await summarisePieces(this.#contract, this.#pieces([], count, kept));
    return this.#rowColumns(columnSummaries(this.#contract).observe(summary));
  }

  async #scan(
    observation: Exclude<Observation, "reduce">,
    count: number,
    kept: Kept | undefined,
  ): Promise<Columns> {
    // What other rounds read is written where they can; what they do not, where the caller can have it.
    const isPlaced = this.#posted.given.every((column) => this.#columns.isPlaced(column));
    const output = this.#contract.sums.map((type) =>
      isPlaced ? this.#columns.fresh(type, count) : freshShared(type, count),
    );
    const pieces = this.#pieces(output, count, kept);
    if (count > 0) await scanPieces(this.#contract, pieces, observation);
    return output;
  }

  /** The pieces of what is kept, as tasks over the sources. */
  #pieces(output: Columns, count: number, kept: Kept | undefined): Pieces {
    const { core } = this.#columns;
    const { length } = this.#elements;
    return {
      length: count,
      before: undefined,
      target: core.pieceLengthFor(count),
      count: core.count,
      run: (work, tasks) => {
        const moved = tasks.map(({ start, end, from }): Task => {
          const known = from === undefined ? {} : { from };
          const grain = kept === undefined ? { start, before: start } : grainOf(kept.grains, start);
          const at = [start - grain.before, end - start, start];
          return { ...known, start: grain.start, end: kept === undefined ? end : length, at };
        });
        if (work === "summarise") return this.#round("reduce", [], moved);
        return this.#round(work, output, moved);
      },
    };
  }

  #round(observation: Observation, output: Columns, tasks: readonly Task[]): Promise<readonly Outcome[]> {
    const { terms, keep } = this.#elements;
    const contract = this.#columns.core.posted(this.#contract);
    const { sources } = this.#posted;
    return this.#posted.round(
      { kind: "fold-mapped", contract, observation, terms, keep, sources },
      output,
      tasks,
      regionBytesOf(this.#contract)(this.#elements.length),
    );
  }

  #rowColumns(row: Row | undefined): Columns {
    return this.#contract.sums.map((type, k) =>
      row === undefined ? newColumn(type, 0) : newColumn(type, 1).fill(row[k] as never),
    );
  }
}

/** The last grain that begins at or before so many kept elements. */
function grainOf(grains: readonly Grain[], position: number): Grain {
  let [low, high] = [0, grains.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (grains[middle].before <= position) low = middle;
    else high = middle - 1;
  }
  return grains[low];
}

function summaryOf(outcome: Outcome): ColumnSummary {
  if (outcome.kind !== "summary") throw new InternalError("a worker gave no summary");
  return outcome.summary;
}
