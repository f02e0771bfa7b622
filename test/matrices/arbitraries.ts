import fc from "fast-check";
import type { Matrix } from "../../src/matrices.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../src/values/element-types.ts";
import { anyColumn } from "../algorithms/arbitraries.ts";

/** How a matrix lies in its array: which axis is innermost, gaps between rows, which axes run backwards, what lies before it. */
interface Lie {
  readonly isTransposed: boolean;
  readonly gap: number;
  readonly isReversed: readonly [boolean, boolean];
  readonly lead: number;
}

const anyLie: fc.Arbitrary<Lie> = fc.record({
  isTransposed: fc.boolean(),
  gap: fc.nat(3),
  isReversed: fc.tuple(fc.boolean(), fc.boolean()),
  lead: fc.nat(2),
});

/** A matrix of a shape, its elements of any bits, lying in its array as it may. */
export function anyMatrix(type: ElementType, rows: number, columns: number): fc.Arbitrary<Matrix> {
  const elements = anyColumn(type, fc.constant(rows * columns));
  return fc
    .tuple(elements, fc.option(anyLie, { nil: undefined }))
    .map(([array, lie]) => matrixOf(array as ElementArray, type, rows, columns, lie));
}

function matrixOf(
  elements: ElementArray,
  type: ElementType,
  rows: number,
  columns: number,
  lie: Lie | undefined,
): Matrix {
  if (lie === undefined) return { array: elements, shape: [rows, columns] };
  const inner = lie.isTransposed ? rows : columns;
  const steps = lie.isTransposed ? [1, inner + lie.gap] : [inner + lie.gap, 1];
  const counts = [rows, columns];
  const strides = steps.map((step, axis) => (lie.isReversed[axis] ? -step : step));
  const offset = strides.reduce(
    (sum, stride, axis) => sum + Math.max(0, -stride) * Math.max(0, counts[axis] - 1),
    lie.lead,
  );
  const span = steps.reduce((sum, step, axis) => sum + step * Math.max(0, counts[axis] - 1), 1);
  const array = newElementArray(type, lie.lead + span);
  const matrix = { array, shape: counts, strides, offset };
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) array[placeOf(matrix, i, j)] = elements[i * columns + j] as never;
  }
  return matrix;
}

function placeOf({ strides = [], offset = 0 }: Matrix, i: number, j: number): number {
  return offset + i * strides[0] + j * strides[1];
}

/** The elements of a matrix of two axes, row after row, in a fresh array. */
export function elementsOf(matrix: Matrix, type: ElementType): ElementArray {
  const [rows, columns] = matrix.shape;
  const laid = { ...matrix, strides: matrix.strides ?? [columns, 1] };
  const elements = newElementArray(type, rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) elements[i * columns + j] = matrix.array[placeOf(laid, i, j)] as never;
  }
  return elements;
}
