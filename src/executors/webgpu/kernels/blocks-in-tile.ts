import type { KernelSetting } from "./kernel-setting.ts";
import { blockCount, tileLength } from "./tile-shape.ts";

/** Blocks whose ends a tile has apart from its own; none where dyadic blocks are not shorter than it, and their prefixes are the tile's. */
export function blocksInTile({ shape, blockLength, blockNetwork, carried }: KernelSetting): number {
  const width = carried?.place === "in-tile" ? carried.length : blockNetwork?.width;
  return width === undefined ? blockCount(shape, blockLength) : tileLength(shape) / width;
}
