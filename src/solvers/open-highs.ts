import { UnsupportedError } from "../values/errors.ts";
import { importOutsideBundle, peerError } from "../values/optional-packages.ts";

import { checkIntegerProgram } from "./check-integer-program.ts";
import { checkTimeout } from "./check-timeout.ts";
import type { HighsLoader, HighsModule, HighsRuntime, HighsSolution } from "./highs-api.ts";
import type {
  IntegerProgram,
  IntegerProgramAnswer,
  IntegerProgramSolver,
  IntegerVariable,
} from "./integer-program.ts";
import { isNeverMet, isSolution, sumOf } from "./is-solution.ts";
import { printIntegerProgram } from "./print-integer-program.ts";

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
