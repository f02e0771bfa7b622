import { type TileShape, tileLength } from "./tile-shape.ts";

/**
 * Blocks of a linear carry that are no dyadic part of a tile.
 *
 * - `in-tile`: a tile has as many whole blocks as there is room for.
 * - `of-tiles`: a block has tiles of its own, the last of which may be shorter, and may go on from chunk to chunk.
 */
export interface CarriedBlocks {
  readonly place: "in-tile" | "of-tiles";
  readonly length: number; // elements of a block
}

/** Tiles of a block that has tiles of its own. */
export function tilesOfBlock({ length }: CarriedBlocks, shape: TileShape): number {
  return Math.ceil(length / tileLength(shape));
}
