import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum, inFloats } from "./float-elements.ts";
import { countAs, type FoldCall, foldCall, pass, perContract } from "./fold.ts";

/**
 * The arithmetic mean: `out = (input[0] + … + input[n−1]) / n`.
 *
 * The sum has the tree of `expression`, and each operation rounds to f32 for f32 and to f64 for all else; `accumulate: "f64"` has f32 summed
 * in f64. Integers are converted first, each rounded once; so is n. A NaN, or infinities of both signs, make it NaN; a sum beyond the largest float is an
 * infinity, and so is the mean of `[1e308, 1e308]`. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/what-scans-are-for.md
 */
export interface Mean<When extends "now" | "later"> {
  (input: TypedInput, options?: FloatSumOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: FloatSumOptions & { readonly type: NonNullable<FloatSumOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `mean`. */
export function meanCall(input: unknown, options: FloatSumOptions = {}): FoldCall<number> {
  checkOptionNames(options, FLOAT_SUM_OPTIONS);
  const { type, elements } = someElements(input, options.type);
  const { contract } = floatSum(type, options);
  return foldCall({ fold: FOLDS(contract, type), input: [elements], value: (row) => Number(row[0]) });
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  return {
    columns: [type],
    parameters: [],
    passes: [pass([[contract, convert(float, left(type))]])],
    results: [binary("divide", right(float, 1), countAs(float))],
  };
});

/** `mean(input, { expression?, accumulate? })` gives the arithmetic mean */
export const mean: AlgorithmRow = {
  call: meanCall,
  foldOf: 1,
  template: { options: ["expression", "accumulate"], results: inFloats },
};
