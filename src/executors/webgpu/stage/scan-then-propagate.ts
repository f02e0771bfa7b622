/*
 * Scan, then propagate: every element is read and written twice.
 *
 *     workgroup t: scan tile t by itself; write the prefixes of its blocks; root → table
 *     the up-sweep of the table
 *     workgroup t: read the prefixes again; write them joined with the ranges before the tile
 */

import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import { countText, type KernelSetting, PARAMS } from "../kernels/kernel-setting.ts";
import { laneSource, numberedEntry } from "../kernels/lane.wgsl.ts";
import { inputTypes } from "../kernels/mapped-input.ts";
import { observeSource, placeSource } from "../kernels/observe.wgsl.ts";
import { rootAccess } from "../kernels/reduce-kernels.ts";
import { blocksInTile } from "../kernels/tile-count.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { valueSource, wordCount } from "../kernels/value.wgsl.ts";
import { ALL_TILES, rangeRootStages } from "./range-roots.ts";
import { scanShareSource } from "./scan-share.wgsl.ts";
import { type Staging, stageOf } from "./staging.ts";

/**
 * Every tile is scanned by itself and written, with its root; then the roots of all ranges of tiles; then every element is read again and joined
 * with what stands before its tile, in the contract's bracket: n reads and n writes, twice.
 *
 * What is written first are prefixes of blocks, or of tiles where blocks are longer: nothing that a later pass would have to take apart.
 */
export function scanThenPropagate(setting: KernelSetting, chunkLevel: number): Staging {
  return {
    stages: [
      stageOf(setting, "scan-tiles", () => scanTilesKernel(setting), "tiles"),
      ...rangeRootStages(setting, chunkLevel, ALL_TILES),
      stageOf(setting, `propagate ${chunkLevel}`, () => propagateKernel(setting, chunkLevel), "tiles"),
    ],
    tableWords: 2 ** chunkLevel * wordCount(setting.sums),
  };
}

function scanTilesKernel(setting: KernelSetting): string {
  const { directives, argument } = laneSource(setting);
  const isInTile = blocksInTile(setting) > 0;
  const blocks = `scan_blocks(lane${argument});
  if (lane == 0u) { store_root(tile, roots[BLOCKS - 1u]); }`;
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
${rootAccess(setting)}
${placeSource(setting)}
${mainText(setting)}
  load_tile(tile, lane);
  scan_tile(lane${argument});
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    let position = tile * TILE_LENGTH + place;
    if (is_output(position, place)) { store(output_place(position), x[i]); }
  }
  ${isInTile ? blocks : "if (lane == THREADS - 1u) { store_root(tile, x[STRIPS * RUN - 1u]); }"}
}
`;
}

/** The scan of shares of one tile, whose registers come from the output. */
function propagateKernel(setting: KernelSetting, chunkLevel: number): string {
  const { directives, argument } = laneSource(setting);
  return `${directives}${valueSource(setting)}
const CHUNK_LEVEL = ${chunkLevel}u;
fn share_level() -> u32 { return 0u; }
${tileScanSource(setting)}
${rootAccess(setting)}
${observeSource(setting)}
${recallSource(setting)}
${scanShareSource(setting, RECALL_TILE)}
${mainText(setting)}
  scan_share(tile, lane${argument});
  if (lane == 0u && ends_chunk(tile)) { carry_chunk(params[${PARAMS.chunk}], load_tile_root(tile)); }
}
`;
}

/** An element that has no output keeps what its register held, which nothing needs. */
const RECALL_TILE = `for (var i = 0u; i < STRIPS * RUN; i++) {
  let place = place_of(lane, i);
  let position = tile * TILE_LENGTH + place;
  if (is_output(position, place)) { x[i] = recall(output_place(position)); }
}`;

/** `recall(place)`: what `store` wrote there. */
function recallSource(setting: KernelSetting): string {
  const { sums } = setting;
  const inputs = inputTypes(setting).length;
  const words = sums.flatMap((type, column) => {
    const start = `params[${PARAMS.ranges + inputs + column}]`;
    const word = (offset: string) => `output${column}[${start} + ${offset}]`;
    return wgslWords(type) === 1 ? [word("place")] : [word("2u * place"), word("2u * place + 1u")];
  });
  return `fn recall(place: u32) -> Value {
  ${countText(setting, "elementReads")}
  return Value(${words.join(", ")});
}`;
}

function mainText(setting: KernelSetting): string {
  return `${numberedEntry(setting)}
  let tile = group;
  if (tile >= params[${PARAMS.tileCount}]) { return; }`;
}
