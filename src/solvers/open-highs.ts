// HiGHS, compiled to WebAssembly, behind the interface of integer programs, and the text in which it reads them.
import { UnsupportedError } from "../values/errors.ts";
import { importOutsideBundle, peerError } from "../values/optional-packages.ts";
import { checkTimeout } from "./check-solver.ts";
import {
  checkIntegerProgram,
  type IntegerProgram,
  type IntegerProgramAnswer,
  type IntegerProgramSolver,
  type IntegerVariable,
  isNeverMet,
  isSolution,
  type LinearForm,
  sumOf,
} from "./integer-program.ts";

/** Terms on a line; readers of the format cut long ones. */
const TERMS_PER_LINE = 10;

const RELATIONS = { "=": "=", "<=": "<=", ">=": ">=" } as const;

/**
 * A program in the text format of CPLEX, which most solvers read.
 *
 * Variable k of `program.variables` is called `x{k}`, because the format allows few names. Rows without a variable are left out: they hold
 * or do not, whatever is chosen.
 */
export function printIntegerProgram(program: IntegerProgram): string {
  const { objective, rows, variables } = program;
  const names = new Map(variables.map(({ name }, index) => [name, `x${index}`]));
  const written = rows.flatMap(({ form, relation, bound }) => {
    const terms = printForm(form, names);
    return terms === "" ? [] : [`${terms} ${RELATIONS[relation]} ${bound}`];
  });
  const integers = variables.flatMap(({ isInteger }, index) => (isInteger ? [` x${index}`] : []));
  return [
    "Minimize",
    ` objective: ${printForm(objective, names) || "0 x0"}`,
    "Subject To",
    ...written.map((row, index) => ` r${index}: ${row}`),
    "Bounds",
    ...variables.map(printBounds),
    ...(integers.length > 0 ? ["General", ...integers] : []),
    "End",
    "",
  ].join("\n");
}

function printForm(form: LinearForm, names: ReadonlyMap<string, string>): string {
  const terms = [...form].filter(([, coefficient]) => coefficient !== 0);
  return terms
    .map(([name, coefficient], index) => {
      const between = index > 0 && index % TERMS_PER_LINE === 0 ? "\n  " : "";
      return `${between}${coefficient < 0 ? "-" : "+"} ${Math.abs(coefficient)} ${names.get(name)}`;
    })
    .join(" ");
}

function printBounds({ lowest, highest }: IntegerVariable, index: number): string {
  const from = lowest === undefined ? "-inf" : String(lowest);
  const to = highest === undefined ? "+inf" : String(highest);
  return ` ${from} <= x${index} <= ${to}`;
}

const PACKAGE = "highs";
const PURPOSE = "integer programming";

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
  let { runtime, version } = await begin(start);
  let isOpen = true;
  return {
    name: "highs",
    version,
    solve: async (program, timeoutMs) => {
      checkTimeout(timeoutMs);
      if (!isOpen) throw new UnsupportedError("asking HiGHS", "this solver was closed", "open another one");
      checkIntegerProgram(program);
      if (program.rows.some(isNeverMet)) return { status: "infeasible" };
      try {
        return ask(runtime, program, timeoutMs);
      } catch (cause) {
        ({ runtime, version } = await begin(start)); // a trap of its WebAssembly: what is left of it is not to be relied on
        return { status: "unknown", reason: `HiGHS failed: ${String(cause)}` };
      }
    },
    close: async () => {
      isOpen = false;
    },
  };
}

interface Begun {
  readonly runtime: HighsRuntime;
  readonly version: string;
}

/** @throws UnsupportedError for what does not start, or is another package */
async function begin(start: HighsLoader): Promise<Begun> {
  try {
    const runtime = await start();
    return { runtime, version: runtime.UTF8ToString(runtime._Highs_version()) };
  } catch (cause) {
    throw peerError(PACKAGE, PURPOSE, cause);
  }
}

/** A module of CommonJS has its export under "default", once or twice; it depends on who imports it. */
function loaderOf(imported: unknown): HighsLoader {
  const module = imported as HighsModule | HighsLoader | undefined | null;
  const outer = typeof module === "function" ? module : module?.default;
  const found = typeof outer === "function" ? outer : outer?.default;
  if (typeof found === "function") return found;
  throw new UnsupportedError(
    PURPOSE,
    "the package highs has another form than that of 1.15",
    "get it with: npm install highs@^1.15.0",
  );
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

/** The part of the package highs that is used here, so that none of our declarations needs its own types. */
interface HighsModule {
  default?: HighsLoader | HighsModule;
}

type HighsLoader = () => Promise<HighsRuntime>;

interface HighsRuntime {
  solve(model: string, options: Readonly<Record<string, number | string | boolean>>): HighsSolution;
  _Highs_version(): number; // the address of a text
  UTF8ToString(address: number): string;
}

/** As the package gives it; `Primal` is absent where there is no point at all. */
interface HighsSolution {
  readonly Status: string;
  readonly ObjectiveValue: number;
  readonly Columns: Readonly<Record<string, { readonly Primal?: number }>>;
}
