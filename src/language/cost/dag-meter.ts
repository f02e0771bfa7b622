import { UnsupportedError } from "../../values/errors.ts";
import type { Place } from "../place.ts";
import type { Meter } from "./meter.ts";

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
