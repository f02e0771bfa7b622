import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Answer, type Call, done } from "../algorithms/call.ts";
import { orderOf } from "../algorithms/order/order-options.ts";
import { roundable } from "../algorithms/rounded-call.ts";
import { givenMethod, givenShares, type QuantileOptions } from "../algorithms/statistics/quantile.ts";
import { quantileBetween, quantilePlace } from "../algorithms/statistics/quantile-places.ts";
import type { HalfOutput } from "../contracts/options.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { checkSize } from "./cells-call.ts";
import { checkSome, type LineOptions } from "./fold-call.ts";
import { type Lines, linesAlong } from "./lines.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import type { AnyMatrix, MatrixOr, Rounds } from "./matrix-types.ts";
import { shapeOf } from "./reduce.ts";
import { sortedLineSteps } from "./sort.ts";

interface QuantileLineOptions extends LineOptions, Pick<QuantileOptions, "method"> {}

/**
 * A quantile of each line of a matrix along `axis`, bit for bit `quantile` of that line alone, by one of its nine methods, default 7. Of a list of `q` one matrix, with an axis
 * of these in front.
 *
 * Lines and shapes are as those of `reduce`. Lines are sorted: work O(n) by digit of 8 bits.
 *
 * @throws InvalidArgumentError for an axis that is not there, a `q` outside [0, 1] or a method that is none, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type QuantileAlong<When extends "now" | "later"> = <Half extends HalfOutput = never>(
  A: AnyMatrix,
  q: number | readonly number[],
  options: Rounds<QuantileLineOptions, Half>,
) => Answer<When, MatrixOr<Float64Array, Half>>;

/**
 * The median of each line of a matrix along `axis`, bit for bit `median` of that line alone.
 *
 * Lines and shapes are as those of `reduce`. Lines are sorted: work O(n) by digit of 8 bits.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type MedianAlong<When extends "now" | "later"> = <Half extends HalfOutput = never>(
  A: AnyMatrix,
  options: Rounds<LineOptions, Half>,
) => Answer<When, MatrixOr<Float64Array, Half>>;

interface Asked {
  readonly A: unknown;
  readonly q: unknown;
  readonly method?: unknown;
  readonly options: LineOptions;
}

function quantilesOfLines({ A, q, method, options }: Asked): Call<Matrix<Float64Array>> {
  const matrix = givenMatrix("A", A);
  const lines = linesAlong(matrix, options.axis);
  const shares = givenShares(q);
  const number = givenMethod(method);
  const left = shapeOf(lines, options.keepAxes);
  checkSome(lines);
  const shape = Array.isArray(q) ? [shares.length, ...left] : left;
  checkSize(shape, "f64");
  return {
    isMadeLast: true,
    input: [lines.elements],
    *steps(on, [vector]) {
      if (lines.count === 0) return [yield* done(on.fill("f64", 0, 0))];
      return [yield* sortedLineSteps(on, lines, orderOf(matrix.type, {}), vector)];
    },
    result: ([ordered]) => ({
      array: quantilesAt(
        ordered as ElementArray,
        lines,
        shares.map((share) => quantilePlace(Math.max(1, lines.depth), share, number)),
      ),
      shape,
    }),
  };
}

/** For each place the quantiles of all lines that are in order. A NaN is the last of its line. */
function quantilesAt(
  ordered: ElementArray,
  { count, depth }: Lines,
  places: readonly ReturnType<typeof quantilePlace>[],
): Float64Array {
  const quantiles = new Float64Array(places.length * count);
  for (const [i, { rank, next, weight }] of places.entries()) {
    for (let line = 0; line < count; line++) {
      const start = line * depth;
      const isNan = Number.isNaN(ordered[start + depth - 1]);
      const between = quantileBetween(ordered[start + rank], ordered[start + next], weight);
      quantiles[i * count + line] = isNan ? Number.NaN : between;
    }
  }
  return quantiles;
}

function quantileCall(
  A: unknown,
  q: unknown,
  options: LineOptions & { readonly method?: unknown },
): Call<Matrix> {
  checkOptionNames(options, ["axis", "keepAxes", "method"]);
  return quantilesOfLines({ A, q, method: options.method, options });
}

function medianCall(A: unknown, options: LineOptions): Call<Matrix> {
  checkOptionNames(options, ["axis", "keepAxes"]);
  return quantilesOfLines({ A, q: 0.5, options });
}

/** `quantile(A, q, { axis, keepAxes?, method? })` gives a quantile of each line */
export const quantile: AlgorithmRow = { call: /* @__PURE__ */ roundable(quantileCall) };

/** `median(A, { axis, keepAxes? })` gives the median of each line */
export const median: AlgorithmRow = { call: /* @__PURE__ */ roundable(medianCall) };
