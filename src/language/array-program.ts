// A compiled program, and all that can be done with one: it is interpreted, costed, unfolded, or called on an executor.

import type { Call } from "../algorithms/call.ts";
import { checkExpression } from "../expressions/check-expression.ts";
import { DEFAULT_EXPRESSION, type Expression } from "../expressions/expression.ts";
import type { TestValue, WrittenTestValue } from "../formats/test-value.ts";
import { lineFinder, placeOf } from "../text/source-text.ts";
import { type Brand, newBrand } from "../values/brand.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { frozen } from "../values/frozen.ts";
import type { CostModel } from "./cost/construct-costs.ts";
import { type Cost, type CostDag, CountingMeter, DagMeter, type Meter } from "./cost/meter.ts";
import type { Data } from "./evaluation/data.ts";
import { runProgram } from "./evaluation/run-program.ts";
import {
  checkLawsOfProgram,
  type LawFinding,
  notNeutral,
  refuseRefuted,
} from "./laws/check-laws-of-program.ts";
import { randomOperands } from "./random-data.ts";
import { programCall } from "./staging/program-call.ts";
import type { Program } from "./term.ts";
import { expectedTestValues, operandsOfTestValues, testValuesOfData } from "./test-data.ts";
import { inferProgram, type TypedProgram } from "./types/infer-program.ts";
import { printType } from "./types/print-type.ts";
import { placeOfDivision, signatureOf, typeOf } from "./types/types-of-program.ts";

const PROGRAMS: Brand = newBrand("array-program");

/** The program that a text is: it stays as it was read. */
export function ownProgram(program: Program): Program {
  // The mark first: nothing can be added to what is frozen.
  return frozen(PROGRAMS.mark(program));
}

/** @throws InvalidArgumentError for what `parseProgram` has not made: names and terms of another object may be anything */
export function checkProgram(given: unknown): asserts given is Program {
  if (PROGRAMS.has(given)) return;
  throw new InvalidArgumentError("program", "one that parseProgram has read", "another object");
}

/** Options of a program's `cost`: by which model work and span are counted. */
export interface CostOptions extends EvaluationOptions {
  readonly model?: CostModel; // default "corrected"
}

/** What a program costs on some input. */
export interface ProgramCost extends Cost {
  readonly parallelism: number; // W / S
  readonly workByLine: ReadonlyMap<number, number>; // lines count from 1; 0 for what no text says
  readonly value: Data;
}

/** What a definition is called, and its type as it is written. */
export interface Entry {
  readonly name: string;
  readonly kind: "def" | "entry";
  readonly type: string;
}

/** Something that a program asks for, and that has no effect. */
interface Note {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const COMPILED: Brand = newBrand("compiled-program");

/** @throws InvalidArgumentError for anything but a compiled program */
export function checkCompiled(given: unknown): void {
  if (COMPILED.has(given)) return;
  throw new InvalidArgumentError("program", "a compiled program", describe(given));
}

/** A program whose types fit: to be interpreted, costed, unfolded, or called on an executor. */
export class ArrayProgram {
  readonly typed: TypedProgram;

  /**
   * @throws ProgramError at the first term whose type does not fit, and for a reduce or scan whose operator is seen not to be associative:
   * operands for which it is not come with it
   */
  constructor(program: Program) {
    checkProgram(program);
    this.typed = inferProgram(program);
    if (this.typed.program !== program) ownProgram(this.typed.program);
    refuseRefuted(this.typed);
    COMPILED.mark(this);
  }

  get entries(): readonly Entry[] {
    const own = this.typed.program.definitions.filter(({ isPrelude }) => !isPrelude);
    return own.map(({ name, kind }) => ({ name, kind, type: printType(typeOf(this.typed, name)) }));
  }

  /** What the program asks for without effect, such as `#[inline]`, by its places. */
  get notes(): readonly Note[] {
    const { program } = this.typed;
    return (program.notes ?? []).map(({ at, message }) => {
      const { line, column } = placeOf(program, at);
      return { line, column, message };
    });
  }

  /**
   * Values of nothing, in reduces and scans, that samples show not to be neutral, with the operand and both sides. No element is combined with them here;
   * languages that do so have other results.
   */
  get notNeutral(): readonly Note[] {
    const { program } = this.typed;
    return notNeutral(this.typed).map(({ at, message }) => {
      const { line, column } = placeOf(program, at);
      return { line, column, message };
    });
  }

  /** The first `/` or `%` of integers, which truncates here where other languages floor; undefined in a program without one. */
  get truncatedDivision(): Note | undefined {
    const { program } = this.typed;
    const at = placeOfDivision(this.typed);
    if (at === undefined) return undefined;
    const { line, column } = placeOf(program, at);
    const message = "/ and % of integers truncate here, and floor in Futhark; // and %% truncate in both";
    return { line, column, message };
  }

  /** Operands of a definition out of the values of a test file, which errors call `argument`. @throws InvalidArgumentError for values that do not fit */
  operandsOf(entry: string, values: readonly WrittenTestValue[], argument = "values"): readonly Data[] {
    return operandsOfTestValues(signatureOf(this.typed, entry).parameters, values, argument);
  }

  /** What a test file expects of a definition, as `testValuesOf` would have it; errors call it `argument`. @throws InvalidArgumentError for values that do not fit */
  expectedOf(entry: string, values: readonly WrittenTestValue[], argument = "values"): readonly TestValue[] {
    return expectedTestValues(signatureOf(this.typed, entry).result, values, argument);
  }

  /**
   * Operands of a definition in which everything is of one size, the same for a seed on every machine: arrays of that length unless the type
   * says another, whole numbers of that value; elements random, i64 as indices below the size, floats in [0, 1).
   *
   * @throws InvalidArgumentError for a definition whose operands are not data
   */
  randomOperands(entry: string, size: number, seed = 0n): readonly Data[] {
    return randomOperands(signatureOf(this.typed, entry).parameters, size, seed);
  }

  /** What a definition gave, as the values of a test file. */
  testValuesOf(entry: string, data: Data): readonly TestValue[] {
    return testValuesOfData(data, signatureOf(this.typed, entry).result);
  }

  /** The interpreter's value: the oracle of all executors, and the one that has every construct. */
  interpret(entry: string, operands: readonly unknown[], options: EvaluationOptions = {}): Data {
    return this.meteredRun(entry, operands, undefined, checkEvaluationOptions(options));
  }

  /** Work and span on these operands, counted while the interpreter runs. */
  cost(entry: string, operands: readonly unknown[], options: CostOptions = {}): ProgramCost {
    const checked = checkEvaluationOptions(options, ["model"]);
    if (options.model !== undefined) checkName("model", ["verbatim", "corrected"], options.model);
    const meter = new CountingMeter();
    const value = this.meteredRun(entry, operands, meter, checked);
    const workByLine = new Map<number, number>();
    const lineOf = lineFinder(this.typed.program.text);
    for (const [at, work] of meter.workAt) {
      const line = at < 0 ? 0 : lineOf(at);
      workByLine.set(line, (workByLine.get(line) ?? 0) + work);
    }
    const { work, span } = meter;
    return { work, span, parallelism: work / span, workByLine, value };
  }

  /** The graph whose nodes are the work and whose longest way is the span. @throws UnsupportedError when it is too large to be written out */
  unfold(entry: string, operands: readonly unknown[], options: EvaluationOptions = {}): CostDag {
    const meter = new DagMeter();
    this.meteredRun(entry, operands, meter, checkEvaluationOptions(options));
    return meter.dag;
  }

  /** What is known of the operators of reduces and scans: by rules, normal forms and, where z3 is installed, its proofs. */
  checkLaws(options: Parameters<typeof checkLawsOfProgram>[1] = {}): Promise<readonly LawFinding[]> {
    return checkLawsOfProgram(this.typed, options);
  }

  /** The call of a definition on any executor's primitives. */
  callOf(entry: string, operands: readonly unknown[], options: EvaluationOptions = {}): Call<Data> {
    return programCall(this.typed, entry, operands, checkEvaluationOptions(options));
  }

  private meteredRun(
    entry: string,
    operands: readonly unknown[],
    meter: Meter | undefined,
    { expression = DEFAULT_EXPRESSION, ...rest }: CostOptions,
  ): Data {
    return runProgram(this.typed, entry, operands, { expression, ...rest, ...(meter && { meter }) });
  }
}

/** Options of everything that evaluates a program. */
export interface EvaluationOptions {
  /** The named expression of reduces and scans that ask for none; default that of contracts. */
  readonly expression?: Expression;
  /** Units of work (on executors: turns of loops and uses of functions over arrays) after which a program is stopped. */
  readonly fuel?: number;
}

/** Options of a run, which may have some further names. Fuel that is not a number would never be used up. @throws InvalidArgumentError */
export function checkEvaluationOptions<Options extends EvaluationOptions>(
  options: Options,
  further: readonly string[] = [],
): Options {
  checkOptionNames(options, ["expression", "fuel", ...further]);
  const { expression, fuel } = options;
  if (fuel !== undefined) checkInteger("fuel", fuel, 0, Number.MAX_SAFE_INTEGER);
  return expression === undefined ? options : { ...options, expression: checkExpression(expression) };
}
