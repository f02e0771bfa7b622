import { copyNetwork, type Network } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { InvalidArgumentError } from "../../values/errors.ts";
import { segmentations } from "../pair-index/fit-segments.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { checkValues } from "./check-values.ts";
import { exampleConstraints } from "./example-constraints.ts";
import { checkSketch, type Sketch } from "./sketch.ts";
import type { SketchConstraint } from "./sketch-constraint.ts";
import { SketchEvaluator, type SketchValues } from "./sketch-evaluator.ts";
import { type SketchPhase, sketchPhases } from "./sketch-phase.ts";
import { type FilledFunction, SketchFiller, type SketchSolution } from "./sketch-program.ts";
import { sketchError } from "./sketch-text.ts";
import { type SketchQuestion, solveConstraints } from "./solve-constraints.ts";
import { unrollSketch } from "./unroll-sketch.ts";

/** Options of `solveSketch`. */
export interface SolveSketchOptions {
  readonly values?: SketchValues; // of names beside N
  readonly mostSolutions?: number; // tried for each way to give the steps to the phases; default: 12
  readonly timeoutMs?: number; // for one question to the solver; default: 10,000
}

/** The holes filled, or the step from which on nothing fills them. */
export type SketchResult =
  | {
      readonly status: "found";
      readonly functions: readonly FilledFunction[]; // those that were holes
      readonly program: NetworkProgram;
      readonly stepCounts: readonly number[]; // of the example, by phase
      readonly validAt: readonly number[]; // widths, of those tried, at which the program makes a scan
      readonly isGeneral: boolean; // whether 2, 4 and 8 times the example's are among them; if not, no other filling tried was better
      readonly constraintCount: number;
      readonly unknownCount: number;
      readonly questions: number;
    }
  | {
      readonly status: "none";
      readonly step: number; // from 0: the first that no filling makes beside those before it, or how many there are
      readonly reason: string;
      readonly questions: number;
    };

const DEFAULT_SOLUTIONS = 12;
const MOST_SOLUTIONS = 2 ** 16;
const DEFAULT_TIMEOUT_MS = 10_000;
const SCALES = [2, 4, 8];
const FURTHER_WIDTHS = [5, 7, 13, 37, 100];

/**
 * Fills the holes of a sketch from an example: the constraints are drawn from both, and solved by integer programming.
 *
 * A phase takes the steps that the sketch gives it (`steps 0..3`); else every way to give the steps to the phases is tried. Among fillings that make the
 * example the cheapest which makes scans at 2, 4 and 8 times its width is taken, or the cheapest of all where none does.
 *
 * @throws NetworkSyntaxError, with the place in the sketch, for what has no meaning or is not linear in its holes
 * @throws InvalidArgumentError where the steps that the sketch gives are not those of the example
 */
export async function solveSketch(
  sketch: Sketch,
  example: Network,
  solver: IntegerProgramSolver,
  options: SolveSketchOptions = {},
): Promise<SketchResult> {
  checkSketch(sketch);
  const network = copyNetwork(example, "example");
  checkSolver(solver, "solve");
  checkOptionNames(options, ["values", "mostSolutions", "timeoutMs"]);
  const { values = {}, mostSolutions = DEFAULT_SOLUTIONS, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  checkInteger("mostSolutions", mostSolutions, 1, MOST_SOLUTIONS);
  checkTimeout(timeoutMs);
  const checked = { values: checkValues(values), mostSolutions, timeoutMs };
  return new SketchSearch(sketch, network, solver, checked).run();
}

/** The ways to give an example's steps to the phases of a sketch, as numbers of steps. */
export function stepCountsOf(sketch: Sketch, example: Network): readonly (readonly number[])[] {
  const phases = sketchPhases(sketch);
  const given = phases.map(({ counter }) => counter?.steps);
  const total = example.steps.length;
  const cuts = [...segmentations(total, phases.length)].map((ends) =>
    ends.map((end, index) => end - (index === 0 ? 0 : ends[index - 1])),
  );
  const fitting = cuts.filter((counts) => {
    let from = 0;
    return counts.every((count, index) => {
      const [first, last] = given[index] ?? [from, from + count - 1];
      const fits = first === from && last === from + count - 1;
      from += count;
      return fits;
    });
  });
  if (fitting.length > 0) return fitting;
  const shown = given.map((steps) => (steps === undefined ? "any" : `${steps[0]}..${steps[1]}`)).join(", ");
  throw new InvalidArgumentError("example", `one whose steps the phases take (${shown})`, `${total} steps`);
}

class SketchSearch {
  readonly #sketch: Sketch;
  readonly #example: Network;
  readonly #solver: IntegerProgramSolver;
  readonly #options: SolveSketchOptions;
  readonly #phases: readonly SketchPhase[];
  #questions = 0;

  constructor(sketch: Sketch, example: Network, solver: IntegerProgramSolver, options: SolveSketchOptions) {
    if (sketch.expectations.length > 0) {
      const { at } = sketch.expectations[0];
      throw sketchError(sketch.origin, at, "no expectations where there is an example", '"expect"');
    }
    this.#sketch = sketch;
    this.#example = { width: example.width, steps: example.steps.filter((step) => step.length > 0) };
    this.#solver = {
      name: solver.name,
      version: solver.version,
      solve: (...question) => this.#ask(solver, question),
      close: () => solver.close(),
    };
    this.#options = options;
    this.#phases = sketchPhases(sketch);
  }

  async run(): Promise<SketchResult> {
    const cuts = stepCountsOf(this.#sketch, this.#example);
    let cheapest: SketchResult | undefined;
    for (const counts of cuts) {
      const question = this.#question(counts, this.#example.steps.length, true);
      if (question === undefined) continue;
      for await (const solution of solveConstraints(question, this.#solver, this.#limits())) {
        const result = this.#result(counts, question, solution);
        if (result.status === "found" && result.isGeneral) return result;
        cheapest ??= result;
      }
    }
    return cheapest ?? this.#failure(cuts);
  }

  #ask(solver: IntegerProgramSolver, question: Parameters<IntegerProgramSolver["solve"]>) {
    this.#questions++;
    return solver.solve(...question);
  }

  #limits() {
    const { mostSolutions = DEFAULT_SOLUTIONS, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    return { most: mostSolutions, timeoutMs };
  }

  /** The constraints of the first steps, and those of the loops' bounds if asked for. */
  #question(counts: readonly number[], stepCount: number, hasBounds: boolean): SketchQuestion | undefined {
    const evaluator = new SketchEvaluator(this.#sketch, { ...this.#options.values, N: this.#example.width });
    const unrolled = unrollSketch(this.#phases, counts, evaluator);
    if (unrolled === undefined) return undefined;
    const constraints: SketchConstraint[] = hasBounds ? [...unrolled.constraints] : [];
    for (const [index, step] of this.#example.steps.slice(0, stepCount).entries()) {
      const found = exampleConstraints(unrolled.steps[index], step, evaluator);
      if (found === undefined) return undefined;
      for (const constraint of found) constraints.push(constraint);
    }
    return { constraints, unknowns: evaluator.unknowns };
  }

  #result(
    counts: readonly number[],
    { constraints, unknowns }: SketchQuestion,
    solution: SketchSolution,
  ): SketchResult {
    const filler = new SketchFiller(this.#sketch, solution, this.#options.values);
    const program = filler.program();
    const { width } = this.#example;
    const needed = SCALES.map((scale) => scale * width);
    const widths = [...new Set([...FURTHER_WIDTHS, width, ...needed])];
    const validAt = widths.filter((each) => isScanAt(program, each)).sort((one, other) => one - other);
    return {
      status: "found",
      functions: filler.functions(),
      program,
      stepCounts: counts,
      validAt,
      isGeneral: needed.every((each) => validAt.includes(each)),
      constraintCount: constraints.length,
      unknownCount: unknowns.size,
      questions: this.#questions,
    };
  }

  async #failure(cuts: readonly (readonly number[])[]): Promise<SketchResult> {
    const stepCount = this.#example.steps.length;
    let step = 0;
    for (const counts of cuts) {
      while (step < stepCount && (await this.#isFilledUpTo(counts, step + 1))) step++;
    }
    const reason =
      step < stepCount
        ? `no filling makes step ${step} of the example beside those before it`
        : `every step can be made, but no loops of the sketch take ${stepCount} steps at ${this.#example.width} wires`;
    return { status: "none", step, reason, questions: this.#questions };
  }

  async #isFilledUpTo(counts: readonly number[], stepCount: number): Promise<boolean> {
    const question = this.#question(counts, stepCount, false);
    if (question === undefined) return false;
    const limits = { ...this.#limits(), most: 1 };
    for await (const _ of solveConstraints(question, this.#solver, limits)) return true;
    return false;
  }
}

/** Whether a program makes a scan at a width. */
export function isScanAt(program: NetworkProgram, width: number): boolean {
  try {
    return checkIntervals(expandProgram(program, width)).holds;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return false; // it writes where nothing is
    throw error;
  }
}
