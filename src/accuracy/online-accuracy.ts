import { columnContract } from "../contracts/column-contract.ts";
import { checkExecutor, type OnlineExecutor } from "../executors/executor.ts";
import type { Expression } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import type { FloatType } from "../summaries/accumulators/accumulator.ts";
import { checkMethods } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { elementTypeOf } from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, SOME_ELEMENT, UnsupportedError } from "../values/errors.ts";
import { type MeasuredSum, measuredSum } from "./accuracy-of.ts";
import { sumOfFloats } from "./asked-contracts.ts";
import { exactTerms } from "./sum-exactly.ts";

/** Options of `onlineAccuracy`. */
export interface OnlineAccuracyOptions {
  readonly type: FloatType; // of the chunks
  readonly expression?: Expression | string | undefined; // default: blockDyadic(32)
  readonly accumulate?: FloatType | undefined; // default: the type of the chunks
}

/** The error of a sum whose terms keep arriving. */
export interface OnlineAccuracy {
  /** Takes terms. @throws InvalidArgumentError for a chunk of another type, or with an element that is not finite: nothing can be said after it */
  push(chunk: Float64Array | Float32Array): void;
  /** The row that `accuracyOf` has for all terms so far. @throws EmptyInputError for none */
  value(): MeasuredSum;
  /** Gives memory back. */
  close(): void;
}

/**
 * The error of a float sum by one expression whose terms come in chunks of any lengths, with the bits of `accuracyOf` over all of them. Memory does not grow with them.
 *
 * @throws InvalidArgumentError from the options; UnsupportedError where the executor takes no sequences, or not by this expression
 * @see docs/accuracy.md
 */
export function onlineAccuracy(executor: OnlineExecutor, options: OnlineAccuracyOptions): OnlineAccuracy {
  checkMethods("executor", checkExecutor(executor), ["openPass"], "an executor that takes sequences");
  checkOptionNames(options, ["type", "expression", "accumulate"]);
  const type = checkName("type", ["f64", "f32"], options.type);
  const contract = sumOfFloats(type, options);
  const expression = printExpression(contract.expression);
  const asked = columnContract(contract);
  const refused = executor.refusal({ contract: asked, observation: "reduce", allowQuadratic: false });
  if (refused !== undefined) {
    throw new UnsupportedError(`an online sum by ${expression}`, refused.reason, refused.remedy);
  }
  const pass = executor.openPass(asked, undefined);
  const terms = exactTerms();
  return {
    push(chunk) {
      if (elementTypeOf(chunk) !== type)
        throw new InvalidArgumentError("chunk", `a typed array of ${type}`, describe(chunk));
      terms.add(chunk);
      pass.reduce([chunk]);
    },
    value() {
      if (pass.position === 0) throw new EmptyInputError("input", SOME_ELEMENT);
      return measuredSum(contract, expression, Number(pass.observe()[0]), terms.facts());
    },
    close: () => pass.close(),
  };
}
