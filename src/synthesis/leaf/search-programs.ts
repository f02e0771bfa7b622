// Best-first search for sequences of phases that make the example and are scans elsewhere.
import { hasSamePairs, isSameStep, type Network } from "../../networks/network.ts";
import { checkIdempotent, checkIntervals } from "../../networks/validators/check-intervals.ts";
import { expandProgram, stepsOfPhase } from "../programs/expand-program.ts";
import type { NetworkProgram, ProgramPhase } from "../programs/network-program.ts";
import { fitPhase, type PhaseCandidate } from "./fit-phase.ts";
import type { SampledStep } from "./phase-samples.ts";
import type { ExpectTime } from "./search-time.ts";
import {
  initialSpans,
  isScanned,
  type JoinRule,
  runnablePhase,
  type SpanState,
  spansAfter,
  whereTermsHaveValues,
} from "./span-state.ts";

// A heap whose order is total, so that a search finds the same program on every machine.
/** Things in the order of their keys, least first; equal ones in the order in which they came. */
export class CandidateQueue<Item> {
  readonly #heap: { readonly item: Item; readonly key: number; readonly turn: number }[] = [];
  #turn = 0;

  push(item: Item, key: number): void {
    const entry = { item, key, turn: this.#turn++ };
    let at = this.#heap.length;
    this.#heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): Item | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last === undefined || first === undefined) return undefined;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first.item;
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < this.#heap.length);
      const least = children.reduce((best, child) => (this.#isBefore(child, best) ? child : best), at);
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const left = this.#heap[one];
    const right = this.#heap[other];
    return left.key === right.key ? left.turn < right.turn : left.key < right.key;
  }

  #swap(one: number, other: number): void {
    [this.#heap[one], this.#heap[other]] = [this.#heap[other], this.#heap[one]];
  }
}

export interface SearchOutcome {
  readonly found: FoundProgram | undefined;
  readonly triedCount: number; // candidates that were looked at
  readonly refuted: { readonly program: NetworkProgram; readonly width: number } | undefined; // the last whole one that is not a scan
}

/** Widths at which every phase has to join neighbours: small ones, one that is twice as wide and one that is more. */
const SMALL_WIDTHS = [5, 13, 2, 3];

/** Widths at which a whole program has to be a scan. */
const LATE_WIDTHS = [1, 7, 8, 31, 64, 100, 256];

/** Block lengths that are no powers of two are named up to this one. */
const LARGEST_ODD_BLOCK = 16;

/** What is to be searched for an example. */
export function searchTask(
  example: Network,
  {
    blocks,
    ...rest
  }: Pick<SearchTask, "others" | "rule" | "statements" | "mostPhases" | "longestBody" | "expectTime"> & {
    readonly blocks: "powers of two" | "any";
  },
): SearchTask {
  const { width, steps } = example;
  const moduli: number[] = [];
  for (let modulus = 2; modulus <= width / 2; modulus++) {
    const isPower = Number.isInteger(Math.log2(modulus));
    if (isPower || (blocks === "any" && modulus <= LARGEST_ODD_BLOCK)) moduli.push(modulus);
  }
  const wide = [2 * width, 2 * width + 5];
  return { ...rest, width, steps, moduli, earlyWidths: [...SMALL_WIDTHS, ...wide], lateWidths: LATE_WIDTHS };
}

/** What a program has to do: make the steps at the width, and be a scan at all others that are looked at. */
interface SearchTask {
  readonly width: number;
  readonly steps: readonly SampledStep[];
  readonly others: readonly Network[]; // further examples, which it has to make too
  readonly rule: JoinRule;
  readonly moduli: readonly number[]; // block lengths that terms may name
  readonly earlyWidths: readonly number[]; // looked at phase by phase
  readonly lateWidths: readonly number[]; // looked at when a program is whole
  readonly statements: readonly [least: number, most: number]; // of all phases together
  readonly mostPhases?: number; // default: as many as there are statements
  readonly longestBody?: number; // statements of one phase; default: 1
  readonly expectTime?: ExpectTime | undefined; // called between candidates, and before a phase is fitted
  readonly mostTried?: number; // candidates for phases that are looked at before a number of statements is given up; default: 1200
}

interface FoundProgram {
  readonly program: NetworkProgram;
  readonly cost: number;
  readonly bounds: readonly number[]; // phase p makes the steps from bounds[p] to bounds[p + 1]
}

const DEFAULT_MOST_TRIED = 1200;

/**
 * The cheapest program of the fewest statements that does the task, over all segmentations of the steps.
 *
 * Best first: a beginning's cost and the least that the rest can cost without looking at other widths. A phase that joins what does not adjoin, at any
 * width that is looked at, is given up with all that would follow.
 */
export function searchPrograms(task: SearchTask): SearchOutcome {
  return new ProgramSearch(task).run();
}

/** The first phases of a program, and where they have come to. */
interface Beginning {
  readonly phases: readonly ProgramPhase[];
  readonly bounds: readonly number[];
  readonly statementCount: number;
  readonly cost: number;
  readonly states: readonly SpanState[]; // before the last phase, until it has been looked at
  readonly places: readonly number[]; // in the other examples, likewise
}

class ProgramSearch {
  readonly #task: SearchTask;
  readonly #fits = new Map<string, readonly PhaseCandidate[]>();
  readonly #longestBody: number;
  #triedCount = 0;
  #refuted: SearchOutcome["refuted"];

  constructor(task: SearchTask) {
    this.#task = task;
    this.#longestBody = task.longestBody ?? 1;
  }

  run(): SearchOutcome {
    let found: FoundProgram | undefined;
    const [least, most] = this.#task.statements;
    for (let count = least; count <= most && found === undefined; count++) {
      if (count <= this.#task.steps.length) found = this.#withStatements(count);
    }
    return { found, triedCount: this.#triedCount, refuted: this.#refuted };
  }

  #withStatements(count: number): FoundProgram | undefined {
    const leasts = this.#leastCosts(count);
    const queue = new CandidateQueue<Beginning>();
    const seen = new Set<string>();
    const { earlyWidths, others, mostTried = DEFAULT_MOST_TRIED } = this.#task;
    const start: Beginning = {
      phases: [],
      bounds: [0],
      statementCount: 0,
      cost: 0,
      states: earlyWidths.map(initialSpans),
      places: others.map(() => 0),
    };
    this.#pushNext(queue, start, count, leasts);
    for (let tried = 0; tried < mostTried; tried++) {
      const next = queue.pop();
      if (next === undefined) return undefined;
      this.#task.expectTime?.();
      this.#triedCount++;
      const checked = this.#checked(next);
      if (checked === undefined || seen.has(keyOf(checked))) continue;
      seen.add(keyOf(checked));
      if (checked.statementCount < count) this.#pushNext(queue, checked, count, leasts);
      else if (this.#isWhole(checked)) {
        return { program: { phases: checked.phases }, cost: checked.cost, bounds: checked.bounds };
      }
    }
    return undefined;
  }

  /** leasts[count][at]: the least cost of phases of so many statements that make the steps from `at` on. */
  #leastCosts(most: number): readonly (readonly number[])[] {
    const { steps } = this.#task;
    const none = steps.map(() => Number.POSITIVE_INFINITY);
    const leasts: number[][] = [[...none, 0]];
    for (let count = 1; count <= most; count++) {
      const row = [...none, Number.POSITIVE_INFINITY];
      const [first, last] = count === most ? [0, 0] : [1, steps.length - count];
      for (let from = first; from <= last; from++) {
        for (const { to, body } of this.#ends(from, count)) {
          const rest = leasts[count - body][to];
          if (rest === Number.POSITIVE_INFINITY) continue;
          const best = this.#fit(from, to, body)[0];
          if (best !== undefined) row[from] = Math.min(row[from], best.cost + rest);
        }
      }
      leasts.push(row);
    }
    return leasts;
  }

  /** Where a phase from a step on may end, and how many statements it may have, with so many left, its own among them. */
  #ends(from: number, left: number): readonly { readonly to: number; readonly body: number }[] {
    const last = this.#task.steps.length;
    return Array.from({ length: Math.min(left, this.#longestBody) }, (_, index) => index + 1).flatMap(
      (body) => {
        if (left === body) return [{ to: last, body }];
        const count = last - from - left + 1;
        return Array.from({ length: Math.max(0, count) }, (_, index) => ({ to: from + body + index, body }));
      },
    );
  }

  #fit(from: number, to: number, body: number): readonly PhaseCandidate[] {
    const key = `${from} ${to} ${body}`;
    const { steps, width, moduli } = this.#task;
    const known = this.#fits.get(key);
    if (known !== undefined) return known;
    this.#task.expectTime?.();
    const fits = fitPhase(steps.slice(from, to), width, moduli, body);
    this.#fits.set(key, fits);
    return fits;
  }

  #pushNext(
    queue: CandidateQueue<Beginning>,
    before: Beginning,
    most: number,
    leasts: readonly (readonly number[])[],
  ): void {
    const from = before.bounds[before.bounds.length - 1];
    const left = most - before.statementCount;
    if (before.phases.length === this.#task.mostPhases) return;
    for (const { to, body } of this.#ends(from, left)) {
      const rest = leasts[left - body][to];
      if (rest === Number.POSITIVE_INFINITY) continue;
      for (const { phase, cost } of this.#fit(from, to, body)) {
        const whole = before.cost + cost;
        const phases = [...before.phases, phase];
        const statementCount = before.statementCount + body;
        queue.push(
          { ...before, phases, bounds: [...before.bounds, to], statementCount, cost: whole },
          whole + rest,
        );
      }
    }
  }

  /** The same after its last phase; undefined if that phase is wrong at another width or in another example. */
  #checked(beginning: Beginning): Beginning | undefined {
    const { others, rule } = this.#task;
    const phase = beginning.phases[beginning.phases.length - 1];
    const places: number[] = [];
    for (const [index, example] of others.entries()) {
      const place = placeAfter(example, beginning.places[index], phase);
      if (place === undefined) return undefined;
      places.push(place);
    }
    const states: SpanState[] = [];
    const runnable = runnablePhase(phase);
    for (const state of beginning.states) {
      const after = spansAfter(state, runnable, rule);
      if (after === undefined) return undefined;
      states.push(after);
    }
    return { ...beginning, states, places };
  }

  #isWhole({ phases, states, places }: Beginning): boolean {
    const { others, width, steps } = this.#task;
    const program = { phases };
    const unfinished = states.find((state) => !isScanned(state));
    if (unfinished !== undefined) {
      this.#refuted = { program, width: unfinished.width };
      return false;
    }
    if (!others.every((example, index) => places[index] === example.steps.length)) return false;
    if (!isSameWhereKnown(expandProgram(program, width), steps)) return false;
    const wrong = this.#task.lateWidths.find((late) => !this.#isScanAt(program, late));
    if (wrong !== undefined) this.#refuted = { program, width: wrong };
    return wrong === undefined;
  }

  #isScanAt(program: NetworkProgram, width: number): boolean {
    const check = this.#task.rule === "associative" ? checkIntervals : checkIdempotent;
    let state: SpanState | undefined = initialSpans(width);
    for (const phase of program.phases) {
      if (state !== undefined) state = spansAfter(state, runnablePhase(phase), this.#task.rule);
    }
    return (
      state !== undefined && isScanned(state) && (width > 64 || check(expandProgram(program, width)).holds)
    );
  }
}

/** Beginnings of the same key go on in the same ways: they have come as far, and hold the same on all wires. */
function keyOf({ bounds, states, places, statementCount }: Beginning): string {
  const starts = states.map((state) => state.starts.join(" "));
  return [statementCount, bounds[bounds.length - 1], places.join(" "), ...starts].join(";");
}

function isSameWhereKnown(network: Network, steps: readonly SampledStep[]): boolean {
  return (
    network.steps.length === steps.length &&
    hasSamePairs(network, { ...network, steps: steps.map((step, index) => step ?? network.steps[index]) })
  );
}

/** Where an example stands after a phase made its next steps; undefined if it does not make them. */
function placeAfter({ width, steps }: Network, place: number, phase: ProgramPhase): number | undefined {
  const madeSteps = whereTermsHaveValues(() => stepsOfPhase(phase, width));
  if (madeSteps === undefined) return undefined;
  let next = place;
  for (const { step: made } of madeSteps) {
    if (made.length === 0) continue;
    if (next >= steps.length || !isSameStep(made, steps[next])) return undefined;
    next++;
  }
  return next;
}
