// Products of grids: which contracts have cells on a device, and how cells are shared out.

import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { someElementaryFunction } from "../../../operators/elementary-terms.ts";
import { termList } from "../../../operators/term-list.ts";
import type { FusionCounts, GridProducts } from "../../primitives.ts";
import { cellBracket, isChain } from "../families/cell-bracket.ts";
import { servedContract } from "../serving.ts";
import { exactly, type Machine, type Slot } from "./machine.ts";
import { type CellShape, productKernel, tileOf } from "./product-tile.wgsl.ts";

/** See Primitives.reduceProducts. Counts the products that are computed where they are needed. */
export function productSlots(
  machine: Machine,
  counts: Pick<FusionCounts, "elements">,
  contract: ColumnContract,
  { product, left, right, rows, depth, columns }: GridProducts<Slot>,
): Slot | undefined {
  const served = servedContract(contract);
  const bracket = cellBracket(served, depth);
  if (bracket === undefined || someElementaryFunction([...served.terms, product], "f64") !== undefined)
    return undefined;
  const [sum] = served.sums;
  const isShort =
    bracket.kind !== "carry" &&
    wgslWords(sum) === 1 &&
    sum !== "f32" &&
    termList([...served.terms, product]).nodes.length <= SHORT;
  const shape = shapeOf(isShort, rows, columns);
  const kernel = productKernel({
    type: left.vector.type,
    sum,
    add: { columns: served.columns, terms: served.terms },
    multiply: { columns: served.columns, terms: [product] },
    bracket: bracket.kind,
    shape,
  });
  const cells = machine.scratch(sum, exactly(rows * columns));
  const [tileRows, tileColumns] = tileOf(shape);
  const numbers = [
    ...[rows, columns, depth, bracket.block],
    ...[left.offset, ...left.strides, right.offset, ...right.strides, 0],
  ];
  machine.run(kernel, {
    columns: [left.vector, right.vector, cells],
    words: numbers.map((number) => number >>> 0),
    workgroups: Math.ceil(rows / tileRows) * Math.ceil(columns / tileColumns),
  });
  counts.elements += rows * depth * columns;
  return cells;
}

/** Operations and leaves of both operators, at most, of which a thread has several cells: the text has them some hundred times. */
const SHORT = 8;

/** A tile has rows and columns; a product with one column or row has threads along the other side. */
function shapeOf(isShort: boolean, rows: number, columns: number): CellShape {
  if (columns === 1) return { threads: [128, 1], cells: [1, 1], steps: 8 };
  if (rows === 1) return { threads: [1, 128], cells: [1, 1], steps: 8 };
  const isWorthIt = isShort && rows > 32 && columns > 32;
  return { threads: [16, 16], cells: isWorthIt ? [4, 4] : [1, 1], steps: 16 };
}

/** Few cells of many steps each: a GPU has more threads than that, and segments have one for each step. A chain has no other way. */
export function isNarrow(contract: ColumnContract, { rows, depth, columns }: GridProducts<unknown>): boolean {
  return depth >= 4096 && rows * columns < 1024 && !isChain(contract);
}
