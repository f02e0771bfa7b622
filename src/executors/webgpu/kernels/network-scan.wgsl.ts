/*
 * The scan of blocks that are no power of two, or whose tree is a network's, in workgroup memory.
 *
 *     cells = the tile's elements, block by block
 *     for each pair (source, destination) of the network, in its order: cells[destination] = combine(cells[source], cells[destination]), for all blocks
 *     registers = cells
 */

import type { BlockNetwork, Span } from "../families/network/block-network.ts";
import type { KernelSetting } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
import { blocksInTile } from "./tile-count.ts";
import { cellStride, tileLength } from "./tile-shape.ts";

/**
 * `scan_tile` for blocks that are combined in workgroup memory: the tile's elements go to `cells`, block by block; `run`, statements, has their prefixes made
 * there; and these come back to the registers. What stands beyond the last element must reach nobody.
 */
function cellScanSource(setting: KernelSetting, width: number, run: string): string {
  const { parameter } = laneSource(setting);
  return `
const WIDTH = ${width}u;
const CELL_STRIDE = ${cellStride(width)}u;
var<workgroup> cells: array<Value, ${blocksInTile(setting) * cellStride(width)}>;

fn cell_of(place: u32) -> u32 { return (place / WIDTH) * CELL_STRIDE + place % WIDTH; }
fn block_of(place: u32) -> u32 { return place / WIDTH; }
fn is_block_end(place: u32) -> bool { return place < TILE_LENGTH && place % WIDTH == WIDTH - 1u; }

fn scan_tile(lane: u32${parameter}) {
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    if (place < TILE_LENGTH) { cells[cell_of(place)] = x[i]; }
  }
  workgroupBarrier();
  ${run}
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    if (place < TILE_LENGTH) { x[i] = cells[cell_of(place)]; }
  }
}
`;
}

/**
 * `scan_tile` for blocks in which a network says what is combined: its pairs, which stand in a table, are done in the cells of all blocks.
 *
 * Threads side by side have the same pair of blocks side by side. So what they read of the table is one word, and the odd distance between blocks keeps them in
 * different banks. Where a tile has as many blocks as threads, or steps are short, a thread has a block to itself and nobody waits.
 *
 * Pairs lead to higher wires only, so that what stands beyond the last element reaches nobody.
 */
export function networkScanSource(setting: KernelSetting, network: BlockNetwork): string {
  const runNetwork = network.form === "pairs" ? RUN_PAIRS : runSteps(setting, network);
  return `
const BLOCK_COUNT_LEVEL = ${Math.log2(blocksInTile(setting))}u;
${runNetwork}${cellScanSource(setting, network.width, `run_network(${spanText(network.scan)}, lane);`)}`;
}

/** `reduce_tile` of blocks in which a network says what is combined, as tile-root.wgsl.ts has it of others. `bring` are statements that load `run` of a strip. */
export function networkRootSource(setting: KernelSetting, network: BlockNetwork, bring: string): string {
  const { parameter, argument } = laneSource(setting);
  const swept = setting.subgroups === "none" ? "" : "    value = sweep_lanes(value, lane, low);\n";
  return `
var<workgroup> tile_root: Value;

fn reduce_tile(tile: u32, lane: u32${parameter}) {
  workgroupBarrier();
  for (var strip = 0u; strip < STRIPS; strip++) {
    let place = place_of(lane, strip * RUN);
    if (place >= TILE_LENGTH) { break; }
${bring}    for (var i = 0u; i < RUN && place + i < TILE_LENGTH; i++) { cells[cell_of(place + i)] = run[i]; }
  }
  workgroupBarrier();
  run_network(${spanText(network.root)}, lane);
  let low = min(subgroup_level, BLOCK_COUNT_LEVEL);
  for (var first = 0u; first < BLOCKS; first += THREADS) {
    let block = first + lane;
    var value: Value;
    if (block < BLOCKS) { value = cells[block * CELL_STRIDE + WIDTH - 1u]; }
${swept}    if (block < BLOCKS && ends_subgroup(block, low)) { totals[block >> low] = value; }
  }
  sweep_totals(BLOCK_COUNT_LEVEL - low, BLOCK_COUNT_LEVEL - low, lane${argument});
  if (lane == 0u) { tile_root = totals[(1u << (BLOCK_COUNT_LEVEL - low)) - 1u]; }
}
`;
}

function spanText({ first, end }: Span): string {
  return `${first}u, ${end}u`;
}

const RUN_PAIRS = `
/** The pairs from \`first\` to before \`end\`, for all blocks. Ends with a barrier. */
fn run_network(first: u32, end: u32, lane: u32) {
  for (var block = lane; block < BLOCKS; block += THREADS) {
    let start = block * CELL_STRIDE;
    for (var entry = first; entry < end; entry++) {
      let pair = network[entry];
      let destination = start + (pair >> 16u);
      cells[destination] = combine(cells[start + (pair & 0xffffu)], cells[destination]);
    }
  }
  workgroupBarrier();
}
`;

/** Results wait in registers where a wire that is written may still be read by another thread. */
function runSteps(setting: KernelSetting, { form }: BlockNetwork): string {
  const { threads } = setting.shape;
  const combined = `let pair = network[first_pair + (k >> BLOCK_COUNT_LEVEL)];
      let start = (k & (BLOCKS - 1u)) * CELL_STRIDE;
      let destination = start + (pair >> 16u);`;
  const value = "combine(cells[start + (pair & 0xffffu)], cells[destination])";
  const loop = (statement: string): string => `for (var k = lane; k < count; k += THREADS) {
      ${combined}
      ${statement}
    }`;
  const apart = loop(`cells[destination] = ${value};`);
  const overlapping = `var held: array<Value, ${Math.ceil(tileLength(setting.shape) / threads)}>;
    ${loop(`held[k / THREADS] = ${value};`)}
    if ((sizes & 1u) == 1u) { workgroupBarrier(); }
    ${loop("cells[destination] = held[k / THREADS];")}`;
  return `
/** The steps from \`first\` to before \`end\`, for all blocks. Ends with a barrier. */
fn run_network(first: u32, end: u32, lane: u32) {
  for (var step = first; step < end; step++) {
    let first_pair = network[2u * step];
    let sizes = network[2u * step + 1u];
    let count = (sizes >> 1u) << BLOCK_COUNT_LEVEL;
    ${form === "steps" ? apart : overlapping}
    workgroupBarrier();
  }
}
`;
}

/**
 * `scan_tile` for blocks of any length in the dyadic bracket: Sklansky's network, level after level, in the cells of all blocks. Its pairs are counted, not stored: the upper half of each
 * aligned range of 2^(level + 1) elements takes the last of the lower half.
 */
export function blockScanSource(setting: KernelSetting, width: number): string {
  const levels = Math.ceil(Math.log2(width));
  return `
/** Ends with a barrier. */
fn run_blocks(lane: u32) {
  for (var level = 0u; level < ${levels}u; level++) {
    let half = 1u << level;
    for (var k = lane; k < ${Math.floor(width / 2)}u * BLOCKS; k += THREADS) {
      let pair = k / BLOCKS;
      let before = ((pair >> level) << (level + 1u)) + half - 1u;
      let after = before + 1u + (pair & (half - 1u));
      let start = (k % BLOCKS) * CELL_STRIDE;
      if (after < WIDTH) { cells[start + after] = combine(cells[start + before], cells[start + after]); }
    }
    workgroupBarrier();
  }
}
${cellScanSource(setting, width, "run_blocks(lane);")}`;
}
