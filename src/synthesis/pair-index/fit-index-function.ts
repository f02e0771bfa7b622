import { askIntegerProgram } from "../../solvers/ask-integer-program.ts";
import type { IntegerProgram, IntegerProgramSolver, IntegerVariable } from "../../solvers/integer-program.ts";
import { compileTerm } from "../programs/compile-term.ts";
import { barredSets } from "./barred-sets.ts";
import { type Equation, independentRows } from "./independent-rows.ts";
import type { IndexBasis, IndexFunction } from "./pair-index-model.ts";

/** What an index function must be at one place. */
export interface IndexPoint {
  readonly i: number;
  readonly j: number;
  readonly N: number;
  readonly value: number; // that, or at least that where `isLeast`
  readonly isLeast: boolean;
}

export interface IndexFit {
  readonly summands: IndexFunction;
  readonly cost: number; // Σ cost of the function · |coefficient|
}

/** Coefficients beyond this describe an example and no network. */
const LARGEST_COEFFICIENT = 32;

/** Inequalities are left out until a point misses one; that takes two or three rounds. */
const MOST_ROUNDS = 20;

/**
 * Index functions through given points, the cheapest first and no two over the same functions, by integer programming.
 *
 * Unknown are the coefficients, split into positive and negative parts. A contradiction modulo a prime is seen before the solver is asked. Every
 * answer is checked at every point in exact arithmetic.
 *
 * A bit for each function that is used would count functions instead of weighing coefficients, and is not there: such programs took 7 times
 * as long.
 */
export class IndexFitter {
  readonly #solver: IntegerProgramSolver;
  readonly #basis: IndexBasis;
  readonly #timeoutMs: number;
  readonly #termOf: readonly ReturnType<typeof compileTerm>[];
  solveCount = 0; // programs that the solver was given

  constructor(solver: IntegerProgramSolver, basis: IndexBasis, timeoutMs: number) {
    this.#solver = solver;
    this.#basis = basis;
    this.#timeoutMs = timeoutMs;
    this.#termOf = basis.map(({ term }) => compileTerm(term));
  }

  /** At most `count` fits; none where there is none, or none in time. */
  async fit(points: readonly IndexPoint[], count = 1): Promise<readonly IndexFit[]> {
    const rows = points.map(({ value, isLeast, ...at }) => ({
      coefficients: this.#termOf.map((term) => term(at)),
      value,
      isLeast,
    }));
    const equations = independentRows(rows.filter(({ isLeast }) => !isLeast));
    if (equations === undefined) return [];
    const question = { equations, rows, needed: new Set<Equation>() };
    const fits = new Map<string, IndexFit>();
    for (const { barred, branch } of barredSets()) {
      if (fits.size >= count) break;
      const coefficients = await this.#solve(question, barred);
      if (coefficients === undefined) continue;
      const used = coefficients.flatMap((coefficient, index) => (coefficient === 0 ? [] : [index]));
      fits.set(used.join(" "), this.#fitOf(coefficients));
      if (count > 1) branch(used);
    }
    return [...fits.values()].sort((one, other) => one.cost - other.cost);
  }

  /** The cheapest coefficients without the barred ones. Inequalities join the program when a point misses them. */
  async #solve(question: Question, barred: readonly number[]): Promise<readonly number[] | undefined> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.solveCount++;
      const answer = await askIntegerProgram(this.#solver, this.#program(question, barred), this.#timeoutMs);
      if (answer.status !== "optimal") return undefined;
      const { values } = answer;
      const coefficients = this.#basis.map(
        (_, index) => (values.get(`p${index}`) ?? 0) - (values.get(`n${index}`) ?? 0),
      );
      const missed = question.rows.find((row) => isMissed(row, coefficients));
      if (missed === undefined) return coefficients;
      if (question.needed.has(missed)) return undefined; // a contradiction that no residue shows
      question.needed.add(missed);
    }
    return undefined;
  }

  #program({ equations, needed }: Question, barred: readonly number[]): IntegerProgram {
    const excluded = new Set(barred);
    const objective = new Map<string, number>();
    const variables: IntegerVariable[] = [];
    for (const [index, { cost }] of this.#basis.entries()) {
      if (excluded.has(index)) continue;
      for (const name of [`p${index}`, `n${index}`]) {
        variables.push({ name, lowest: 0, highest: LARGEST_COEFFICIENT, isInteger: true });
        objective.set(name, cost);
      }
    }
    const formOf = ({ coefficients }: Equation): ReadonlyMap<string, number> =>
      new Map(
        coefficients.flatMap((coefficient, index): [string, number][] => {
          if (coefficient === 0 || excluded.has(index)) return [];
          return [
            [`p${index}`, coefficient],
            [`n${index}`, -coefficient],
          ];
        }),
      );
    const rows = [
      ...equations.map((row) => ({ form: formOf(row), relation: "=" as const, bound: row.value })),
      ...[...needed].map((row) => ({
        form: formOf(row),
        relation: (row as Row).isLeast ? (">=" as const) : ("=" as const),
        bound: row.value,
      })),
    ];
    return { objective, rows, variables };
  }

  #fitOf(coefficients: readonly number[]): IndexFit {
    const summands = coefficients.flatMap((coefficient, index) =>
      coefficient === 0 ? [] : [{ coefficient, of: this.#basis[index] }],
    );
    const cost = summands.reduce((sum, { coefficient, of }) => sum + of.cost * Math.abs(coefficient), 0);
    return { summands, cost };
  }
}

interface Row extends Equation {
  readonly isLeast: boolean;
}

interface Question {
  readonly equations: readonly Equation[];
  readonly rows: readonly Row[];
  readonly needed: Set<Equation>;
}

function isMissed(row: Row, values: readonly number[]): boolean {
  const value = dot(row, values);
  return row.isLeast ? value < row.value : value !== row.value;
}

function dot({ coefficients }: Equation, values: readonly number[]): number {
  return coefficients.reduce((sum, coefficient, index) => sum + coefficient * values[index], 0);
}
