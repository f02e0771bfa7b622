import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Answer, type Call, done } from "../algorithms/call.ts";
import { type FloatSumOptions, floatSteps, floatSum } from "../algorithms/reductions/float-elements.ts";
import { binary, constant, left } from "../operators/term.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { type Axes, linesAlong } from "./lines.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import { shapeOf } from "./reduce.ts";
import { reduceLineSteps } from "./reduce-lines.ts";

interface MeanAlongOptions extends Omit<FloatSumOptions, "type"> {
  readonly axis: Axes;
  readonly keepAxes?: boolean | undefined; // default: false; true: axes that were reduced stay, with length 1
  readonly output?: Float64Array | Float32Array | undefined; // row-major; default: a fresh array
}

/**
 * The mean of each line of a matrix along `axis`, bit for bit `mean` of that line alone: its sum over its length, in f32 for f32 and f64 for all else.
 *
 * Lines and shapes are as those of `reduce`; integers are converted first, and `accumulate: "f64"` has f32 summed in f64.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type MeanAlong<When extends "now" | "later"> = (
  A: Matrix,
  options: MeanAlongOptions,
) => Answer<When, Matrix<Float64Array | Float32Array>>;

/** The call of `mean`. */
function meanCall(A: unknown, options: MeanAlongOptions): Call<Matrix> {
  checkOptionNames(options, ["axis", "keepAxes", "expression", "accumulate", "output"]);
  const matrix = givenMatrix("A", A);
  const lines = linesAlong(matrix, options.axis);
  const { contract, float } = floatSum(matrix.type, options);
  const shape = shapeOf(lines, options.keepAxes);
  if (lines.count > 0 && lines.depth === 0) throw new EmptyInputError("A");
  checkSize(lines.count, float);
  const length = float === "f32" ? Math.fround(lines.depth) : lines.depth;
  const overLength = binary("divide", left(float), constant(float, length));
  return {
    input: [lines.elements],
    output: outputOf(options.output, float, lines.count, [matrix]),
    requests: [{ contract, observation: "reduce", allowQuadratic: false }],
    *steps(on, [vector]) {
      const floats = yield* floatSteps(on, matrix.type, float, vector);
      const sums = yield* reduceLineSteps(on, lines, contract, floats);
      return yield* done(on.map([overLength], [sums]));
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** `mean(A, { axis, keepAxes?, expression?, accumulate?, output? })` gives each line's mean along axes */
export const mean: AlgorithmRow = { call: meanCall };
