/*
 * The root of a tile, where its prefixes are not needed.
 *
 *     each thread: its run by halves; a subgroup: its threads' values by shuffles; the workgroup: the totals, level by level
 */

import type { KernelSetting } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
import { networkRootSource } from "./network-scan.wgsl.ts";

/**
 * `reduce_tile(tile, lane)`: the root of a full tile, from the input or, where it is loaded already, from `x`; by all threads in uniform control
 * flow. It is `tile_root` of the first thread until the next call. The bracket is that of `scan_tile`: a full tile is a full dyadic range.
 *
 * In a certified kernel a tile that is reduced for a look-back taints it where it is not clean.
 */
export function tileRootSource(setting: KernelSetting, from: "input" | "registers" = "input"): string {
  const { parameter, argument } = laneSource(setting);
  const swept = setting.subgroups === "none" ? "" : "    value = sweep_lanes(value, lane, subgroup_level);\n";
  const judged =
    setting.arithmetic === "certified"
      ? "    for (var i = 0u; i < RUN; i++) { if (!is_clean(run[i])) { atomicOr(&look_back_taint, 1u); } }\n"
      : "";
  const run =
    from === "input"
      ? `    var run = load_run(tile * TILE_LENGTH + place_of(lane, strip * RUN));\n${judged}`
      : `    var run: array<Value, RUN>;
    for (var i = 0u; i < RUN; i++) { run[i] = x[strip * RUN + i]; }
`;
  if (setting.blockNetwork !== undefined) return networkRootSource(setting, setting.blockNetwork, run);
  return `
var<workgroup> tile_root: Value;

fn reduce_tile(tile: u32, lane: u32${parameter}) {
  workgroupBarrier();
  for (var strip = 0u; strip < STRIPS; strip++) {
${run}    for (var width = 1u; width < RUN; width *= 2u) {
      for (var i = 2u * width - 1u; i < RUN; i += 2u * width) { run[i] = combine(run[i - width], run[i]); }
    }
    var value = run[RUN - 1u];
${swept}    if (ends_subgroup(lane, subgroup_level)) { totals[(strip * THREADS + lane) >> subgroup_level] = value; }
  }
  let height = TOTAL_LEVEL - subgroup_level;
  sweep_totals(height, height, lane${argument});
  if (lane == 0u) { tile_root = totals[(1u << height) - 1u]; }
}
`;
}
