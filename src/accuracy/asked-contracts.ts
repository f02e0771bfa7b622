import type { TypedContract } from "../contracts/contract.ts";
import { resolveContract } from "../contracts/resolve.ts";
import {
  binned,
  blockDyadic,
  type Expression,
  exact,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../expressions/expression.ts";
import type { FloatType } from "../summaries/accumulators/accumulator.ts";
import { checkList } from "../values/check-arguments.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { checkOptionNames } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import { elementTypeOf } from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, SOME_ELEMENT } from "../values/errors.ts";
import { frozen } from "../values/frozen.ts";

/** Which sums are measured: by which expressions, and added in which type. */
export interface AccuracyOptions {
  readonly expressions?: readonly (Expression | string)[] | undefined; // default: ACCURACY_EXPRESSIONS
  readonly accumulate?: FloatType | undefined; // default: the type of the input
}

/** Trees from the deepest to the shallowest, then the sums that have no order. */
export const ACCURACY_EXPRESSIONS: readonly Expression[] = frozen([
  leftFold,
  linearCarry(256),
  blockDyadic(32),
  iteratedPairwise,
  binned(2),
  binned(3),
  binned(4),
  exact,
]);

/** The contracts whose sums of `input` are measured. @throws EmptyInputError, InvalidArgumentError */
export function askedContracts(input: Float64Array | Float32Array, options: AccuracyOptions) {
  checkOptionNames(options, ["expressions", "accumulate"]);
  const type = elementTypeOf(input);
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError("input", "a Float64Array or Float32Array", describe(input));
  }
  if (input.length === 0) checkAttached("input", input);
  if (input.length === 0) throw new EmptyInputError("input", SOME_ELEMENT);
  const { expressions = ACCURACY_EXPRESSIONS } = options;
  const contracts = checkList("expressions", expressions, "expressions").map((expression) =>
    sumOfFloats(type, { ...options, expression: expression as Expression }),
  );
  return { type, accumulate: (contracts[0]?.accumulate ?? type) as FloatType, contracts };
}

/** The sum of floats by one expression. @throws InvalidArgumentError */
export function sumOfFloats(
  type: FloatType,
  {
    expression,
    accumulate = type,
  }: Omit<AccuracyOptions, "expressions"> & { readonly expression?: Expression | string | undefined },
): TypedContract {
  return resolveContract({ expression, accumulate }, "reduce", type) as TypedContract;
}
