import type { Place } from "../place.ts";

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
