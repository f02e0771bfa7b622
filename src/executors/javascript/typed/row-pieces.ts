import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { swapSides } from "../../../operators/term.ts";
import type { ColumnArray, StoredArray, StoredColumns } from "../../../values/value-types.ts";
import type { ColumnArrays, ColumnValue } from "../access.ts";
import { treeWay } from "../families/tree-ways.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import { leftFoldOnline, type TreeFold } from "../folds/online-fold.ts";
import type { PieceScan, PiecesOf } from "../loops.ts";
import { type ColumnRecipe, initialOf } from "../recipe.ts";
import { TURN_LOOPS } from "./map-loops.ts";
import { openRows, type Rows, scalarOf } from "./rows.ts";
import { canonicalise, scratchOf, stageOf } from "./stage.ts";
import { type Blocks, joinedOf, RANGE_LENGTH, withJoined } from "./tree-parts.ts";

/*
 * Trees of any terms over columns, without a closure for each combine. A chunk of elements lies as rows, row j holding element j of each of its
 * blocks, so that a combine of two rows is one of all blocks:
 *
 *     for half = 1, 2, 4, …: each row in the right half of its 2·half is combined with the last row of the left half
 *
 * Then row j has the tree over elements 0 to j of each block, for ⌈log2(block)⌉ / 2 combines an element, and the last row has the roots. A reduce
 * makes the last row alone. What stands before a block is put before its elements by one combine more for each row, or, where all is one tree, for
 * each root that stands there.
 */

/** Elements of a chunk: its columns lie in the second-level cache. Of long blocks it has more, as a call for each row is worth it for this many values. */
const CHUNK_LENGTH = 4096;
const FEWEST_BLOCKS = 64;
const LONGEST_BLOCK = 1024;
/** Shorter blocks would have more roots, which closures join, than is worth it. */
const SHORTEST_BLOCK = 8;
const FEWEST_ROWS = 8;

type Fold = TreeFold<ColumnValue>;

/** The pieces of a contract whose tree rows can follow, if it is one. */
export function rowPieces(
  contract: ColumnContract,
  recipe: ColumnRecipe,
): PiecesOf<ColumnValue, ColumnArrays> | undefined {
  const way = treeWay(contract.expression);
  if (way.kind === "lanes") return lanePieces(contract, recipe, way.laneCount);
  if (way.kind !== "blocks") return undefined;
  const isOneTree = way.blocks.blockLength === Number.POSITIVE_INFINITY;
  const blocks = isOneTree ? { ...way.blocks, blockLength: RANGE_LENGTH } : way.blocks;
  if (blocks.blockLength < SHORTEST_BLOCK || blocks.blockLength > LONGEST_BLOCK) return undefined;
  return blockPieces(contract, recipe, blocks, isOneTree);
}

function blockPieces(
  contract: ColumnContract,
  recipe: ColumnRecipe,
  blocks: Blocks,
  isOneTree: boolean,
): PiecesOf<ColumnValue, ColumnArrays> {
  const { combine } = recipe;
  const { blockLength, isLinear } = blocks;
  const access = rowAccess(contract, recipe, Math.max(CHUNK_LENGTH, FEWEST_BLOCKS * blockLength));
  const widest = Math.max(highestPower(CHUNK_LENGTH / blockLength), FEWEST_BLOCKS);
  const rowsOf = keptRows((blockCount) => openRows(access.terms, contract.sums, blockLength, blockCount));
  const rangesOf = keptRows((blockCount) => openRows(access.terms, contract.sums, blockCount, blockLength));
  const last = blockLength - 1;

  /** The roots of the blocks before, and a chunk at a time what they are before and in it. */
  const opened = (fold: Fold, length: number) => {
    const lists = fold.values();
    const joined = isLinear ? leftFoldOnline(combine) : dyadicOnline(combine);
    joined.restore(length / blockLength, [joinedOf(lists)]);
    const close = (end: number): void => fold.restore(end, withJoined(lists, joined.values()[0]));
    return { joined, close };
  };

  const eachChunk = (
    total: number,
    run: (start: number, blockCount: number, width: number) => void,
  ): void => {
    const step = widest * blockLength;
    for (let start = 0; start < total; start += step) {
      const blockCount = Math.min(widest, (total - start) / blockLength);
      run(start, blockCount, lowestPower(blockCount));
    }
  };

  /** Row j becomes the prefix at element j of each block, of all that stands before the block as well. */
  const joinBefore = (rows: Rows, joined: Fold, blockCount: number, isFirst: boolean): void => {
    const kept = isFirst ? Array.from({ length: last }, (_, row) => rows.read(row, 0)) : [];
    for (let block = 0; block < blockCount; block++) {
      const root = rows.read(last, block);
      rows.write(rows.spare, block, isFirst && block === 0 ? root : joined.observe());
      joined.append(root);
      rows.write(last, block, joined.observe());
    }
    for (let row = 0; row < last; row++) rows.combine(rows.spare, row);
    kept.forEach((value, row) => {
      rows.write(row, 0, value);
    });
  };

  /** The same for one tree over all, over ranges that lie as rows; `roots` are those of the ranges. */
  const joinRoots = (ranges: Rows, joined: Fold, roots: readonly ColumnValue[]): void => {
    roots.forEach((root, range) => {
      for (const before of [...joined.values()[0]].reverse()) {
        ranges.fill(ranges.spare, before);
        ranges.combine(ranges.spare, range);
      }
      joined.append(root);
    });
  };

  const putBefore = (rows: Rows, count: number): void => {
    if (recipe.initial?.placement !== "outside") return;
    rows.fill(rows.spare, recipe.initial.value);
    for (let row = 0; row < count; row++) rows.combine(rows.spare, row);
  };

  const scan =
    (fold: Fold, isExclusive: boolean): PieceScan<ColumnArrays> =>
    (length, piece, output) => {
      const total = recipe.lengthOf(piece);
      const { joined, close } = opened(fold, length);
      if (isExclusive) access.lead(length === 0 ? initialOf(recipe) : recipe.finish(fold.observe()));
      eachChunk(total, (start, blockCount, width) => {
        const rows = rowsOf(width);
        access.load(piece, start, blockCount, blockLength, rows, width);
        foldRows(rows, blockLength);
        if (isOneTree) {
          const roots = Array.from({ length: blockCount }, (_, block) => rows.read(last, block));
          const ranges = rangesOf(width);
          turn(contract, rows, blockLength, width, ranges.columns, 0);
          joinRoots(ranges, joined, roots);
          putBefore(ranges, blockCount);
          access.hold(ranges.columns, blockCount * blockLength);
        } else {
          joinBefore(rows, joined, blockCount, length + start === 0);
          putBefore(rows, blockLength);
          turn(contract, rows, blockLength, width, access.heldColumns(), 1);
        }
        access.store(output, start, blockCount * blockLength, isExclusive);
      });
      close(length + total);
    };

  return (fold) => ({
    unit: blockLength,
    part: access.part,
    reduce(length, piece) {
      const total = recipe.lengthOf(piece);
      const { joined, close } = opened(fold, length);
      eachChunk(total, (start, blockCount, width) => {
        const rows = rowsOf(width);
        access.load(piece, start, blockCount, blockLength, rows, width);
        reduceRows(rows, blockLength);
        for (let block = 0; block < blockCount; block++) joined.append(rows.read(last, block));
      });
      close(length + total);
    },
    inclusiveScan: scan(fold, false),
    exclusiveScan: scan(fold, true),
  });
}

/**
 * Reduces by lanes, which elements go to by turns: as they lie, elements are rows of one value for each lane. In a scan each prefix changes a path of the
 * tree over lanes, which nothing else shares.
 */
function lanePieces(
  contract: ColumnContract,
  recipe: ColumnRecipe,
  laneCount: number,
): PiecesOf<ColumnValue, ColumnArrays> | undefined {
  const rowCount = highestPower(CHUNK_LENGTH / laneCount);
  if (laneCount < SHORTEST_BLOCK || rowCount < FEWEST_ROWS) return undefined;
  const access = rowAccess(contract, recipe, 0);
  const rowsOf = keptRows(() => openRows(access.terms, contract.sums, rowCount, laneCount));
  const unit = rowCount * laneCount;
  return (fold) => ({
    unit,
    part: access.part,
    reduce(length, piece) {
      const total = recipe.lengthOf(piece);
      const rows = rowsOf(laneCount);
      const lists = fold.values();
      const lanes = Array.from({ length: laneCount }, (_, lane) => {
        const tree = dyadicOnline(recipe.combine);
        tree.restore(length / laneCount, [lists[lane] ?? []]);
        return tree;
      });
      for (let start = 0; start < total; start += unit) {
        access.copy(piece, start, unit, rows.columns);
        reduceRows(rows, rowCount);
        lanes.forEach((tree, lane) => {
          tree.append(rows.read(rowCount - 1, lane), Math.log2(rowCount));
        });
      }
      fold.restore(
        length + total,
        lanes.map((tree) => tree.values()[0]),
      );
    },
    inclusiveScan: undefined,
    exclusiveScan: undefined,
  });
}

/** Row j becomes the canonical tree over rows 0 to j. */
function foldRows({ combine }: Rows, count: number): void {
  for (let half = 1; half < count; half *= 2) {
    for (let root = half - 1; root + 1 < count; root += 2 * half) {
      const end = Math.min(root + half, count - 1);
      for (let row = root + 1; row <= end; row++) combine(root, row);
    }
  }
}

/** The last row becomes the canonical tree over all rows. */
function reduceRows({ combine }: Rows, count: number): void {
  for (let half = 1; half < count; half *= 2) {
    for (let root = half - 1; root + 1 < count; root += 2 * half) {
      combine(root, Math.min(root + half, count - 1));
    }
  }
}

/** Rows as columns: `target[to + i·count + j]` is value i of row j. */
function turn(
  { sums }: ColumnContract,
  rows: Rows,
  count: number,
  width: number,
  target: readonly ColumnArray[],
  to: number,
): void {
  rows.columns.forEach((column, k) => {
    TURN_LOOPS[sums[k]].run(column, 0, count, width, target[k], to, count);
  });
}

/** How elements come into rows, and prefixes out of them, of chunks of at most `longest`. */
function rowAccess(
  { terms, types, sums, direction }: ColumnContract,
  { step, read }: ColumnRecipe,
  longest: number,
) {
  const isSingle = sums.length === 1;
  const stages = sums.map((sum, k) => stageOf({ type: types[k], sum }, step, read));
  const canTurn = sums.map((sum, k) => step > 0 && types[k] === sum);
  /** What comes in another order or type, and what goes: with one value before it. */
  const scratch = sums.map((sum) => scratchOf(sum, longest + 1));
  const heldColumns = (): readonly ColumnArray[] => scratch.map((column) => column());
  const columnsOf = (arrays: ColumnArrays): StoredColumns =>
    isSingle ? [arrays as StoredArray] : (arrays as StoredColumns);

  return {
    terms: direction === "backward" ? swapSides(terms) : terms,
    heldColumns,
    part(arrays: ColumnArrays, start: number, end: number): ColumnArrays {
      const parts = columnsOf(arrays).map((column) => column.subarray(start, end));
      return isSingle ? parts[0] : parts;
    },
    /** `blockCount` blocks from position `start` on, as rows of `width` values. */
    load(
      input: ColumnArrays,
      start: number,
      blockCount: number,
      blockLength: number,
      rows: Rows,
      width: number,
    ): void {
      const held = heldColumns();
      columnsOf(input).forEach((column, k) => {
        if (!canTurn[k]) stages[k].fill(held[k], 1, column, start, blockCount * blockLength);
        const [source, from] = canTurn[k] ? [column as ColumnArray, start] : [held[k], 1];
        TURN_LOOPS[sums[k]].run(source, from, blockCount, blockLength, rows.columns[k], 0, width);
      });
    },
    /** Elements as they come, one row after the other. */
    copy(input: ColumnArrays, start: number, count: number, target: readonly ColumnArray[]): void {
      columnsOf(input).forEach((column, k) => {
        stages[k].fill(target[k], 0, column, start, count);
      });
    },
    /** The value before the first that goes. */
    lead(value: ColumnValue): void {
      heldColumns().forEach((column, k) => {
        column.fill(scalarOf(value, k) as never, 0, 1);
      });
    },
    hold(source: readonly ColumnArray[], count: number): void {
      heldColumns().forEach((column, k) => {
        (column as Uint8Array).set(source[k].subarray(0, count) as Uint8Array, 1);
      });
    },
    /** What is held goes to positions from `start` on; of an exclusive scan from the value before on, and the last one is the next before. */
    store(output: ColumnArrays, start: number, count: number, isExclusive: boolean): void {
      const held = heldColumns();
      columnsOf(output).forEach((column, k) => {
        const values = held[k];
        if (sums[k] === "f64" || sums[k] === "f32") canonicalise(values, 1, count + 1);
        const before = values[count];
        stages[k].empty(values, isExclusive ? 0 : 1, column as ColumnArray, start, count);
        values.fill(before as never, 0, 1);
      });
    },
  };
}

/** Rows by their width, made when they are first asked for. */
function keptRows(open: (width: number) => Rows): (width: number) => Rows {
  const kept = new Map<number, Rows>();
  return (width) => {
    let rows = kept.get(width);
    if (rows === undefined) {
      rows = open(width);
      kept.set(width, rows);
    }
    return rows;
  };
}

function highestPower(most: number): number {
  return 2 ** Math.floor(Math.log2(most));
}

function lowestPower(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}
