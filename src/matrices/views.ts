import { checkInteger, checkList } from "../values/check-arguments.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { heldMatrix, type Layout, shapeText } from "./matrix.ts";
import type { AnyMatrix } from "./matrix-types.ts";

/** Other axes and other places of the same elements, in the same array. */
type ViewOf<Given extends AnyMatrix> = Pick<Given, Extract<keyof Given, "array" | "type">> & Layout;

/** What of an axis a slice has: one place, which takes the axis away; those from a start to before an end, each step; or, undefined, all. */
export type SliceRange =
  | number
  | readonly [start: number, end: number]
  | readonly [start: number, end: number, step: number]
  | undefined;

/**
 * The same elements with their axes in another order: `out[j, i] = A[i, j]`, or axis k of the result is axis `axes[k]` of A.
 *
 * A view: nothing is copied.
 *
 * @throws InvalidArgumentError for axes that are not each of A's once
 */
export function transpose<Given extends AnyMatrix>(A: Given, axes?: readonly number[]): ViewOf<Given> {
  const matrix = heldMatrix("A", A);
  const count = matrix.shape.length;
  const order =
    axes === undefined ? matrix.shape.map((_, axis) => count - 1 - axis) : givenOrder(matrix, axes);
  return viewOf(A, {
    shape: order.map((axis) => matrix.shape[axis]),
    strides: order.map((axis) => matrix.strides[axis]),
    offset: matrix.offset,
  });
}

function givenOrder({ shape }: Layout, axes: readonly number[]): readonly number[] {
  const order = checkList("axes", axes, "axes").map((axis, i) =>
    checkInteger(`axes[${i}]`, axis, 0, Math.max(0, shape.length - 1)),
  );
  if (order.length === shape.length && new Set(order).size === order.length) return order;
  const expected = `each axis of "A" of ${shapeText(shape)} once`;
  throw new InvalidArgumentError("axes", expected, `[${order.join(", ")}]`);
}

/**
 * Some of the elements: `out[i, …] = A[start + i·step, …]`, by axis a range `[start, end]` or `[start, end, step]`, one place, or undefined for all.
 *
 * The end is left out; with a negative step ranges run down, and an end of −1 is before the first. Axes behind the last range are whole. A view: nothing is copied.
 *
 * @throws InvalidArgumentError for ranges that leave the axis
 */
export function slice<Given extends AnyMatrix>(A: Given, ranges: readonly SliceRange[]): ViewOf<Given> {
  const matrix = heldMatrix("A", A);
  const given = checkList("ranges", ranges, "ranges");
  if (given.length > matrix.shape.length) {
    const expected = `at most one for each axis of ${shapeText(matrix.shape)}`;
    throw new InvalidArgumentError("ranges", expected, `${given.length}`);
  }
  const shape: number[] = [];
  const strides: number[] = [];
  let { offset } = matrix;
  for (const [axis, length] of matrix.shape.entries()) {
    const { start, step, count } = givenRange(`ranges[${axis}]`, given[axis], length);
    if (count === undefined || count > 0) offset += start * matrix.strides[axis];
    if (count === undefined) continue;
    shape.push(count);
    strides.push(step * matrix.strides[axis]);
  }
  return viewOf(A, { shape, strides, offset });
}

interface Range {
  readonly start: number;
  readonly step: number;
  readonly count: number | undefined; // undefined for one place
}

function givenRange(argument: string, given: unknown, length: number): Range {
  if (given === undefined) return { start: 0, step: 1, count: length };
  if (typeof given === "number") {
    const expected = `a place of 0 to ${length - 1}`;
    return { start: checkInteger(argument, given, 0, length - 1, expected), step: 1, count: undefined };
  }
  if (!Array.isArray(given) || given.length < 2 || given.length > 3) {
    const expected = "one place, [start, end], [start, end, step] or undefined";
    throw new InvalidArgumentError(argument, expected, describe(given));
  }
  const [start, end, step = 1] = given as readonly unknown[];
  const by = checkInteger(`${argument}[2]`, step, Number.MIN_SAFE_INTEGER, undefined, "an integer but 0");
  if (by === 0) throw new InvalidArgumentError(`${argument}[2]`, "an integer but 0", "0");
  const [least, most] = by > 0 ? [0, length] : [-1, length - 1];
  const from = checkInteger(`${argument}[0]`, start, least, most);
  const to = checkInteger(`${argument}[1]`, end, least, most);
  return { start: from, step: by, count: Math.max(0, Math.ceil((to - from) / by)) };
}

function viewOf<Given extends AnyMatrix>(A: Given, fields: Layout): ViewOf<Given> {
  const { array, type } = A as { readonly array: unknown; readonly type?: unknown };
  return { array, ...(type === undefined ? {} : { type }), ...fields } as unknown as ViewOf<Given>;
}
