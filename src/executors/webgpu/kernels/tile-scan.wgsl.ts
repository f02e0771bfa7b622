import { agnosticScanSource } from "./agnostic-scan.wgsl.ts";
import { blockScanSource } from "./block-scan.wgsl.ts";
import { blocksInTile } from "./blocks-in-tile.ts";
import type { KernelSetting } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
import { networkScanSource } from "./network-scan.wgsl.ts";
import { subgroupSource } from "./subgroup.wgsl.ts";
import { tileStartText } from "./tile-count.ts";
import { tileLength } from "./tile-shape.ts";

/**
 * The tile of a workgroup in registers, `x`, and its local prefixes: `scan_tile` gives each element the prefix of its block, or of the tile
 * where blocks are longer, in the dyadic bracket; `scan_blocks` gives each block of the tile the root of all blocks up to it.
 *
 * Sklansky's network is that bracket: at level k whoever has bit k set takes the prefix that ends just before its aligned 2^k range. It never moves a value
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
