import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import { someElements } from "../given-elements.ts";
import {
  FLOAT_SUM_OPTIONS,
  type FloatSumOptions,
  floatSteps,
  floatSum,
  inFloats,
  meanSteps,
} from "./float-elements.ts";

/**
 * The arithmetic mean: `out = (input[0] + … + input[n−1]) / n`.
 *
 * The sum has the tree of `expression`, and each operation rounds to f32 for f32 and to f64 for all else; `accumulate: "f64"` has f32 summed
 * in f64. Integers are converted first, each rounded once; so is n. A sum beyond the largest float is an infinity. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/notes/what-scans-are-for.md
 */
export interface Mean<When extends "now" | "later"> {
  (input: ElementArray, options?: FloatSumOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: FloatSumOptions & { readonly type: NonNullable<FloatSumOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `mean`. */
export function meanCall(input: unknown, options: FloatSumOptions = {}): Call<number> {
  checkOptionNames(options, FLOAT_SUM_OPTIONS);
  const { type, elements } = someElements(input, options.type);
  const sum = floatSum(type, options);
  return {
    input: [elements],
    requests: [{ contract: sum.contract, observation: "reduce", allowQuadratic: false }],
    *steps(on, [vector]) {
      const floats = yield* floatSteps(on, type, sum.float, vector);
      return [yield* meanSteps(on, sum, floats)];
    },
    result: ([mean]) => Number(mean[0]),
  };
}

/** `mean(input, { expression?, accumulate? })` gives the arithmetic mean */
export const mean: AlgorithmRow = {
  call: meanCall,
  template: { options: ["expression", "accumulate"], results: inFloats },
};
