import { done, type Steps } from "../algorithms/call.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Grid, GridProducts, Primitives } from "../executors/primitives.ts";
import { convert, replaceLeaves } from "../operators/term.ts";

/** Products that stand side by side at a time: columns of them, and of their indices, are some tens of MiB. */
const MOST_PRODUCTS = 2 ** 22;

/** The cells of a product, row after row: by the executor's own way, else by segments. At least one step along k. */
export function* cellSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  products: GridProducts<Vector>,
): Steps<Vector> {
  const own = on.reduceProducts?.(contract, products);
  return own === undefined ? yield* cellsBySegments(on, contract, products) : yield* done(own);
}

/** What a cell is, word for word: the reduce, by itself, of the products of a row and a column. */
function* cellsBySegments<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  products: GridProducts<Vector>,
): Steps<Vector> {
  const [sum] = contract.sums;
  const { rows, columns, depth, left, right } = products;
  const type = on.typeOf(left.vector);
  const terms = replaceLeaves([products.product], (leaf) =>
    leaf.kind === "left" || leaf.kind === "right" ? convert(sum, { ...leaf, type }) : leaf,
  );
  const atOnce = Math.max(1, Math.floor(MOST_PRODUCTS / depth));
  const parts: Vector[] = [];
  for (let first = 0; first < rows * columns; first += atOnce) {
    const count = Math.min(atOnce, rows * columns - first);
    const rowOf = (cell: number): number => Math.floor(cell / columns) * left.strides[0];
    const columnOf = (cell: number): number => (cell % columns) * right.strides[1];
    const one = yield* gathered(on, left, depth, left.strides[1], { first, count, placeOf: rowOf });
    const other = yield* gathered(on, right, depth, right.strides[0], { first, count, placeOf: columnOf });
    const [elements] = yield* done(on.map(terms, [one], [other]));
    const offsets = on.place(Uint32Array.from({ length: count + 1 }, (_, cell) => cell * depth));
    const [cells] = yield* done(on.segmented(contract, "reduce", [elements], offsets, undefined));
    parts.push(cells);
  }
  return yield* joinedSteps(on, parts);
}

/** One side's elements of some cells, each cell's along k. */
function* gathered<Vector>(
  on: Primitives<Vector>,
  { vector, offset }: Grid<Vector>,
  depth: number,
  alongK: number,
  cells: { readonly first: number; readonly count: number; readonly placeOf: (cell: number) => number },
): Steps<Vector> {
  const indices = new Uint32Array(cells.count * depth);
  for (let cell = 0; cell < cells.count; cell++) {
    const start = offset + cells.placeOf(cells.first + cell);
    for (let k = 0; k < depth; k++) indices[cell * depth + k] = start + k * alongK;
  }
  const [elements] = yield* done(on.gather([vector], on.place(indices)));
  return elements;
}

/** Vectors one after the other, by pairs: each element is copied a logarithm of times. */
export function* joinedSteps<Vector>(on: Primitives<Vector>, parts: readonly Vector[]): Steps<Vector> {
  if (parts.length === 1) return parts[0];
  const half = Math.ceil(parts.length / 2);
  const first = yield* joinedSteps(on, parts.slice(0, half));
  return yield* done(on.concat(first, yield* joinedSteps(on, parts.slice(half))));
}
