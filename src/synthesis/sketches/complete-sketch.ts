import { checkWidth, copyNetwork, type Network } from "../../networks/network.ts";
import { runNetwork } from "../../networks/run-network.ts";
import { askSmt, wrongAnswer } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { checkBoolean, checkFunction } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { checkValues } from "./check-values.ts";
import { exampleConstraints } from "./example-constraints.ts";
import { checkSketch, type Sketch } from "./sketch.ts";
import type { SketchConstraint } from "./sketch-constraint.ts";
import { SketchEvaluator, type SketchValues } from "./sketch-evaluator.ts";
import { sketchPhases } from "./sketch-phase.ts";
import { type FilledFunction, SketchFiller } from "./sketch-program.ts";
import { sketchScript, solutionOf } from "./sketch-script.ts";
import { stepCountsOf } from "./solve-sketch.ts";
import { type UnrolledSketch, unrollSketch } from "./unroll-sketch.ts";

/** Options of `completeSketch`: the width, what the filling has to do there, and how long it may take. */
export interface CompleteSketchOptions {
  readonly width: number; // N
  readonly example?: Network; // whose steps the sketch has to make; without it `stepCounts` says how many there are
  readonly stepCounts?: readonly number[]; // by phase; default: the first cut of the example's steps that fits
  readonly mustScan: boolean; // whether the result has to be a scan of all inputs, found by counterexamples
  readonly values?: SketchValues; // of names beside N
  readonly timeoutMs: number; // in all
  readonly now: () => number; // milliseconds of any clock
}

/** A filling; that there is none; or no answer in time, with the last filling that was looked at. */
export type CompleteSketchResult =
  | (Completion & { readonly status: "found" })
  | { readonly status: "none"; readonly counterexamples: readonly number[] }
  | {
      readonly status: "unknown";
      readonly reason: string;
      readonly best?: Completion;
      readonly counterexamples: readonly number[];
    };

/** A filling: the functions that were holes, and the program that they make. */
export interface Completion {
  readonly functions: readonly FilledFunction[];
  readonly program: NetworkProgram;
  readonly counterexamples: readonly number[]; // elements c: at the input that is 1 at c and 0 elsewhere an earlier filling was wrong
}

/**
 * Fills the holes of a sketch by Z3, as SKETCH does it: a filling that is right for some inputs, then an input at which it is wrong, and so on.
 *
 * The solver looks for a filling that makes the example, if there is one, and scans the inputs met so far; the verifier runs it on every unit vector, which
 * decides for every input, because outputs are sums. For one width: ask `expandProgram` about others.
 *
 * @throws NetworkSyntaxError as `solveSketch` does
 * @throws InvalidArgumentError where neither example nor `stepCounts` says how many steps there are
 */
export async function completeSketch(
  sketch: Sketch,
  solver: SmtSolver,
  given: CompleteSketchOptions,
): Promise<CompleteSketchResult> {
  checkSketch(sketch);
  checkSolver(solver, "check");
  const options = checkOptions(given);
  const { width, mustScan, timeoutMs, now, values = {} } = options;
  const end = now() + timeoutMs;
  const question = questionOf(sketch, options);
  const hasExample = options.example !== undefined;
  const counterexamples: number[] = [];
  let best: Completion | undefined;
  if (question === undefined) return { status: "none", counterexamples };
  for (;;) {
    const left = Math.ceil(end - now());
    const script = sketchScript({ width, ...question, hasExample, inputs: counterexamples });
    const answer =
      left > 0 ? await askSmt(solver, script, left) : ({ status: "unknown", reason: "timeout" } as const);
    if (answer.status === "unsat") return { status: "none", counterexamples };
    if (answer.status === "unknown") {
      return { ...answer, counterexamples, ...(best === undefined ? {} : { best }) };
    }
    const filler = new SketchFiller(sketch, solutionOf(question.unknowns, answer.model), values);
    const program = filler.program();
    best = { functions: filler.functions(), program, counterexamples };
    const wrong = mustScan ? counterexampleOf(program, width) : undefined;
    if (wrong === undefined) return { status: "found", ...best };
    if (counterexamples.includes(wrong)) {
      throw wrongAnswer("solver.check", "a model of the script", `one that is wrong at input ${wrong} again`);
    }
    counterexamples.push(wrong);
  }
}

/** The options, looked at once. */
function checkOptions(options: CompleteSketchOptions): CompleteSketchOptions {
  checkOptionNames(options, OPTIONS);
  const { width, example, stepCounts, mustScan, values = {}, timeoutMs, now } = options;
  checkWidth(width);
  if (stepCounts !== undefined && !Array.isArray(stepCounts)) {
    throw new InvalidArgumentError("stepCounts", "an array of counts", describe(stepCounts));
  }
  checkBoolean("mustScan", mustScan);
  checkTimeout(timeoutMs);
  checkFunction("now", now);
  return {
    ...options,
    ...(stepCounts === undefined ? {} : { stepCounts: Array.from(stepCounts) }),
    ...(example === undefined ? {} : { example: copyNetwork(example, "example") }),
    values: checkValues(values),
  };
}

const OPTIONS: readonly string[] = "width example stepCounts mustScan values timeoutMs now".split(" ");

interface Question {
  readonly unrolled: UnrolledSketch;
  readonly unknowns: SketchEvaluator["unknowns"];
  readonly constraints: readonly SketchConstraint[];
}

function questionOf(sketch: Sketch, options: CompleteSketchOptions): Question | undefined {
  const { width, example, values } = options;
  const evaluator = new SketchEvaluator(sketch, { ...values, N: width });
  const counts = countsOf(sketch, options);
  const unrolled = unrollSketch(sketchPhases(sketch), counts, evaluator);
  if (unrolled === undefined) return undefined;
  const constraints: SketchConstraint[] = [...unrolled.constraints];
  for (const [index, step] of (example?.steps ?? []).entries()) {
    const found = exampleConstraints(unrolled.steps[index], step, evaluator);
    if (found === undefined) return undefined;
    for (const constraint of found) constraints.push(constraint);
  }
  return { unrolled, unknowns: evaluator.unknowns, constraints };
}

function countsOf(sketch: Sketch, { example, stepCounts, width }: CompleteSketchOptions): readonly number[] {
  if (example !== undefined && example.width !== width) {
    throw new InvalidArgumentError("example", `one of ${width} wires`, `${example.width}`);
  }
  const phaseCount = sketchPhases(sketch).length;
  const counts = stepCounts ?? (example === undefined ? [] : stepCountsOf(sketch, example)[0]);
  if (counts.length === phaseCount && counts.every((count) => Number.isInteger(count) && count > 0))
    return counts;
  throw new InvalidArgumentError(
    "stepCounts",
    `the steps of ${phaseCount} phases, or an example`,
    describe(counts),
  );
}

/** An element whose unit vector a program does not scan rightly. */
function counterexampleOf(program: NetworkProgram, width: number): number | undefined {
  const network = expandProgram(program, width);
  const elements = Array.from({ length: width }, (_, element) => element);
  return elements.find((element) => {
    const unit = elements.map((each): number => (each === element ? 1 : 0));
    const sums = runNetwork(network, unit, (left, right) => left + right);
    return sums.some((sum, wire) => sum !== (wire >= element ? 1 : 0));
  });
}
