import { checkExpression } from "../expressions/check-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-option-names.ts";

export interface EvaluationOptions {
  /** The named expression of reduces and scans that ask for none; default that of contracts. */
  readonly expression?: Expression;
  /** Units of work (on executors: turns of loops and uses of functions over arrays) after which a program is stopped. */
  readonly fuel?: number;
}

/** Options of a run, which may have some further names. Fuel that is no number would never be used up. @throws InvalidArgumentError */
export function checkEvaluationOptions<Options extends EvaluationOptions>(
  options: Options,
  further: readonly string[] = [],
): Options {
  checkOptionNames(options, ["expression", "fuel", ...further]);
  const { expression, fuel } = options;
  if (fuel !== undefined) checkInteger("fuel", fuel, 0, Number.MAX_SAFE_INTEGER);
  return expression === undefined ? options : { ...options, expression: checkExpression(expression) };
}
