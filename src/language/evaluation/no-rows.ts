import type { Shape } from "./shape.ts";

/** Where an array of no rows keeps what these would be. Nothing that goes through an array's elements or compares them sees it. */
const ROWS = Symbol("rows");

/** An array of no rows, as data. */
export function noRows(shape: Shape): readonly never[] {
  return Object.defineProperty([], ROWS, { value: shape });
}

/** What the rows of data would be, where there are none and it is known. */
export function rowShapeOf(data: unknown): Shape | undefined {
  return Array.isArray(data) && data.length === 0 ? Reflect.get(data, ROWS) : undefined;
}

/** Rows without an element that are made: their number is written in a few digits, and no element pays for them. */
export const MOST_EMPTY_ROWS = 2 ** 20;
