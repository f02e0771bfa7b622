import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import type { AccumulationOf, ElementTypeOf, HalfOutput, SumOf } from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import { applyBinary } from "../operators/apply.ts";
import { checkInteger, checkList, checkObject } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementScalar, ElementType, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { lineContract } from "./axis-contract.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { linesAlong, zeroOf } from "./lines.ts";
import { type GivenMatrix, givenMatrix, type Matrix, rowMajor, shapeText, sizeOf } from "./matrix.ts";
import type { AnyMatrix, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";
import { scanLineSteps } from "./scan.ts";

interface SummedAreaOptions<Sum extends ElementType = ElementType> {
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of each scan
  readonly determinism?: ContractOptions["determinism"]; // default: "everywhere"; below it an executor may choose the expression
  readonly accumulate?: Sum | undefined; // default: the element type
  readonly output?: ElementArray<Sum> | undefined; // row-major; default: a fresh array
}

/**
 * The table of the sums of all boxes that begin at the origin: inclusive scans along axis 0, then along axis 1, and so on to the last.
 *
 * That order is a part of what it means: for floats another one has other bits. Each scan has the tree of `expression`. Work n combines an axis.
 *
 * @throws InvalidArgumentError, OutOfMemoryError before anything runs
 * @see docs/matrices.md
 */
export type SummedAreaTable<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  options?: Rounds<SummedAreaOptions<Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/** The call of `summedAreaTable`. */
function summedAreaTableCall(A: unknown, options: SummedAreaOptions = {}): Call<Matrix> {
  checkOptionNames(options, ["expression", "determinism", "accumulate", "output"]);
  const { expression, accumulate } = options;
  const matrix = givenMatrix("A", A);
  const { shape } = matrix;
  if (shape.length === 0) throw new InvalidArgumentError("A.shape", "of at least one axis", shapeText(shape));
  const first = lineContract(matrix.type, { expression, accumulate }, "inclusive-scan");
  const sum = first.contract.sums[0] as ElementType;
  const rest = lineContract(sum, { expression }, "inclusive-scan");
  checkSize(shape, sum);
  const lines = linesAlong(matrix, 0);
  return {
    input: [lines.elements],
    output: outputOf(options.output, sum, sizeOf(shape), [matrix]),
    requests: [first.request, rest.request],
    *steps(on, [vector]) {
      const observation = "inclusive-scan";
      let table = yield* scanLineSteps(on, lines, { contract: first.contract, observation }, vector);
      for (let axis = 1; axis < shape.length; axis++) {
        const next = linesAlong({ ...matrix, strides: rowMajor(shape), offset: 0 }, axis);
        table = yield* scanLineSteps(on, next, { contract: rest.contract, observation }, table);
      }
      return [table];
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** `summedAreaTable(A, { expression?, accumulate?, output? })` gives the sums of all boxes from the origin */
export const summedAreaTable: AlgorithmRow = { call: summedAreaTableCall };

/** A box: by axis its first place, and the place behind its last. */
interface Box {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * The sum of a box, of the table that `summedAreaTable` has made: of two axes `(S[b0,b1] − S[b0,a1]) − (S[a0,b1] − S[a0,a1])`, a and b the last places
 * before and in the box.
 *
 * Differences along axis 0 of differences along axis 1 and so on, each rounded in the table's type; where the box begins at 0 there is nothing to
 * subtract. An empty box has 0. Of floats it is not the sum of the box alone, but what these roundings leave. Work 2^axes.
 *
 * @throws InvalidArgumentError for a box that leaves the table
 */
export function boxSum<Elements extends ElementArray>(
  table: Matrix<Elements>,
  box: Box,
): ElementScalar<ElementTypeOf<Elements>> {
  const matrix = givenMatrix("table", table);
  checkObject("box", box, "an object with from and to");
  checkOptionNames(box, ["from", "to"], "box");
  const to = givenPlaces("box.to", box.to, matrix, matrix.shape);
  const from = givenPlaces("box.from", box.from, matrix, to);
  const isEmpty = from.some((place, axis) => place === to[axis]);
  return (isEmpty ? zeroOf(matrix.type) : differences(matrix, from, to, matrix.offset, 0)) as ElementScalar<
    ElementTypeOf<Elements>
  >;
}

function givenPlaces(
  argument: string,
  given: unknown,
  { shape }: GivenMatrix,
  most: readonly number[],
): readonly number[] {
  const places = checkList(argument, given, "places");
  if (places.length !== shape.length) {
    const expected = `one place for each axis of "table" of ${shapeText(shape)}`;
    throw new InvalidArgumentError(argument, expected, `${places.length}`);
  }
  return places.map((place, axis) => checkInteger(`${argument}[${axis}]`, place, 0, most[axis]));
}

function differences(
  matrix: GivenMatrix,
  from: readonly number[],
  to: readonly number[],
  place: number,
  axis: number,
): Scalar {
  if (axis === to.length) return matrix.array[place];
  const stride = matrix.strides[axis];
  const upper = differences(matrix, from, to, place + (to[axis] - 1) * stride, axis + 1);
  if (from[axis] === 0) return upper;
  const lower = differences(matrix, from, to, place + (from[axis] - 1) * stride, axis + 1);
  return applyBinary("subtract", matrix.type, upper, lower);
}
