// One index function by integer programming: the cheapest sum of basis functions through given points.
import { askIntegerProgram } from "../../solvers/ask-solver.ts";
import type { IntegerProgram, IntegerProgramSolver, IntegerVariable } from "../../solvers/integer-program.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { compileTerm } from "../programs/evaluate-term.ts";
import type { IndexBasis, IndexFunction } from "./pair-index-program.ts";

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

/** The largest prime below 2^26, so that products of two residues are exact. Modulo it rows depend on each other if they do at all, nearly always. */
const LARGE_PRIME = 67_108_859;

/** Modulo these a solution in fractions alone is seen: 2x = 1. */
const SMALL_PRIMES = [2, 3, 5, 7];

/** A linear equation: Σ coefficients[k] · x_k = value, all of whole numbers. */
interface Equation {
  readonly coefficients: readonly number[];
  readonly value: number;
}

/**
 * Equations of which all the others are combinations, by elimination modulo primes; nothing where they contradict each other modulo one.
 *
 * A solution in whole numbers is one modulo every prime, so that what contradicts itself has none. The other way round nothing is
 * claimed: those who solve the independent ones have to look at all of them afterwards.
 */
export function independentRows(equations: readonly Equation[]): readonly Equation[] | undefined {
  const kept = eliminate(equations, LARGE_PRIME);
  if (kept === undefined) return undefined;
  return SMALL_PRIMES.some((prime) => eliminate(equations, prime) === undefined) ? undefined : kept;
}

function eliminate(equations: readonly Equation[], prime: number): readonly Equation[] | undefined {
  const reduced: { readonly pivot: number; readonly row: readonly number[] }[] = [];
  const kept: Equation[] = [];
  for (const equation of equations) {
    const row = [...equation.coefficients, equation.value].map((entry) => residue(entry, prime));
    for (const { pivot, row: other } of reduced) {
      if (row[pivot] !== 0) subtractMultiple(row, other, prime, row[pivot]);
    }
    const pivot = row.findIndex((entry) => entry !== 0);
    if (pivot < 0) continue;
    if (pivot === equation.coefficients.length) return undefined; // 0 = something else
    const scale = inverse(row[pivot], prime);
    reduced.push({ pivot, row: row.map((entry) => (entry * scale) % prime) });
    kept.push(equation);
  }
  return kept;
}

function residue(value: number, prime: number): number {
  const rest = value % prime;
  return rest < 0 ? rest + prime : rest;
}

function subtractMultiple(row: number[], other: readonly number[], prime: number, times: number): void {
  for (let column = 0; column < row.length; column++) {
    row[column] = residue(row[column] - ((times * other[column]) % prime), prime);
  }
}

/** By Fermat: a^(p − 2); 1 for p = 2. */
function inverse(value: number, prime: number): number {
  let result = 1;
  for (let power = value, exponent = prime - 2; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * power) % prime;
    power = (power * power) % prime;
  }
  return result;
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

  /** At most `count` fits; none where no function fits, or none was found in time. */
  async fit(points: readonly IndexPoint[], count = 1): Promise<readonly IndexFit[]> {
    const columns = this.#termOf.map((term) => valuesAt(points, term));
    const rows = points.map(({ value, isLeast }, index) => ({
      coefficients: columns.map((column) => column[index]),
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

/** A function that leaves the whole numbers at one of the points is 0 at all of them: a solution has no use for it. */
function valuesAt(points: readonly IndexPoint[], term: ReturnType<typeof compileTerm>): readonly number[] {
  try {
    return points.map(({ i, j, N }) => term({ i, j, N }));
  } catch (error) {
    if (error instanceof InvalidArgumentError) return points.map(() => 0);
    throw error;
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

/** Things that a solution must do without. */
interface BarredSet {
  readonly barred: readonly number[];

  /** Asks for the sets that have one more: one of those that the solution without `barred` uses. */
  branch(used: readonly number[]): void;
}

/**
 * Sets of things to do without, small ones first, so that a problem solved without each of them gives several solutions: the best, then those
 * that lack something it uses.
 */
export function* barredSets(): Generator<BarredSet> {
  const waiting: (readonly number[])[] = [[]];
  for (const barred of waiting) {
    yield {
      barred,
      branch: (used) => {
        for (const index of used) {
          if (index > (barred.at(-1) ?? -1)) waiting.push([...barred, index]); // ascending: no set twice
        }
      },
    };
  }
}
