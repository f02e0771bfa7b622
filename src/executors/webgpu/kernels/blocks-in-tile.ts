import type { KernelSetting } from "./kernel-setting.ts";
import { blockCount, tileLength } from "./tile-shape.ts";

/** Blocks whose ends a tile has apart from its own; none where dyadic blocks are not shorter than it, and their prefixes are the tile's. */
export function blocksInTile({ shape, blockLength, blockNetwork }: KernelSetting): number {
  return blockNetwork === undefined ? blockCount(shape, blockLength) : tileLength(shape) / blockNetwork.width;
}
