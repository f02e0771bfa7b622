// What counts work and span while the interpreter runs: as two numbers, or as the graph that has them.

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { Place } from "../term.ts";

/** What a run computed, as a graph: nodes in an order in which each comes after those that it waits for. */
export interface CostDag {
  readonly places: readonly Place[]; // of the term that each node belongs to
  readonly waitsFor: readonly (readonly number[])[]; // by node
}

/** Graphs of more nodes than this are not unfolded; work and span are counted without one. */
export const MOST_NODES = 200_000;

/** Unfolds the graph that work and span are about. A mark is the nodes that what follows waits for. Not for the verbatim equations, which charge spans without nodes. */
export class DagMeter implements Meter<readonly number[]> {
  private readonly places: Place[] = [];
  private readonly waitsFor: (readonly number[])[] = [];
  private frontier: readonly number[] = [];
  private readonly mostNodes: number;

  constructor(mostNodes = MOST_NODES) {
    this.mostNodes = mostNodes;
  }

  get dag(): CostDag {
    return { places: this.places, waitsFor: this.waitsFor };
  }

  /** All but the last `span − 1` nodes are in the first level. @throws UnsupportedError beyond the limit */
  spend(at: Place, work: number, span: number): void {
    if (this.places.length + work > this.mostNodes) {
      const reason = `it has more than ${this.mostNodes} nodes`;
      throw new UnsupportedError("unfolding this program's graph", reason, "take a smaller input");
    }
    for (let level = 0; level < span; level++) {
      const count = level === 0 ? work - span + 1 : 1;
      const before = this.frontier;
      this.frontier = Array.from({ length: count }, () => {
        this.places.push(at);
        return this.waitsFor.push(before) - 1;
      });
    }
  }

  mark(): readonly number[] {
    return this.frontier;
  }

  moveTo(mark: readonly number[]): void {
    this.frontier = mark;
  }

  join(marks: readonly (readonly number[])[]): readonly number[] {
    return [...new Set(marks.flat())];
  }
}

/**
 * Where an evaluation spends its work. A mark is a place in the graph of what depends on what: two terms that start at one mark may run at
 * once, and what starts at the join of their ends waits for both.
 */
export interface Meter<Mark = unknown> {
  /** `work` nodes in `span` levels, each of which waits for the one before. */
  spend(at: Place, work: number, span: number): void;
  mark(): Mark;
  moveTo(mark: Mark): void;
  join(marks: readonly Mark[]): Mark;
}

/** What a program cost: work in all and by place, and the span. */
export interface Cost {
  readonly work: number;
  readonly span: number;
}

/** Counts work and span. A mark is the longest way to it. */
export class CountingMeter implements Meter<number> {
  work = 0;
  readonly workAt = new Map<Place, number>();
  private depth = 0;

  get span(): number {
    return this.depth;
  }

  spend(at: Place, work: number, span: number): void {
    this.work += work;
    this.workAt.set(at, (this.workAt.get(at) ?? 0) + work);
    this.depth += span;
  }

  mark(): number {
    return this.depth;
  }

  moveTo(mark: number): void {
    this.depth = mark;
  }

  join(marks: readonly number[]): number {
    return marks.reduce((longest, mark) => Math.max(longest, mark), 0);
  }
}

/** Counts nothing. */
export const NO_METER: Meter = {
  spend: () => {},
  mark: () => undefined,
  moveTo: () => {},
  join: () => undefined,
};

/**
 * A graph, looked at: each node waits for nodes before it. What many wait for is one list, looked at once.
 *
 * @throws InvalidArgumentError naming the node
 */
export function checkDag(dag: CostDag): CostDag {
  const given = dag as { readonly waitsFor?: unknown; readonly places?: unknown } | null | undefined;
  const { waitsFor, places } = given ?? {};
  if (!Array.isArray(waitsFor))
    throw new InvalidArgumentError("dag.waitsFor", "a list for each node", describe(waitsFor));
  if (!Array.isArray(places) || places.length !== waitsFor.length) {
    throw new InvalidArgumentError("dag.places", `${waitsFor.length}, one for each node`, describe(places));
  }
  for (let node = 0; node < places.length; node++) {
    const place: unknown = places[node];
    if (!Number.isInteger(place)) {
      throw new InvalidArgumentError(`dag.places[${node}]`, "a place in a text, or -1", describe(place));
    }
  }
  const seen = new Set<unknown>();
  for (let node = 0; node < waitsFor.length; node++) {
    const before: unknown = waitsFor[node];
    if (seen.has(before)) continue;
    if (
      !Array.isArray(before) ||
      !before.every((earlier) => isBefore(earlier, node)) ||
      Object.keys(before).length !== before.length
    ) {
      throw new InvalidArgumentError(`dag.waitsFor[${node}]`, "nodes before it", describe(before));
    }
    seen.add(before);
  }
  return { waitsFor, places };
}

function isBefore(earlier: unknown, node: number): boolean {
  return Number.isInteger(earlier) && Number(earlier) >= 0 && Number(earlier) < node;
}
