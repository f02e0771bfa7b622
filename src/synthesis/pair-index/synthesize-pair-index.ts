// The published synthesis: cuts of an example into phases, few first, until a program is also a scan at larger widths.
import { copyNetwork, hasSamePairs, type Network } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { checkInteger, checkList } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { IndexFitter } from "./fit-index-function.ts";
import {
  type CostedPhase,
  cheapestCombinations,
  SegmentFitter,
  segmentations,
  segmentsOf,
} from "./fit-segments.ts";
import { SEED_BASIS } from "./index-basis.ts";
import { copyBasis, type IndexBasis, networkProgramOf, type PairIndexProgram } from "./pair-index-program.ts";

/** What programs are looked for, and for how long. */
export interface PairIndexOptions {
  readonly basis?: IndexBasis; // default: SEED_BASIS
  readonly phases?: "all" | "greedy" | readonly number[]; // all cuts into phases; longest first, as published; steps of each. Default: "all"
  readonly further?: readonly Network[]; // examples of other widths, which the program has to make too
  readonly mostPhases?: number; // default: 5
  readonly mostQuestions?: number; // to the solver, after which no more cuts are tried; default: 1500
  readonly timeoutMs?: number; // for one question to the solver; default: 10,000
}

/** A program found, and where it was seen to make scans; or the step at which every program ends. */
export type PairIndexResult =
  | {
      readonly status: "found";
      readonly program: PairIndexProgram;
      readonly networkProgram: NetworkProgram;
      readonly cost: number;
      readonly validAt: readonly number[]; // widths, of those tried, at which it makes a scan for every associative operator
      readonly questions: number; // programs that the solver was given
    }
  | {
      readonly status: "none";
      readonly step: number; // from 0: the first that no phase makes, or the number of steps where each has one
      readonly reason: string;
      readonly nearest?: PairIndexProgram; // makes the steps before it, or all of them and no scan elsewhere
      readonly questions: number;
    };

/** Widths at which a program must make a scan are these times that of the example. */
const REQUIRED_SCALES = [2, 4, 8];

/** Where a program is tried beside, and need not make one. */
const FURTHER_WIDTHS = [4, 5, 7, 8, 13, 37, 100, 256, 512];

/** Functions tried for each index expression: the cheapest alone, and if nothing comes of it, more. */
const ALTERNATIVES = [1, 4];

const MOST_COMBINATIONS = 200;
/** Cuts into so many parts are tried before each step is looked at alone. */
const PARTS_BEFORE_STEPS = 2;

const DEFAULT_PHASES = 5;
const DEFAULT_QUESTIONS = 1500;
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * A loop program in the published form, h, f and g of each phase, from one example, by integer programming.
 *
 * Cuts of the steps into phases are tried with few phases first; among equally many, those that are cheapest to write down. A program
 * is taken if it makes the example, the further ones, and scans at 2, 4 and 8 times the width. With "greedy" each phase is as long as it can be, its
 * functions are the cheapest, and nothing else is tried.
 *
 * @throws InvalidArgumentError for an example that is not a scan (naming the output and what it computes), and for bad options
 */
export async function synthesizePairIndex(
  example: Network,
  solver: IntegerProgramSolver,
  options: PairIndexOptions = {},
): Promise<PairIndexResult> {
  checkSolver(solver, "solve");
  const checked = checkOptions(options);
  const network = copyNetwork(example, "example");
  checkExample(network, checked);
  return new Search(network, solver, checked).run();
}

const MOST = 2 ** 31 - 1;

function checkOptions(options: PairIndexOptions): PairIndexOptions {
  checkOptionNames(options, ["basis", "phases", "further", "mostPhases", "mostQuestions", "timeoutMs"]);
  const { basis = SEED_BASIS, phases = "all", further = [], timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { mostPhases = DEFAULT_PHASES, mostQuestions = DEFAULT_QUESTIONS } = options;
  if (!Array.isArray(phases)) checkName("phases", ["all", "greedy"], phases);
  const networks = checkList("further", further, "networks");
  checkInteger("mostPhases", mostPhases, 1, MOST);
  checkInteger("mostQuestions", mostQuestions, 1, MOST);
  checkTimeout(timeoutMs);
  return {
    ...options,
    basis: basis === SEED_BASIS ? basis : copyBasis(basis),
    further: networks.map((each, index) => copyNetwork(each, `further[${index}]`)),
  };
}

function checkExample(example: Network, { phases, further = [] }: PairIndexOptions): void {
  for (const [index, network] of [example, ...further].entries()) {
    const verdict = checkIntervals(network);
    if (verdict.holds) continue;
    throw new InvalidArgumentError(
      index === 0 ? "example" : `further[${index - 1}]`,
      `a scan for every associative operator, output ${verdict.output} being ${verdict.expected}`,
      String(verdict.computes),
    );
  }
  if (typeof phases !== "object") return;
  const areCounts = Array.from(phases).every((count) => Number.isInteger(count) && count > 0);
  if (areCounts && phases.reduce((total, count) => total + count, 0) === example.steps.length) return;
  throw new InvalidArgumentError(
    "phases",
    `${example.steps.length} steps in all, one at least each`,
    areCounts ? phases.join(", ") : describe(phases),
  );
}

interface Candidate {
  readonly program: PairIndexProgram;
  readonly cost: number;
}

class Search {
  readonly #example: Network;
  readonly #options: PairIndexOptions;
  readonly #fitter: IndexFitter;
  readonly #segments: SegmentFitter;
  #nearest: { readonly candidate: Candidate; readonly width: number } | undefined;

  constructor(example: Network, solver: IntegerProgramSolver, options: PairIndexOptions) {
    const { basis = SEED_BASIS, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const steps = example.steps.filter((step) => step.length > 0);
    this.#example = { width: example.width, steps };
    this.#options = options;
    this.#fitter = new IndexFitter(solver, basis, timeoutMs);
    this.#segments = new SegmentFitter(this.#example, this.#fitter);
  }

  async run(): Promise<PairIndexResult> {
    const { phases = "all", mostPhases = DEFAULT_PHASES } = this.#options;
    if (phases === "greedy") return this.#runGreedily();
    const stepCount = this.#example.steps.length;
    for (const alternatives of ALTERNATIVES) {
      for (let parts = 1; parts <= Math.min(mostPhases, stepCount); parts++) {
        const cuts = phases === "all" ? segmentations(stepCount, parts) : givenCut(phases, parts);
        const found = this.#firstValid(await this.#candidates(cuts, alternatives));
        if (found !== undefined) return found;
        if (this.#isOver()) return this.#failure();
        // Many networks need no look at single steps; before there are many cuts it pays.
        const hopeless = parts === PARTS_BEFORE_STEPS ? await this.#stepWithoutPhase() : undefined;
        if (hopeless !== undefined) return this.#failureAt(hopeless);
      }
    }
    return this.#failure();
  }

  #isOver(): boolean {
    return this.#fitter.solveCount >= (this.#options.mostQuestions ?? DEFAULT_QUESTIONS);
  }

  async #candidates(cuts: Iterable<readonly number[]>, alternatives: number): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    for (const cut of cuts) {
      if (this.#isOver()) break;
      const lists = await this.#phasesOfCut(segmentsOf(cut), alternatives);
      if (lists === undefined) continue;
      for (const { items, cost } of cheapestCombinations(lists, MOST_COMBINATIONS)) {
        candidates.push({ program: { phases: items.map(({ phase }) => phase) }, cost });
      }
    }
    return candidates.sort((one, other) => one.cost - other.cost);
  }

  /** The phases of each segment, unless one has none. Long ones first: most of them have none, and that is seen without the solver. */
  async #phasesOfCut(
    segments: readonly (readonly [from: number, to: number])[],
    alternatives: number,
  ): Promise<readonly (readonly CostedPhase[])[] | undefined> {
    const found = new Map<number, readonly CostedPhase[]>();
    const order = [...segments].sort(([from, to], [otherFrom, otherTo]) => otherTo - otherFrom - (to - from));
    for (const [from, to] of order) {
      const phases = await this.#segments.phases(from, to, alternatives);
      if (phases.length === 0) return undefined;
      found.set(from, phases);
    }
    return segments.map(([from]) => found.get(from) ?? []);
  }

  #firstValid(candidates: readonly Candidate[]): PairIndexResult | undefined {
    for (const candidate of candidates) {
      const networkProgram = networkProgramOf(candidate.program);
      const failing = this.#failingWidth(networkProgram);
      if (failing === undefined) return this.#success(candidate, networkProgram);
      if (this.#nearest === undefined || failing > this.#nearest.width) {
        this.#nearest = { candidate, width: failing };
      }
    }
    return undefined;
  }

  #success({ program, cost }: Candidate, networkProgram: NetworkProgram): PairIndexResult {
    const { width } = this.#example;
    const tried = new Set([width, ...REQUIRED_SCALES.map((scale) => scale * width), ...FURTHER_WIDTHS]);
    const validAt = [...tried]
      .filter((each) => isScanAt(networkProgram, each))
      .sort((one, other) => one - other);
    return { status: "found", program, networkProgram, cost, validAt, questions: this.#fitter.solveCount };
  }

  /** The first width at which a program is wrong. */
  #failingWidth(program: NetworkProgram): number | undefined {
    const { width } = this.#example;
    const examples = [this.#example, ...(this.#options.further ?? [])];
    const wrong = examples.find((example) => !makes(program, example));
    if (wrong !== undefined) return wrong.width;
    return REQUIRED_SCALES.map((scale) => scale * width).find((each) => !isScanAt(program, each));
  }

  async #runGreedily(): Promise<PairIndexResult> {
    const stepCount = this.#example.steps.length;
    const cut: number[] = [];
    for (let from = 0; from < stepCount; ) {
      let to = from;
      while (to < stepCount && (await this.#segments.hasPhase(from, to + 1))) to++;
      if (to === from) return this.#failure();
      cut.push(to);
      from = to;
    }
    return this.#firstValid(await this.#candidates([cut], 1)) ?? this.#failure();
  }

  /** The first step that no phase makes, not even alone. */
  async #stepWithoutPhase(): Promise<number | undefined> {
    for (let step = 0; step < this.#example.steps.length; step++) {
      if (!(await this.#segments.hasPhase(step, step + 1))) return step;
    }
    return undefined;
  }

  async #failureAt(step: number): Promise<PairIndexResult> {
    const nearest = await this.#programBefore(step);
    const reason = `no f and g of the basis are the pairs of step ${step}`;
    const questions = this.#fitter.solveCount;
    return { status: "none", step, reason, questions, ...(nearest === undefined ? {} : { nearest }) };
  }

  async #failure(): Promise<PairIndexResult> {
    const hopeless = await this.#stepWithoutPhase();
    if (hopeless !== undefined) return this.#failureAt(hopeless);
    const questions = this.#fitter.solveCount;
    const found = this.#nearest;
    const why =
      found === undefined
        ? "each step has a phase, and no sequence of so few makes them all"
        : `the programs that make the example are wrong elsewhere, the nearest at ${found.width} wires`;
    const reason = this.#isOver() ? `${why} (stopped after ${questions} questions to the solver)` : why;
    const nearest = found === undefined ? {} : { nearest: found.candidate.program };
    return { status: "none", step: this.#example.steps.length, reason, questions, ...nearest };
  }

  /** Phases as long as they can be, up to a step that has none. */
  async #programBefore(end: number): Promise<PairIndexProgram | undefined> {
    const cut: number[] = [];
    for (let from = 0; from < end; ) {
      let to = from + 1;
      while (to < end && (await this.#segments.hasPhase(from, to + 1))) to++;
      cut.push(to);
      from = to;
    }
    return cut.length === 0 ? undefined : (await this.#candidates([cut], 1))[0]?.program;
  }
}

function givenCut(counts: readonly number[], parts: number): readonly (readonly number[])[] {
  if (parts !== counts.length) return [];
  let end = 0;
  return [
    counts.map((count) => {
      end += count;
      return end;
    }),
  ];
}

function isScanAt(program: NetworkProgram, width: number): boolean {
  const network = expansion(program, width);
  return network !== undefined && checkIntervals(network).holds;
}

function makes(program: NetworkProgram, example: Network): boolean {
  const network = expansion(program, example.width);
  return network !== undefined && hasSamePairs(network, example);
}

/** Its network, unless it writes where nothing is, or leaves the whole numbers: it is not a program then. */
function expansion(program: NetworkProgram, width: number): Network | undefined {
  try {
    return expandProgram(program, width);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return undefined;
    throw error;
  }
}
