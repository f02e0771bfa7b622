// A run of steps as one phase, and the ways to cut an example into runs.
import type { Network, Step } from "../../networks/network.ts";
import type { IndexFit, IndexFitter, IndexPoint } from "./fit-index-function.ts";
import type { PairIndexPhase, WidthForm } from "./pair-index-program.ts";

/** The values of i over the steps of a segment, as the example has them. */
interface CounterValues {
  readonly first: number; // the lowest
  readonly direction: "up" | "down";
}

/** A form of N with what it costs to say it. */
interface CostedForm {
  readonly form: WidthForm;
  readonly cost: number;
}

/** A phase that takes longer than this with any N is read as growing with N. */
const LONGEST_CONSTANT_COUNT = 2;
const LARGEST_LOG_OFFSET = 4;
const LARGEST_WIDTH_OFFSET = 2;
const LARGEST_CONSTANT_FIRST = 2;

/** How i may count through `count` steps of an example of 2^levels wires, `before` steps having gone before. */
function counterValuesOf(count: number, levels: number, before: number): readonly CounterValues[] {
  if (count === 1) {
    return Array.from({ length: Math.max(1, levels) }, (_, first) => ({ first, direction: "up" }));
  }
  const firsts = new Set([0, 1, 2, levels - count, before].filter((first) => first >= 0));
  return [...firsts].flatMap((first) => [
    { first, direction: "up" },
    { first, direction: "down" },
  ]);
}

/** What the lowest value of i in an example may be for every N. */
function firstForms(first: number, levels: number): readonly CostedForm[] {
  const forms: CostedForm[] = [];
  if (first <= LARGEST_CONSTANT_FIRST) {
    forms.push({ form: { logs: 0, widths: 0, constant: first }, cost: first });
  }
  if (first > 0 && Math.abs(first - levels) <= LARGEST_LOG_OFFSET) {
    forms.push({ form: { logs: 1, widths: 0, constant: first - levels }, cost: 2 + levels - first });
  }
  return forms;
}

/** What the number of steps of a segment may be for every N: c0·log(N) + c1, or N + c1, or a small constant. */
function countForms(count: number, levels: number, width: number): readonly CostedForm[] {
  const forms: CostedForm[] = [];
  const [toLog, toWidth] = [count - levels, count - width];
  if (count <= LONGEST_CONSTANT_COUNT) {
    forms.push({ form: { logs: 0, widths: 0, constant: count }, cost: 1 + count });
  }
  if (Math.abs(toLog) <= LARGEST_LOG_OFFSET) {
    forms.push({ form: { logs: 1, widths: 0, constant: toLog }, cost: 1 + Math.abs(toLog) });
  }
  if (Math.abs(toWidth) <= LARGEST_WIDTH_OFFSET) {
    forms.push({ form: { logs: 0, widths: 1, constant: toWidth }, cost: 4 + Math.abs(toWidth) });
  }
  return forms;
}

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

  /** What f and g must be. Threads beyond the pairs of a step have a g that is not a wire: the guard keeps them out. */
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

/** Ends of the parts of every cut of `count` steps into `parts` that have at least one each: [2, 5] is steps 0 … 1 and 2 … 4. */
export function* segmentations(count: number, parts: number): Generator<readonly number[]> {
  if (parts === 1) {
    if (count > 0) yield [count];
    return;
  }
  for (let last = parts - 1; last < count; last++) {
    for (const ends of segmentations(last, parts - 1)) yield [...ends, count];
  }
}

/** The parts of a cut as [from, to). */
export function segmentsOf(ends: readonly number[]): readonly (readonly [from: number, to: number])[] {
  return ends.map((end, index) => [index === 0 ? 0 : ends[index - 1], end]);
}

/** Something with its price. */
interface Costed {
  readonly cost: number;
}

/** One of each list, the cheapest sums first, at most `most` of them. The lists are sorted by cost. */
export function cheapestCombinations<Item extends Costed>(
  lists: readonly (readonly Item[])[],
  most: number,
): readonly { readonly items: readonly Item[]; readonly cost: number }[] {
  let partial: { readonly items: readonly Item[]; readonly cost: number }[] = [{ items: [], cost: 0 }];
  for (const list of lists) {
    // Whatever follows costs the same for all, so that only the `most` cheapest beginnings can be among the cheapest.
    partial = partial
      .flatMap(({ items, cost }) =>
        list.slice(0, most).map((item) => ({ items: [...items, item], cost: cost + item.cost })),
      )
      .sort((one, other) => one.cost - other.cost)
      .slice(0, most);
  }
  return partial;
}
