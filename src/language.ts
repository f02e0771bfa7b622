import type { AlgorithmHost } from "./algorithms/algorithms-on.ts";
import type { Abortable } from "./algorithms/bind-asynchronous.ts";
import { executorFact, hasPrimitives } from "./algorithms/has-primitives.ts";
import { runCallLaterOn, runCallOn } from "./algorithms/run-call.ts";
import type { SynchronousAlgorithmExecutor } from "./executors/primitives.ts";
import { fusingWasmExecutor } from "./executors/wasm/primitives/fusing-wasm-executor.ts";
import {
  ArrayProgram,
  checkCompiled,
  checkEvaluationOptions,
  type EvaluationOptions,
} from "./language/array-program.ts";
import type { Data } from "./language/evaluation/data.ts";
import { type CallUse, countUse } from "./language/staging/count-use.ts";
import { parseProgram } from "./language/text/parse-program.ts";
import { inSpareMemory } from "./values/allocate-column.ts";
import { checkSignal } from "./values/check-arguments.ts";
import { checkOptionNames } from "./values/check-name.ts";

import { InvalidArgumentError } from "./values/errors.ts";

// The entry point `samebits/language`: array programs with work and span, interpreted and on executors.

const elementsExecutor = fusingWasmExecutor();

/** The program of a text. `source` is what errors call it. @throws ProgramError for a text that does not parse or whose types do not fit */
export function compile(text: string, options: { readonly source?: string } = {}): ArrayProgram {
  checkOptionNames(options, ["source"]);
  const { source = "program" } = options;
  return new ArrayProgram(parseProgram(text, source));
}

/** Options of `run`: on which executor, which must be one that answers at once. */
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
  given: RunOptions = {},
): Data {
  checkCompiled(program);
  checkEvaluationOptions(given, ["on"]);
  const { on = elementsExecutor, ...options } = given;
  checkExecutor(on);
  const { result, ...call } = program.callOf(entry, operands, options);
  return inSpareMemory((owned) =>
    runCallOn(on, { ...call, result: (columns) => result(columns.map(owned)) }),
  );
}

/** The same on a pool of workers or a GPU. */
export async function runOn<Vector>(
  host: AlgorithmHost<Vector>,
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  given: EvaluationOptions & Abortable = {},
): Promise<Data> {
  checkHost(host);
  checkCompiled(program);
  checkEvaluationOptions(given, ["signal"]);
  const { signal, ...options } = given;
  checkSignal(signal);
  return await runCallLaterOn(host.executor, program.callOf(entry, operands, options), signal);
}

/** How many primitives of an executor a definition uses on these operands, and how many bytes go in and come out: both are a burden besides work and span. */
export function executorUse(
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  given: RunOptions = {},
): CallUse {
  checkCompiled(program);
  checkEvaluationOptions(given, ["on"]);
  const { on = elementsExecutor, ...options } = given;
  checkExecutor(on);
  const { call, use } = countUse(program.callOf(entry, operands, options));
  runCallOn(on, call);
  return use();
}

/** The same on a pool of workers or a GPU. */
export async function executorUseOn<Vector>(
  host: AlgorithmHost<Vector>,
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  options: EvaluationOptions = {},
): Promise<CallUse> {
  checkHost(host);
  checkCompiled(program);
  const { call, use } = countUse(program.callOf(entry, operands, options));
  await runCallLaterOn(host.executor, call);
  return use();
}

function checkExecutor(on: unknown): void {
  if (hasPrimitives(on)) return;
  const expected =
    'an executor of "samebits/language" (javascriptExecutor, wasmExecutor()); a pool or a GPU is for runOn';
  throw new InvalidArgumentError("on", expected, executorFact(on));
}

function checkHost(host: unknown): void {
  if (typeof host === "object" && host !== null && "executor" in host && hasPrimitives(host.executor)) return;
  throw new InvalidArgumentError("host", "a pool of openWorkers, or a GPU of openWebGpu", executorFact(host));
}

export { fusingJavascriptExecutor as javascriptExecutor } from "./executors/javascript/primitives/fusing-javascript-executor.ts";
export {
  type FusingWasmExecutor,
  fusingWasmExecutor as wasmExecutor,
} from "./executors/wasm/primitives/fusing-wasm-executor.ts";
export type { EvaluationOptions } from "./language/array-program.ts";
export {
  ArrayProgram,
  type CostOptions,
  type Entry,
  type ProgramCost,
} from "./language/array-program.ts";
export { branch, loopFor, loopOver, loopWhile } from "./language/builder/control.ts";
export { type AnyDefined, build, type Defined, define, entry } from "./language/builder/definition.ts";
export {
  called,
  iota,
  list,
  map2,
  map3,
  map4,
  map5,
  replicate,
  size,
  tabulate,
  zip,
  zip3,
} from "./language/builder/functions.ts";
export type { ArrayNode, Nodes, Operand, ScalarNode } from "./language/builder/node.ts";
export { bool, f32, f64, i32, i64, u32, u64 } from "./language/builder/scalar-types.ts";
export { arrayOf, type TypeDescription } from "./language/builder/type-description.ts";
export type { CostModel } from "./language/cost/construct-costs.ts";
export { type DrawDagOptions, drawDagSvg } from "./language/cost/draw-dag.ts";
export {
  FEWEST_SIZES,
  fitGrowth,
  type Growth,
  type WorkEfficiency,
  workEfficiency,
} from "./language/cost/fit-growth.ts";
export { fitTimes, predictedSeconds, type TimedCost, type TimeModel } from "./language/cost/fit-times.ts";
export type { Cost, CostDag } from "./language/cost/meter.ts";
export { costOfDag, criticalPath, greedySteps } from "./language/cost/schedule.ts";
export type { Data } from "./language/evaluation/data.ts";
export type { LawFinding } from "./language/laws/check-laws-of-program.ts";
export { ProgramError } from "./language/program-error.ts";
export { randomTestValues } from "./language/random-data.ts";
export type { CallUse } from "./language/staging/count-use.ts";
export type {
  ArrayTerm,
  Definition,
  InfixSymbol,
  LoopForm,
  Pattern,
  Program,
  SizeSyntax,
  TypeSyntax,
} from "./language/term.ts";
export { parseProgram } from "./language/text/parse-program.ts";
export { printProgram } from "./language/text/print-program.ts";
export { InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
