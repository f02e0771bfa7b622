import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  SumOf,
  TypedInput,
} from "../../contracts/options.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementScalar, ElementType, Scalar, StorageType } from "../../values/element-types.ts";
import { UnsupportedError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type CallOfTemplate, sumsOfInput } from "../template-rule.ts";
import { EXACT_PRODUCTS, exactDot, exactSumType } from "./exact-products.ts";
import { type FoldCall, foldCall, pass, perContract, zeroOf } from "./fold.ts";
import { givenPair, ofPair } from "./given-pair.ts";
import { SUM_OPTIONS, type SumOptions, sumContract } from "./sum-contract.ts";

/**
 * The dot product: `out = left[0]·right[0] + … + left[n−1]·right[n−1]`.
 *
 * Each product is rounded by itself and never fused with a sum, and the sum has the tree of `expression`; integers wrap. Of nothing it is 0.
 * A NaN, an infinity times a zero, or infinite products of both signs make it NaN. With `accumulate` elements are converted before they are multiplied. Work 2n, span O(log n).
 * `expression: "exact-products"`, of floats, is the true value rounded once: neither products nor sums round, overflow or vanish on the way. NaN with a NaN, ∞·0 or infinities
 * of both signs; −0 only of products that are all −0. It is computed by the thread that calls, some 90 ns a product.
 *
 * @throws LengthMismatchError for inputs of different lengths
 * @throws InvalidArgumentError for inputs of different types
 * @see docs/what-scans-are-for.md
 */
export interface Dot<When extends "now" | "later"> {
  <Input extends TypedInput, Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>>(
    left: Input,
    right: Input,
    options?: SumOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementScalar<Sum>>;
  <Type extends StorageType, Sum extends SumOf<Type> | AccumulationOf<SumOf<Type>> = SumOf<Type>>(
    left: ConvertibleInput,
    right: ConvertibleInput,
    options: SumOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementScalar<Sum>>;
}

/** The call of `dot`. */
export function dotCall(leftInput: unknown, rightInput: unknown, options: SumOptions = {}): Call<Scalar> {
  if (options?.expression !== EXACT_PRODUCTS) return dotFoldCall(leftInput, rightInput, options);
  checkOptionNames(options, SUM_OPTIONS);
  const { type, input } = givenPair(leftInput, rightInput, options.type);
  const sum = exactSumType(type, options);
  return {
    input: [],
    *steps() {
      return yield* done([]);
    },
    result: () => exactDot(sum, ...input),
  };
}

/** The same where the sum of rounded products has an expression. */
export function dotFoldCall(
  leftInput: unknown,
  rightInput: unknown,
  options: SumOptions = {},
): FoldCall<Scalar> {
  checkOptionNames(options, SUM_OPTIONS);
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

/** On a device there are only expressions. @throws UnsupportedError */
const onDevice: CallOfTemplate = ({ left: one, right: other }, { expression, accumulate }, callOf) => {
  if (expression !== EXACT_PRODUCTS) return callOf(one, other, { expression, accumulate });
  const remedy = "call it with arrays, or name another expression";
  throw new UnsupportedError(`a dot of "${EXACT_PRODUCTS}"`, "it is not computed on a device", remedy);
};

/** `dot(left, right, { expression?, accumulate? })` gives the dot product */
export const dot: AlgorithmRow = {
  call: dotCall,
  foldOf: 2,
  template: {
    options: ["expression", "accumulate"],
    arguments: ofPair,
    results: sumsOfInput,
    call: onDevice,
  },
};
