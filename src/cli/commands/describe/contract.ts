// Mean and variance are compositions of sums. Their line names the composition and then the contract of its sums: all that their bits depend on.

import {
  type Achieved,
  type Determinism,
  type ElementType,
  type Expression,
  InvalidArgumentError,
  parseContract,
  parseExpression,
  printContract,
  resolveContract,
} from "../../../index.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";

/** How sums of floats are taken, and what is taken from n where squares are divided by it. */
export interface SumRule {
  readonly expression: Expression | undefined; // undefined: the default one
  readonly float: "f64" | "f32" | undefined; // what sums of f32 are taken in; undefined: f32. All others have f64
  readonly correction: number;
}

/** The options that say so: a line, or parts of it. */
export interface SumArguments {
  readonly contract?: string;
  readonly expression?: Expression;
  readonly accumulate?: "f64";
  readonly correction?: number;
}

const LINE = /^(?:(?<measure>mean|variance)(?: correction=(?<correction>\S+))? of )?(?<sum>add .*)$/s;

/** The rule that the options ask for. @throws InvalidArgumentError for a line that is none, and for a part of it besides */
export function sumRule({ contract, expression, accumulate, correction }: SumArguments): SumRule {
  if (contract === undefined) return { expression, float: accumulate, correction: correction ?? 0 };
  for (const [name, given] of Object.entries({ expression, accumulate, correction })) {
    if (given !== undefined)
      throw new InvalidArgumentError(name, "left out with --contract, which says it", "it");
  }
  const parts = LINE.exec(contract)?.groups;
  const isOfVariance = parts?.measure === "variance";
  if (parts === undefined || isOfVariance !== (parts.correction !== undefined)) throw notALine(contract);
  const sum = parseContract(parts.sum);
  const rule = {
    expression: sum.expression,
    float: sum.type === "f32" ? ("f32" as const) : ("f64" as const),
    correction: isOfVariance ? parseCorrection(parts.correction) : 0,
  };
  // Strict, as contracts are: what would be printed in another way, or is no sum of all elements alone, is refused.
  const lines = contractLines(rule.float, rule);
  if (![lines.mean, lines.variance, sumLine(rule.float, rule)].includes(contract)) throw notALine(contract);
  return rule;
}

/** The rule by which an executor takes sums at a level, and what it meets: the rule that was asked for, or its own expression. */
export function ruleAt(
  functions: ColumnFunctions,
  asked: SumRule,
  determinism: Determinism | undefined,
): { readonly rule: SumRule; readonly achieved: Achieved } {
  const { expression } = asked;
  const achieved = functions.achieved("mean", Float64Array.of(0), { expression, determinism });
  const isOwn = achieved.determinism !== "everywhere";
  return { rule: isOwn ? { ...asked, expression: parseExpression(achieved.expression) } : asked, achieved };
}

function notALine(line: string): InvalidArgumentError {
  const expected = 'a line as --json prints it, such as "mean of add f64 block-dyadic:32 initial=none v1"';
  return new InvalidArgumentError("contract", expected, JSON.stringify(line));
}

/** A number, decimal. */
export function parseCorrection(text: string): number {
  const correction = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(correction)) return correction;
  throw new InvalidArgumentError("correction", "a number, as in 0 or 1", JSON.stringify(text));
}

/** The lines of mean and variance over elements of `type`. */
export function contractLines(type: ElementType, rule: SumRule) {
  const sum = sumLine(floatOf(type, rule), rule);
  return { mean: `mean of ${sum}`, variance: `variance correction=${rule.correction} of ${sum}` };
}

function sumLine(type: "f64" | "f32", { expression }: SumRule): string {
  return printContract(resolveContract({ type, expression }, "reduce"));
}

/** What elements are converted to before they are added up. */
export function floatOf(type: ElementType, { float = "f32" }: SumRule): "f64" | "f32" {
  return type === "f32" ? float : "f64";
}

/** The options of the functions of the library over elements of `type`. @throws InvalidArgumentError where a line is of another */
export function sumOptions(name: string, type: ElementType, rule: SumRule) {
  if (rule.float === "f32" && type !== "f32") {
    const expected = `of f64, in which column ${JSON.stringify(name)} of ${type} is added up`;
    throw new InvalidArgumentError("contract", expected, "f32");
  }
  const accumulate = type === "f32" && rule.float === "f64" ? ("f64" as const) : undefined;
  return { expression: rule.expression, accumulate };
}
