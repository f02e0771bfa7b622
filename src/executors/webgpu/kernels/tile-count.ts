// Positions counted in tiles, by the host and, with the same formulas, by kernels whose length only the device knows.

import type { KeyedKernel } from "../compile-pipeline.ts";
import { type KernelSetting, PARAMS } from "./kernel-setting.ts";
import { blockCount, tileLength, tilesOfBlock } from "./tile-shape.ts";

/** Words that follow the parameters of a call whose length the GPU knows: where the count stands, and what it may be at most. */
export const COUNT_WORDS = 2;

/**
 * The parameters of a call whose length the GPU knows, and how many workgroups it takes: one thread copies what the host knows and fills in the rest.
 *
 * Bindings: 0 what the host knows, then COUNT_WORDS; 1 the buffer of the count; 2 the parameters; 3 the workgroups of an indirect dispatch.
 */
export function countKernel(setting: KernelSetting, mostInRow: number): KeyedKernel {
  const { observation, placement, shape, carried } = setting;
  const isFirst = placement === "first";
  const isTrimmed = isFirst && observation === "exclusive-scan";
  return {
    key: `count ${JSON.stringify([mostInRow, isFirst, isTrimmed, tileLength(shape), carried])}`,
    code: () => countSource({ shape, carried, isFirst, isTrimmed, mostInRow }),
    layout: () => "auto",
  };
}

/** What the text depends on. */
interface Counted extends Pick<KernelSetting, "shape" | "carried"> {
  readonly isFirst: boolean; // an initial value stands first
  readonly isTrimmed: boolean; // the last element is in no output
  readonly mostInRow: number;
}

function countSource({ shape, carried, isFirst, isTrimmed, mostInRow }: Counted): string {
  return `@group(0) @binding(0) var<storage, read> known: array<u32>;
@group(0) @binding(1) var<storage, read> counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> params: array<u32>;
@group(0) @binding(3) var<storage, read_write> grid: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let words = arrayLength(&known) - ${COUNT_WORDS}u;
  for (var i = 0u; i < words; i++) { params[i] = known[i]; }
  let length = min(counts[known[words]], known[words + 1u]);
  let lead = ${isFirst ? "min(length, 1u)" : "0u"};
  let inputs = ${isTrimmed ? "length - lead" : "length"};
  let positions = inputs + lead;
  let tiles = ${tileCountText({ shape, carried }, "positions")};
  params[${PARAMS.positions}] = positions;
  params[${PARAMS.tileCount}] = tiles;
  params[${PARAMS.lead}] = lead;
  params[${PARAMS.inputs}] = inputs;
  let rows = max(1u, (tiles + ${mostInRow - 1}u) / ${mostInRow}u);
  grid[0] = (tiles + rows - 1u) / rows;
  grid[1] = rows;
  grid[2] = 1u;
}
`;
}

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
function tileCountText({ shape, carried }: Tiled, positions: string): string {
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

/** Blocks whose ends a tile has apart from its own; none where dyadic blocks are not shorter than it, and their prefixes are the tile's. */
export function blocksInTile({ shape, blockLength, blockNetwork, carried }: KernelSetting): number {
  const width = carried?.place === "in-tile" ? carried.length : blockNetwork?.width;
  return width === undefined ? blockCount(shape, blockLength) : tileLength(shape) / width;
}
