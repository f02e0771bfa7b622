// The interface behind which solvers of integer programs stand. Their arithmetic is in floats, so a solution counts only once it was checked here.
import { InvalidArgumentError } from "../values/errors.ts";

/** A solver of linear programs, some or all of whose variables are integers. */
export interface IntegerProgramSolver {
  readonly name: string;
  readonly version: string;

  /** The best assignment, or that there is none. Values of integer variables are rounded and checked against every row before they are given. */
  solve(program: IntegerProgram, timeoutMs: number): Promise<IntegerProgramAnswer>;

  close(): Promise<void>;
}

/** A linear objective to minimise under linear rows, over bounded variables. */
export interface IntegerProgram {
  readonly objective: LinearForm; // minimised
  readonly rows: readonly {
    readonly form: LinearForm;
    readonly relation: "=" | "<=" | ">=";
    readonly bound: number;
  }[];
  readonly variables: readonly IntegerVariable[];
}

/** Coefficients by variable. */
export type LinearForm = ReadonlyMap<string, number>;

/** A variable and its bounds. */
export interface IntegerVariable {
  readonly name: string;
  readonly lowest?: number; // −∞ when absent
  readonly highest?: number; // +∞ when absent
  readonly isInteger: boolean;
}

/** `unknown` is no answer: the best found so far, if there is one, comes with it. */
export type IntegerProgramAnswer =
  | { readonly status: "optimal"; readonly values: ReadonlyMap<string, number>; readonly objective: number }
  | { readonly status: "infeasible" }
  | { readonly status: "unknown"; readonly reason: string; readonly values?: ReadonlyMap<string, number> };

/** How far a row of real variables may be missed, for each unit of what is added up in it. Rows of integers are met exactly. */
const ROW_TOLERANCE = 1e-6;

/** Whether values keep within the bounds of all variables and meet all rows; of integers, exactly. */
export function isSolution(
  { rows, variables }: IntegerProgram,
  values: ReadonlyMap<string, number>,
): boolean {
  const areWhole = new Map(variables.map(({ name, isInteger }) => [name, isInteger]));
  return (
    variables.every(({ name, lowest = -Infinity, highest = Infinity, isInteger }) => {
      const value = values.get(name) ?? Number.NaN;
      const slack = isInteger ? 0 : ROW_TOLERANCE;
      return value >= lowest - slack && value <= highest + slack && (!isInteger || Number.isInteger(value));
    }) &&
    rows.every((row) => {
      const isExact = [...row.form.keys()].every((name) => areWhole.get(name));
      return isMet(row, values, isExact ? 0 : ROW_TOLERANCE);
    })
  );
}

type Row = IntegerProgram["rows"][number];

/** Whether a row without a variable, as it is or by zeros, is missed whatever the values. */
export function isNeverMet(row: Row): boolean {
  const isConstant = [...row.form.values()].every((coefficient) => coefficient === 0);
  return isConstant && !isMet(row, new Map(), 0);
}

function isMet(
  { form, relation, bound }: Row,
  values: ReadonlyMap<string, number>,
  tolerance: number,
): boolean {
  const value = sumOf(form, values);
  let scale = Math.abs(bound) + 1;
  for (const [name, coefficient] of form) scale += Math.abs(coefficient * (values.get(name) ?? 0));
  const slack = tolerance * scale;
  if (relation === "=") return Math.abs(value - bound) <= slack;
  return relation === "<=" ? value <= bound + slack : value >= bound - slack;
}

/** Σ coefficient · value. */
export function sumOf(form: LinearForm, values: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [name, coefficient] of form) sum += coefficient * (values.get(name) ?? Number.NaN);
  return sum;
}

/** @throws InvalidArgumentError for a variable declared twice or not at all, a number that is not finite, and bounds that cross */
export function checkIntegerProgram({ objective, rows, variables }: IntegerProgram): void {
  const names = new Set<string>();
  for (const { name, lowest = -Infinity, highest = Infinity } of variables) {
    if (names.has(name)) refuse("variables", "of different names", `"${name}" twice`);
    names.add(name);
    if (!(lowest <= highest)) refuse("variables", `with lowest ≤ highest`, `${lowest} to ${highest}`);
  }
  checkForm(objective, names, "objective");
  rows.forEach(({ form, bound }, index) => {
    checkForm(form, names, `rows[${index}]`);
    if (!Number.isFinite(bound)) refuse(`rows[${index}].bound`, "a finite number", String(bound));
  });
}

function checkForm(form: LinearForm, names: ReadonlySet<string>, argument: string): void {
  for (const [name, coefficient] of form) {
    if (!names.has(name)) refuse(argument, "over declared variables", `"${name}"`);
    if (!Number.isFinite(coefficient)) refuse(argument, "of finite coefficients", String(coefficient));
  }
}

function refuse(argument: string, expected: string, actual: string): never {
  throw new InvalidArgumentError(argument, expected, actual);
}
