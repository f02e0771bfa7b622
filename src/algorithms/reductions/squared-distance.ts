import { binary, convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum, inFloats } from "./float-elements.ts";
import { type FoldCall, foldCall, pass, perContract } from "./fold.ts";
import { givenPair, type OfPair, ofPair } from "./given-pair.ts";
import { square } from "./spread.ts";

/**
 * The square of the distance: `out = Σ(left[i] − right[i])²`.
 *
 * Differences, squares and sums are rounded one by one, to f32 for f32 and to f64 for all else; integers are converted first, each rounded once.
 * The sum has the tree of `expression`; `accumulate: "f64"` has f32 taken in f64. A NaN, or an infinity in both at one place, makes it NaN.
 * Of nothing it is 0. Work 3n, span O(log n).
 *
 * @throws LengthMismatchError for inputs of different lengths
 * @throws InvalidArgumentError for inputs of different types
 */
export type SquaredDistance<When extends "now" | "later"> = OfPair<When, FloatSumOptions>;

/** The call of `squaredDistance`. */
export function squaredDistanceCall(
  leftInput: unknown,
  rightInput: unknown,
  options: FloatSumOptions = {},
): FoldCall<number> {
  checkOptionNames(options, FLOAT_SUM_OPTIONS);
  const { type, input } = givenPair(leftInput, rightInput, options.type);
  const { contract } = floatSum(type, options);
  return foldCall({ fold: FOLDS(contract, type), input, nothing: [0], value: (row) => Number(row[0]) });
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  const difference = binary("subtract", convert(float, left(type)), convert(float, left(type, 1)));
  return {
    columns: [type, type],
    parameters: [],
    passes: [pass([[contract, square(difference)]])],
    results: [right(float, 1)],
  };
});

/** `squaredDistance(left, right, { expression?, accumulate? })` gives the sum of the squares of differences */
export const squaredDistance: AlgorithmRow = {
  call: squaredDistanceCall,
  foldOf: 2,
  template: { options: ["expression", "accumulate"], arguments: ofPair, results: inFloats },
};
