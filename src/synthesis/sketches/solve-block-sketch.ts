import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { blockConstraints } from "./block-constraints.ts";
import { checkValues } from "./check-values.ts";
import { checkSketch, type Sketch } from "./sketch.ts";
import { SketchEvaluator, type SketchValues } from "./sketch-evaluator.ts";
import { solveConstraints } from "./solve-constraints.ts";

/** What was chosen at each place of each hole, or that nothing can be. */
export type BlockSketchResult =
  | {
      readonly status: "found";
      readonly chosen: ReadonlyMap<string, number>; // by hole and place: "choose(3, 1)" → 1
      readonly constraintCount: number;
    }
  | { readonly status: "none" };

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Fills the holes of a sketch of loops over two arrays from what it expects of them, by integer programming; the least that is chosen.
 *
 * Elements are counted: each has to be in a sum as often as expected, in whatever order.
 *
 * @throws NetworkSyntaxError, with the place in the sketch, for what has no meaning or is not linear in its holes
 * @throws InvalidArgumentError for a sketch that expects nothing
 */
export async function solveBlockSketch(
  sketch: Sketch,
  solver: IntegerProgramSolver,
  options: { readonly values?: SketchValues; readonly timeoutMs?: number } = {},
): Promise<BlockSketchResult> {
  checkSketch(sketch);
  checkSolver(solver, "solve");
  checkOptionNames(options, ["values", "timeoutMs"]);
  if (sketch.expectations.length === 0) {
    throw new InvalidArgumentError(
      "sketch",
      'one that says what it expects, as in "expect out = scan(inp);"',
      "none",
    );
  }
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const values = checkValues(options.values ?? {});
  checkTimeout(timeoutMs);
  const evaluator = new SketchEvaluator(sketch, values);
  const constraints = blockConstraints(sketch, evaluator);
  if (constraints === undefined) return { status: "none" };
  const question = { constraints, unknowns: evaluator.unknowns };
  for await (const solution of solveConstraints(question, solver, { most: 1, timeoutMs })) {
    const chosen = [...solution].map(([name, value]): [string, number] => [
      name.replace(/\[0\]$/, ""),
      value,
    ]);
    return { status: "found", chosen: new Map(chosen), constraintCount: constraints.length };
  }
  return { status: "none" };
}
