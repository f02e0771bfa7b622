import { askIntegerProgram } from "../../solvers/ask-solver.ts";
import type { IntegerProgram, IntegerProgramSolver, IntegerVariable } from "../../solvers/integer-program.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { barredSets, independentRows } from "../pair-index/fit-index-function.ts";
import { isMet, type SketchConstraint } from "./sketch-constraint.ts";
import type { SketchUnknown } from "./sketch-evaluator.ts";
import type { SketchSolution } from "./sketch-program.ts";

export interface SketchQuestion {
  readonly constraints: readonly SketchConstraint[];
  readonly unknowns: ReadonlyMap<string, SketchUnknown>;
}

/** More rounds than that with nothing new have none that is. */
const ROUNDS_PER_SOLUTION = 4;

/**
 * Values of the unknowns that meet all constraints, by integer programming: the cheapest, Σ cost · |value|, then others that lack an unknown which it
 * uses. Each is checked in exact arithmetic.
 *
 * @throws UnsupportedError for an inequation (≠), which is no row of such a program
 */
export async function* solveConstraints(
  { constraints, unknowns }: SketchQuestion,
  solver: IntegerProgramSolver,
  limits: { readonly most: number; readonly timeoutMs: number },
): AsyncGenerator<SketchSolution> {
  if (constraints.some(({ relation }) => relation === "!=")) {
    throw new UnsupportedError(
      "integer programming over this sketch",
      "a condition with ?? says !=",
      "use the route through z3",
    );
  }
  const names = [...unknowns.keys()];
  const needed = independentConstraints(constraints, names);
  if (needed === undefined) return;
  const found = new Set<string>();
  let rounds = 0;
  for (const { barred, branch } of barredSets()) {
    if (found.size >= limits.most || rounds++ >= limits.most * ROUNDS_PER_SOLUTION) return;
    const excluded = new Set(barred.map((index) => names[index]));
    const answer = await askIntegerProgram(
      solver,
      programOf({ constraints: needed, unknowns }, excluded),
      limits.timeoutMs,
    );
    if (answer.status !== "optimal") continue;
    const { values } = answer;
    const solution = new Map(
      names.map((name) => [name, (values.get(`+${name}`) ?? 0) - (values.get(`-${name}`) ?? 0)]),
    );
    if (!constraints.every((constraint) => isMet(constraint, solution))) continue;
    const used = names.flatMap((name, index) => (solution.get(name) === 0 ? [] : [index]));
    branch(used);
    const key = [...solution.values()].join(" ");
    if (!found.has(key)) yield solution;
    found.add(key);
  }
}

/** Without the equations that follow from others; nothing where equations contradict each other, which is seen without a solver. */
function independentConstraints(
  constraints: readonly SketchConstraint[],
  names: readonly string[],
): readonly SketchConstraint[] | undefined {
  const equations = constraints
    .filter(({ relation }) => relation === "=")
    .map((constraint) => ({
      constraint,
      coefficients: names.map((name) => constraint.value.parts.get(name) ?? 0),
      value: -constraint.value.constant + 0,
    }));
  const kept = independentRows(equations);
  if (kept === undefined) return undefined;
  const rest = constraints.filter(({ relation }) => relation !== "=");
  return [
    ...equations.filter((equation) => kept.includes(equation)).map(({ constraint }) => constraint),
    ...rest,
  ];
}

/** Each unknown is a positive part without a negative one, or both where it may be negative. */
function programOf({ constraints, unknowns }: SketchQuestion, excluded: ReadonlySet<string>): IntegerProgram {
  const variables: IntegerVariable[] = [];
  const objective = new Map<string, number>();
  for (const [name, { lowest, highest, cost }] of unknowns) {
    const isExcluded = excluded.has(name) && lowest <= 0 && highest >= 0;
    const [most, least] = isExcluded ? [0, 0] : [highest, lowest];
    variables.push({
      name: `+${name}`,
      lowest: Math.max(0, least),
      highest: Math.max(0, most),
      isInteger: true,
    });
    variables.push({
      name: `-${name}`,
      lowest: Math.max(0, -most),
      highest: Math.max(0, -least),
      isInteger: true,
    });
    objective.set(`+${name}`, cost);
    objective.set(`-${name}`, cost);
  }
  const rows = constraints.map(({ value, relation }) => ({
    form: new Map(
      [...value.parts].flatMap(([name, coefficient]): [string, number][] => [
        [`+${name}`, coefficient],
        [`-${name}`, -coefficient],
      ]),
    ),
    relation: relation === "=" ? ("=" as const) : (">=" as const),
    bound: -value.constant + 0,
  }));
  return { objective, rows, variables };
}
