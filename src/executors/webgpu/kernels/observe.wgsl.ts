/*
 * From what stands before a tile, and the tile's own prefixes, to what is written.
 *
 *     spine = roots of the ranges before the tile, largest first; high = the fold of those that are whole blocks
 *     element in a block that began earlier:  combine(high, combine(low entries …, local))
 *     element that ends its block:            the block joins the blocks before it as one more entry
 */

import { CARRY_LEVELS, type KernelSetting, PARAMS, STATE } from "./kernel-setting.ts";
import { stateValue, storeState } from "./state-words.ts";
import { blocksInTile, tileStartText } from "./tile-count.ts";

import { SPINE_LENGTH, tileLength } from "./tile-shape.ts";
import { wordCount } from "./value.wgsl.ts";

/**
 * From the spine, the roots of the ranges before the tile, largest first, and the tile's local prefixes to what comes out.
 *
 * Its first `high_count` entries tile whole blocks and fold to one value, D, from the right; the others are of the block that the tile stands in, and
 * each is combined with every element. An element that ends its block joins the blocks as a peer: with each high entry, not with D.
 * Where blocks end within the tile all entries are high, and the tile's own blocks take them before its elements do.
 */
export function observeSource(setting: KernelSetting): string {
  const isInTile = blocksInTile(setting) > 0;
  return `${SPINE_SOURCE}
${carrySource(setting)}
/** The fold of the high entries, from the right. By one thread. */
fn fold_high() {
  if (high_length == 0u) { return; }
  var root = spine[high_length - 1u];
  for (var i = high_length - 1u; i > 0u; i--) { root = combine(spine[i - 1u], root); }
  high_root = root;
}

fn join_low(local: Value) -> Value {
  var value = local;
  for (var i = spine_length; i > high_length; i--) { value = combine(spine[i - 1u], value); }
  return value;
}

fn join_high(local: Value) -> Value {
  var value = local;
  for (var i = high_length; i > 0u; i--) { value = combine(spine[i - 1u], value); }
  return value;
}

${isInTile ? IN_TILE : acrossTiles(setting)}
${emitSource(setting)}`;
}

/** The roots of chunks before this one, as a binary counter whose digits are those of the chunk's number. */
function carrySource({ arithmetic, sums, shape, blockLength }: KernelSetting): string {
  const words = wordCount(sums);
  const chunkLevel = "CHUNK_LEVEL + level";
  const tileLevel = Number.isFinite(blockLength) ? Math.log2(blockLength / tileLength(shape)) : 99;
  return `/** Entries of this level in tiles and above tile whole blocks. */
const HIGH_LEVEL = ${Math.max(0, tileLevel)}u;

fn push_spine(value: Value, level: u32) {
  spine[spine_length] = value;
  spine_length++;
  if (level >= HIGH_LEVEL) { high_length = spine_length; }
}

fn push_carries(chunk: u32) {
  for (var i = ${CARRY_LEVELS}u; i > 0u; i--) {
    let level = i - 1u;
    if (((chunk >> level) & 1u) == 0u) { continue; }
    let start = ${STATE.carry}u + level * ${words}u;
    push_spine(${stateValue(words)}, ${chunkLevel});
  }
}

/** Counts one more chunk, of this root. Whoever counts reads what no tile of this chunk writes. */
fn carry_chunk(chunk: u32, chunk_root: Value) {
  var root = chunk_root;
  var level = 0u;
  for (; ((chunk >> level) & 1u) == 1u; level++) {
    let start = ${STATE.carry}u + level * ${words}u;
    root = combine(${stateValue(words)}, root);
  }
  let start = ${STATE.carry}u;
${storeState(words, "root", "  ", `start + level * ${words}u`)}
}
${arithmetic === "certified" ? CARRY_TAINT : ""}`;
}

/** The taint of a level is that of all that was merged into it. Tiles of the same chunk still read those of the levels below, which stay. */
const CARRY_TAINT = `
fn carry_taint(chunk: u32, is_tainted: bool) {
  let ones = countTrailingZeros(~chunk);
  let taints = atomicLoad(&state[${STATE.carryTaint}]);
  let taint = select(0u, 1u, is_tainted || (taints & ((1u << ones) - 1u)) != 0u);
  atomicStore(&state[${STATE.carryTaint}], (taints & ~(1u << ones)) | (taint << ones));
}
`;

const IN_TILE = `fn join_blocks(lane: u32) {
  for (var block = lane; block < BLOCKS; block += THREADS) { roots[block] = join_high(roots[block]); }
  workgroupBarrier();
}

fn prefix_of(i: u32, lane: u32, tile: u32) -> Value {
  let place = place_of(lane, i);
  let block = block_of(place);
  if (is_block_end(place)) { return roots[block]; }
  if (block == 0u && high_length == 0u) { return x[i]; }
  var before = high_root;
  if (block > 0u) { before = roots[block - 1u]; }
  return combine(before, x[i]);
}
`;

function acrossTiles({ shape, blockLength }: KernelSetting): string {
  const level = Math.log2(blockLength / tileLength(shape));
  return `fn join_blocks(lane: u32) {}

fn ends_block(tile: u32) -> bool {
  ${Number.isFinite(level) ? endsBlock(level) : "return false;"}
}

fn prefix_of(i: u32, lane: u32, tile: u32) -> Value {
  let value = join_low(x[i]);
  if (high_length == 0u) { return value; }
  if (ends_block(tile) && place_of(lane, i) == TILE_LENGTH - 1u) { return join_high(value); }
  return combine(high_root, value);
}
`;
}

/** Blocks of 2^level tiles; longer ones than a chunk end with its last tile. */
function endsBlock(level: number): string {
  return `let ones = min(${level}u, CHUNK_LEVEL);
  if ((~tile & ((1u << ones) - 1u)) != 0u) { return false; }
  let rest = ${level}u - ones;
  return (~params[${PARAMS.chunk}] & ((1u << rest) - 1u)) == 0u;`;
}

/** The roots of the ranges before a tile, `high_length` first ones of which are of whole blocks and have `high_root` for their fold. */
export const SPINE_SOURCE = `
var<workgroup> spine: array<Value, ${SPINE_LENGTH}>;
var<workgroup> spine_length: u32;
var<workgroup> high_length: u32;
var<workgroup> high_root: Value;
`;

/** What is stored: `emit` of each register, and `emit_before` of what stands before the tile. Both stand on `SPINE_SOURCE`. */
export function emitSource(setting: KernelSetting): string {
  const { observation, placement } = setting;
  const joined = placement === "outside" ? "combine(initial_value(), value)" : "value";
  const isShifted = observation === "exclusive-scan" && placement !== "first";
  return `${placeSource(setting)}
fn emit(position: u32, place: u32, value: Value) {
  if (is_output(position, place)) { store(output_place(position), ${joined}); }
}
${isShifted ? emitBefore(setting, joined) : "fn emit_before(tile: u32) {}\n"}`;
}

/** Whether the value at a position, a place of its tile, is an output, and which. */
export function placeSource({ observation, placement, isBackward, shape, carried }: KernelSetting): string {
  const lead = `params[${PARAMS.lead}]`;
  const positions = `params[${PARAMS.positions}]`;
  // A tile that is shorter than its registers have room for has some for places of the next one.
  const end = carried?.place === "of-tiles" ? "held_length" : "TILE_LENGTH";
  const held = shape.length === undefined && end === "TILE_LENGTH" ? "" : `place < ${end} && `;
  const text = (condition: string, place: string): string => `
fn is_output(position: u32, place: u32) -> bool { return ${held}${condition}; }
fn output_place(position: u32) -> u32 { return ${place}; }
`;
  const outputs = observation === "inclusive-scan" ? `${positions} - ${lead}` : positions;
  const at = (place: string): string => (isBackward ? `${outputs} - 1u - (${place})` : place);
  if (observation === "reduce") {
    return text(`position + 1u == ${positions} && params[${PARAMS.isLast}] == 1u`, "0u");
  }
  if (observation === "inclusive-scan") {
    return text(`position >= ${lead} && position < ${positions}`, at(`position - ${lead}`));
  }
  if (placement === "first") return text(`position < ${positions}`, at("position"));
  // The prefix before the tile is that of its spine: no tile needs its neighbour's last value.
  return text(`place + 1u < ${end} && position + 1u < ${positions}`, at("position + 1u"));
}

function emitBefore(setting: KernelSetting, joined: string): string {
  const positions = `params[${PARAMS.positions}]`;
  const at = setting.isBackward ? `${positions} - 1u - position` : "position";
  return `fn emit_before(tile: u32) {
  let position = ${tileStartText(setting, "tile")};
  if (position >= ${positions}) { return; }
  if (spine_length == 0u) { store(${at}, initial_value()); return; }
  var value = high_root;
  if (spine_length > high_length) {
    value = spine[spine_length - 1u];
    for (var i = spine_length - 1u; i > high_length; i--) { value = combine(spine[i - 1u], value); }
    if (high_length > 0u) { value = combine(high_root, value); }
  }
  store(${at}, ${joined});
}
`;
}
