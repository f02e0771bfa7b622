/*
 * Reduce, then scan: three passes that wait for nothing.
 *
 *     workgroup w: root of its share of tiles → table
 *     the up-sweep of the table
 *     workgroup w: scan its share, joined with the ranges before it
 */

import { type KernelSetting, PARAMS } from "../kernels/kernel-setting.ts";
import { laneSource, numberedEntry } from "../kernels/lane.wgsl.ts";

import { observeSource } from "../kernels/observe.wgsl.ts";
import { rootAccess } from "../kernels/reduce-kernels.ts";
import { tileRootSource } from "../kernels/tile-root.wgsl.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { valueSource, wordCount } from "../kernels/value.wgsl.ts";
import { type LeafCount, rangeRootStages, TILES_BUT_LAST } from "./range-roots.ts";
import { STACK_SOURCE, scanShareSource } from "./scan-share.wgsl.ts";
import { type Stage, type Staging, stageOf, tileRootsStage } from "./staging.ts";

/**
 * The tiles' roots, then those of all ranges of them that a tile may need, then the scan of each tile: three passes over global memory,
 * 2n reads and n writes, and nothing is waited for. The last tile's root, which nobody needs, is not computed.
 */
export function reduceThenScan(setting: KernelSetting, chunkLevel: number): Staging {
  return {
    stages: [
      tileRootsStage(setting),
      ...rangeRootStages(setting, chunkLevel, TILES_BUT_LAST),
      scanSharesStage(setting, chunkLevel, { name: "one", text: () => ONE_TILE, skipsEnds: false }, "tiles"),
    ],
    tableWords: 2 ** chunkLevel * wordCount(setting.sums),
  };
}

/**
 * The same with raking (Merrill and Grimshaw): at most 2^rakeLevel workgroups, each of which takes a share of the tiles one after the other, so that
 * the table is small whatever the length and three launches do.
 *
 * In the dyadic bracket a share is a power of two of tiles, hence 2^(rakeLevel − 1) + 1 workgroups may be all that have work; and neither a
 * workgroup nor a thread can carry one running value: a workgroup has a binary counter of roots, a thread the tree over its run.
 *
 * `skipsEnds` (Ha and Han): the first workgroup scans its share in the first launch already, and the last one's share is not reduced at all.
 */
export function rakingReduceThenScan(
  setting: KernelSetting,
  chunkLevel: number,
  { rakeLevel = RAKE_LEVEL, skipsEnds = false }: RakeSetting,
): Staging {
  const level = Math.min(rakeLevel, chunkLevel);
  const share = { name: `rake ${level} ${skipsEnds}`, text: () => shareText(level, skipsEnds), skipsEnds };
  const reduceName = `reduce-shares ${chunkLevel} ${share.name}`;
  return {
    stages: [
      stageOf(setting, reduceName, () => reduceSharesKernel(setting, chunkLevel, share), 2 ** level),
      ...rangeRootStages(setting, level, share),
      scanSharesStage(setting, chunkLevel, share, 2 ** level),
    ],
    tableWords: 2 ** level * wordCount(setting.sums),
  };
}

interface RakeSetting {
  readonly rakeLevel?: number | undefined; // default RAKE_LEVEL
  readonly skipsEnds?: boolean | undefined;
}

/** log2 of the workgroups of a raking scan: as many threads as most devices hold at once, and one launch for the ranges of their roots. */
const RAKE_LEVEL = 8;

/** `share_level()`, log2 of the tiles of a workgroup, as few as let all of a call have one; and of the shares, those whose roots are there. */
function shareText(rakeLevel: number, skipsEnds: boolean): string {
  const tiles = `params[${PARAMS.tileCount}]`;
  // All full ones, or all before the last.
  const count = skipsEnds ? `(max(${tiles}, 1u) - 1u)` : tiles;
  return `fn share_level() -> u32 {
  let bits = 32u - countLeadingZeros(max(${tiles}, 1u) - 1u);
  return max(bits, ${rakeLevel}u) - ${rakeLevel}u;
}
fn leaf_count() -> u32 { return ${count} >> share_level(); }`;
}

/** Every workgroup has one tile. */
const ONE_TILE = "fn share_level() -> u32 { return 0u; }";

interface Share extends LeafCount {
  readonly skipsEnds: boolean;
}

function scanSharesStage(
  setting: KernelSetting,
  chunkLevel: number,
  share: Share,
  workgroups: Stage["workgroups"],
): Stage {
  const name = `scan-shares ${chunkLevel} ${share.name}`;
  return stageOf(setting, name, () => scanSharesKernel(setting, chunkLevel, share), workgroups);
}

/** The root of each full share into the table. */
function reduceSharesKernel(setting: KernelSetting, chunkLevel: number, { text, skipsEnds }: Share): string {
  const { argument } = laneSource(setting);
  const observed = `${observeSource(setting)}\n${scanShareSource(setting)}`;
  return `${headSource(setting, chunkLevel, text())}
${tileRootSource(setting)}
${skipsEnds ? observed : STACK_SOURCE}
${numberedEntry(setting)}
  let level = share_level();${skipsEnds ? scanFirst(argument) : ""}
  if (group >= leaf_count()) { return; }
  for (var i = 0u; i < (1u << level); i++) {
    reduce_tile((group << level) + i, lane${argument});
    if (lane == 0u) { push_root(i, tile_root); }
  }
  if (lane == 0u) { store_root(group, stack[level]); }
}
`;
}

const scanFirst = (argument: string): string => `
  if (group == 0u) {
    scan_share(group, lane${argument});
    if (lane == 0u && leaf_count() > 0u) { store_root(group, stack[level]); }
    if (lane == 0u && ends_chunk(group)) { carry_share(group); }
    return;
  }`;

function scanSharesKernel(setting: KernelSetting, chunkLevel: number, { text, skipsEnds }: Share): string {
  return `${headSource(setting, chunkLevel, text())}
${observeSource(setting)}
${scanShareSource(setting)}
${numberedEntry(setting)}
  if (${skipsEnds ? "group == 0u || " : ""}(group << share_level()) >= params[${PARAMS.tileCount}]) { return; }
  scan_share(group, lane${laneSource(setting).argument});
  if (lane == 0u && ends_chunk(group)) { carry_share(group); }
}
`;
}

function headSource(setting: KernelSetting, chunkLevel: number, text: string): string {
  return `${laneSource(setting).directives}${valueSource(setting)}
const CHUNK_LEVEL = ${chunkLevel}u;
${text}
${tileScanSource(setting)}
${rootAccess(setting)}`;
}
