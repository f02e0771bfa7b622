import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { productCall } from "./exact-cells.ts";
import { givenAxes, givenVector, shapeText, turned } from "./matrix.ts";
import type { AnyMatrix, Rounds, TypeOfMatrix, VectorOfType } from "./matrix-types.ts";
import type { MultiplyOptions } from "./multiply.ts";
import { PRODUCT_OPTIONS } from "./product-contract.ts";

/**
 * The product of a matrix and a column: `out[i] = A[i][0]·x[0] + … + A[i][n−1]·x[n−1]`, bit for bit `dot(A[i], x)`.
 *
 * As `multiply` in all else.
 *
 * @throws InvalidArgumentError for a column of another length than rows of A have
 * @see docs/matrices.md
 */
export type MultiplyVector<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  x: VectorOfType<TypeOfMatrix<Given>>,
  options?: Rounds<Omit<MultiplyOptions<Sum>, "transposeB">, Half>,
) => Answer<When, [Half] extends [never] ? ElementArray<Sum> : Uint16Array>;

/** The call of `multiplyVector`. */
function multiplyVectorCall(
  A: unknown,
  x: unknown,
  options: Omit<MultiplyOptions, "transposeB"> = {},
): Call<ElementArray> {
  checkOptionNames(options, [...PRODUCT_OPTIONS, "transposeA", "output"]);
  const left = turned(givenAxes("A", A, 2), "transposeA", options.transposeA);
  const column = givenVector("x", x, left.narrow);
  if (column.type !== left.type)
    throw new InvalidArgumentError("x", `an array of ${left.type}, as "A" has`, column.type);
  const [, depth] = left.shape;
  if (column.shape[0] !== depth) {
    const expected = `of ${depth} elements, as many as there are columns in "A" of ${shapeText(left.shape)}`;
    throw new InvalidArgumentError("x", expected, `${column.shape[0]}`);
  }
  return productCall({ left, right: column, options, result: (array) => array });
}

/** `multiplyVector(A, x, { expression?, accumulate?, semiring?, transposeA?, output? })` gives the product of a matrix and a column */
export const multiplyVector: AlgorithmRow = { call: multiplyVectorCall };
