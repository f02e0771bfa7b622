import { DEFAULT_EXPRESSION, type Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import type { CostModel } from "../cost/construct-costs.ts";
import type { Meter } from "../cost/meter.ts";
import type { Definition } from "../term.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { signatureFor } from "../types/signature-of.ts";
import { Context } from "./context.ts";
import { bindPattern, type Environment } from "./environment.ts";
import { evaluateTerm } from "./evaluate-term.ts";
import { bindSizes, checkResultSizes } from "./sizes.ts";
import { asFunction, type FunctionValue, type Value } from "./value.ts";

export interface RunOptions {
  readonly meter?: Meter;
  /** Which equations the meter is charged by; default "corrected". */
  readonly model?: CostModel;
  /** Units of work after which a program is stopped; default 10^9. */
  readonly fuel?: number;
  /** The named expression of reduces and scans that ask for none; default that of contracts. */
  readonly expression?: Expression;
}

/**
 * The value of a definition applied to operands: the interpreter, which is what executors are held against.
 *
 * @throws InvalidArgumentError when there is no such definition, or it waits for another number of operands; ProgramError where the
 * program has no value
 */
export function runProgram(
  typed: TypedProgram,
  entry: string,
  operands: readonly Value[],
  { meter, model = "corrected", fuel = 1e9, expression = DEFAULT_EXPRESSION }: RunOptions = {},
): Value {
  const { definitions } = typed.program;
  signatureFor(typed, entry, operands);
  const context = new Context(typed, { model, fuel, expression, ...(meter && { meter }) });
  let names: Environment | undefined;
  for (const definition of definitions) {
    if (definition.name === entry) {
      if (operands.length === 0) return evaluateTerm(definition.body, names, context);
      return asFunction(meaningOf(definition, names, context)).run(operands);
    }
    const value = meaningOf(definition, names, context);
    names = { name: definition.name, value, outer: names };
  }
  throw new InternalError(`"${entry}" is not defined`);
}

/** What a name of the program stands for: a function, or a value, which costs nothing where it is used. */
function meaningOf(definition: Definition, names: Environment | undefined, context: Context): Value {
  const { parameters, body } = definition;
  if (parameters.length === 0) return context.unmetered(() => evaluateTerm(body, names, context));
  const run: FunctionValue["run"] = (operands) => {
    const sized = bindSizes(definition, operands, names, context);
    const inner = parameters.reduce(
      (outer, parameter, index) => bindPattern(parameter, operands[index], outer),
      sized,
    );
    const value = evaluateTerm(body, inner, context);
    checkResultSizes(definition, value, sized, context);
    return value;
  };
  return { kind: "function", arity: parameters.length, run };
}
