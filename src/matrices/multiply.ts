import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { productCall } from "./exact-cells.ts";
import { givenAxes, type Matrix, shapeText, turned } from "./matrix.ts";
import type { AnyMatrix, MatrixOfType, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";
import { PRODUCT_OPTIONS, type ProductOptions } from "./product-contract.ts";

export interface MultiplyOptions<Sum extends ElementType = ElementType> extends ProductOptions<Sum> {
  readonly transposeA?: boolean | undefined; // default: false; rows of A are then its columns
  readonly transposeB?: boolean | undefined; // default: false
  readonly output?: ElementArray<Sum> | undefined; // row-major; default: a fresh array
}

/**
 * The product of two matrices: `C[i][j] = A[i][0]·B[0][j] + … + A[i][n−1]·B[n−1][j]`, bit for bit `dot(A[i], B[:, j])`.
 *
 * Each product is rounded by itself and never fused with a sum, and each cell's sum has the tree of `expression`: a cell depends on its own row and
 * column alone, whatever the shapes. Of no products it is 0, or the start of `semiring.add`. With `accumulate` elements are converted first.
 * Work 2·m·n·p; no faster scheme with other roundings (Strassen) is used. A·I is A but for −0, which becomes +0 beside a +0, and rows with ∞ or NaN, as ∞·0 is NaN.
 *
 * @throws InvalidArgumentError for shapes that do not fit, OutOfMemoryError for too large a product
 * @see docs/matrices.md
 */
export type Multiply<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  B: MatrixOfType<TypeOfMatrix<Given>>,
  options?: Rounds<MultiplyOptions<Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/** The call of `multiply`. */
function multiplyCall(A: unknown, B: unknown, options: MultiplyOptions = {}): Call<Matrix> {
  checkOptionNames(options, [...PRODUCT_OPTIONS, "transposeA", "transposeB", "output"]);
  const left = turned(givenAxes("A", A, 2), "transposeA", options.transposeA);
  const right = turned(givenAxes("B", B, 2), "transposeB", options.transposeB);
  if (right.type !== left.type)
    throw new InvalidArgumentError("B.array", `an array of ${left.type}, as "A" has`, right.type);
  checkDepths(left.shape, right.shape);
  const shape = [left.shape[0], right.shape[1]];
  return productCall({ left, right, options, result: (array) => ({ array, shape }) });
}

/** That A has as many columns as B has rows. @throws InvalidArgumentError with both shapes */
export function checkDepths(left: readonly number[], right: readonly number[]): void {
  const [, depth] = left;
  if (right[0] === depth) return;
  const expected = `of ${depth} rows, as many as there are columns in "A" of ${shapeText(left)}`;
  throw new InvalidArgumentError("B.shape", expected, shapeText(right));
}

/** `multiply(A, B, { expression?, accumulate?, semiring?, transposeA?, transposeB?, output? })` gives the product of two matrices */
export const multiply: AlgorithmRow = { call: multiplyCall };
