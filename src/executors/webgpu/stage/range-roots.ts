/*
 * The up-sweep of a table of roots, in place.
 *
 *     for each level, as many in one dispatch as a workgroup has room for:
 *       table[end of a range of 2^level] = combine(table[end of its left half], table[end of its right half])
 */

import { type KernelSetting, PARAMS } from "../kernels/kernel-setting.ts";
import { laneSource, numberedEntry } from "../kernels/lane.wgsl.ts";

import { rootAccess } from "../kernels/reduce-kernels.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { valueSource } from "../kernels/value.wgsl.ts";
import { type Stage, stageOf } from "./staging.ts";

/**
 * From the roots of leaves, tiles or blocks of them, the root of the largest aligned range that ends with each leaf, in place: the up-sweep
 * of a scan, whose result is a Fenwick tree. The roots of all leaves before any leaf are then found at the ends of its number's set bits.
 *
 * Each dispatch does as many levels as a workgroup has totals for, so that 2^level leaves take ⌈level / log2 totals⌉ of them.
 *
 * `leaves` say what `leaf_count()` is: how many leaves have their roots in the table. Entries of others are left alone.
 */
export function rangeRootStages(given: KernelSetting, level: number, leaves: LeafCount): readonly Stage[] {
  const setting: KernelSetting = { ...given, observation: "reduce" }; // roots are those of any observation
  const step = Math.log2(setting.shape.threads * setting.shape.strips);
  const stages: Stage[] = [];
  for (let base = 0; base < level; base += step) {
    const name = `range-roots ${base} ${leaves.name}`;
    const workgroups = 2 ** Math.max(0, level - base - step);
    stages.push(stageOf(setting, name, () => rangeRootsKernel(setting, base, leaves.text()), workgroups));
  }
  return stages;
}

/** The levels from `base` on: what a workgroup starts from are the roots of ranges of 2^base leaves. */
function rangeRootsKernel(setting: KernelSetting, base: number, leafCount: string): string {
  const { directives, argument } = laneSource(setting);
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
${rootAccess(setting)}
${leafCount}

${numberedEntry(setting)}
  let first = group << TOTAL_LEVEL;
  let count = leaf_count() >> ${base}u;
  if (first >= count) { return; }
  for (var i = lane; i < (1u << TOTAL_LEVEL) && first + i < count; i += THREADS) {
    totals[i] = load_tile_root(((first + i + 1u) << ${base}u) - 1u);
  }
  sweep_totals(TOTAL_LEVEL, TOTAL_LEVEL, lane${argument});
  for (var i = lane; i < (1u << TOTAL_LEVEL) && first + i < count; i += THREADS) {
    if ((i & 1u) == 1u) { store_root(((first + i + 1u) << ${base}u) - 1u, totals[i]); }
  }
}
`;
}

/** The leaves are all tiles of a call, or all but the last. */
export const ALL_TILES: LeafCount = {
  name: "all",
  text: () => `fn leaf_count() -> u32 { return params[${PARAMS.tileCount}]; }`,
};
export const TILES_BUT_LAST: LeafCount = {
  name: "but-last",
  text: () => `fn leaf_count() -> u32 { return max(params[${PARAMS.tileCount}], 1u) - 1u; }`,
};

/** WGSL of how many leaves there are. Two with one name have one text. */
export interface LeafCount {
  readonly name: string;
  readonly text: () => string;
}
