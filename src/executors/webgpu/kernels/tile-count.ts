import { tilesOfBlock } from "./carried-blocks.ts";
import type { KernelSetting } from "./kernel-setting.ts";
import { tileLength } from "./tile-shape.ts";

type Tiled = Pick<KernelSetting, "shape" | "carried">;

/** A number of WGSL: what is longer than any chunk need not be told how much longer. */
export function wordText(value: number): string {
  return `${Math.min(value, 0xffffffff)}u`;
}

/** Tiles of so many positions of a chunk. */
export function tileCount({ shape, carried }: Tiled, positions: number): number {
  const length = tileLength(shape);
  if (carried?.place !== "of-tiles") return Math.ceil(positions / length);
  const blocks = Math.floor(positions / carried.length);
  return blocks * tilesOfBlock(carried, shape) + Math.ceil((positions % carried.length) / length);
}

/** The same as an expression of WGSL. */
export function tileCountText({ shape, carried }: Tiled, positions: string): string {
  const length = `${tileLength(shape)}u`;
  const rounded = (count: string): string =>
    `(${count}) / ${length} + select(0u, 1u, (${count}) % ${length} != 0u)`;
  if (carried?.place !== "of-tiles") return rounded(positions);
  const block = wordText(carried.length);
  return `${positions} / ${block} * ${wordText(tilesOfBlock(carried, shape))} + ${rounded(`${positions} % ${block}`)}`;
}

/** The first position of a tile, as an expression of WGSL in which TILE_LENGTH is known. */
export function tileStartText({ shape, carried }: Tiled, tile: string): string {
  if (carried?.place !== "of-tiles") return `${tile} * TILE_LENGTH`;
  const tiles = wordText(tilesOfBlock(carried, shape));
  return `${tile} / ${tiles} * ${wordText(carried.length)} + ${tile} % ${tiles} * TILE_LENGTH`;
}
