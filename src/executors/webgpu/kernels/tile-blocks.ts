// Where blocks of each family lie in tiles. Blocks that end where tiles or runs end need no table; all others say here how they fill a tile.

import type { Network } from "../../../networks/network.ts";
import { InternalError } from "../../../values/errors.ts";
import { blockNetwork } from "../families/network/block-network.ts";
import type { KernelSetting } from "./kernel-setting.ts";
import {
  chooseBlockTile,
  chooseNetworkTile,
  chooseTile,
  filledByBlocks,
  filledByNetwork,
  type TileLimits,
  type TileShape,
  tileLength,
} from "./tile-shape.ts";

/** A tile and the blocks in it. */
export type TileBlocks = Pick<KernelSetting, "shape" | "blockLength" | "blockNetwork" | "carried">;

/** What bears on a tile beside the blocks: the words of a value, the shape that is asked for, and what the device lets kernels have. */
export interface TileWish {
  readonly words: number;
  readonly given: TileShape | undefined;
  readonly limits: TileLimits;
}

/** Dyadic blocks of a power of two of elements; of one element, or Infinity, they are one block. */
export function dyadicBlocks(length: number, { words, given, limits }: TileWish): TileBlocks {
  const blockLength = length === 1 ? Number.POSITIVE_INFINITY : length;
  return { shape: given ?? chooseTile(words, blockLength, limits), blockLength };
}

/** @throws InternalError for a network that the tile is too small for, which the refusal says beforehand */
export function networkBlocks(network: Network, { words, given, limits }: TileWish): TileBlocks {
  const { width } = network;
  const shape = given === undefined ? chooseNetworkTile(words, width, limits) : filledByNetwork(given, width);
  if (shape === undefined) throw new InternalError(`a network of ${width} wires, which fits no tile`);
  return { shape, blockLength: width, blockNetwork: blockNetwork(network, shape) };
}

/** Blocks that are a power of two of a tile's elements are done as those of dyadic trees; others fill a tile, or have tiles of their own. */
export function carriedBlocks(length: number, { words, given, limits }: TileWish): TileBlocks {
  if (Number.isInteger(Math.log2(length))) {
    const shape = given ?? chooseTile(words, length, limits);
    if (length <= tileLength(shape)) return { shape, blockLength: length };
  }
  const filled = given === undefined ? chooseBlockTile(words, length, limits) : filledByBlocks(given, length);
  const shape = filled ?? given ?? chooseTile(words, Number.POSITIVE_INFINITY, limits);
  const place = filled === undefined ? "of-tiles" : "in-tile";
  return { shape, blockLength: Number.POSITIVE_INFINITY, carried: { place, length } };
}
