import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../algorithms/call.ts";
import { segmentedSteps } from "../algorithms/segments/segmented-steps.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Observation } from "../contracts/contract.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import type { Primitives } from "../executors/primitives.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import { ALONG_OPTIONS, type AlongOptions, type GivenAlong, lineContract } from "./axis-contract.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { type Lines, lineSteps, linesAlong, offsetsOf, rowMajorSteps, zeroOf } from "./lines.ts";
import { givenMatrix, type Matrix, sizeOf } from "./matrix.ts";
import type { AnyMatrix, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";

/** What a scan along axes may say. */
export interface ScanAlongOptions<Type extends ElementType = ElementType, Sum extends ElementType = Type>
  extends AlongOptions<Type, Sum> {
  readonly output?: ElementArray<Sum> | undefined; // row-major; default: a fresh array
}

/**
 * The prefixes of each line of a matrix along `axis`, bit for bit those of that line alone, in a row-major matrix of the same shape.
 *
 * Of several axes the last named is innermost: their elements are one sequence in that order. Options are those of the scans of single
 * elements.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type ScanAlong<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  options: Rounds<ScanAlongOptions<TypeOfMatrix<Given>, Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/** The call of a scan of each line. */
export function scanCall(
  A: unknown,
  options: GivenAlong,
  observation: Exclude<Observation, "reduce">,
): Call<Matrix> {
  checkOptionNames(options, ALONG_OPTIONS);
  const matrix = givenMatrix("A", A, options.accumulate);
  const lines = linesAlong(matrix, options.axis);
  const { contract, request } = lineContract(matrix.type, options, observation);
  const [sum] = contract.sums as readonly ElementType[];
  const { shape } = matrix;
  checkSize(shape, sum);
  return {
    input: [lines.elements],
    output: outputOf(options.output, sum, sizeOf(shape), [matrix]),
    requests: [request],
    *steps(on, [vector]) {
      return [yield* scanLineSteps(on, lines, { contract, observation }, vector)];
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** The prefixes of each line, as a row-major matrix. */
export function* scanLineSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  { contract, observation }: { readonly contract: ColumnContract; readonly observation: Observation },
  vector: Vector,
): Steps<Vector> {
  const [sum] = contract.sums;
  if (lines.count * lines.depth === 0) return yield* done(on.fill(sum, zeroOf(sum), 0));
  const elements = yield* lineSteps(on, lines, vector);
  const asked = { contract, observation, empty: undefined };
  const values = yield* segmentedSteps(on, asked, [elements], on.place(offsetsOf(lines)));
  return (yield* rowMajorSteps(on, lines, values))[0];
}

/** `inclusiveScan(A, { axis, operator?, … })` gives each line's prefixes, own elements included */
export const inclusiveScan: AlgorithmRow = {
  call: (A: unknown, options: GivenAlong) => scanCall(A, options, "inclusive-scan"),
};

/** `exclusiveScan(A, { axis, operator?, … })` gives each line's prefixes, own elements left out */
export const exclusiveScan: AlgorithmRow = {
  call: (A: unknown, options: GivenAlong) => scanCall(A, options, "exclusive-scan"),
};
