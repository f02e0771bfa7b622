import type { Network, Step } from "../../networks/network.ts";
import type { IndexFit, IndexFitter, IndexPoint } from "./fit-index-function.ts";
import type { PairIndexPhase } from "./pair-index-model.ts";
import { type CounterValues, counterValuesOf, countForms, firstForms } from "./phase-counters.ts";

/** A phase that makes some steps of an example, and what it costs to say it. */
export interface CostedPhase {
  readonly phase: PairIndexPhase;
  readonly cost: number;
}

/** No f where there is no g. */
interface SegmentFits {
  readonly fs: readonly IndexFit[];
  readonly gs: readonly IndexFit[];
}

/** Phases for one segment that are kept, of those that fit it. */
const MOST_PHASES = 24;

/** Phases for segments of one example; what was found for a segment is remembered. */
export class SegmentFitter {
  readonly #steps: readonly Step[]; // pairs in the order of their destinations
  readonly #width: number;
  readonly #levels: number;
  readonly #fitter: IndexFitter;
  readonly #fitted = new Map<string, Promise<SegmentFits>>();
  readonly #known = new Map<string, Promise<readonly CostedPhase[]>>();

  constructor(example: Network, fitter: IndexFitter) {
    this.#width = example.width;
    this.#levels = Math.ceil(Math.log2(example.width));
    this.#steps = example.steps.map((step) => [...step].sort(([, one], [, other]) => one - other));
    this.#fitter = fitter;
  }

  /** The phases that make steps [from, to), the cheapest first, with up to `alternatives` functions for each way of counting. */
  phases(from: number, to: number, alternatives: number): Promise<readonly CostedPhase[]> {
    const key = `${from} ${to} ${alternatives}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find(from, to, alternatives);
    this.#known.set(key, found);
    return found;
  }

  /** Whether there is one at all: quicker, as the first is enough. */
  async hasPhase(from: number, to: number): Promise<boolean> {
    for (const counter of counterValuesOf(to - from, this.#levels, from)) {
      const { fs } = await this.#fits(from, to, counter, 1);
      if (fs.length > 0) return true;
    }
    return false;
  }

  async #find(from: number, to: number, alternatives: number): Promise<readonly CostedPhase[]> {
    const found: CostedPhase[] = [];
    for (const counter of counterValuesOf(to - from, this.#levels, from)) {
      const { fs, gs } = await this.#fits(from, to, counter, alternatives);
      for (const f of fs) {
        for (const g of gs) found.push(...this.#phasesOf({ ...counter, count: to - from }, f, g));
      }
    }
    return found.sort((one, other) => one.cost - other.cost).slice(0, MOST_PHASES);
  }

  #fits(from: number, to: number, counter: CounterValues, alternatives: number): Promise<SegmentFits> {
    const key = `${from} ${to} ${counter.first} ${counter.direction} ${alternatives}`;
    const known = this.#fitted.get(key) ?? this.#fit(from, to, counter, alternatives);
    this.#fitted.set(key, known);
    return known;
  }

  async #fit(
    from: number,
    to: number,
    { first, direction }: CounterValues,
    alternatives: number,
  ): Promise<SegmentFits> {
    const { sources, destinations } = this.#points(from, to, (place) =>
      direction === "up" ? first + place : first + (to - from - 1) - place,
    );
    const gs = await this.#fitter.fit(destinations, alternatives);
    return { gs, fs: gs.length === 0 ? [] : await this.#fitter.fit(sources, alternatives) };
  }

  /** What f and g must be. Threads beyond the pairs of a step have a g that is no wire: the guard keeps them out. */
  #points(from: number, to: number, counterAt: (place: number) => number) {
    const sources: IndexPoint[] = [];
    const destinations: IndexPoint[] = [];
    for (let place = 0; place < to - from; place++) {
      const step = this.#steps[from + place];
      for (let j = 0; j < this.#width; j++) {
        const at = { i: counterAt(place), j, N: this.#width };
        if (j >= step.length) {
          destinations.push({ ...at, value: this.#width, isLeast: true });
        } else {
          sources.push({ ...at, value: step[j][0], isLeast: false });
          destinations.push({ ...at, value: step[j][1], isLeast: false });
        }
      }
    }
    return { sources, destinations };
  }

  #phasesOf(
    counter: CounterValues & { readonly count: number },
    f: IndexFit,
    g: IndexFit,
  ): readonly CostedPhase[] {
    const { direction } = counter;
    return firstForms(counter.first, this.#levels).flatMap((first) =>
      countForms(counter.count, this.#levels, this.#width).map((count) => ({
        phase: { first: first.form, count: count.form, direction, f: f.summands, g: g.summands },
        cost: f.cost + g.cost + first.cost + count.cost + (direction === "up" ? 0 : 1),
      })),
    );
  }
}
