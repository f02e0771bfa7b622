import { checkLength } from "../algorithms/move-columns.ts";
import { checkAccumulate } from "../contracts/checks.ts";
import { checkBoolean, checkInteger, checkList, checkObject, checkRoom } from "../values/check-arguments.ts";
import { checkElements, checkStored } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  elementTypeOf,
  NARROW_TYPES,
  type NarrowArray,
  type NarrowType,
  narrowTypeOf,
} from "../values/element-types.ts";
import { InvalidArgumentError, OutOfMemoryError } from "../values/errors.ts";
import { MOST_ELEMENTS } from "../values/index-array.ts";
import { widenColumn } from "../values/widen-column.ts";

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

/** Where the elements of a matrix are. */
export interface Layout {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
}

/** A matrix that was checked: all its elements are there. */
export interface GivenMatrix extends Layout {
  readonly argument: string; // what the caller knows it by
  readonly type: ElementType;
  readonly array: ElementArray;
  readonly narrow: NarrowType | undefined; // what its elements were before they were widened
}

/** The same where it lies, whose elements may be narrow. */
interface HeldMatrix extends Layout {
  readonly held: HeldElements;
}

type HeldElements =
  | { readonly narrow: NarrowType; readonly array: NarrowArray }
  | { readonly narrow: undefined; readonly array: ElementArray };

/** A matrix as a caller gave it. @throws InvalidArgumentError naming the field that does not fit */
export function heldMatrix(argument: string, given: unknown): HeldMatrix {
  const fields = checkObject(argument, given, "a matrix: an object with array and shape");
  const held = heldElements(`${argument}.array`, fields.array, narrowTypeIn(argument, fields));
  return { held, ...givenLayout(argument, fields, held.array.length) };
}

/**
 * The same with elements of 32 or 64 bits: narrow ones widened, to the type that `accumulate` names where it does. Copies those alone that its places
 * reach over.
 *
 * @throws OutOfMemoryError before any is copied
 */
export function givenMatrix(argument: string, given: unknown, accumulate?: unknown): GivenMatrix {
  const { held, ...layout } = heldMatrix(argument, given);
  const { narrow, array } = held;
  if (narrow === undefined) {
    return { argument, type: elementTypeOf(array) as ElementType, array, narrow, ...layout };
  }
  const [wide] = ACCUMULATION_TYPES[narrow];
  const type = accumulate === undefined ? wide : checkAccumulate(narrow, accumulate);
  const [first, last] = placesIn(layout);
  checkFits([last + 1 - first], ELEMENT_TYPE_FACTS[type].bytes, `"${argument}" of ${narrow} as ${type}`);
  const widened = widenColumn(narrow, array.subarray(first, last + 1), type);
  return { argument, type, array: widened, narrow, ...layout, offset: layout.offset - first };
}

function narrowTypeIn(argument: string, { type }: Readonly<Record<string, unknown>>): NarrowType | undefined {
  return type === undefined ? undefined : checkName(`${argument}.type`, NARROW_TYPES, type);
}

/** An array with its narrow type, if it has one. @throws InvalidArgumentError for words of 16 bits that nobody names */
function heldElements(argument: string, array: unknown, declared: NarrowType | undefined): HeldElements {
  const narrow = declared ?? narrowTypeOf(array);
  if (narrow !== undefined) {
    const elements = checkStored(argument, narrow, array) as NarrowArray;
    checkLength(elements.length, argument);
    return { narrow, array: elements };
  }
  if (array instanceof Uint16Array) {
    const expected = 'beside a "type" of the matrix: u16, f16 or bf16, as words of 16 bits may be each';
    throw new InvalidArgumentError(argument, expected, describe(array));
  }
  const elements = checkElements(argument, array);
  checkLength(elements.length, argument);
  return { narrow: undefined, array: elements };
}

/** Where the elements of a matrix are, among so many, or as many as it takes. @throws InvalidArgumentError naming the field that does not fit */
export function givenLayout(
  argument: string,
  fields: Readonly<Record<string, unknown>>,
  length: number | undefined,
): Layout {
  const shape = checkList(`${argument}.shape`, fields.shape, "lengths").map((each, axis) =>
    checkInteger(`${argument}.shape[${axis}]`, each),
  );
  const offset = checkInteger(`${argument}.offset`, fields.offset ?? 0);
  const given = fields.strides === undefined ? undefined : givenStrides(argument, fields.strides, shape);
  const layout = { shape, strides: given ?? rowMajor(shape), offset };
  if (length !== undefined && given === undefined && fields.offset === undefined)
    checkCovers(argument, shape, length);
  checkInside(argument, layout, length);
  return layout;
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

/** That memory holds so many bytes for each element of a shape. @throws OutOfMemoryError before any is asked for */
export function checkFits(shape: readonly number[], bytesEach: number, what: string): void {
  const size = sizeOf(shape);
  const bytes = size * bytesEach;
  if (size > MOST_ELEMENTS)
    throw new OutOfMemoryError(bytes, `an array of at most ${MOST_ELEMENTS} elements`, what);
  checkRoom(bytes, what);
}

/** A shape as an error names it: `2 × 3`. */
export function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? "without axes" : shape.join(" × ");
}

/** Without strides the array is the matrix, no more and no less. */
function checkCovers(argument: string, shape: readonly number[], length: number): void {
  const size = sizeOf(shape);
  if (size === length) return;
  const expected = `of as many elements as "${argument}.array" has, ${length}`;
  throw new InvalidArgumentError(`${argument}.shape`, expected, `${shapeText(shape)}, which is ${size}`);
}

/** The first and the last place that elements are at; of a matrix without elements the last is before the first. */
export function placesIn({ shape, strides, offset }: Layout): readonly [first: number, last: number] {
  if (sizeOf(shape) === 0) return [0, -1];
  const ends = strides.map((stride, axis) => stride * (shape[axis] - 1));
  const first = offset + ends.reduce((sum, end) => sum + Math.min(0, end), 0);
  return [first, offset + ends.reduce((sum, end) => sum + Math.max(0, end), 0)];
}

function checkInside(argument: string, layout: Layout, length: number | undefined): void {
  const [first, last] = placesIn(layout);
  if (first >= 0 && last < (length ?? Number.POSITIVE_INFINITY)) return;
  const { shape, offset, strides } = layout;
  const within = length === undefined ? "begins at element 0 or later" : `stays within ${length} elements`;
  const expected = `such that shape ${shapeText(shape)} from offset ${offset} ${within}`;
  const actual = `${strides.join(", ")}, which reach from ${first} to ${last}`;
  throw new InvalidArgumentError(`${argument}.strides`, expected, actual);
}

/** The same elements with two axes exchanged. */
export function transposed<Given extends Layout>(matrix: Given): Given {
  return { ...matrix, shape: [...matrix.shape].reverse(), strides: [...matrix.strides].reverse() };
}

/** The same where a flag asks for it. @throws InvalidArgumentError */
export function turned<Given extends Layout>(
  matrix: Given,
  name: string,
  isTransposed: boolean | undefined,
): Given {
  if (isTransposed === undefined) return matrix;
  return checkBoolean(name, isTransposed) ? transposed(matrix) : matrix;
}

/** An array as a matrix of one column; words of 16 bits as `words` says. @throws InvalidArgumentError */
export function givenVector(argument: string, given: unknown, words?: NarrowType): GivenMatrix {
  const isWords = given instanceof Uint16Array;
  if (isWords && words === undefined) {
    const expected = "of elements of a type that it has by itself, as words of 16 bits have none";
    throw new InvalidArgumentError(argument, expected, describe(given));
  }
  const { array } = heldElements(argument, given, isWords ? words : undefined);
  const type = isWords ? words : undefined;
  return givenMatrix(argument, { array: given, shape: [array.length, 1], type });
}
