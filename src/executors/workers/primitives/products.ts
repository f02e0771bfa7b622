import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { InternalError } from "../../../values/errors.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { Grid, GridProducts, Primitives } from "../../primitives.ts";
import { tileBytesOf } from "../../wasm/primitives/reduce-products.ts";
import type { Task } from "../messages.ts";
import { receivedContract } from "../posted-contract.ts";
import { nanosecondsOf, type PoolColumns } from "./pool-columns.ts";
import type { RangeBench, RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Products of grids by blocks of rows: the calling thread's round first, then what a task does with its rows.

/** Rows of a piece at least: each packs the whole of the right side for itself, which takes as long as some ten rows. */
const FEWEST_ROWS = 128;

/** Products on a pool: each worker has some rows of the left side. Those with one column are read once, and not worth a round. */
export function poolProducts(
  columns: PoolColumns,
): Required<Pick<Primitives<ColumnArray>, "reduceProducts" | "foldAcross">> {
  const { core } = columns;
  return {
    reduceProducts(contract, products) {
      const { left, right, rows, depth, columns: count, product } = products;
      const workBytes = isKnownThere(contract) ? tileBytesOf(contract, products) : undefined;
      const nanoseconds = nanosecondsOf([...contract.terms, product]);
      const given = [left.vector, right.vector];
      if (workBytes === undefined || columns.isAlone(rows * count * depth, nanoseconds, given)) {
        return core.alone.reduceProducts?.(contract, products);
      }
      return roundOfRows(columns, contract, products, workBytes);
    },
    // Read at the speed of memory by one thread.
    foldAcross: (sums, lines) => core.alone.foldAcross?.(sums, lines),
  };
}

/** Whether workers know of an operator what is needed here: what was proved of one that is not built in stays behind. */
function isKnownThere(contract: ColumnContract): boolean {
  return contract.operator.hash === undefined || !takesAnyTree(contract);
}

async function roundOfRows(
  columns: PoolColumns,
  contract: ColumnContract,
  { product, left, right, rows, depth, columns: count }: GridProducts<ColumnArray>,
  workBytes: number,
): Promise<ColumnArray> {
  const { core } = columns;
  const share = Math.ceil(core.pieceLengthFor(rows * count * depth) / (count * depth));
  const fewest = Math.min(FEWEST_ROWS, Math.ceil(rows / core.count));
  const input = await columns.placed([left.vector, right.vector]);
  const output = columns.fresh(contract.sums[0], rows * count);
  const work = {
    kind: "products",
    contract: core.posted(contract),
    product,
    left: placeOf(left),
    right: placeOf(right),
    depth,
    columns: count,
  } as const;
  await columns.round(work, input, [output], columns.pieces(rows, Math.max(fewest, share)), workBytes);
  return output;
}

function placeOf({ offset, strides }: Grid<ColumnArray>): WorkOf<"products">["left"] {
  return { offset, strides };
}

/** The cells of a range of rows. */
export function productsRange(
  { primitives, copy, texts }: RangeBench,
  { work, input: [one, other], output: [cells] }: RangeRound<WorkOf<"products">>,
  { start, end }: Task,
): undefined {
  const { left, right, depth, columns, product } = work;
  const products: GridProducts<ColumnArray> = {
    product,
    left: { ...left, offset: left.offset + start * left.strides[0], vector: one },
    right: { ...right, vector: other },
    rows: end - start,
    depth,
    columns,
  };
  const made = primitives.reduceProducts?.(receivedContract(work.contract, texts), products);
  if (made === undefined) throw new InternalError("products of a range that has no kernels");
  copy(made as ColumnArray, cells.subarray(start * columns, end * columns));
}
