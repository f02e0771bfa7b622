import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import { binary, convert, left, right, unary } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, inFloats } from "../reductions/float-elements.ts";
import { type FoldCall, foldCall, pass, perContract } from "../reductions/fold.ts";
import { resolveColumns } from "../serve.ts";
import { shortLogSumExp } from "../short/exponentials.ts";
import { shiftedExponential, shiftOf, sumOfExponentials } from "./shifted-exponentials.ts";

/**
 * The logarithm of the sum of exponentials: `out = m + log(Σ exp(input[i] − m))`, with `m` the largest element, or 0 where that is infinite.
 *
 * Differences, exponentials, logarithm and the last sum round once each, exponentials and logarithm correctly; the sum has the tree of `expression`.
 * Types, `accumulate` and conversions as in `mean`. Nothing overflows but what is beyond the largest float. A NaN makes it NaN, else an ∞ gives ∞;
 * of nothing, and of −∞ alone, it is −∞. Work O(n), span O(log n), two passes. On a GPU in f32, which refuses f64.
 */
export interface LogSumExp<When extends "now" | "later"> {
  (input: TypedInput, options?: FloatSumOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: FloatSumOptions & { readonly type: NonNullable<FloatSumOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `logSumExp`. */
export function logSumExpCall(input: unknown, options: FloatSumOptions = {}): FoldCall<number> {
  checkOptionNames(options, FLOAT_SUM_OPTIONS);
  const { type, elements } = givenElements(input, options.type);
  return foldCall({
    fold: FOLDS(sumOfExponentials(type, options), type),
    input: [elements],
    nothing: [Number.NEGATIVE_INFINITY],
    value: (row) => Number(row[0]),
  });
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  const largest = resolveColumns({ operator: "max" }, "reduce", float);
  const element = convert(float, left(type));
  // Scalars: count, largest element, shift, sum.
  return {
    columns: [type],
    parameters: [],
    passes: [
      pass([[largest, element]], [shiftOf(float, right(float, 1))]),
      pass([[contract, shiftedExponential(element, right(float, 2))]]),
    ],
    results: [binary("add", right(float, 2), unary("log", right(float, 3)))],
  };
});

/** `logSumExp(input, { expression?, accumulate? })` gives the logarithm of the sum of the elements' exponentials */
export const logSumExp: AlgorithmRow = {
  call: logSumExpCall,
  short: shortLogSumExp,
  foldOf: 1,
  template: { options: ["expression", "accumulate"], results: inFloats },
};
