import { checkOutput } from "../../contracts/check-columns.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RoundedOptions,
  SumOf,
  TypedInput,
  TypedScanOptions,
} from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { resolveColumns } from "../serve.ts";
import { productsOf, shortCumulativeProduct } from "../short/scanned.ts";
import { shortArray } from "../short/short-arrays.ts";
import { sumsOfInput } from "../template-rule.ts";

type ProductOptions<Type extends ElementType, Sum extends ElementType> = Pick<
  TypedScanOptions<Type, Sum>,
  "type" | "expression" | "determinism" | "direction" | "accumulate" | "output"
>;

const PRODUCT_OPTIONS = ["type", "expression", "determinism", "direction", "accumulate", "output"];

/**
 * The product so far: `out[i] = input[0] · … · input[i]`; backward, of `input[i], …, input[n−1]`.
 *
 * The inclusive scan by the operator `multiply`: each product rounds to the type of the input, or of `accumulate`, integers wrap, and floats have
 * the trees of `expression`. A NaN makes all that contain it NaN, and so does an infinity with a zero. Output has the length of `input`. Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for an output of another type or length
 */
export interface CumulativeProduct<When extends "now" | "later"> {
  (input: TypedInput | ConvertibleInput, options: RoundedOptions): Answer<When, Uint16Array>;
  <Input extends TypedInput, Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>>(
    input: Input,
    options?: ProductOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementArray<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: ProductOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementArray<Sum>>;
}

/** The call of `cumulativeProduct`. */
export function cumulativeProductCall(
  input: unknown,
  options: ContractOptions & { readonly output?: unknown } = {},
): Call<ElementArray> {
  checkOptionNames(options, PRODUCT_OPTIONS);
  const { type, elements } = givenElements(input, options.type);
  const contract = productOf(type, options);
  const [sum] = contract.sums;
  const output =
    options.output === undefined ? undefined : checkOutput(sum as ElementType, elements, options.output);
  return productsBy(contract, elements, output);
}

function productOf(
  type: ElementType,
  { expression, direction, accumulate }: ContractOptions,
): ColumnContract {
  const options = { operator: "multiply", expression, direction, accumulate } as const;
  return resolveColumns(options, "inclusive-scan", type);
}

function productsBy(
  contract: ColumnContract,
  elements: ElementArray,
  output?: ElementArray,
): Call<ElementArray> {
  return {
    input: [elements],
    requests: [{ contract, observation: "inclusive-scan", allowQuadratic: false }],
    *steps(on, vectors) {
      return yield* done(on.scan(contract, "inclusive-scan", vectors));
    },
    output: [output],
    result: ([products]) => products as ElementArray,
  };
}

/** `cumulativeProduct(input, { expression?, direction?, accumulate? })` gives the product so far */
export const cumulativeProduct: AlgorithmRow = {
  call: cumulativeProductCall,
  short: shortCumulativeProduct,
  prepared(type, given) {
    checkOptionNames(given, ["expression", "determinism", "direction", "accumulate"]);
    const contract = productOf(type, given as ContractOptions);
    const isPlain = Object.keys(given).length === 0;
    return {
      composition: `result = inclusive scan of input by ${lineOf(contract)}`,
      requests: productsBy(contract, newElementArray(type, 0)).requests,
      short: (on, elements) => {
        const few = shortArray(elements);
        if (few === undefined) return undefined;
        if (isPlain) return productsOf(on, few);
        return (on.scan(contract, "inclusive-scan", [few]) as readonly ElementArray[])[0];
      },
      call: (elements) => productsBy(contract, elements),
    };
  },
  template: { options: ["expression", "direction", "accumulate"], results: sumsOfInput },
};
