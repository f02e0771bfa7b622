/*
 * The scan of one tile by its workgroup.
 *
 *     each thread: levels within its run, in registers
 *     each subgroup: levels within its lanes, by shuffles
 *     the workgroup: totals of subgroups become roots of aligned ranges; each thread takes the roots before it, level by level
 */

import type { KernelSetting } from "./kernel-setting.ts";
import { laneSource, subgroupSource } from "./lane.wgsl.ts";
import { blockScanSource, networkScanSource } from "./network-scan.wgsl.ts";
import { blocksInTile, tileStartText } from "./tile-count.ts";

import { tileLength } from "./tile-shape.ts";

import { wordCount } from "./value.wgsl.ts";

/**
 * `scan_tile` for operators that are associative bit for bit, by the network of test/helpers/webgpu/agnostic-network.ts, whatever the size of subgroups: each element is the
 * prefix of the tile, in some bracket.
 *
 * 1. A thread scans its run from left to right, a subgroup its threads' totals by Kogge and Stone's network.
 * 2. `scan_totals` scans the totals of subgroups. Each of its iterations waits at one barrier: fan-outs touch nothing that the next scan touches.
 * 3. What stands before a thread is combined once with each of its elements: two combines an element and o(1), where the dyadic bracket has
 *    one for each set bit of a thread's number.
 *
 * Totals lie padded: one place is left out after every 32 (Merrill and Grimshaw), so that subgroups find those at a stride in different banks.
 */
function agnosticScanSource(setting: KernelSetting): string {
  const { parameter, argument } = laneSource(setting);
  const isShuffling = setting.subgroups !== "none";
  return `
fn padded(i: u32) -> u32 { return i + (i >> 5u); }
${isShuffling ? koggeStone(setting) : ""}
/** 2^height totals become their inclusive prefixes. Begins and ends with a barrier. */
fn scan_totals(height: u32, lane: u32${parameter}) {
  workgroupBarrier();
  let step = max(subgroup_level, 1u);
  for (var done = 0u; done < height; done += step) {
    let stride = 1u << done;
    let count = 1u << (height - done);
    for (var first = 0u; first < count; first += THREADS) {
      let i = first + lane;
      let place = padded((i + 1u) * stride - 1u);
      var value: Value;
      if (i < count) { value = totals[place]; }
${isShuffling ? "      value = prefix_of_lanes(value, lane, min(subgroup_level, height - done));\n" : ""}      let is_paired = subgroup_level == 0u && (i & 1u) == 1u;
      if (i < count && is_paired) { value = combine(totals[padded(i * stride - 1u)], value); }
      if (i < count && (is_paired || subgroup_level > 0u)) { totals[place] = value; }
    }
    workgroupBarrier();
    if (done == 0u) { continue; }
    let block = 1u << min(done + step, height);
    for (var i = lane + stride; i < 1u << height; i += THREADS) {
      if ((i & (block - 1u)) >= stride && ((i + 1u) & (stride - 1u)) != 0u) {
        totals[padded(i)] = combine(totals[padded((i >> done) * stride - 1u)], totals[padded(i)]);
      }
    }
  }
  workgroupBarrier();
}

fn scan_tile(lane: u32${parameter}) {
  var before: array<Value, STRIPS>;
  for (var strip = 0u; strip < STRIPS; strip++) {
    for (var i = strip * RUN + 1u; i < strip * RUN + RUN; i++) { x[i] = combine(x[i - 1u], x[i]); }
    var total = x[strip * RUN + RUN - 1u];
${isShuffling ? SHUFFLED : ""}    if (ends_subgroup(lane, subgroup_level)) { totals[padded((strip * THREADS + lane) >> subgroup_level)] = total; }
  }
  scan_totals(TOTAL_LEVEL - subgroup_level, lane${argument});
  for (var strip = 0u; strip < STRIPS; strip++) {
    let thread = strip * THREADS + lane;
    let subgroup = thread >> subgroup_level;
    var value = before[strip];
    if (subgroup > 0u) {
      let root = totals[padded(subgroup - 1u)];
      if (subgroup << subgroup_level == thread) { value = root; } else { value = combine(root, value); }
    }
    if (thread > 0u) {
      for (var i = strip * RUN; i < strip * RUN + RUN; i++) { x[i] = combine(value, x[i]); }
    }
  }
}
`;
}

const SHUFFLED = `    total = prefix_of_lanes(total, lane, subgroup_level);
    before[strip] = value_at_distance(total, 1u);
`;

function koggeStone({ sums }: KernelSetting): string {
  const words = Array.from({ length: wordCount(sums) }, (_, word) => word);
  const shuffled = words.map((word) => `subgroupShuffleUp(value.w${word}, distance)`).join(", ");
  return `
fn value_at_distance(value: Value, distance: u32) -> Value { return Value(${shuffled}); }

/** The prefix of a lane in its aligned 2^levels lanes. */
fn prefix_of_lanes(own: Value, lane: u32, levels: u32) -> Value {
  var value = own;
  for (var level = 0u; level < levels; level++) {
    let before = value_at_distance(value, 1u << level);
    if ((lane & ((1u << levels) - 1u)) >= 1u << level) { value = combine(before, value); }
  }
  return value;
}
`;
}

/**
 * The tile of a workgroup in registers, `x`, and its local prefixes: `scan_tile` gives each element the prefix of its block, or of the tile
 * where blocks are longer, in the dyadic bracket; `scan_blocks` gives each block of the tile the root of all blocks up to it.
 *
 * Sklansky's network is that bracket: at level k a place with bit k set takes the prefix that ends just before its aligned 2^k range. It never moves a value
 * to the left, so that what stands beyond the last element reaches nobody.
 *
 * 1. Levels within a thread's run, and within a subgroup, are done in registers.
 * 2. All that is taken at higher levels are roots of aligned ranges of subgroups, each the largest that ends where it ends. `sweep_totals`
 *    makes them in place, as many levels between two barriers as a subgroup has.
 * 3. Then every thread takes what it needs, level by level, and waits for nobody.
 *
 * Without subgroups, a subgroup is one thread. Between two calls of `scan_tile` stands a barrier.
 */
export function tileScanSource(setting: KernelSetting): string {
  const { shape, carried } = setting;
  const { threads, strips, run } = shape;
  const blocks = blocksInTile(setting);
  const { declarations, parameter } = laneSource(setting);
  const isAgnostic = setting.network === "agnostic";
  const totalPlaces = isAgnostic ? Math.ceil((strips * threads * 33) / 32) : strips * threads;
  const hasRoots = blocks > 0 && carried === undefined;
  const isShuffling = setting.subgroups !== "none";
  return `
const THREADS = ${threads}u;
const THREAD_LEVEL = ${Math.log2(threads)}u;
const STRIPS = ${strips}u;
const RUN = ${run}u;
const RUN_LEVEL = ${Math.log2(run)}u;
const STRIP_LENGTH = ${threads * run}u;
const TILE_LENGTH = ${tileLength(shape)}u;
const TOTAL_LEVEL = ${Math.log2(threads * strips)}u;
const BLOCKS = ${blocks}u;
${declarations}

var<private> x: array<Value, ${strips * run}>;
var<workgroup> totals: array<Value, ${totalPlaces}>;
${hasRoots ? `var<workgroup> roots: array<Value, ${blocks}>;` : ""}
${subgroupSource(setting)}
/** The place in the tile of register i. */
fn place_of(lane: u32, i: u32) -> u32 {
  return (i / RUN) * STRIP_LENGTH + lane * RUN + i % RUN;
}

fn load_tile(tile: u32, lane: u32) {
  for (var strip = 0u; strip < STRIPS; strip++) {
    ${shape.length === undefined ? "" : "if (place_of(lane, strip * RUN) >= TILE_LENGTH) { break; }"}
    let run = load_run(${tileStartText(setting, "tile")} + place_of(lane, strip * RUN));
    for (var i = 0u; i < RUN; i++) { x[strip * RUN + i] = run[i]; }
  }
}

fn ends_subgroup(lane: u32, level: u32) -> bool { return ((lane + 1u) & ((1u << level) - 1u)) == 0u; }

/**
 * Each of 2^height totals becomes the root of the largest aligned range of at most 2^levels of them that ends with it. Begins and ends with a barrier.
 */
fn sweep_totals(height: u32, levels: u32, lane: u32${parameter}) {
  workgroupBarrier();
  let step = max(subgroup_level, 1u);
  for (var done = 0u; done < levels; done += step) {
    let count = 1u << (height - done);
    for (var first = 0u; first < count; first += THREADS) {
      let i = first + lane;
      let place = ((i + 1u) << done) - 1u;
      var value: Value;
      if (i < count) { value = totals[place]; }
${isShuffling ? SWEEP_SHUFFLED : ""}      if (subgroup_level == 0u && i < count && (i & 1u) == 1u) { value = combine(totals[place - (1u << done)], value); }
      if (i < count && (i & 1u) == 1u) { totals[place] = value; }
    }
    workgroupBarrier();
  }
}
${scanTile(setting)}${hasRoots ? blockSource(Math.log2(blocks), setting) : ""}`;
}

/** `block_of(place)`, the block of the tile in which a place stands, and `is_block_end(place)`, whether it is that block's last. */
function blockPlaces({ blockLength, shape }: KernelSetting): string {
  const levels = Math.log2(Math.min(blockLength, tileLength(shape)));
  return `const BLOCK_LEVEL = ${levels}u;
/** Levels above those of a run in which elements take part. */
const ELEMENT_LEVEL = ${levels - Math.log2(shape.run)}u;

fn block_of(place: u32) -> u32 { return place >> BLOCK_LEVEL; }
fn is_block_end(place: u32) -> bool { return ((place + 1u) & ((1u << BLOCK_LEVEL) - 1u)) == 0u; }
`;
}

function scanTile(setting: KernelSetting): string {
  const { blockNetwork, carried, network } = setting;
  if (blockNetwork !== undefined) return networkScanSource(setting, blockNetwork);
  if (carried?.place === "in-tile") return blockScanSource(setting, carried.length);
  return blockPlaces(setting) + (network === "agnostic" ? agnosticScanSource(setting) : dyadicScan(setting));
}

function dyadicScan(setting: KernelSetting): string {
  const { parameter, argument } = laneSource(setting);
  return `
fn scan_tile(lane: u32${parameter}) {
  for (var level = 0u; level < RUN_LEVEL; level++) {
    for (var i = 0u; i < STRIPS * RUN; i++) {
      if (((i >> level) & 1u) == 1u) { x[i] = combine(x[((i >> level) << level) - 1u], x[i]); }
    }
  }
${setting.subgroups === "none" ? "" : SCAN_SHUFFLED}  if (subgroup_level >= ELEMENT_LEVEL) { return; }
  if (ends_subgroup(lane, subgroup_level)) {
    for (var strip = 0u; strip < STRIPS; strip++) { totals[(strip * THREADS + lane) >> subgroup_level] = x[strip * RUN + RUN - 1u]; }
  }
  sweep_totals(TOTAL_LEVEL - subgroup_level, ELEMENT_LEVEL - subgroup_level, lane${argument});
  for (var strip = 0u; strip < STRIPS; strip++) {
    let thread = strip * THREADS + lane;
    for (var level = subgroup_level; level < ELEMENT_LEVEL; level++) {
      if (((thread >> level) & 1u) == 0u) { continue; }
      let before = totals[((thread >> level) << (level - subgroup_level)) - 1u];
      for (var i = strip * RUN; i < strip * RUN + RUN; i++) { x[i] = combine(before, x[i]); }
    }
  }
}
`;
}

const SWEEP_SHUFFLED = `      value = sweep_lanes(value, lane, min(subgroup_level, levels - done));
`;

const SCAN_SHUFFLED = `  for (var level = 0u; level < min(subgroup_level, ELEMENT_LEVEL); level++) {
    for (var strip = 0u; strip < STRIPS; strip++) {
      let before = value_before(x[strip * RUN + RUN - 1u], lane, level, subgroup_level);
      if (((lane >> level) & 1u) == 1u) {
        for (var i = strip * RUN; i < strip * RUN + RUN; i++) { x[i] = combine(before, x[i]); }
      }
    }
  }
`;

/** The blocks of a tile are scanned as its threads' totals are, with one value a thread. */
function blockSource(levels: number, setting: KernelSetting): string {
  const { parameter, argument } = laneSource(setting);
  const shuffled = `    for (var level = 0u; level < low; level++) {
      let before = value_before(value, lane, level, subgroup_level);
      if (((block >> level) & 1u) == 1u) { value = combine(before, value); }
    }
`;
  return `
fn scan_blocks(lane: u32${parameter}) {
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    if (is_block_end(place)) { roots[block_of(place)] = x[i]; }
  }
  workgroupBarrier();
  let low = min(subgroup_level, ${levels}u);
  for (var first = 0u; first < BLOCKS; first += THREADS) {
    let block = first + lane;
    var value: Value;
    if (block < BLOCKS) { value = roots[block]; }
${setting.subgroups === "none" ? "" : shuffled}    if (block < BLOCKS) {
      roots[block] = value;
      if (ends_subgroup(block, low)) { totals[block >> low] = value; }
    }
  }
  sweep_totals(${levels}u - low, ${levels}u - low, lane${argument});
  for (var block = lane; block < BLOCKS; block += THREADS) {
    var value = roots[block];
    for (var level = low; level < ${levels}u; level++) {
      if (((block >> level) & 1u) == 1u) { value = combine(totals[((block >> level) << (level - low)) - 1u], value); }
    }
    roots[block] = value;
  }
  workgroupBarrier();
}
`;
}
