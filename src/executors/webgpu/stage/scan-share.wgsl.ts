/*
 * The scan of a share of tiles by one workgroup, in the dyadic bracket.
 *
 *     ranges[k] = root of the range of 2^k shares before this one, for each bit k of its number
 *     for each tile i of the share:
 *       scan the tile in registers; spine = carries of chunks, ranges, and the counter of this share's tiles so far
 *       write each element joined with the spine; push the tile's root on the counter
 */

import { type KernelSetting, PARAMS } from "../kernels/kernel-setting.ts";
import { laneSource } from "../kernels/lane.wgsl.ts";
import { indent } from "../kernels/state-words.ts";
import { blocksInTile } from "../kernels/tile-count.ts";

/** Statements that bring tile `tile` into registers, as prefixes of its blocks or of itself: here of the input. */
function scanInput(setting: KernelSetting): string {
  return `load_tile(tile, lane);
scan_tile(lane${laneSource(setting).argument});`;
}

/**
 * `scan_share(group, lane)`: the share of a workgroup, 2^`share_level()` tiles, scanned one after the other and written. The roots of all
 * shares before it are in the table, as `rangeRootStages` leaves them.
 *
 * The tiles of a share are an aligned range, so that what a workgroup carries from tile to tile is a binary counter of roots, not one value: a running
 * prefix would be another bracket.
 */
export function scanShareSource(setting: KernelSetting, bring = scanInput(setting)): string {
  const { parameter, argument } = laneSource(setting);
  const isInTile = blocksInTile(setting) > 0;
  return `${STACK_SOURCE}
var<workgroup> ranges: array<Value, 32>;
var<workgroup> at_hand: Value;

fn scan_share(group: u32, lane: u32${parameter}) {
  let level = share_level();
  let first = group << level;
  let tiles = params[${PARAMS.tileCount}];
  for (var k = lane; k < 32u; k += THREADS) {
    if (((group >> k) & 1u) == 1u) { ranges[k] = load_tile_root(((group >> k) << k) - 1u); }
  }
  for (var i = 0u; i < (1u << level) && first + i < tiles; i++) {
    let tile = first + i;
    workgroupBarrier();
${indent(bring, 4)}
    ${isInTile ? `scan_blocks(lane${argument});` : "if (lane == THREADS - 1u) { at_hand = x[STRIPS * RUN - 1u]; }"}
    if (lane == 0u) {
      ${isInTile ? "at_hand = roots[BLOCKS - 1u];" : ""}
      spine_length = 0u;
      high_length = 0u;
      push_carries(params[${PARAMS.chunk}]);
      for (var k = 32u; k > 0u; k--) {
        if (((group >> (k - 1u)) & 1u) == 1u) { push_spine(ranges[k - 1u], level + k - 1u); }
      }
      for (var k = level; k > 0u; k--) {
        if (((i >> (k - 1u)) & 1u) == 1u) { push_spine(stack[k - 1u], k - 1u); }
      }
      fold_high();
      emit_before(tile);
    }
    workgroupBarrier();
    join_blocks(lane);
    for (var k = 0u; k < STRIPS * RUN; k++) {
      let place = place_of(lane, k);
      emit(tile * TILE_LENGTH + place, place, prefix_of(k, lane, tile));
    }
    if (lane == 0u) { push_root(i, at_hand); }
  }
}

/** The root of the chunk, which ends with the share just scanned. By the first thread. */
fn carry_share(group: u32) {
  var root = stack[share_level()];
  for (var k = 0u; ((group >> k) & 1u) == 1u; k++) { root = combine(ranges[k], root); }
  carry_chunk(params[${PARAMS.chunk}], root);
}

/** Whether a chunk goes on after this one, and this share is its last. */
fn ends_chunk(group: u32) -> bool {
  return params[${PARAMS.isLast}] == 0u && ((group + 1u) << share_level()) == params[${PARAMS.tileCount}];
}
`;
}

/** The roots of a share's tiles so far, as a binary counter. */
export const STACK_SOURCE = `
var<workgroup> stack: array<Value, 32>;

/** Puts the root of tile i of the share on the binary counter. */
fn push_root(i: u32, tile_root_at_hand: Value) {
  var root = tile_root_at_hand;
  var height = 0u;
  for (; ((i >> height) & 1u) == 1u; height++) { root = combine(stack[height], root); }
  stack[height] = root;
}
`;
