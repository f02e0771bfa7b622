import type { AccumulationOf, ConvertibleInput, ElementTypeOf, SumOf } from "../../contracts/options.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementScalar, ElementType, Scalar } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { sumsOfInput } from "../template-rule.ts";
import { type FoldCall, foldCall, pass, perContract, zeroOf } from "./fold.ts";
import { givenPair, ofPair } from "./given-pair.ts";
import { type SumOptions, sumContract } from "./sum-contract.ts";

/**
 * The dot product: `out = left[0]·right[0] + … + left[n−1]·right[n−1]`.
 *
 * Each product is rounded by itself and never fused with a sum, and the sum has the tree of `expression`; integers wrap. Of nothing it is 0.
 * With `accumulate` elements are converted before they are multiplied. Work 2n, span O(log n).
 *
 * @throws LengthMismatchError for inputs of different lengths
 * @throws InvalidArgumentError for inputs of different types
 * @see docs/notes/what-scans-are-for.md
 */
export interface Dot<When extends "now" | "later"> {
  <
    Input extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    left: Input,
    right: Input,
    options?: SumOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementScalar<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    left: ConvertibleInput,
    right: ConvertibleInput,
    options: SumOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementScalar<Sum>>;
}

/** The call of `dot`. */
export function dotCall(leftInput: unknown, rightInput: unknown, options: SumOptions = {}): FoldCall<Scalar> {
  checkOptionNames(options, ["type", "accumulate", "expression"]);
  const { type, input } = givenPair(leftInput, rightInput, options.type);
  const contract = sumContract(type, options);
  return foldCall({
    fold: FOLDS(contract, type),
    input,
    nothing: [zeroOf(contract.sums[0] as ElementType)],
    value: (row) => row[0],
  });
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) => {
  const sum = contract.sums[0] as ElementType;
  const product = binary("multiply", convert(sum, left(type)), convert(sum, left(type, 1)));
  return {
    columns: [type, type],
    parameters: [],
    passes: [pass([[contract, product]])],
    results: [right(sum, 1)],
  };
});

/** `dot(left, right, { expression?, accumulate? })` gives the dot product */
export const dot: AlgorithmRow = {
  call: dotCall,
  foldOf: 2,
  template: { options: ["expression", "accumulate"], arguments: ofPair, results: sumsOfInput },
};
