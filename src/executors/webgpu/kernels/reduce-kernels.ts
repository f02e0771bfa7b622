/*
 * A reduce in two dispatches, which wait for nothing.
 *
 *     tile roots:  workgroup t, for all tiles but the last: load tile t; reduce it; table[t] = root
 *     finish:      one workgroup: for each bit of the number of tiles: reduce that range of the table
 *                  scan the last tile; fold the ranges and the chunks before; write the last element's prefix
 */

import { countArithmetic, judgeTile } from "./arithmetic.wgsl.ts";
import { type KernelSetting, PARAMS, tableStart } from "./kernel-setting.ts";
import { laneSource, numberedEntry } from "./lane.wgsl.ts";
import { observeSource } from "./observe.wgsl.ts";
import { stateValue, storeState } from "./state-words.ts";
import { blocksInTile } from "./tile-count.ts";
import { tileRootSource } from "./tile-root.wgsl.ts";
import { tileScanSource } from "./tile-scan.wgsl.ts";
import { valueSource, wordCount } from "./value.wgsl.ts";

/**
 * A reduce in two dispatches, without look-back: the first, one workgroup for each tile but the last, leaves the tiles' roots in the table
 * by plain stores; the second, one workgroup, folds them and finishes with the last tile. n reads and o(n) more, nothing is waited for.
 */
export function tileRootsKernel(setting: KernelSetting): string {
  const { directives, argument } = laneSource(setting);
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
${tileRootSource(setting, "registers")}
${rootAccess(setting)}
${numberedEntry(setting)}
  let tile = group;
  if (tile + 1u >= params[${PARAMS.tileCount}]) { return; }
  load_tile(tile, lane);
  ${judgeTile(setting)}
  reduce_tile(tile, lane${argument});
  ${countArithmetic(setting)}
  if (lane == 0u) { store_root(tile, tile_root); }
}
`;
}

/** The second dispatch: one workgroup. */
export function finishKernel(setting: KernelSetting, chunkLevel: number): string {
  const { shape, placement } = setting;
  const isInTile = blocksInTile(setting) > 0;
  const { directives, parameters, prologue, argument } = laneSource(setting);
  return `${directives}${valueSource(setting)}
const CHUNK_LEVEL = ${chunkLevel}u;
${tileScanSource(setting)}
${rootAccess(setting)}
${observeSource(setting)}
${reduceRoots(setting)}
var<workgroup> ranges: array<Value, 32>;

@compute @workgroup_size(${shape.threads})
fn main(${parameters}) {
  ${prologue}
  if (params[${PARAMS.tileCount}] == 0u) {
    ${placement === "none" ? "" : "if (lane == 0u) { store(0u, initial_value()); }"}
    return;
  }
  let tile = params[${PARAMS.tileCount}] - 1u;
  for (var level = 0u; level < 32u; level++) {
    if (((tile >> level) & 1u) == 1u) {
      reduce_roots(((tile >> level) - 1u) << level, level, lane${argument});
      if (lane == 0u) { ranges[level] = stack[max(level, THREAD_LEVEL) - THREAD_LEVEL]; }
    }
  }
  load_tile(tile, lane);
  scan_tile(lane${argument});
  ${isInTile ? `scan_blocks(lane${argument});` : "if (lane == THREADS - 1u) { high_root = x[STRIPS * RUN - 1u]; }\n  workgroupBarrier();"}
  if (params[${PARAMS.isLast}] == 0u) {
    if (lane == 0u) {
      var root = ${isInTile ? "roots[BLOCKS - 1u]" : "high_root"};
      for (var level = 0u; level < CHUNK_LEVEL; level++) { root = combine(ranges[level], root); }
      carry_chunk(params[${PARAMS.chunk}], root);
    }
    return;
  }
  if (lane == 0u) {
    spine_length = 0u;
    high_length = 0u;
    push_carries(params[${PARAMS.chunk}]);
    for (var i = 32u; i > 0u; i--) {
      if (((tile >> (i - 1u)) & 1u) == 1u) { push_spine(ranges[i - 1u], i - 1u); }
    }
    fold_high();
  }
  workgroupBarrier();
  join_blocks(lane);
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    if (tile * TILE_LENGTH + place + 1u != params[${PARAMS.positions}]) { continue; }
    emit(tile * TILE_LENGTH + place, place, prefix_of(i, lane, tile));
  }
}
`;
}

/** `load_tile_root` and `store_root`: a table of roots by plain loads and stores, for what another dispatch reads. */
export function rootAccess({ sums }: KernelSetting): string {
  const words = wordCount(sums);
  return `fn load_tile_root(tile: u32) -> Value {
  let start = ${tableStart(words)}u + tile * ${words}u;
  return ${stateValue(words)};
}

fn store_root(tile: u32, root: Value) {
  let start = ${tableStart(words)}u + tile * ${words}u;
${storeState(words, "root")}
}
`;
}

/** The root of the 2^level tiles from `first` on goes to stack[max(level − THREAD_LEVEL, 0)]; seen by the first thread at once, by others after a barrier. */
function reduceRoots(setting: KernelSetting): string {
  const { parameter, argument } = laneSource(setting);
  const swept = setting.subgroups === "none" ? "" : "    value = sweep_lanes(value, lane, low);\n";
  return `
var<workgroup> stack: array<Value, 32>;

fn reduce_roots(first: u32, level: u32, lane: u32${parameter}) {
  let height = min(level, THREAD_LEVEL);
  let low = min(subgroup_level, height);
  for (var group = 0u; group < 1u << (level - height); group++) {
    var value: Value;
    if (lane < 1u << height) { value = load_tile_root(first + group * THREADS + lane); }
${swept}    if (lane < 1u << height && ends_subgroup(lane, low)) { totals[lane >> low] = value; }
    sweep_totals(height - low, height - low, lane${argument});
    if (lane == 0u) {
      var root = totals[(1u << (height - low)) - 1u];
      var rise = 0u;
      for (; ((group >> rise) & 1u) == 1u; rise++) { root = combine(stack[rise], root); }
      stack[rise] = root;
    }
    workgroupBarrier();
  }
}
`;
}
