import { checkLength } from "../algorithms/move-columns.ts";
import { checkBoolean, checkInteger, checkList, checkObject } from "../values/check-arguments.ts";
import { checkElements } from "../values/check-arrays.ts";
import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/**
 * Elements with axes, in a typed array: element (i, j, …) is `array[offset + i·strides[0] + j·strides[1] + …]`.
 *
 * Any object with these fields is one. Without `strides` elements are row-major: the last axis lies side by side.
 */
export interface Matrix<Elements extends ElementArray = ElementArray> {
  readonly array: Elements;
  readonly shape: readonly number[]; // how long each axis is
  readonly strides?: readonly number[] | undefined; // in elements, by axis; may be negative or 0; default: row-major
  readonly offset?: number | undefined; // of the element whose indices are all 0; default: 0
}

/** A matrix that was checked: all its elements are there. */
export interface GivenMatrix {
  readonly argument: string; // what the caller knows it by
  readonly type: ElementType;
  readonly array: ElementArray;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
}

/** A matrix as a caller gave it. @throws InvalidArgumentError naming the field that does not fit */
export function givenMatrix(argument: string, given: unknown): GivenMatrix {
  const fields = checkObject(argument, given, "a matrix: an object with array and shape");
  const array = checkElements(`${argument}.array`, fields.array);
  checkLength(array.length, `${argument}.array`);
  const shape = checkList(`${argument}.shape`, fields.shape, "lengths").map((length, axis) =>
    checkInteger(`${argument}.shape[${axis}]`, length),
  );
  const offset = checkInteger(`${argument}.offset`, fields.offset ?? 0);
  const strides = fields.strides === undefined ? undefined : givenStrides(argument, fields.strides, shape);
  const matrix = {
    argument,
    type: elementTypeOf(array) as ElementType,
    array,
    shape,
    strides: strides ?? rowMajor(shape),
    offset,
  };
  if (strides === undefined && fields.offset === undefined) checkCovers(matrix);
  checkInside(matrix);
  return matrix;
}

/** The same with so many axes. @throws InvalidArgumentError */
export function givenAxes(argument: string, given: unknown, count: number): GivenMatrix {
  const matrix = givenMatrix(argument, given);
  if (matrix.shape.length === count) return matrix;
  throw new InvalidArgumentError(`${argument}.shape`, `of ${count} axes`, shapeText(matrix.shape));
}

function givenStrides(argument: string, given: unknown, shape: readonly number[]): readonly number[] {
  const strides = checkList(`${argument}.strides`, given, "integers").map((stride, axis) =>
    checkInteger(`${argument}.strides[${axis}]`, stride, Number.MIN_SAFE_INTEGER, undefined, "an integer"),
  );
  if (strides.length === shape.length) return strides;
  const expected = `as many as there are axes in shape ${shapeText(shape)}`;
  throw new InvalidArgumentError(`${argument}.strides`, expected, `${strides.length}`);
}

/** Strides of elements that lie side by side, the last axis innermost. */
export function rowMajor(shape: readonly number[]): readonly number[] {
  const strides = shape.map(() => 1);
  for (let axis = shape.length - 2; axis >= 0; axis--) strides[axis] = strides[axis + 1] * shape[axis + 1];
  return strides;
}

/** How many elements a shape has; of no axes one. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** A shape as an error names it: `2 × 3`. */
export function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? "without axes" : shape.join(" × ");
}

/** Without strides the array is the matrix, no more and no less. */
function checkCovers({ argument, array, shape }: GivenMatrix): void {
  const size = sizeOf(shape);
  if (size === array.length) return;
  const expected = `of as many elements as "${argument}.array" has, ${array.length}`;
  throw new InvalidArgumentError(`${argument}.shape`, expected, `${shapeText(shape)}, which is ${size}`);
}

function checkInside({ argument, array, shape, strides, offset }: GivenMatrix): void {
  if (sizeOf(shape) === 0) return;
  const ends = strides.map((stride, axis) => stride * (shape[axis] - 1));
  const first = offset + ends.reduce((sum, end) => sum + Math.min(0, end), 0);
  const last = offset + ends.reduce((sum, end) => sum + Math.max(0, end), 0);
  if (first >= 0 && last < array.length) return;
  const expected = `such that shape ${shapeText(shape)} from offset ${offset} stays within ${array.length} elements`;
  const actual = `${strides.join(", ")}, which reach from ${first} to ${last}`;
  throw new InvalidArgumentError(`${argument}.strides`, expected, actual);
}

/** The same elements with two axes exchanged. */
export function transposed(matrix: GivenMatrix): GivenMatrix {
  return { ...matrix, shape: [...matrix.shape].reverse(), strides: [...matrix.strides].reverse() };
}

/** The same where a flag asks for it. @throws InvalidArgumentError */
export function turned(matrix: GivenMatrix, name: string, isTransposed: boolean | undefined): GivenMatrix {
  if (isTransposed === undefined) return matrix;
  return checkBoolean(name, isTransposed) ? transposed(matrix) : matrix;
}

/** An array as a matrix of one column. */
export function givenVector(argument: string, given: unknown): GivenMatrix {
  const array = checkElements(argument, given);
  const vector = givenMatrix(argument, { array, shape: [array.length, 1] });
  return { ...vector, argument };
}
