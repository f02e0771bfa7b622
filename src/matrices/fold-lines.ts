import { done, type Steps } from "../algorithms/call.ts";
import { type ElementPlaces, liftSteps } from "../algorithms/reductions/fold.ts";
import type { Fold, Primitives } from "../executors/primitives.ts";
import type { Row } from "../values/value-types.ts";
import { eachInLines, inLines, type Lines, lineNumbers, lineSteps, placesOf } from "./lines.ts";
import { besideOf, reduceLineSteps, valueSteps } from "./reduce-lines.ts";

/*
 * A fold of every line, bit for bit the fold of that line alone: its passes over all elements at a time, in which each scalar is a column with an element
 * for each line.
 *
 * Elements stay where they are in the array where lines lie side by side in it and each element is of one line; else they are gathered line after line.
 */

/** Columns of elements, and the lines that each of them is cut into. */
interface LineColumn<Vector> {
  readonly lines: Lines;
  readonly vector: Vector;
}

/** The results of a fold, each a column with an element for each line. `nothing`: those of an empty line. */
export function* foldLineSteps<Vector>(
  on: Primitives<Vector>,
  fold: Fold,
  columns: readonly LineColumn<Vector>[],
  parameters: Row,
  nothing?: Row,
): Steps<readonly Vector[]> {
  const [{ lines: given }] = columns;
  const { count, depth } = given;
  const types = fold.results.map(({ type }) => type);
  if (count * depth === 0) return yield* valueSteps(on, types, nothing, count);
  const isAcross = staysAcross(fold, columns);
  const lines = isAcross ? given : inLines(given);
  const elements: Vector[] = [];
  for (const column of columns) {
    elements.push(isAcross ? column.vector : yield* lineSteps(on, column.lines, column.vector));
  }
  const scalars = [...(yield* valueSteps(on, ["u32"], [depth], count))];
  scalars.push(...(yield* valueSteps(on, fold.parameters, parameters, count)));
  const places = elementPlaces(on, lines);
  for (const { sums, made } of fold.passes) {
    const lifted = yield* liftSteps(on, sums, elements, scalars, places);
    for (const [i, { contract }] of sums.entries()) {
      scalars.push(...(yield* reduceLineSteps(on, lines, contract, lifted[i])));
    }
    if (made.length > 0) scalars.push(...(yield* done(on.map(made, [], scalars))));
  }
  return yield* done(on.map(fold.results, [], scalars));
}

/** Whether all sums can go across lines that lie side by side in the array, of which little is left out. */
function staysAcross({ passes }: Fold, columns: readonly LineColumn<unknown>[]): boolean {
  const [{ lines }] = columns;
  const { matrix, count, depth } = lines;
  // What looks at the numbers of elements has columns of them besides.
  const isSingle = passes.every(({ sums }) => sums.every(({ contract }) => contract.sums.length === 1));
  const isAlike = columns.every(
    ({ lines: { matrix: other } }) =>
      other.array.length === matrix.array.length &&
      other.offset === matrix.offset &&
      other.strides.every((stride, axis) => stride === matrix.strides[axis]),
  );
  const isMost = matrix.array.length <= 2 * count * depth;
  return isSingle && isAlike && isMost && besideOf(lines) !== undefined && isEachOnce(lines);
}

/** Whether no element is in two places of the shape: each stride is longer than all that is within it. */
function isEachOnce({ matrix: { shape, strides } }: Lines): boolean {
  const axes = shape
    .map((length, axis) => ({ last: length - 1, stride: Math.abs(strides[axis]) }))
    .filter(({ last }) => last > 0)
    .sort((one, other) => one.stride - other.stride);
  let reach = 0;
  return axes.every(({ last, stride }) => {
    const isBeyond = stride > reach;
    reach += last * stride;
    return isBeyond;
  });
}

/** Of each element of the array, or of lines one after the other, its line and its number in that; numbers are looked at by those alone. */
function elementPlaces<Vector>(on: Primitives<Vector>, lines: Lines): ElementPlaces<Vector> {
  let ofLines: Vector | undefined;
  return {
    scalars: () => {
      ofLines ??= lines.isInPlace ? lineNumbers(on, lines) : on.place(linesInArray(lines));
      return ofLines;
    },
    numbers: () => on.place(eachInLines(lines, (_, k) => k)),
  };
}

/** For each element of the array its line. */
function linesInArray({ matrix, along, others, depth, count }: Lines): Uint32Array {
  const ids = new Uint32Array(matrix.array.length);
  const starts = placesOf(matrix, others, matrix.strides);
  const within = placesOf(matrix, along, matrix.strides);
  for (let line = 0; line < count; line++) {
    const start = matrix.offset + starts[line];
    for (let k = 0; k < depth; k++) ids[start + within[k]] = line;
  }
  return ids;
}
