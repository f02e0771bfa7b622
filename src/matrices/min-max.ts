import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import { resolveColumns } from "../algorithms/serve.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import { checkSize } from "./cells-call.ts";
import { type Axes, linesAlong } from "./lines.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import { shapeOf } from "./reduce.ts";
import { reduceLineSteps } from "./reduce-lines.ts";

interface MinMaxAlongOptions {
  readonly axis: Axes;
  readonly keepAxes?: boolean | undefined; // default: false; true: axes that were reduced stay, with length 1
}

/**
 * The smallest and the largest element of each line of a matrix along `axis`, as `minMax` has them: a NaN is both, and −0 is less than +0.
 *
 * Lines and shapes are as those of `reduce`.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type MinMaxAlong<When extends "now" | "later"> = <Elements extends ElementArray>(
  A: Matrix<Elements>,
  options: MinMaxAlongOptions,
) => Answer<When, { readonly min: Matrix<Elements>; readonly max: Matrix<Elements> }>;

/** The call of `minMax`. */
function minMaxCall(
  A: unknown,
  options: MinMaxAlongOptions,
): Call<{ readonly min: Matrix; readonly max: Matrix }> {
  checkOptionNames(options, ["axis", "keepAxes"]);
  const matrix = givenMatrix("A", A);
  const lines = linesAlong(matrix, options.axis);
  const shape = shapeOf(lines, options.keepAxes);
  if (lines.count > 0 && lines.depth === 0) throw new EmptyInputError("A");
  checkSize(lines.count, matrix.type);
  const [smallest, largest] = ["min", "max"].map((operator) =>
    resolveColumns({ operator }, "reduce", matrix.type),
  );
  return {
    input: [lines.elements],
    *steps(on, [vector]) {
      const min = yield* reduceLineSteps(on, lines, smallest, vector);
      return [min, yield* reduceLineSteps(on, lines, largest, vector)];
    },
    result: ([min, max]) => ({
      min: { array: min as ElementArray, shape },
      max: { array: max as ElementArray, shape },
    }),
  };
}

/** `minMax(A, { axis, keepAxes? })` gives each line's smallest and largest element along axes */
export const minMax: AlgorithmRow = { call: minMaxCall };
