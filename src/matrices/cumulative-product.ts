import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import type { GivenAlong } from "./axis-contract.ts";
import type { Matrix } from "./matrix.ts";
import type { AnyMatrix, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";
import { type ScanAlongOptions, scanCall } from "./scan.ts";

type ProductAlongOptions<Type extends ElementType, Sum extends ElementType> = Pick<
  ScanAlongOptions<Type, Sum>,
  "axis" | "expression" | "determinism" | "direction" | "accumulate" | "output"
>;

const OPTIONS: readonly string[] = ["axis", "expression", "determinism", "direction", "accumulate", "output"];

/**
 * The product so far in each line of a matrix along `axis`, bit for bit `cumulativeProduct` of that line alone, in a row-major matrix of the same shape.
 *
 * The inclusive scan by `multiply`. Of several axes the last named is innermost: their elements are one sequence in that order.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type CumulativeProductAlong<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  options: Rounds<ProductAlongOptions<TypeOfMatrix<Given>, Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/** The call of `cumulativeProduct`. */
function cumulativeProductCall(A: unknown, options: GivenAlong): Call<Matrix> {
  checkOptionNames(options, OPTIONS);
  return scanCall(A, { ...options, operator: "multiply" }, "inclusive-scan");
}

/** `cumulativeProduct(A, { axis, expression?, direction?, accumulate?, output? })` gives the product so far in each line */
export const cumulativeProduct: AlgorithmRow = { call: cumulativeProductCall };
