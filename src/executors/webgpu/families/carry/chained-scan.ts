/*
 * linearCarry by a chain of tiles.
 *
 *     tile = a ticket; load it; scan its blocks
 *     await the carry of the tile before; where it does not come: take the latest carry that is seen on, tile by tile
 *     carry = carry ∘ root, block by block; publish it; write each element joined with the carry before its block
 */

import { wordsPerEntry } from "../../../../look-back/protocol.ts";
import { countText, type KernelSetting, PARAMS } from "../../kernels/kernel-setting.ts";
import { laneSource } from "../../kernels/lane.wgsl.ts";
import { publicationSource, publishesRecomputed } from "../../kernels/look-back.wgsl.ts";
import { emitSource, SPINE_SOURCE } from "../../kernels/observe.wgsl.ts";
import { drawTicketText, ticketEntry, unlessWithheld } from "../../kernels/ticket.wgsl.ts";
import { tileStartText } from "../../kernels/tile-count.ts";
import { tileScanSource } from "../../kernels/tile-scan.wgsl.ts";
import { tilesOfBlock } from "../../kernels/tile-shape.ts";
import { valueSource, wordCount } from "../../kernels/value.wgsl.ts";
import { type Staging, stageOf } from "../../stage/staging.ts";
import { CHAIN_SOURCE, chainedBlocksSource, chainLevels } from "./chained-blocks.wgsl.ts";

/**
 * Chained scan (StreamScan): every tile waits for the carry of the tile before it, the left fold of all block roots so far, folds its own block
 * roots onto it, publishes that, and writes. It is linearCarry(B), reads and writes each element once, and is a chain of as many steps as there are tiles.
 * Tiles end where blocks end; a block that is longer than a tile has tiles of its own, and what goes from one of them to the next is the carry
 * and the roots of the dyadic ranges of the block's tiles so far.
 *
 * A tile that has polled often enough recomputes: the latest carry that it can see, or the one that the chunk began with, is taken on tile by tile, each
 * read again from the input. Before each of them it looks for a later carry. So a tile ends after recomputing all tiles before it at most,
 * whether or not anything is ever seen, and every carry has one value, whichever tile computed it.
 */
export function chainedScan(setting: KernelSetting, chunkLevel: number): Staging {
  const { observation, placement } = setting;
  const isOfNothing = observation === "reduce" && placement !== "none";
  const chained = stageOf(
    setting,
    `chained ${chunkLevel}`,
    () => chainedKernel(setting, 2 ** chunkLevel),
    "tiles",
  );
  const nothing = stageOf(setting, "reduce-nothing", () => reduceNothingKernel(setting), 1);
  return {
    stages: isOfNothing ? [chained, nothing] : [chained],
    tableWords: 2 ** chunkLevel * (1 + chainLevels(setting)) * wordsPerEntry(wordCount(setting.sums)),
    ...chunksOfBlocks(setting, 2 ** chunkLevel),
  };
}

/** Chunks of whole blocks; parts of one where it is longer than a chunk. */
function chunksOfBlocks(
  { carried, shape }: KernelSetting,
  tiles: number,
): Pick<Staging, "chunkLength" | "cutLength"> {
  if (carried?.place !== "of-tiles") return {};
  const blocks = Math.floor(tiles / tilesOfBlock(carried, shape));
  return blocks > 0 ? { chunkLength: blocks * carried.length } : { cutLength: carried.length };
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
function chainedKernel(setting: KernelSetting, chunkTiles: number): string {
  const { directives, argument } = laneSource(setting);
  const publishing = unlessWithheld(setting);
  const body = `${drawTicketText(setting)}
if (tile < params[${PARAMS.tileCount}]) {
  // The tile in registers, and how many tiles the carry at hand covers.
  var at = tile;
  var carried = 0u;
  if (lane == 0u) { start_chain(); }
  loop {
    load_tile(at, lane);
    scan_tile(lane${argument});
    gather_blocks(at, lane);
    if (at != tile) {
      if (lane == 0u) {
        fold_blocks(at);
        ${publishesRecomputed(setting) ? "publish_chain(at, epoch);" : ""}
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
    start_spine(tile);
    emit_before(tile);
    fold_blocks(tile);
    ${publishing || " "}{ publish_chain(tile, epoch); }
    if (tile + 1u == params[${PARAMS.tileCount}] && params[${PARAMS.isLast}] == 0u) { end_chain(); }
  }
  workgroupBarrier();
  held_length = length_of(tile);
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    emit(${tileStartText(setting, "tile")} + place, place, prefix_of(i, lane));
  }
}`;
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
${publicationSource(setting)}
${SPINE_SOURCE}
${chainedBlocksSource(setting, chunkTiles)}
${CHAIN_SOURCE}
${awaitSource(setting)}
${emitSource(setting)}
${ticketEntry(setting, body)}`;
}

/** `await_carry` and `find_carry` say how many tiles what they leave in `chain` covers. */
function awaitSource(setting: KernelSetting): string {
  return `
var<workgroup> is_found: u32;
var<workgroup> latest: atomic<u32>;

/** How many tiles the carry at hand covers: all before the tile, if their carry has come in time. */
fn await_carry(tile: u32, epoch: u32, lane: u32) -> u32 {
  if (lane == 0u) {
    is_found = 0u;
    let limit = params[${PARAMS.pollLimit}] * ${PATIENCE}u;
    for (var polls = 0u; polls < limit && is_found == 0u; polls++) {
      ${countText(setting, "polls")}
      if (sees_chain(tile - 1u, epoch, (polls + 1u) % POLLS_PER_READ_MODIFY_WRITE == 0u)) {
        take_chain(tile - 1u);
        is_found = 1u;
      }
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
    if (lane < end - carried && sees_chain(end - lane - 1u, epoch, true)) { atomicMax(&latest, end - lane); }
    workgroupBarrier();
    if (lane == 0u) { is_found = atomicLoad(&latest); }
    let found = workgroupUniformLoad(&is_found);
    if (found != 0u) {
      if (end - lane == found) { take_chain(found - 1u); }
      workgroupBarrier();
      return found;
    }
    if (end - carried <= THREADS) { return carried; }
    end -= THREADS;
  }
}
`;
}
