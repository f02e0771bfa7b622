import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { swapSides } from "../../../operators/term.ts";
import type { ColumnArrays, ColumnValue } from "../access.ts";
import { treeWay } from "../families/tree-ways.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import type { TreeFold } from "../folds/online-fold.ts";
import type { PieceScan, PiecesOf } from "../loops.ts";
import { type ColumnRecipe, initialOf } from "../recipe.ts";
import { openBefore } from "./before-chunk.ts";
import { type CellAccess, cellAccess } from "./cell-access.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { type ChunkTapes, chunkTapes, type Joined } from "./chunk-tapes.ts";
import { CHUNK_LENGTH, FIRST, INITIAL, LEAD, laneEntries, tapeOf } from "./tapes.ts";
import { RANGE_LENGTH } from "./tree-parts.ts";

/*
 * Operators of any terms, a chunk of elements at a time: elements come into cells, tapes combine them, prefixes go where elements came from. Between
 * chunks there are the prefix before, and the roots of the ranges that a tree has there.
 */

/** The pieces of a contract whose tree tapes can follow, if it is one. */
export function tapePieces(
  contract: ColumnContract,
  recipe: ColumnRecipe,
): PiecesOf<ColumnValue, ColumnArrays> | undefined {
  const { terms, sums, direction, expression } = contract;
  const way = treeWay(expression);
  const shape = shapeOf(way);
  if (shape === undefined) return undefined;
  const cells = cellsOf(direction === "backward" ? swapSides(terms) : terms, sums);
  const access = cellAccess(cells, contract, recipe);
  return shape.joined === "lanes"
    ? lanePieces(cells, access, recipe, shape.laneCount)
    : blockPieces(cells, access, recipe, shape);
}

interface BlockShape {
  readonly blockLength: number;
  readonly joined: Joined;
}

interface LaneShape {
  readonly laneCount: number;
  readonly joined: "lanes";
}

/** Lanes of fewer elements in a chunk are as fast by closures. */
const FEWEST_ROWS = 2;

/** A left fold is a chain of blocks of one element. Undefined where no chunk has a whole block. */
function shapeOf(way: ReturnType<typeof treeWay>): BlockShape | LaneShape | undefined {
  if (way.kind === "fold") return { blockLength: 1, joined: "chain" };
  if (way.kind === "lanes") {
    const { laneCount } = way;
    return laneCount * FEWEST_ROWS > CHUNK_LENGTH ? undefined : { laneCount, joined: "lanes" };
  }
  if (way.kind !== "blocks") return undefined;
  const { blockLength, isLinear } = way.blocks;
  if (blockLength === Number.POSITIVE_INFINITY) return { blockLength: RANGE_LENGTH, joined: "one" };
  return blockLength > CHUNK_LENGTH ? undefined : { blockLength, joined: isLinear ? "chain" : "tree" };
}

function blockPieces(
  cells: Cells,
  access: CellAccess,
  recipe: ColumnRecipe,
  { blockLength, joined }: BlockShape,
): PiecesOf<ColumnValue, ColumnArrays> {
  const most = 2 ** Math.floor(Math.log2(CHUNK_LENGTH / blockLength));
  const kept = new Map<number, ChunkTapes>();
  const tapesOf = (count: number): ChunkTapes => {
    const tapes = kept.get(count) ?? chunkTapes(blockLength, joined, count);
    kept.set(count, tapes);
    return tapes;
  };
  const outside = recipe.initial?.placement === "outside" ? recipe.initial : undefined;

  /** Calls `run` for chunks of blocks, which are ranges of the tree that joins them. */
  const eachChunk = (
    length: number,
    piece: ColumnArrays,
    run: (start: number, tapes: ChunkTapes, isFirst: boolean) => void,
  ): void => {
    const before = length / blockLength;
    const end = recipe.lengthOf(piece) / blockLength;
    for (let block = 0; block < end; ) {
      let count = most;
      while (count > end - block || (before + block) % count !== 0) count /= 2;
      run(block * blockLength, tapesOf(count), before + block === 0);
      block += count;
    }
  };

  const scan =
    (fold: TreeFold<ColumnValue>, isExclusive: boolean): PieceScan<ColumnArrays> =>
    (length, piece, output) => {
      const before = openBefore(cells, recipe, joined, fold, length / blockLength);
      if (isExclusive) cells.write(LEAD, length === 0 ? initialOf(recipe) : recipe.finish(fold.observe()));
      if (outside !== undefined) cells.write(INITIAL, outside.value);
      eachChunk(length, piece, (start, tapes, isFirst) => {
        access.load(piece, start, tapes.length);
        cells.run(tapes.prefixes);
        before.join(tapes, isFirst);
        if (outside !== undefined) cells.run(tapes.initial);
        access.store(output, start, tapes.length, isExclusive);
      });
      before.close(fold, length + recipe.lengthOf(piece));
    };

  return (fold) => ({
    unit: blockLength,
    part: access.part,
    reduce(length, piece) {
      const before = openBefore(cells, recipe, joined, fold, length / blockLength);
      eachChunk(length, piece, (start, tapes, isFirst) => {
        access.load(piece, start, tapes.length);
        cells.run(tapes.roots);
        before.append(tapes, isFirst);
      });
      before.close(fold, length + recipe.lengthOf(piece));
    },
    inclusiveScan: scan(fold, false),
    exclusiveScan: scan(fold, true),
  });
}

/**
 * Reduces by lanes, which elements go to by turns: as they lie, they are rows of one for each lane. In a scan each prefix changes a path of the tree
 * over lanes, which nothing else shares.
 */
function lanePieces(
  cells: Cells,
  access: CellAccess,
  recipe: ColumnRecipe,
  laneCount: number,
): PiecesOf<ColumnValue, ColumnArrays> {
  const rowCount = 2 ** Math.floor(Math.log2(CHUNK_LENGTH / laneCount));
  const unit = rowCount * laneCount;
  const tape = tapeOf(laneEntries(rowCount, laneCount));
  return (fold) => ({
    unit,
    part: access.part,
    reduce(length, piece) {
      const total = recipe.lengthOf(piece);
      const lists = fold.values();
      const lanes = Array.from({ length: laneCount }, (_, lane) => {
        const tree = dyadicOnline(recipe.combine);
        tree.restore(length / laneCount, [lists[lane] ?? []]);
        return tree;
      });
      for (let start = 0; start < total; start += unit) {
        access.load(piece, start, unit);
        cells.run(tape);
        lanes.forEach((tree, lane) => {
          tree.append(cells.read(FIRST + unit - laneCount + lane), Math.log2(rowCount));
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
