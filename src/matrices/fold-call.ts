import type { Call } from "../algorithms/call.ts";
import type { FoldCall } from "../algorithms/reductions/fold.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { type ElementArray, type ElementType, newElementArray } from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, SOME_ELEMENT } from "../values/errors.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { foldLineSteps } from "./fold-lines.ts";
import { type Axes, type Lines, linesAlong } from "./lines.ts";
import { type GivenMatrix, givenMatrix, type Matrix, shapeText } from "./matrix.ts";
import { shapeOf } from "./reduce.ts";

/** What every function that makes single values of lines may say. */
export interface LineOptions {
  readonly axis: Axes;
  readonly keepAxes?: boolean | undefined; // default: false; true: axes that were reduced stay, with length 1
}

/** The same where results may be written to an array. */
export interface LineOutputOptions extends LineOptions {
  readonly output?: ElementArray | undefined; // row-major, of the results' type; default: a fresh array
}

/** Options as they came: those of lines, and the function's own. */
export type GivenLineOptions = LineOutputOptions & Readonly<Record<string, unknown>>;

/** A function of columns that is a fold, of a line. */
interface LineFold<Result> {
  /** The call for columns of these, with the function's own options: its fold is that of each line. */
  readonly callOf: (columns: readonly ElementArray[], options: object) => FoldCall<unknown>;
  readonly names: readonly string[]; // of its own options
  readonly result: (columns: readonly ElementArray[], shape: readonly number[]) => Result;
}

export const LINE_OPTIONS: readonly string[] = ["axis", "keepAxes"];

/** The call of a fold along axes of a matrix, or of two of one shape. @throws InvalidArgumentError, EmptyInputError */
export function lineFoldCall<Result>(
  { callOf, names, result }: LineFold<Result>,
  matrices: readonly GivenMatrix[],
  options: GivenLineOptions,
): Call<Result> {
  checkOptionNames(options, [...LINE_OPTIONS, ...names]);
  const { axis, keepAxes, output, ...own } = options;
  const [first, ...others] = matrices;
  const lines = linesAlong(first, axis);
  for (const other of others) checkAlike(first, other);
  const all = [lines, ...others.map((other) => linesAlong(other, axis))];
  // Checks of options, and the fold: of its columns no element is looked at.
  const { folded, requests } = callOf(
    matrices.map(({ type }) => newElementArray(type, 1)),
    own,
  );
  const { fold, parameters, nothing } = folded;
  const shape = shapeOf(lines, keepAxes);
  if (nothing === undefined) checkSome(lines);
  const [{ type }] = fold.results;
  for (const each of fold.results) checkSize(shape, each.type as ElementType);
  return {
    input: all.map(({ elements }) => elements),
    output: outputOf(output, type as ElementType, lines.count, matrices),
    requests: requests?.map((each) => ({ ...each, isSegmented: true })),
    steps: (on, vectors) => {
      const columns = all.map((each, i) => ({ lines: each, vector: vectors[i] }));
      return foldLineSteps(on, fold, columns, parameters, nothing);
    },
    result: (columns) => result(columns as readonly ElementArray[], shape),
  };
}

/** That no line is empty. @throws EmptyInputError */
export function checkSome({ count, depth, matrix }: Lines): void {
  if (count > 0 && depth === 0) throw new EmptyInputError(matrix.argument, `${SOME_ELEMENT} along "axis"`);
}

/** That a matrix has the type and the shape of another. @throws InvalidArgumentError */
export function checkAlike({ argument, type, shape }: GivenMatrix, other: GivenMatrix): void {
  if (other.type !== type) {
    const expected = `an array of ${type}, as "${argument}" has`;
    throw new InvalidArgumentError(`${other.argument}.array`, expected, other.type);
  }
  const isAlike =
    shape.length === other.shape.length && shape.every((length, axis) => length === other.shape[axis]);
  if (isAlike) return;
  const expected = `${shapeText(shape)}, as that of "${argument}"`;
  throw new InvalidArgumentError(`${other.argument}.shape`, expected, shapeText(other.shape));
}

/** The row of a fold of one matrix, whose results are a matrix. */
export function ofLines(
  callOf: (elements: ElementArray, options: never) => FoldCall<unknown>,
  names: readonly string[],
) {
  const fold: LineFold<Matrix> = {
    callOf: ([elements], options) => callOf(elements, options as never),
    names: [...names, "output"],
    result: ([array], shape) => ({ array, shape }),
  };
  return (A: unknown, options: GivenLineOptions): Call<Matrix> =>
    lineFoldCall(fold, [givenMatrix("A", A)], options);
}

/** The row of a fold of two matrices of one shape, whose results are a matrix. */
export function ofLinePairs(
  callOf: (left: ElementArray, right: ElementArray, options: never) => FoldCall<unknown>,
  names: readonly string[],
) {
  const fold: LineFold<Matrix> = {
    callOf: ([left, right], options) => callOf(left, right, options as never),
    names: [...names, "output"],
    result: ([array], shape) => ({ array, shape }),
  };
  return (A: unknown, B: unknown, options: GivenLineOptions): Call<Matrix> =>
    lineFoldCall(fold, [givenMatrix("A", A), givenMatrix("B", B)], options);
}
