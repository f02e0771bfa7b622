import { UnsupportedError } from "../values/errors.ts";
import { importOutsideBundle } from "../values/import-outside-bundle.ts";
import { peerError } from "../values/peer-error.ts";
import { checkIntegerProgram } from "./check-integer-program.ts";
import { checkTimeout } from "./check-timeout.ts";
import type { HighsLoader, HighsModule, HighsRuntime, HighsSolution } from "./highs-api.ts";
import type {
  IntegerProgram,
  IntegerProgramAnswer,
  IntegerProgramSolver,
  IntegerVariable,
  LinearForm,
} from "./integer-program.ts";
import { printIntegerProgram } from "./print-integer-program.ts";

const PACKAGE = "highs";
const PURPOSE = "integer programming";

/** How far a row of real variables may be missed, for each unit of what is added up in it. Rows of integers are met exactly. */
const ROW_TOLERANCE = 1e-6;

/**
 * Opens HiGHS, a solver of linear and mixed integer programs, from the optional package highs. Starting takes about 50 ms, a program of a dozen
 * variables 1 ms; `load` imports the package, where a page's bundle is to hold it: `() => import("highs")`.
 *
 * Solving holds the thread up until it is done. What it answers depends on the program alone.
 *
 * @throws UnsupportedError where highs is not installed, or does not start
 */
export async function openHighs(load?: () => Promise<unknown>): Promise<IntegerProgramSolver> {
  const start = loaderOf(await importOutsideBundle(PACKAGE, PURPOSE, load));
  let runtime = await start().catch((cause: unknown) => {
    throw peerError(PACKAGE, PURPOSE, cause);
  });
  let isOpen = true;
  return {
    name: "highs",
    version: runtime.UTF8ToString(runtime._Highs_version()),
    solve: async (program, timeoutMs) => {
      checkTimeout(timeoutMs);
      if (!isOpen) throw new UnsupportedError("asking HiGHS", "this solver was closed", "open another one");
      checkIntegerProgram(program);
      if (program.rows.some(isNeverMet)) return { status: "infeasible" };
      try {
        return ask(runtime, program, timeoutMs);
      } catch (cause) {
        runtime = await start(); // a trap of its WebAssembly: what is left of it is not to be relied on
        return { status: "unknown", reason: `HiGHS failed: ${String(cause)}` };
      }
    },
    close: async () => {
      isOpen = false;
    },
  };
}

/** A module of CommonJS has its export under "default", once or twice; it depends on who imports it. */
function loaderOf(imported: unknown): HighsLoader {
  let found = imported as HighsModule | HighsLoader | undefined;
  while (found !== undefined && typeof found !== "function") found = found.default;
  if (found !== undefined) return found;
  throw new UnsupportedError(
    PURPOSE,
    "the package highs has another form than that of 1.15",
    "get it with: npm install highs@^1.15.0",
  );
}

type Row = IntegerProgram["rows"][number];

function isNeverMet(row: Row): boolean {
  const isConstant = [...row.form.values()].every((coefficient) => coefficient === 0);
  return isConstant && !isMet(row, new Map(), 0);
}

function ask(runtime: HighsRuntime, program: IntegerProgram, timeoutMs: number): IntegerProgramAnswer {
  if (program.variables.length === 0) return { status: "optimal", values: new Map(), objective: 0 };
  const solution = runtime.solve(printIntegerProgram(program), {
    output_flag: false,
    time_limit: timeoutMs / 1000,
    mip_rel_gap: 0,
    mip_abs_gap: 0.999 * smallestStep(program),
  });
  if (solution.Status === "Infeasible") return { status: "infeasible" };
  const values = valuesOf(program.variables, solution);
  const isGood = values !== undefined && isSolution(program, values);
  if (isGood && solution.Status === "Optimal") {
    return { status: "optimal", values, objective: sumOf(program.objective, values) };
  }
  const reason = solution.Status === "Optimal" ? "its point misses a row once rounded" : solution.Status;
  return { status: "unknown", reason, ...(isGood ? { values } : {}) };
}

/** The least by which two objectives of whole numbers differ; 0 where nothing is known of it. */
function smallestStep({ objective, variables }: IntegerProgram): number {
  const areWhole = variables.every(({ isInteger }) => isInteger);
  return areWhole && [...objective.values()].every(Number.isInteger) ? 1 : 0;
}

function valuesOf(
  variables: readonly IntegerVariable[],
  { Columns }: HighsSolution,
): ReadonlyMap<string, number> | undefined {
  const values = new Map<string, number>();
  for (const [index, { name, isInteger }] of variables.entries()) {
    const value = Columns[`x${index}`]?.Primal ?? Number.NaN;
    if (!Number.isFinite(value)) return undefined;
    values.set(name, (isInteger ? Math.round(value) : value) + 0); // never −0
  }
  return values;
}

function isSolution({ rows, variables }: IntegerProgram, values: ReadonlyMap<string, number>): boolean {
  const areWhole = new Map(variables.map(({ name, isInteger }) => [name, isInteger]));
  return (
    variables.every(({ name, lowest = -Infinity, highest = Infinity }) => {
      const value = values.get(name) ?? Number.NaN;
      const slack = areWhole.get(name) ? 0 : ROW_TOLERANCE;
      return value >= lowest - slack && value <= highest + slack;
    }) &&
    rows.every((row) => {
      const isExact = [...row.form.keys()].every((name) => areWhole.get(name));
      return isMet(row, values, isExact ? 0 : ROW_TOLERANCE);
    })
  );
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

function sumOf(form: LinearForm, values: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [name, coefficient] of form) sum += coefficient * (values.get(name) ?? Number.NaN);
  return sum;
}
