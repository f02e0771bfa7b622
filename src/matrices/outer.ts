import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import type { AccumulationOf, ElementTypeOf, SumOf, TypedInput } from "../contracts/options.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { cellsCall } from "./cells-call.ts";
import { givenVector, type Matrix, transposed } from "./matrix.ts";
import type { VectorOfType } from "./matrix-types.ts";
import type { ProductOptions } from "./product-contract.ts";

interface OuterOptions<Sum extends ElementType = ElementType>
  extends Omit<ProductOptions<Sum>, "expression" | "determinism"> {
  readonly output?: ElementArray<Sum> | undefined; // row-major; default: a fresh array
}

/**
 * Each element of one column times each of another: `C[i][j] = x[i]·y[j]`, each rounded once.
 *
 * With `accumulate` elements are converted before they are multiplied; of a `semiring` its multiply is used.
 *
 * @throws InvalidArgumentError for columns of different types, OutOfMemoryError for too large a product
 * @see docs/matrices.md
 */
export type Outer<When extends "now" | "later"> = <
  Elements extends TypedInput,
  Sum extends AccumulationOf<ElementTypeOf<Elements>> = SumOf<ElementTypeOf<Elements>>,
>(
  x: Elements,
  y: VectorOfType<ElementTypeOf<Elements>>,
  options?: OuterOptions<Sum>,
) => Answer<When, Matrix<ElementArray<Sum>>>;

/** The call of `outer`. */
function outerCall(x: unknown, y: unknown, options: OuterOptions = {}): Call<Matrix> {
  checkOptionNames(options, ["accumulate", "semiring", "output"]);
  const left = givenVector("x", x);
  const right = givenVector("y", y);
  if (right.type !== left.type)
    throw new InvalidArgumentError("y", `an array of ${left.type}, as "x" is`, right.type);
  const shape = [left.shape[0], right.shape[0]];
  return cellsCall({ left, right: transposed(right), options, result: (array) => ({ array, shape }) });
}

/** `outer(x, y, { accumulate?, semiring?, output? })` gives the matrix of all products */
export const outer: AlgorithmRow = { call: outerCall };
