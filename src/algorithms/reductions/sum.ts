import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  SumOf,
  TypedInput,
} from "../../contracts/options.ts";
import { convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementScalar, ElementType, Scalar, StorageType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { sumsOfInput } from "../template-rule.ts";
import { type FoldCall, foldCall, pass, perContract, zeroOf } from "./fold.ts";
import { SUM_OPTIONS, type SumOptions, sumContract } from "./sum-contract.ts";

/**
 * The sum: `out = input[0] + … + input[n−1]`, in the tree of `expression`: the bits of `reduce(input)` with the same options.
 *
 * Floats are rounded at each addition, to f32 for f32; integers wrap. With `accumulate` elements are converted first. A NaN, or infinities of both
 * signs, make it NaN; of zeros it is −0 where all are. Of nothing it is 0. Work n − 1, span O(log n).
 *
 * @throws InvalidArgumentError from the options
 */
export interface Sum<When extends "now" | "later"> {
  <
    Input extends TypedInput,
    Total extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    input: Input,
    options?: SumOptions<ElementTypeOf<Input>, Total>,
  ): Answer<When, ElementScalar<Total>>;
  <Type extends StorageType, Total extends SumOf<Type> | AccumulationOf<SumOf<Type>> = SumOf<Type>>(
    input: ConvertibleInput,
    options: SumOptions<Type, Total> & { readonly type: Type },
  ): Answer<When, ElementScalar<Total>>;
}

/** The call of `sum`. */
export function sumCall(input: unknown, options: SumOptions = {}): FoldCall<Scalar> {
  checkOptionNames(options, SUM_OPTIONS);
  const { type, elements } = givenElements(input, options.type);
  const contract = sumContract(type, options);
  return foldCall({
    fold: FOLDS(contract, type),
    input: [elements],
    nothing: [zeroOf(contract.sums[0] as ElementType)],
    value: (row) => row[0],
  });
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) => {
  const sum = contract.sums[0] as ElementType;
  return {
    columns: [type],
    parameters: [],
    passes: [pass([[contract, convert(sum, left(type))]])],
    results: [right(sum, 1)],
  };
});

/** `sum(input, { expression?, accumulate? })` gives the sum, which is `reduce(input)` */
export const sum: AlgorithmRow = {
  call: sumCall,
  foldOf: 1,
  template: { options: ["expression", "accumulate"], results: sumsOfInput },
};
