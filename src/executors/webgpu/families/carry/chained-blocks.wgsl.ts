// The carry of a chained scan: what a tile hands to the next one, where blocks lie within a tile and where a block has many tiles.

import { type KernelSetting, PARAMS, STATE } from "../../kernels/kernel-setting.ts";
import { stateValue, storeState } from "../../kernels/state-words.ts";
import { blocksInTile, wordText } from "../../kernels/tile-count.ts";
import { type CarriedBlocks, tilesOfBlock } from "../../kernels/tile-shape.ts";

import { wordCount } from "../../kernels/value.wgsl.ts";

/** Bits of the number of a tile in its block, where it has tiles of its own: as many roots of its ranges go on with the carry. */
export function chainLevels({ carried, shape }: KernelSetting): number {
  if (carried?.place !== "of-tiles") return 0;
  return Math.min(MOST_LEVELS, Math.ceil(Math.log2(tilesOfBlock(carried, shape))));
}

/** No array has more tiles than these count. */
const MOST_LEVELS = 31;

/**
 * What goes from tile to tile, `chain`: the carry, the left fold of all whole blocks so far; and after it, at 1 + k, the root of 2^k tiles of the block
 * that has begun, where bit k of how many of its tiles are through is set. `holds(tile, i)` says whether there is an i-th after a tile, which its number decides.
 *
 * `blocks` are the block roots of the tile in registers, and after `fold_blocks` what the prefixes of each block begin with; of a block that has tiles of
 * its own, the tile's root.
 */
export function chainedBlocksSource(setting: KernelSetting, chunkTiles: number): string {
  const { carried, sums } = setting;
  const words = wordCount(sums);
  const levels = chainLevels(setting);
  // A chunk reads one place and leaves the other: tiles may read the one as long as the chunk runs.
  const startOf = (chunk: string): string =>
    `${STATE.carry}u + (((${chunk}) & 1u) * CHAIN_LENGTH + i) * ${words}u`;
  return `
const LEVELS = ${levels}u;
const CHAIN_LENGTH = ${levels + 1}u;
const CHAIN_BLOCKS = ${Math.max(1, blocksInTile(setting))}u;
var<workgroup> chain: array<Value, ${levels + 1}>;
var<workgroup> has_carry: u32;
var<workgroup> blocks: array<Value, ${Math.max(1, blocksInTile(setting))}>;
var<private> held_length: u32;

fn start_chain() {
  let chunk = params[${PARAMS.chunk}];
  has_carry = select(0u, 1u, chunk >= ${carried?.place === "of-tiles" ? wordText(chunksOfBlock(carried, setting, chunkTiles)) : "1u"});
  if (chunk == 0u) { return; }
  for (var i = 0u; i < CHAIN_LENGTH; i++) {
    let start = ${startOf("chunk")};
    chain[i] = ${stateValue(words)};
  }
}

fn end_chain() {
  for (var i = 0u; i < CHAIN_LENGTH; i++) {
    let start = ${startOf(`params[${PARAMS.chunk}] + 1u`)};
${storeState(words, "chain[i]", "    ")}
  }
}
${carried?.place === "of-tiles" ? ofTiles(carried, setting, chunkTiles) : IN_TILE}`;
}

/** Chunks that a block takes, if it takes more than one. */
function chunksOfBlock(carried: CarriedBlocks, { shape }: KernelSetting, chunkTiles: number): number {
  return Math.ceil(tilesOfBlock(carried, shape) / chunkTiles);
}

const IN_TILE = `
var<workgroup> begins_chain: u32;

fn holds(tile: u32, i: u32) -> bool { return true; }
fn length_of(tile: u32) -> u32 { return TILE_LENGTH; }

/** The roots of the blocks of the tile in registers. Ends with a barrier. */
fn gather_blocks(tile: u32, lane: u32) {
  workgroupBarrier();
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    if (is_block_end(place)) { blocks[block_of(place)] = x[i]; }
  }
  workgroupBarrier();
}

/** Takes the carry on over the blocks, and leaves with each block the carry before it. By the first thread. */
fn fold_blocks(tile: u32) {
  begins_chain = 1u - has_carry;
  for (var block = 0u; block < CHAIN_BLOCKS; block++) {
    let root = blocks[block];
    blocks[block] = chain[0];
    if (has_carry == 1u) { chain[0] = combine(chain[0], root); } else { chain[0] = root; }
    has_carry = 1u;
  }
}

fn start_spine(tile: u32) {
  spine_length = has_carry;
  high_length = has_carry;
  high_root = chain[0];
}

fn prefix_of(i: u32, lane: u32) -> Value {
  let block = block_of(place_of(lane, i));
  if (block == 0u && begins_chain == 1u) { return x[i]; }
  return combine(blocks[block], x[i]);
}
`;

function ofTiles(carried: CarriedBlocks, setting: KernelSetting, chunkTiles: number): string {
  const { shape } = setting;
  const tiles = tilesOfBlock(carried, shape);
  const room = shape.threads * shape.strips * shape.run;
  return `
const BLOCK_TILES = ${wordText(tiles)};
const CHUNKS_PER_BLOCK = ${wordText(chunksOfBlock(carried, setting, chunkTiles))};

/** The number of a tile in its block. */
fn number_of(tile: u32) -> u32 {
  return ((params[${PARAMS.chunk}] % CHUNKS_PER_BLOCK) * ${chunkTiles}u + tile) % BLOCK_TILES;
}

fn length_of(tile: u32) -> u32 {
  return select(TILE_LENGTH, ${carried.length - (tiles - 1) * room}u, number_of(tile) + 1u == BLOCK_TILES);
}

fn holds(tile: u32, i: u32) -> bool {
  let through = number_of(tile) + 1u;
  let is_whole = through == BLOCK_TILES;
  if (i == 0u) { return is_whole || tile >= BLOCK_TILES || params[${PARAMS.chunk}] >= CHUNKS_PER_BLOCK; }
  return !is_whole && ((through >> (i - 1u)) & 1u) == 1u;
}

/** The root of the tile in registers. Ends with a barrier. */
fn gather_blocks(tile: u32, lane: u32) {
  let last = length_of(tile) - 1u;
  workgroupBarrier();
  for (var i = 0u; i < STRIPS * RUN; i++) {
    if (place_of(lane, i) == last) { blocks[0] = x[i]; }
  }
  workgroupBarrier();
}

/** Counts the tile among those of its block, or closes the block with it. By the first thread. */
fn fold_blocks(tile: u32) {
  let number = number_of(tile);
  let is_whole = number + 1u == BLOCK_TILES;
  var root = blocks[0];
  var level = 0u;
  for (; level < LEVELS; level++) {
    if (((number >> level) & 1u) == 1u) { root = combine(chain[1u + level], root); }
    else if (!is_whole) { break; }
  }
  if (!is_whole) { chain[1u + level] = root; return; }
  if (has_carry == 1u) { root = combine(chain[0], root); }
  chain[0] = root;
  has_carry = 1u;
}

fn start_spine(tile: u32) {
  let number = number_of(tile);
  spine_length = has_carry;
  high_length = has_carry;
  high_root = chain[0];
  for (var level = LEVELS; level > 0u; level--) {
    if (((number >> (level - 1u)) & 1u) == 0u) { continue; }
    spine[spine_length] = chain[level];
    spine_length++;
  }
}

fn prefix_of(i: u32, lane: u32) -> Value {
  var value = x[i];
  for (var k = spine_length; k > high_length; k--) { value = combine(spine[k - 1u], value); }
  if (high_length == 0u) { return value; }
  return combine(high_root, value);
}
`;
}

/** The chain after a tile, published and seen: what it has at hand has entries of its own. */
export const CHAIN_SOURCE = `
var<private> seen_chain: array<Value, CHAIN_LENGTH>;

fn publish_chain(tile: u32, epoch: u32) {
  for (var i = 0u; i < CHAIN_LENGTH; i++) {
    if (holds(tile, i)) { publish(tile * CHAIN_LENGTH + i, chain[i], epoch, false); }
  }
}

/** Whether all of it is of this epoch; then it is in \`seen_chain\`. */
fn sees_chain(tile: u32, epoch: u32, is_by_write: bool) -> bool {
  for (var i = 0u; i < CHAIN_LENGTH; i++) {
    if (!holds(tile, i)) { continue; }
    var is_whole: bool;
    if (is_by_write) { is_whole = load_root_by_write(tile * CHAIN_LENGTH + i, epoch); }
    else { is_whole = load_root(tile * CHAIN_LENGTH + i, epoch); }
    if (!is_whole) { return false; }
    seen_chain[i] = seen;
  }
  return true;
}

fn take_chain(tile: u32) {
  has_carry = select(0u, 1u, holds(tile, 0u));
  for (var i = 0u; i < CHAIN_LENGTH; i++) {
    if (holds(tile, i)) { chain[i] = seen_chain[i]; }
  }
}
`;
