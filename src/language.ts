import type { AlgorithmHost } from "./algorithms/algorithms-on.ts";
import type { Abortable } from "./algorithms/bind-asynchronous.ts";
import { runCallLaterOn, runCallOn } from "./algorithms/run-call.ts";
import type { SynchronousAlgorithmExecutor } from "./executors/primitives.ts";
import { algorithmsWasmExecutor } from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
import { ArrayProgram, type EvaluationOptions } from "./language/array-program.ts";
import type { Data } from "./language/evaluation/data.ts";
import { parseProgram } from "./language/text/parse-program.ts";

// The door `samebits/language`: array programs with work and span, interpreted and on executors.

const elementsExecutor = algorithmsWasmExecutor();

/** The program of a text. `source` is what errors call it. @throws ProgramError for a text that does not parse or whose types do not fit */
export function compile(
  text: string,
  { source = "program" }: { readonly source?: string } = {},
): ArrayProgram {
  return new ArrayProgram(parseProgram(text, source));
}

export interface RunOptions extends EvaluationOptions {
  readonly on?: SynchronousAlgorithmExecutor; // default: WebAssembly
}

/**
 * The value of a definition, computed by an executor that answers at once: the bits of the interpreter.
 *
 * @throws ProgramError where the program has no value; UnsupportedError, with the place, for what only the interpreter has
 */
export function run(
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  { on = elementsExecutor, ...options }: RunOptions = {},
): Data {
  return runCallOn(on, program.callOf(entry, operands, options));
}

/** The same on a pool of workers or a GPU. */
export async function runOn<Vector>(
  host: AlgorithmHost<Vector>,
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  { signal, ...options }: EvaluationOptions & Abortable = {},
): Promise<Data> {
  return await runCallLaterOn(host.executor, program.callOf(entry, operands, options), signal);
}

export {
  ArrayProgram,
  type CostOptions,
  type Entry,
  type EvaluationOptions,
  type ProgramCost,
} from "./language/array-program.ts";
export type { CostModel } from "./language/cost/construct-costs.ts";
export type { CostDag } from "./language/cost/dag-meter.ts";
export { fitGrowth, type Growth } from "./language/cost/fit-growth.ts";
export type { Cost } from "./language/cost/meter.ts";
export { costOfDag, criticalPath, greedySteps } from "./language/cost/schedule.ts";
export type { Data } from "./language/evaluation/data.ts";
export type { LawFinding } from "./language/laws/check-laws-of-program.ts";
export { ProgramError, type ProgramPlace } from "./language/program-error.ts";
export type {
  ArrayTerm,
  Definition,
  InfixSymbol,
  LoopForm,
  Pattern,
  Program,
} from "./language/term.ts";
export { parseProgram } from "./language/text/parse-program.ts";
export { printProgram } from "./language/text/print-program.ts";
export type { SizeSyntax, TypeSyntax } from "./language/type-syntax.ts";
export { InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
