import type { AccumulationOf, ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { ElementArray, ElementScalar, ElementType, Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../../values/errors.ts";
import { type Answer, type Call, done } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { resolveTyped } from "../serve.ts";

export interface DotOptions<Type extends ElementType = ElementType, Sum extends ElementType = ElementType> {
  readonly type?: Type | undefined; // what inputs without a type of their own are read as
  readonly accumulate?: Sum | undefined; // of products and sums; default: the element type
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of the sum
}

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
  <Input extends ElementArray, Sum extends AccumulationOf<ElementTypeOf<Input>> = ElementTypeOf<Input>>(
    left: Input,
    right: Input,
    options?: DotOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementScalar<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = Type>(
    left: ConvertibleInput,
    right: ConvertibleInput,
    options: DotOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementScalar<Sum>>;
}

/** The call of `dot`. */
export function dotCall(leftInput: unknown, rightInput: unknown, options: DotOptions = {}): Call<Scalar> {
  checkOptionNames(options, ["type", "accumulate", "expression"]);
  const { expression, accumulate } = options;
  const { type, elements } = givenElements(leftInput, options.type, "left");
  const other = givenElements(rightInput, options.type, "right");
  if (other.type !== type)
    throw new InvalidArgumentError("right", `an array of ${type}, as "left" is`, other.type);
  const { length } = elements;
  if (other.elements.length !== length) throw new LengthMismatchError("right", length, other.elements.length);
  const { accumulate: sum } = resolveTyped({ accumulate }, "reduce", type);
  const contract = resolveTyped({ operator: "add", expression }, "reduce", sum);
  const product = binary("multiply", convert(sum, left(type)), convert(sum, right(type)));
  return {
    input: [elements, other.elements],
    requests: [{ contract, observation: "reduce", allowQuadratic: false }],
    *steps(on, [one, two]) {
      if (length === 0) return [yield* done(on.fill(sum, sum === "i64" || sum === "u64" ? 0n : 0, 1))];
      const products = yield* done(on.map([product], [one], [two]));
      return yield* done(on.reduce(contract, products));
    },
    result: ([total]) => total[0],
  };
}
