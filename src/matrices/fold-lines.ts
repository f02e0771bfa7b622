import { done, type Steps } from "../algorithms/call.ts";
import { type ElementPlaces, type Leaf, liftSteps } from "../algorithms/reductions/fold.ts";
import type { Fold, FoldSum, LinesAcross, Primitives } from "../executors/primitives.ts";
import type { Row } from "../values/value-types.ts";
import { eachInLines, inLines, type Lines, lineNumbers, lineSteps, placesOf } from "./lines.ts";
import { besideOf, reduceLineSteps, valueSteps } from "./reduce-lines.ts";

/*
 * A fold of every line, bit for bit the fold of that line alone: its passes over all elements at a time, in which each scalar is a column with an element
 * for each line.
 *
 * Lines that lie side by side are folded by the executor's own way, if it has one, which writes no column of elements. Else elements stay where they are in the array where lines lie
 * side by side in it and each element is of one line, or are gathered line after line.
 */

/** Lines side by side that are worth a kernel of their own: of 2 and 3 a copy for each row takes as long as columns do. */
const FEWEST_ACROSS = 4;

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
  const scalars = [...(yield* valueSteps(on, ["u32"], [depth], count))];
  scalars.push(...(yield* valueSteps(on, fold.parameters, parameters, count)));
  const beside = on.foldAcross && linesBeside(columns);
  let placed: Placed<Vector> | undefined;
  for (const { sums, made } of fold.passes) {
    const own = beside && (yield* acrossSteps(on, sums, columns, { ...beside, scalars }));
    if (own === undefined) {
      placed ??= yield* placedSteps(on, fold, columns);
      scalars.push(...(yield* passSteps(on, sums, placed, scalars)));
    } else scalars.push(...own);
    if (made.length > 0) scalars.push(...(yield* done(on.map(made, [], scalars))));
  }
  return yield* done(on.map(fold.results, [], scalars));
}

/** Groups of lines that lie side by side in every column; undefined where they do not. */
function linesBeside<Vector>(
  columns: readonly LineColumn<Vector>[],
): Omit<LinesAcross<Vector>, "scalars"> | undefined {
  const [{ lines }] = columns;
  const beside = besideOf(lines);
  if (beside === undefined || lines.matrix.shape[beside] < FEWEST_ACROSS) return undefined;
  if (columns.some((column) => besideOf(column.lines) === undefined)) return undefined;
  return {
    columns: columns.map(({ vector, lines: { matrix, along, others } }) => {
      const { offset, strides } = matrix;
      const places = placesOf(matrix, others.slice(0, -1), strides);
      return { vector, starts: places.map((place) => offset + place), stride: strides[along[0]] };
    }),
    depth: lines.depth,
    width: lines.matrix.shape[beside],
  };
}

/** The sums of a pass by the executor's own way: sums of elements as they are by that of a reduce. */
function* acrossSteps<Vector>(
  on: Primitives<Vector>,
  sums: readonly FoldSum[],
  columns: readonly LineColumn<Vector>[],
  across: LinesAcross<Vector>,
): Steps<readonly Vector[] | undefined> {
  const isPlain = sums.every(
    ({ lift: [term, ...others] }) =>
      term.kind === "left" && term.column < columns.length && others.length === 0,
  );
  if (!isPlain) {
    const own = on.foldAcross?.(sums, across);
    return own && (yield* done(own));
  }
  const values: Vector[] = [];
  for (const { contract, lift } of sums) {
    const { lines, vector } = columns[(lift[0] as Leaf).column];
    values.push(...(yield* reduceLineSteps(on, lines, contract, [vector])));
  }
  return values;
}

/** Where elements are for passes that make columns of them. */
interface Placed<Vector> {
  readonly lines: Lines;
  readonly elements: readonly Vector[];
  readonly places: ElementPlaces<Vector>;
}

function* placedSteps<Vector>(
  on: Primitives<Vector>,
  fold: Fold,
  columns: readonly LineColumn<Vector>[],
): Steps<Placed<Vector>> {
  const [{ lines: given }] = columns;
  const isAcross = staysAcross(fold, columns);
  const lines = isAcross ? given : inLines(given);
  const elements: Vector[] = [];
  for (const column of columns) {
    elements.push(isAcross ? column.vector : yield* lineSteps(on, column.lines, column.vector));
  }
  return { lines, elements, places: elementPlaces(on, lines) };
}

/** The sums of a pass, by columns of what is combined. */
function* passSteps<Vector>(
  on: Primitives<Vector>,
  sums: readonly FoldSum[],
  { lines, elements, places }: Placed<Vector>,
  scalars: readonly Vector[],
): Steps<readonly Vector[]> {
  const lifted = yield* liftSteps(on, sums, elements, scalars, places);
  const values: Vector[] = [];
  for (const [i, { contract }] of sums.entries()) {
    values.push(...(yield* reduceLineSteps(on, lines, contract, lifted[i])));
  }
  return values;
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
