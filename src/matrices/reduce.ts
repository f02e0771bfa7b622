import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import { emptyValue } from "../algorithms/segments/segmented-steps.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import { checkBoolean } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import { ALONG_OPTIONS, type AlongOptions, type GivenAlong, lineContract } from "./axis-contract.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { type Lines, linesAlong, shapeWithout } from "./lines.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import type { AnyMatrix, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";
import { reduceLineSteps } from "./reduce-lines.ts";

interface ReduceAlongOptions<Type extends ElementType = ElementType, Sum extends ElementType = Type>
  extends AlongOptions<Type, Sum> {
  readonly keepAxes?: boolean | undefined; // default: false; true: axes that were reduced stay, with length 1
  readonly output?: ElementArray<Sum> | undefined; // row-major; default: a fresh array
}

/**
 * Each line of a matrix to one value: `out[i, …] = reduce(A[i, …, :])` along `axis`, bit for bit the `reduce` of that line alone.
 *
 * Of several axes the last named is innermost: their elements are one sequence in that order. The shape loses them, or has 1 there with
 * `keepAxes`. Options are those of `reduce`. Work n − 1 combines a line; a kernel keeps lanes on neighbouring lines where these lie side by side.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines without an initial value or a start
 * @see docs/matrices.md
 */
export type ReduceAlong<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  options: Rounds<ReduceAlongOptions<TypeOfMatrix<Given>, Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/** The call of `reduce`. */
function reduceCall(A: unknown, options: GivenAlong): Call<Matrix> {
  checkOptionNames(options, [...ALONG_OPTIONS, "keepAxes"]);
  const matrix = givenMatrix("A", A, options.accumulate);
  const lines = linesAlong(matrix, options.axis);
  const { contract, request } = lineContract(matrix.type, options, "reduce");
  const [sum] = contract.sums as readonly ElementType[];
  const shape = shapeOf(lines, options.keepAxes);
  checkSize(shape, sum);
  checkLines(lines, contract);
  return {
    input: [lines.elements],
    output: outputOf(options.output, sum, lines.count, [matrix]),
    requests: [request],
    *steps(on, [vector]) {
      return yield* reduceLineSteps(on, lines, contract, [vector]);
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** The shape of a result with a value for each line. @throws InvalidArgumentError */
export function shapeOf(lines: Lines, keepAxes: unknown): readonly number[] {
  return shapeWithout(lines, keepAxes !== undefined && checkBoolean("keepAxes", keepAxes));
}

function checkLines({ count, depth }: Lines, contract: ColumnContract): void {
  if (count > 0 && depth === 0 && emptyValue({ contract }) === undefined) throw new EmptyInputError("A");
}

/** `reduce(A, { axis, keepAxes?, operator?, … })` gives each line's reduce along axes */
export const reduce: AlgorithmRow = { call: reduceCall };
