import { type Call, done } from "../algorithms/call.ts";
import { EXACT_PRODUCTS, exactSumType } from "../algorithms/reductions/exact-products.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { type ElementArray, newElementArray } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { exactProducts, type SplitFloats, splitFloats } from "../values/exact-products.ts";
import { type CellsAsked, cellsCall, checkSize, outputOf } from "./cells-call.ts";
import { checkAlike, type GivenLineOptions, LINE_OPTIONS } from "./fold-call.ts";
import { type Lines, linesAlong, placesOf } from "./lines.ts";
import { type GivenMatrix, givenMatrix, type Matrix } from "./matrix.ts";
import type { ProductOptions } from "./product-contract.ts";
import { shapeOf } from "./reduce.ts";

/*
 * Cells that are true values, rounded once. No executor has a part in them: both sides are cut into halves, a panel of columns and a row at a time, and each cell
 * is an exact sum of its own.
 */

/** Elements of a panel of columns: their halves take 28 bytes each. */
const PANEL_ELEMENTS = 2 ** 20;

/** A call that gives all cells of a product, whatever its expression. @throws InvalidArgumentError, LengthMismatchError, OutOfMemoryError */
export function productCall<Result>(asked: CellsAsked<Result>): Call<Result> {
  return asked.options.expression === EXACT_PRODUCTS ? exactCellsCall(asked) : cellsCall(asked);
}

function exactCellsCall<Result>({ left, right, options, result }: CellsAsked<Result>): Call<Result> {
  const { semiring } = options;
  if (semiring !== undefined) {
    throw new InvalidArgumentError(
      "semiring",
      `left out, for "${EXACT_PRODUCTS}" adds and multiplies`,
      "given",
    );
  }
  const sum = exactSumType(left.type, options);
  const size = left.shape[0] * right.shape[1];
  checkSize([left.shape[0], right.shape[1]], sum);
  return {
    input: [],
    output: outputOf(options.output, sum, size, [left, right]),
    *steps(on) {
      return [yield* done(on.place(exactCells(left, right, sum)))];
    },
    result: ([array]) => result(array as ElementArray),
  };
}

function exactCells(left: GivenMatrix, right: GivenMatrix, sum: "f64" | "f32"): ElementArray {
  const [rows, depth] = left.shape;
  const [, columns] = right.shape;
  const cells = newElementArray(sum, rows * columns) as Float64Array;
  const products = exactProducts(sum);
  const atOnce = Math.max(1, Math.floor(PANEL_ELEMENTS / Math.max(1, depth)));
  for (let first = 0; first < columns; first += atOnce) {
    const count = Math.min(atOnce, columns - first);
    const panel = splitLines(right, first, count, [1, 0]);
    for (let i = 0; i < rows; i++) {
      const row = { floats: splitLines(left, i, 1, [0, 1]), start: 0 };
      for (let j = 0; j < count; j++) {
        products.add(row, { floats: panel, start: j * depth }, depth);
        cells[i * columns + first + j] = products.take();
      }
    }
  }
  return cells;
}

/** Lines from `first` on along the second of two axes, one after the other, cut into halves. */
function splitLines(
  { array, shape, strides, offset }: GivenMatrix,
  first: number,
  count: number,
  [across, along]: readonly [number, number],
): SplitFloats {
  const depth = shape[along];
  const values = new Float64Array(count * depth);
  for (let line = 0; line < count; line++) {
    const start = offset + (first + line) * strides[across];
    for (let k = 0; k < depth; k++) values[line * depth + k] = array[start + k * strides[along]] as number;
  }
  return splitFloats(values);
}

/** The call of `dot` along axes whose values are true ones. @throws InvalidArgumentError */
export function exactDotCall(A: unknown, B: unknown, options: GivenLineOptions): Call<Matrix> {
  checkOptionNames(options, [...LINE_OPTIONS, "expression", "determinism", "accumulate", "output"]);
  const matrix = givenMatrix("A", A);
  const other = givenMatrix("B", B);
  const lines = linesAlong(matrix, options.axis);
  checkAlike(matrix, other);
  const sum = exactSumType(matrix.type, options as Pick<ProductOptions, "accumulate">);
  const shape = shapeOf(lines, options.keepAxes);
  checkSize(shape, sum);
  return {
    input: [],
    output: outputOf(options.output, sum, lines.count, [matrix, other]),
    *steps(on) {
      return [yield* done(on.place(exactDots(lines, linesAlong(other, options.axis), sum)))];
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

function exactDots(left: Lines, right: Lines, sum: "f64" | "f32"): ElementArray {
  const { count, depth } = left;
  const dots = newElementArray(sum, count) as Float64Array;
  const products = exactProducts(sum);
  const [lineOfLeft, lineOfRight] = [left, right].map(lineReader);
  for (let line = 0; line < count; line++) {
    const one = { floats: lineOfLeft(line), start: 0 };
    products.add(one, { floats: lineOfRight(line), start: 0 }, depth);
    dots[line] = products.take();
  }
  return dots;
}

function lineReader({ matrix, others, along }: Lines): (line: number) => SplitFloats {
  const { array, strides, offset } = matrix;
  const starts = placesOf(matrix, others, strides);
  const within = placesOf(matrix, along, strides);
  return (line) => splitFloats(within.map((place) => array[offset + starts[line] + place] as number));
}
