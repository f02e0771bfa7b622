import { emittableTerms } from "../../../codegen/wasm/term.ts";
import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { convert, left, type Term } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { ELEMENT_TYPE_FACTS, type ElementType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Grid, GridProducts } from "../../primitives.ts";
import { type Brackets, bracketsOf } from "../families/product-brackets.ts";
import { isInLibrary, type Kernels } from "../memory/arena.ts";
import {
  BLOCK,
  type CellTerms,
  cellKernels,
  LEVEL_BYTES,
  MOST_ROWS,
  QUAD,
  STRIP_BYTES,
} from "./kernels/cells.kernel.ts";
import { vectorKernels } from "./kernels/vectors.kernel.ts";
import { mapKernel } from "./map-columns.ts";
import { type Groups, packGroups, STAGE_BYTES } from "./pack-groups.ts";
import type { ColumnParts } from "./parts.ts";
import { readsInOrder, reduceVectors, type VectorProducts } from "./reduce-vectors.ts";
import { elementsAt, type Workspace } from "./work-memory.ts";

/*
 * Products of grids by tiles of cells. Both sides are packed, widened where the contract says so, whatever their strides:
 *
 *   for each panel of columns:   strips of B, each its steps one after the other
 *     for each tile of rows:     quads of A, each its rows one after the other
 *       for each strip:          the kernels, over the whole depth; values to rows of the output
 *
 * No tile is a part of any bracket: cells know their own rows and columns only.
 */

/** Bytes of a panel of B, which is read once for each tile of rows: a part of a third-level cache. */
const PANEL_BYTES = 2 ** 24;
/** Bytes of a tile of A, which is read once for each strip: a part of a second-level cache. */
const TILE_BYTES = 2 ** 18;
/** Steps along k beyond which a strip and a row would be no small part of a memory. */
const LONGEST_DEPTH = 2 ** 22;

type Products = GridProducts<ColumnArray>;

/** How products are computed: what kernels are made of, and the side that is gone through where it lies, if one is. */
interface Way {
  readonly sum: ElementType;
  readonly brackets: Brackets;
  readonly terms: CellTerms;
  readonly key: string;
  readonly vector: VectorProducts | undefined;
}

/** For trees of elements, and for chains, of terms that have lanes; undefined for all else. */
function wayOf(contract: ColumnContract, products: Products): Way | undefined {
  const { product, depth } = products;
  const brackets = bracketsOf(contract, depth);
  const [sum] = contract.sums as readonly ElementType[];
  const terms = { add: emittableTerms([sum], contract.terms), multiply: emittableTerms([sum], [product]) };
  const hasLanes = terms.add.laneBytes !== undefined && terms.multiply.laneBytes !== undefined;
  if (brackets === undefined || !hasLanes) return undefined;
  const { nodes, roots } = termList([contract.terms[0], product]);
  const key = `${nodes.map(({ term, operands }) => nodeText(term, operands)).join(";")}:${roots.join(",")}`;
  const vector = vectorProducts(products);
  if (vector !== undefined && readsInOrder(vector, brackets)) return { sum, brackets, terms, key, vector };
  return depth <= LONGEST_DEPTH ? { sum, brackets, terms, key, vector: undefined } : undefined;
}

/** See Primitives.reduceProducts. */
export function reduceProducts(
  parts: ColumnParts,
  contract: ColumnContract,
  products: Products,
): ColumnArray | undefined {
  const way = wayOf(contract, products);
  if (way === undefined) return undefined;
  const { work, counts } = parts;
  const { sum, brackets, terms, key, vector } = way;
  counts[vector === undefined ? "products" : "vectorProducts"] +=
    products.rows * products.columns * products.depth;
  if (vector === undefined) {
    return work.on([], (space) => {
      const kernels = space.kernels(`cells ${key}`, () => cellKernels(terms));
      return productsByTiles(openTiles(space, kernels, sum, products, brackets));
    });
  }
  return linesOf(parts, way, vector, products.columns === 1);
}

/** By kernels for products with one column. */
function linesOf(
  { work }: ColumnParts,
  { sum, brackets, terms, key }: Way,
  products: VectorProducts,
  isGridLeft: boolean,
): ColumnArray {
  const { grid, factors } = products;
  return work.on([grid.vector], (space) => {
    const kernels = space.kernels(`vectors ${isGridLeft} ${key}`, () =>
      vectorKernels({ ...terms, isGridLeft, hasFactors: factors !== undefined }),
    );
    return reduceVectors(space, kernels, { sum, products, brackets });
  });
}

/** Bytes of an array that does not stay in a second-level cache, so that reading it is what takes time. */
const LARGE_BYTES = 2 ** 22;

/** Shorter lines are segments of a kernel that takes many at a call. */
const SHORTEST_LINE = 256;

/** Large lines of one length, one after the other in library memory: some are read at once. Undefined for all others. */
export function reduceEqualLines(
  parts: ColumnParts,
  contract: ColumnContract,
  vector: ColumnArray,
  offsets: Uint32Array,
): ColumnArray | undefined {
  const rows = offsets.length - 1;
  const depth = offsets[1];
  const isHome = isInLibrary(parts.machine, [vector]);
  if (!isHome || vector.byteLength < LARGE_BYTES || depth < SHORTEST_LINE || rows * depth !== vector.length)
    return undefined;
  if (offsets.some((offset, row) => offset !== row * depth)) return undefined;
  const [sum] = contract.sums;
  const grid = { vector, offset: 0, strides: [depth, 1] } as const;
  const products = { product: left(sum), left: grid, right: grid, rows, depth, columns: 1 };
  const way = contract.types[0] === sum ? wayOf(contract, products) : undefined;
  if (way?.vector === undefined || way.brackets.kind === "chain") return undefined;
  parts.counts.vectorProducts += vector.length;
  return linesOf(parts, way, way.vector, true);
}

/** The memory that products by tiles take, whatever the rows; undefined for those that are computed in another way, or not here. */
export function tileBytesOf(contract: ColumnContract, products: Products): number | undefined {
  const way = wayOf(contract, products);
  if (way === undefined || way.vector !== undefined) return undefined;
  const { panelBytes, tileBytes, cellBytes, levels } = sizesOf(way.sum, products, way.brackets);
  return (
    2 * Math.max(panelBytes, tileBytes) + tileBytes + cellBytes + STAGE_BYTES + (levels + 2) * LEVEL_BYTES
  );
}

/** Products with one column on one side; its factors are left out where the term does not look at them. */
function vectorProducts(products: Products): VectorProducts | undefined {
  const { product, left: one, right: other, rows, columns, depth } = products;
  if (rows === 1) {
    const factors = looksAt("left", product) ? one : undefined;
    const [alongK, alongCells] = other.strides;
    return { grid: { ...other, strides: [alongCells, alongK] }, factors, cells: columns, depth };
  }
  if (columns !== 1) return undefined;
  const factors = looksAt("right", product)
    ? ({ ...other, strides: [0, other.strides[0]] } as const)
    : undefined;
  return { grid: one, factors, cells: rows, depth };
}

function looksAt(side: "left" | "right", product: Term): boolean {
  return termList([product]).nodes.some(({ term }) => term.kind === side);
}

/** Everything that one product needs. */
interface Tiles {
  readonly space: Workspace;
  readonly kernels: Kernels;
  readonly sum: ElementType;
  readonly products: Products;
  readonly brackets: Brackets;
  readonly depth: number; // with each range filled up to quads
  readonly rows: number; // of a tile
  readonly stripColumns: number;
  readonly panelColumns: number;
  readonly a: number; // addresses: of a tile of A
  readonly b: number; // of a panel of B
  readonly c: number; // of a tile's rows of the output
  readonly raw: number; // of either side before it is widened
  readonly stage: number; // of rows before they are packed
  readonly slots: number; // of a tree's stack
  readonly roots: readonly [number, number]; // of a range, and of the one before
}

/** How large tiles and panels are. */
function sizesOf(sum: ElementType, products: Products, brackets: Brackets) {
  const { bytes } = ELEMENT_TYPE_FACTS[sum];
  const depth = brackets.ranges.reduce((total, { length }) => total + filled(length), 0);
  const stripColumns = STRIP_BYTES / bytes;
  const strips = Math.ceil(products.columns / stripColumns);
  const panelStrips = Math.min(strips, Math.max(1, Math.floor(PANEL_BYTES / (depth * STRIP_BYTES))));
  const most = Math.min(MOST_ROWS, Math.max(QUAD, Math.floor(TILE_BYTES / (depth * bytes))));
  const rows = Math.min(products.rows, most);
  return {
    depth,
    stripColumns,
    panelColumns: panelStrips * stripColumns,
    rows,
    panelBytes: panelStrips * depth * STRIP_BYTES,
    tileBytes: rows * depth * bytes,
    cellBytes: rows * panelStrips * STRIP_BYTES,
    levels: Math.ceil(Math.log2(depth)) + 1,
  };
}

function openTiles(
  space: Workspace,
  kernels: Kernels,
  sum: ElementType,
  products: Products,
  brackets: Brackets,
): Tiles {
  const { panelBytes, tileBytes, cellBytes, levels, ...lengths } = sizesOf(sum, products, brackets);
  const isWidened = columnType(products.left.vector) !== sum;
  return {
    space,
    kernels,
    sum,
    products,
    brackets,
    ...lengths,
    a: space.allocate(tileBytes),
    b: space.allocate(panelBytes),
    c: space.allocate(cellBytes),
    raw: isWidened ? space.allocate(Math.max(panelBytes, tileBytes)) : 0,
    stage: space.allocate(STAGE_BYTES),
    slots: space.allocate(levels * LEVEL_BYTES),
    roots: [space.allocate(LEVEL_BYTES), space.allocate(LEVEL_BYTES)],
  };
}

function filled(length: number): number {
  return Math.ceil(length / QUAD) * QUAD;
}

function productsByTiles(tiles: Tiles): ColumnArray {
  const { products, panelColumns } = tiles;
  const output = allocateColumn(tiles.sum, products.rows * products.columns);
  for (let column = 0; column < products.columns; column += panelColumns) {
    packPanel(tiles, column, Math.min(panelColumns, products.columns - column));
    for (let row = 0; row < products.rows; row += tiles.rows) {
      const rows = Math.min(tiles.rows, products.rows - row);
      packTile(tiles, row, rows);
      tileOfCells(tiles, output, { row, rows, column });
    }
  }
  return output;
}

/** Strips of the columns [first, first + count) of B, the last filled up with what lies there. */
function packPanel(tiles: Tiles, first: number, count: number): void {
  const { products, brackets, stripColumns, depth } = tiles;
  const { offset, strides } = products.right;
  const [alongK, alongJ] = strides;
  packSide(tiles, products.right, tiles.b, Math.ceil(count / stripColumns) * depth * stripColumns, (pack) => {
    let step = 0;
    for (const { start, length } of brackets.ranges) {
      pack(step * stripColumns, {
        from: offset + first * alongJ + start * alongK,
        grouped: { count, stride: alongJ },
        other: { count: length, stride: alongK },
        size: stripColumns,
        groupElements: depth * stripColumns,
      });
      step += filled(length);
    }
  });
}

/** Quads of the rows [first, first + rows) of A. */
function packTile(tiles: Tiles, first: number, rows: number): void {
  const { products, brackets, depth } = tiles;
  const { offset, strides } = products.left;
  const [alongI, alongK] = strides;
  packSide(tiles, products.left, tiles.a, rows * depth, (pack) => {
    let step = 0;
    for (const { start, length } of brackets.ranges) {
      pack(step * rows, {
        from: offset + first * alongI + start * alongK,
        grouped: { count: length, stride: alongK },
        other: { count: rows, stride: alongI },
        size: QUAD,
        groupElements: rows * QUAD,
      });
      step += filled(length);
    }
  });
}

type Pack = (
  at: number, // in elements
  groups: Omit<Groups, "to" | "groupBytes"> & { readonly groupElements: number },
) => void;

/** Packs parts of a grid to `target`, `length` elements in all; those that are to be widened by way of `raw`. */
function packSide(
  { space, stage, sum, raw }: Tiles,
  { vector }: Grid<ColumnArray>,
  target: number,
  length: number,
  parts: (pack: Pack) => void,
): void {
  const type = columnType(vector) as ElementType;
  const isWidened = type !== sum;
  const address = isWidened ? raw : target;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  parts((at, { groupElements, ...groups }) => {
    const to = address + at * bytes;
    packGroups({ space, stage }, vector, { ...groups, to, groupBytes: groupElements * bytes });
  });
  if (isWidened) mapKernel(space.kernels, [convert(sum, left(type))]).kernel(raw, target, length);
}

/** The cells of one tile of rows in all strips of the panel. */
function tileOfCells(
  tiles: Tiles,
  output: ColumnArray,
  { row, rows, column }: { readonly row: number; readonly rows: number; readonly column: number },
): void {
  const { space, kernels, depth, sum, products, panelColumns, stripColumns, c } = tiles;
  const columns = Math.min(panelColumns, products.columns - column);
  const strips = Math.ceil(columns / stripColumns);
  for (let strip = 0; strip < strips; strip++) {
    const root = valuesOfTile(tiles, rows, tiles.b + strip * depth * STRIP_BYTES);
    kernels.finish(root, rows, c + strip * STRIP_BYTES, strips * STRIP_BYTES);
  }
  const room = strips * stripColumns;
  const isWhole = room === products.columns; // rows of the tile are one piece of the output
  const [copies, length] = isWhole ? [1, rows * columns] : [rows, columns];
  for (let i = 0; i < copies; i++) {
    const cells = elementsAt(space.heap, sum, c + i * strips * STRIP_BYTES, length) as Uint8Array;
    (output as Uint8Array).set(cells, (row + i) * products.columns + column);
  }
}

/** Where the values of a tile are in the strip at `strip`. */
function valuesOfTile(tiles: Tiles, rows: number, strip: number): number {
  const { kernels, brackets, roots, sum } = tiles;
  const rowBytes = rows * ELEMENT_TYPE_FACTS[sum].bytes;
  let step = 0;
  for (let i = 0; i < brackets.ranges.length; i++) {
    const { length } = brackets.ranges[i];
    const root = roots[i % 2];
    const [a, b] = [tiles.a + step * rowBytes, strip + step * STRIP_BYTES];
    if (brackets.kind === "chain") {
      kernels.chain(a, b, root, rows, Math.floor(length / QUAD), length % QUAD);
    } else {
      treeOfRange(tiles, { a, b, root, rows, rowBytes, length });
    }
    if (i > 0) kernels.fold(roots[(i + 1) % 2], rows, 1, 1, root); // what was before, then this
    step += filled(length);
  }
  return roots[(brackets.ranges.length + 1) % 2];
}

/** T over a range of steps, to `root`. */
function treeOfRange(
  { kernels, slots }: Tiles,
  range: Readonly<Record<"a" | "b" | "root" | "rows" | "rowBytes" | "length", number>>,
): void {
  const { a, b, root, rows, rowBytes, length } = range;
  const blocks = Math.floor(length / BLOCK);
  const rest = length % QUAD;
  const quads = Math.floor(length / QUAD);
  if (blocks > 0) kernels.blocks(a, b, slots, rows, 0, blocks);
  const done = blocks * BLOCK;
  if (length > done) {
    const left = quads - done / QUAD;
    kernels.tail(a + done * rowBytes, b + done * STRIP_BYTES, slots, rows, left, rest, root);
  }
  kernels.fold(slots, rows, quads, rest > 0 ? 1 : 0, root);
}
