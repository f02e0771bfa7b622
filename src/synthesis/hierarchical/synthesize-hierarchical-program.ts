import { checkSolver } from "../../solvers/check-solver.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import { checkList } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { decodeProgram } from "../programs/decode-program.ts";
import {
  type Generalization,
  type GeneralizeOptions,
  generalizeHierarchical,
} from "./generalize-hierarchical.ts";
import type { HierarchicalScan, HierarchicalShape } from "./hierarchical-scan.ts";
import {
  HIERARCHICAL_OPTIONS,
  type HierarchicalAnswer,
  type HierarchicalOptions,
  synthesizeHierarchical,
} from "./synthesize-hierarchical.ts";

/** Options of `synthesizeHierarchicalProgram`: the shapes that it generalises from. */
export interface HierarchicalProgramOptions extends HierarchicalOptions, GeneralizeOptions {
  readonly shapes?: readonly HierarchicalShape[]; // of one T; N = 16 with K = 2 and 4, T = 1
}

/** A program, or why there is no such program, with what was found at each shape. */
export type HierarchicalProgramAnswer = Generalization & { readonly answers: readonly HierarchicalAnswer[] };

const SHAPES: readonly HierarchicalShape[] = [2, 4].map((blockCount) => ({
  width: 16,
  blockCount,
  sentCount: 1,
}));

/**
 * From a cost function to a scan program for every N and K: the cheapest stage functions at some small shapes, generalised. Block lengths of 8 and 4
 * are enough for all that is known; about a second with z3.
 *
 * Where several values are sent they are sent from the ends of equal parts, which in all cells that were proved costs nothing.
 *
 * @throws InvalidArgumentError as synthesizeHierarchical and generalizeHierarchical do
 */
export async function synthesizeHierarchicalProgram(
  solver: SatSolver,
  given: HierarchicalProgramOptions = {},
): Promise<HierarchicalProgramAnswer> {
  checkSolver(solver, "solve");
  checkOptionNames(given, [...HIERARCHICAL_OPTIONS, "middle", "shapes"]);
  const { shapes = SHAPES, middle, ...options } = given;
  checkList("shapes", shapes, "shapes");
  if (middle !== undefined) decodeProgram(middle, "middle");
  const answers: HierarchicalAnswer[] = [];
  const scans: HierarchicalScan[] = [];
  const shareOf = sharesOf(options);
  for (const [index, shape] of shapes.entries()) {
    const budget = shareOf(shapes.length - index);
    const answer = await synthesizeHierarchical(shape, solver, {
      sent: "ends of parts",
      ...options,
      ...budget,
    });
    answers.push(answer);
    if ("scan" in answer) scans.push(answer.scan);
    else return { kind: "irregular", reason: reasonOf(shape, answer), answers };
  }
  return { ...generalizeHierarchical(scans, middle === undefined ? {} : { middle }), answers };
}

/** Of a budget, the same part of what is left for each shape that is left. */
function sharesOf({ budgetMs, now }: HierarchicalOptions): (shapeCount: number) => { budgetMs?: number } {
  if (budgetMs === undefined || now === undefined) return () => ({});
  const end = now() + budgetMs;
  return (shapeCount) => ({ budgetMs: Math.max(0, Math.floor((end - now()) / shapeCount)) });
}

function reasonOf(shape: HierarchicalShape, answer: Exclude<HierarchicalAnswer, { scan: unknown }>): string {
  const why = answer.status === "none" ? "there is no such scan" : answer.reason;
  return `no scan was found at N = ${shape.width}, K = ${shape.blockCount}, T = ${shape.sentCount}: ${why}`;
}
