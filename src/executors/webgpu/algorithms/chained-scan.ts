import { InternalError } from "../../../values/errors.ts";
import { countText } from "../kernels/count-text.ts";
import { type KernelSetting, PARAMS, STATE } from "../kernels/kernel-setting.ts";
import { laneSource } from "../kernels/lane.wgsl.ts";
import { publicationSource, publishesRecomputed } from "../kernels/look-back.wgsl.ts";
import { emitSource, SPINE_SOURCE } from "../kernels/observe.wgsl.ts";
import { drawTicketText, ticketEntry, withheldText } from "../kernels/ticket.wgsl.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { tileLength } from "../kernels/tile-shape.ts";
import { valueSource, wordCount } from "../kernels/value.wgsl.ts";
import { wordsPerEntry } from "../protocol/protocol.ts";
import type { Stage, Staging } from "./staging.ts";

/**
 * Chained scan (StreamScan): every tile waits for the carry of the tile before it, the left fold of all block roots so far, folds its own block
 * roots onto it, publishes that, and writes. It is linearCarry(B) for blocks that end where tiles end, reads and writes each element once,
 * and is a chain of as many steps as there are tiles.
 *
 * Who has polled often enough recomputes: the latest carry that it can see, or the one that the chunk began with, is taken on tile by tile, each
 * read again from the input. Before each of them it looks for a later carry. So a tile ends after recomputing all tiles before it at most,
 * whether or not anything is ever seen, and every carry has one value whoever computed it.
 */
export function chainedScan(setting: KernelSetting, chunkLevel: number): Staging {
  const { observation, placement, shape, blockLength } = setting;
  if (blockLength > tileLength(shape)) throw new InternalError("a chain of tiles with longer blocks");
  const isOfNothing = observation === "reduce" && placement !== "none";
  const stages: readonly Stage[] = [{ code: chainedKernel(setting), workgroups: "tiles" }];
  return {
    stages: isOfNothing ? [...stages, { code: reduceNothingKernel(setting), workgroups: 1 }] : stages,
    tableWords: 2 ** chunkLevel * wordsPerEntry(wordCount(setting.sums)),
  };
}

/** What a reduce gives where the GPU's count is 0. */
function reduceNothingKernel(setting: KernelSetting): string {
  return `${valueSource(setting)}
@compute @workgroup_size(1)
fn main() {
  if (params[${PARAMS.tileCount}] == 0u) { store(0u, initial_value()); }
}
`;
}

/**
 * A tile's turn comes after that of all resident ones before it, not when one other has been reduced: polls are so many times those of a
 * look-back.
 */
const PATIENCE = 32;

/** One site at which a tile is read and scanned, its own or one that is recomputed: kernels with fewer barriers compile sooner. */
function chainedKernel(setting: KernelSetting): string {
  const { directives, argument } = laneSource(setting);
  const withheld = withheldText(setting);
  const publishing = withheld === undefined ? "" : `if (!${withheld})`;
  const body = `${drawTicketText(setting)}
if (tile < params[${PARAMS.tileCount}]) {
  // The tile in registers, and how many tiles the carry at hand covers.
  var at = tile;
  var carried = 0u;
  if (lane == 0u) { start_chain(); }
  loop {
    load_tile(at, lane);
    scan_tile(lane${argument});
    gather_blocks(lane);
    if (at != tile) {
      if (lane == 0u) {
        fold_blocks();
        ${publishesRecomputed(setting) ? "publish(at, carry, epoch, false);" : ""}
        ${countText(setting, "recomputed")}
      }
      carried = at + 1u;
    } else if (carried != tile) {
      carried = await_carry(tile, epoch, lane);
    }
    if (carried != tile) { carried = find_carry(tile, carried, epoch, lane); }
    if (carried == tile && at == tile) { break; }
    at = carried;
  }
  if (lane == 0u) {
    spine_length = has_carry;
    high_length = has_carry;
    high_root = carry;
    emit_before(tile);
    fold_blocks();
    ${publishing} { publish(tile, carry, epoch, false); }
    if (tile + 1u == params[${PARAMS.tileCount}] && params[${PARAMS.isLast}] == 0u) { end_chain(); }
  }
  workgroupBarrier();
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    emit(tile * TILE_LENGTH + place, place, prefix_of(i, lane));
  }
}`;
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
${publicationSource(setting)}
${SPINE_SOURCE}
${chainSource(setting)}
${ticketEntry(setting, body)}`;
}

/** `blocks` are the block roots of the tile in registers, and after `fold_blocks` what the prefixes of each block begin with. */
function chainSource(setting: KernelSetting): string {
  const { shape, blockLength, sums } = setting;
  const words = wordCount(sums);
  const numbers = Array.from({ length: words }, (_, word) => word);
  const loads = numbers.map((word) => `atomicLoad(&state[start + ${word}u])`);
  const stores = numbers.map((word) => `  atomicStore(&state[start + ${word}u], carry.w${word});`);
  // A chunk reads one place and leaves the other: tiles may read the one as long as the chunk runs.
  const startOf = (chunk: string): string => `${STATE.carry}u + ((${chunk}) & 1u) * ${words}u`;
  return `
const CHAIN = ${tileLength(shape) / blockLength}u;
var<workgroup> blocks: array<Value, CHAIN>;
var<workgroup> carry: Value;
var<workgroup> has_carry: u32;
var<workgroup> begins_chain: u32;
var<workgroup> is_found: u32;
var<workgroup> latest: atomic<u32>;

fn start_chain() {
  has_carry = 0u;
  if (params[${PARAMS.chunk}] == 0u) { return; }
  let start = ${startOf(`params[${PARAMS.chunk}]`)};
  carry = Value(${loads.join(", ")});
  has_carry = 1u;
}

fn end_chain() {
  let start = ${startOf(`params[${PARAMS.chunk}] + 1u`)};
${stores.join("\n")}
}

/** The roots of the blocks of the tile in registers. Ends with a barrier. */
fn gather_blocks(lane: u32) {
  workgroupBarrier();
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    if (is_block_end(place)) { blocks[block_of(place)] = x[i]; }
  }
  workgroupBarrier();
}

/** Takes the carry on over the blocks, and leaves with each block the carry before it. By the first thread. */
fn fold_blocks() {
  begins_chain = 1u - has_carry;
  for (var block = 0u; block < CHAIN; block++) {
    let root = blocks[block];
    blocks[block] = carry;
    if (has_carry == 1u) { carry = combine(carry, root); } else { carry = root; }
    has_carry = 1u;
  }
}

/** How many tiles the carry at hand covers: all before the tile, if their carry has come in time. */
fn await_carry(tile: u32, epoch: u32, lane: u32) -> u32 {
  if (lane == 0u) {
    is_found = 0u;
    let limit = params[${PARAMS.pollLimit}] * ${PATIENCE}u;
    for (var polls = 0u; polls < limit && is_found == 0u; polls++) {
      ${countText(setting, "polls")}
      var is_whole: bool;
      if ((polls + 1u) % POLLS_PER_READ_MODIFY_WRITE == 0u) { is_whole = load_root_by_write(tile - 1u, epoch); }
      else { is_whole = load_root(tile - 1u, epoch); }
      if (is_whole) { carry = seen; has_carry = 1u; is_found = 1u; }
    }
  }
  let is_here = workgroupUniformLoad(&is_found) == 1u;
  ${countText(setting, "fallbacks") && `if (lane == 0u && !is_here) { ${countText(setting, "fallbacks")} }`}
  return select(0u, tile, is_here);
}

/** The same for any later carry than the one at hand: the latest that is seen. */
fn find_carry(tile: u32, carried: u32, epoch: u32, lane: u32) -> u32 {
  var end = tile;
  loop {
    if (lane == 0u) { atomicStore(&latest, 0u); }
    workgroupBarrier();
    if (lane < end - carried && load_root_by_write(end - lane - 1u, epoch)) { atomicMax(&latest, end - lane); }
    workgroupBarrier();
    if (lane == 0u) { is_found = atomicLoad(&latest); }
    let found = workgroupUniformLoad(&is_found);
    if (found != 0u) {
      if (end - lane == found) { carry = seen; has_carry = 1u; }
      workgroupBarrier();
      return found;
    }
    if (end - carried <= THREADS) { return carried; }
    end -= THREADS;
  }
}

fn prefix_of(i: u32, lane: u32) -> Value {
  let block = block_of(place_of(lane, i));
  if (block == 0u && begins_chain == 1u) { return x[i]; }
  return combine(blocks[block], x[i]);
}
${emitSource(setting)}`;
}
