import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Call, done, type Steps } from "../algorithms/call.ts";
import { floatSteps } from "../algorithms/reductions/float-elements.ts";
import { resolveColumns } from "../algorithms/serve.ts";
import { logSumExpCall } from "../algorithms/statistics/log-sum-exp.ts";
import { sumOfExponentials } from "../algorithms/statistics/shifted-exponentials.ts";
import { EXPONENTIAL, QUOTIENT, SHIFT } from "../algorithms/statistics/softmax.ts";
import type { Primitives } from "../executors/primitives.ts";
import type { Term } from "../operators/term.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { ofLines } from "./fold-call.ts";
import { inLines, lineNumbers, lineSteps, linesAlong, rowMajorSteps } from "./lines.ts";
import { givenMatrix, type Matrix, sizeOf } from "./matrix.ts";
import { FLOAT_LINE_OPTIONS, type FloatAlong, type FloatLineOptions } from "./mean.ts";
import { reduceLineSteps } from "./reduce-lines.ts";

/**
 * The logarithm of the sum of exponentials of each line of a matrix along `axis`, bit for bit `logSumExp` of that line alone; of an empty line −∞.
 *
 * Lines and shapes are as those of `reduce`; elements are read twice. Not on a GPU, which refuses exponentials.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type LogSumExpAlong<When extends "now" | "later"> = FloatAlong<When, FloatLineOptions>;

/**
 * The shares of exponentials in each line of a matrix along `axis`, bit for bit `softmax` of that line alone, in a row-major matrix of the same shape.
 *
 * Of several axes the last named is innermost: their elements are one sequence in that order. Not on a GPU, which refuses exponentials.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type SoftmaxAlong<When extends "now" | "later"> = FloatAlong<When, Omit<FloatLineOptions, "keepAxes">>;

/** The call of `softmax`. */
function softmaxAlongCall(A: unknown, options: Omit<FloatLineOptions, "keepAxes">): Call<Matrix> {
  checkOptionNames(options, ["axis", "output", ...FLOAT_LINE_OPTIONS]);
  const { axis, output, ...sums } = options;
  const matrix = givenMatrix("A", A);
  const { shape, type } = matrix;
  const lines = linesAlong(matrix, axis);
  const sum = sumOfExponentials(type, sums);
  const float = sum.sums[0] as ElementType;
  const largest = resolveColumns({ operator: "max" }, "reduce", float);
  const size = sizeOf(shape);
  checkSize(shape, float);
  return {
    input: [lines.elements],
    output: outputOf(output, float, size, [matrix]),
    requests: [sum, largest].map((contract) => ({
      contract,
      observation: "reduce" as const,
      allowQuadratic: false,
      isSegmented: true,
    })),
    *steps(on, [vector]) {
      if (size === 0) return [yield* done(on.fill(float, 0, 0))];
      const gathered = inLines(lines);
      const floats = yield* floatSteps(on, type, float, yield* lineSteps(on, lines, vector));
      const most = yield* reduceLineSteps(on, gathered, largest, [floats]);
      const shifts = yield* done(on.map([SHIFT(float)], most));
      const ids = lineNumbers(on, lines);
      const powers = yield* withEachLine(on, EXPONENTIAL(float), floats, shifts, ids);
      const totals = yield* reduceLineSteps(on, gathered, sum, [powers]);
      const shares = yield* withEachLine(on, QUOTIENT(float), powers, totals, ids);
      return yield* rowMajorSteps(on, lines, [shares]);
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** A term of each element and its line's scalar. */
function* withEachLine<Vector>(
  on: Primitives<Vector>,
  term: Term,
  elements: Vector,
  scalars: readonly Vector[],
  ids: Vector,
): Steps<Vector> {
  const [made] = yield* done(on.map([term], [elements], yield* done(on.gather(scalars, ids))));
  return made;
}

/** `logSumExp(A, { axis, keepAxes?, expression?, accumulate?, output? })` gives the logarithm of the sum of each line's exponentials */
export const logSumExp: AlgorithmRow = {
  call: /* @__PURE__ */ ofLines(logSumExpCall, FLOAT_LINE_OPTIONS),
};

/** `softmax(A, { axis, expression?, accumulate?, output? })` gives the share of each element's exponential in its line's sum */
export const softmax: AlgorithmRow = { call: softmaxAlongCall };
