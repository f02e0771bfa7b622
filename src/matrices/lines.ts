import { done, type Steps } from "../algorithms/call.ts";
import type { Primitives } from "../executors/primitives.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { describe } from "../values/describe.ts";
import {
  type ElementArray,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkFits, type GivenMatrix, rowMajor, shapeText, sizeOf } from "./matrix.ts";

/*
 * What a function along axes works on: lines. A line has the elements along these axes, the last named innermost, at one place of all others; lines come in
 * the order of a row-major result. As columns lines stand one after the other, and are segments.
 */

/** One axis, or several of which the last is innermost. */
export type Axes = number | readonly number[];

/** The lines of a matrix along some axes. */
export interface Lines {
  readonly matrix: GivenMatrix;
  readonly along: readonly number[]; // axes of a line
  readonly others: readonly number[];
  readonly depth: number; // elements of a line
  readonly count: number; // of lines
  readonly isInPlace: boolean; // whether they stand in the array one after the other
  readonly elements: ElementArray; // these, or all of the array
}

/** The lines along the axes that a caller names. @throws InvalidArgumentError for an axis that is not there */
export function linesAlong(matrix: GivenMatrix, axis: unknown): Lines {
  const { shape, strides, array, offset } = matrix;
  const along = givenAxisList(matrix, axis);
  const others = shape.map((_, each) => each).filter((each) => !along.includes(each));
  const lengths = (axes: readonly number[]): readonly number[] => axes.map((each) => shape[each]);
  const order = [...others, ...along];
  const size = sizeOf(shape);
  const sideBySide = rowMajor(lengths(order));
  const isInPlace =
    size > 0 && order.every((each, i) => shape[each] === 1 || strides[each] === sideBySide[i]);
  return {
    matrix,
    along,
    others,
    depth: sizeOf(lengths(along)),
    count: sizeOf(lengths(others)),
    isInPlace,
    elements: isInPlace ? array.subarray(offset, offset + size) : array,
  };
}

/** The one axis that a caller names. @throws InvalidArgumentError */
export function oneAxis(matrix: GivenMatrix, axis: unknown): number {
  const [only, ...others] = givenAxisList(matrix, axis);
  if (others.length === 0) return only;
  throw new InvalidArgumentError("axis", "one axis, for several leave no shape", describe(axis));
}

function givenAxisList({ argument, shape }: GivenMatrix, axis: unknown): readonly number[] {
  const named = Array.isArray(axis) ? Array.from(axis as readonly unknown[]) : [axis];
  const there = `of those that "${argument}" of ${shapeText(shape)} has`;
  if (shape.length === 0) throw new InvalidArgumentError("axis", there, describe(axis));
  const most = shape.length - 1;
  const axes = named.map((each) => checkInteger("axis", each, 0, most, `0 to ${most}, ${there}`));
  if (axes.length > 0 && new Set(axes).size === axes.length) return axes;
  throw new InvalidArgumentError("axis", "one axis, or several that differ", `[${axes.join(", ")}]`);
}

/** The shape that is left where lines become single values: without their axes, or with length 1 there. */
export function shapeWithout({ matrix, along }: Lines, keepAxes: boolean): readonly number[] {
  if (keepAxes) return matrix.shape.map((length, axis) => (along.includes(axis) ? 1 : length));
  return matrix.shape.filter((_, axis) => !along.includes(axis));
}

/** The elements of lines, one after the other. @throws OutOfMemoryError for a view of more elements than memory has room for */
export function* lineSteps<Vector>(on: Primitives<Vector>, lines: Lines, vector: Vector): Steps<Vector> {
  if (lines.isInPlace) return vector;
  const { matrix } = lines;
  const { argument, shape, type } = matrix;
  const bytesEach = SCALAR_TYPE_FACTS[type].bytes + Uint32Array.BYTES_PER_ELEMENT; // an index for each
  checkFits(
    shape,
    bytesEach,
    `"${argument}" of ${shapeText(shape)}, copied so that lines stand side by side,`,
  );
  const starts = placesOf(lines.matrix, lines.others, matrix.strides);
  const within = placesOf(lines.matrix, lines.along, matrix.strides);
  const indices = sums(starts, within, matrix.offset);
  const [elements] = yield* done(on.gather([vector], on.place(indices)));
  return elements;
}

/** The same lines, once they stand one after the other. */
export function inLines(lines: Lines): Lines {
  return { ...lines, isInPlace: true };
}

/** Where each line begins, and its end after the last. */
export function offsetsOf({ count, depth }: Lines): Uint32Array {
  return Uint32Array.from({ length: count + 1 }, (_, line) => line * depth);
}

/** A number for each element of lines, one after the other, by its line and its place there. */
export function eachInLines(
  { count, depth }: Pick<Lines, "count" | "depth">,
  numberOf: (line: number, k: number) => number,
): Uint32Array {
  const values = new Uint32Array(count * depth);
  for (let line = 0; line < count; line++) {
    for (let k = 0; k < depth; k++) values[line * depth + k] = numberOf(line, k);
  }
  return values;
}

/** The number of its line for each of these. */
export function lineNumbers<Vector>(on: Primitives<Vector>, lines: Lines): Vector {
  return on.place(eachInLines(lines, (line) => line));
}

/** Columns of lines in the order of a row-major matrix of the same shape. */
export function* rowMajorSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  columns: readonly Vector[],
): Steps<readonly Vector[]> {
  const strides = rowMajor(lines.matrix.shape);
  const places = sums(
    placesOf(lines.matrix, lines.others, strides),
    placesOf(lines.matrix, lines.along, strides),
    0,
  );
  if (places.every((place, i) => place === i)) return columns;
  const sources = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) sources[places[i]] = i;
  return yield* done(on.gather(columns, on.place(sources)));
}

/** Where the elements are that some axes lead to, the last innermost, without offset. */
export function placesOf(
  { shape }: Pick<GivenMatrix, "shape">,
  axes: readonly number[],
  strides: readonly number[],
): Float64Array {
  let places = Float64Array.of(0);
  for (const axis of axes) {
    const steps = Float64Array.from({ length: shape[axis] }, (_, i) => i * strides[axis]);
    const next = new Float64Array(places.length * steps.length);
    for (const [i, place] of places.entries()) {
      for (let j = 0; j < steps.length; j++) next[i * steps.length + j] = place + steps[j];
    }
    places = next;
  }
  return places;
}

/** Every sum of one of both, the second innermost. */
function sums(first: Float64Array, second: Float64Array, offset: number): Uint32Array {
  const all = new Uint32Array(first.length * second.length);
  for (let i = 0; i < first.length; i++) {
    for (let j = 0; j < second.length; j++) all[i * second.length + j] = offset + first[i] + second[j];
  }
  return all;
}

/** A zero of a type. */
export function zeroOf(type: ScalarType): Scalar {
  return SCALAR_TYPE_FACTS[type].isBigInt ? 0n : 0;
}
