/*
 * Decoupled look-back, as in the literature.
 *
 *     tile = a ticket; load and scan it; publish its root
 *     go back tile by tile: a prefix ends the walk, a root is taken and the walk goes on, a tile without either is reduced again
 *     publish the own prefix; write each element joined with what stands before the tile
 */

import { wordsPerEntry } from "../../../look-back/protocol.ts";
import { countText, type KernelSetting, PARAMS, STATE } from "../kernels/kernel-setting.ts";
import { laneSource } from "../kernels/lane.wgsl.ts";
import { publicationSource, publishesRecomputed } from "../kernels/look-back.wgsl.ts";
import { emitSource, SPINE_SOURCE } from "../kernels/observe.wgsl.ts";
import { indent, stateValue, storeState } from "../kernels/state-words.ts";

import { drawTicketText, ticketEntry, unlessWithheld } from "../kernels/ticket.wgsl.ts";
import { tileRootSource } from "../kernels/tile-root.wgsl.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { tileLength } from "../kernels/tile-shape.ts";
import { valueSource, wordCount } from "../kernels/value.wgsl.ts";
import { type Staging, stageOf } from "./staging.ts";

/**
 * What is done about a tile that has published nothing after some polls.
 *
 * - `scalar`: the thread that looks back reduces it alone and tells nobody.
 * - `decoupled`: the workgroup reduces it and publishes its root, unless that is a sum of the device's floats.
 * - `none`: nothing, there being no limit of polls. It ends where workgroups that hold a ticket make progress.
 */
type Fallback = "scalar" | "decoupled" | "none";

/**
 * Decoupled look-back (Merrill and Garland) with a fallback (Smith, Levien and Owens): a tile publishes its root, goes back tile by tile until it
 * meets one whose prefix is known, and publishes its own prefix.
 *
 * Whichever prefix is met first decides the bracket, so that only associative operators have one value. A tile has two entries, its root
 * and then its prefix, each of which says by its epoch that it is there; the seed tells the two apart by flag bits in one entry. The prefix is written by the owner
 * alone; the root also by who recomputes it, in the same bracket: two writers write the same words.
 */
export function decoupledLookBack(setting: KernelSetting, chunkLevel: number, fallback: Fallback): Staging {
  // Registers hold prefixes of the tile: an associative operator has any bracket's bits.
  const whole = { ...setting, blockLength: tileLength(setting.shape) };
  return {
    stages: [stageOf(whole, `look-back ${fallback}`, () => lookBackKernel(whole, fallback), "tiles")],
    tableWords: 2 * 2 ** chunkLevel * wordsPerEntry(wordCount(setting.sums)),
  };
}

function lookBackKernel(setting: KernelSetting, fallback: Fallback): string {
  const { directives, argument } = laneSource(setting);
  const publishing = unlessWithheld(setting);
  const { module } = FALLBACKS[fallback];
  const body = `${drawTicketText(setting)}
if (tile < params[${PARAMS.tileCount}]) {
  load_tile(tile, lane);
  scan_tile(lane${argument});
  if (lane == THREADS - 1u) { own_root = x[STRIPS * RUN - 1u]; }
  workgroupBarrier();
  if (lane == 0u) {
    ${publishing || " "}{ publish(2u * tile, own_root, epoch, false); }
    high_length = 0u;
    reached = tile;
  }
${indent(lookingBack(setting, fallback), 2)}
  if (lane == 0u) {
    spine_length = high_length;
    emit_before(tile);
    if (high_length == 1u) { own_root = combine(high_root, own_root); }
    publish(2u * tile + 1u, own_root, epoch, false);
    if (tile + 1u == params[${PARAMS.tileCount}] && params[${PARAMS.isLast}] == 0u) { end_chain(); }
  }
  workgroupBarrier();
  for (var i = 0u; i < STRIPS * RUN; i++) {
    let place = place_of(lane, i);
    var value = x[i];
    if (high_length == 1u) { value = combine(high_root, value); }
    emit(tile * TILE_LENGTH + place, place, value);
  }
}`;
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
${publicationSource(setting)}
${SPINE_SOURCE}
${emitSource(setting)}
${walkSource(setting, fallback === "none")}
${module(setting)}
${ticketEntry(setting, body)}`;
}

function lookingBack(setting: KernelSetting, fallback: Fallback): string {
  if (fallback === "none") return "if (lane == 0u) { stuck = walk(epoch); }";
  return `loop {
  if (lane == 0u) { stuck = walk(epoch); }
  let waiting = workgroupUniformLoad(&stuck);
  if (waiting == DONE) { break; }
${indent(FALLBACKS[fallback].statements(setting), 2)}
  if (lane == 0u) {
    ${countText(setting, "fallbacks")}
    ${countText(setting, "recomputed")}
    take(tile_root);
  }
}`;
}

/** The walk back, by the first thread: `high_root` is the root of the tiles from `reached` to the own one, where `high_length` is 1. */
function walkSource(setting: KernelSetting, isPatient: boolean): string {
  const words = wordCount(setting.sums);
  // A chunk reads one place and leaves the other: tiles may read the one as long as the chunk runs.
  const startOf = (chunk: string): string => `${STATE.carry}u + ((${chunk}) & 1u) * ${words}u`;
  return `
const DONE = 0xffffffffu;
var<workgroup> own_root: Value;
var<workgroup> reached: u32;
var<workgroup> stuck: u32;

fn take(value: Value) {
  if (high_length == 1u) { high_root = combine(value, high_root); } else { high_root = value; }
  high_length = 1u;
  reached--;
}

fn load_entry(entry: u32, epoch: u32, polls: u32) -> bool {
  if ((polls + 1u) % POLLS_PER_READ_MODIFY_WRITE == 0u) { return load_root_by_write(entry, epoch); }
  return load_root(entry, epoch);
}

/** On to a tile whose prefix is known, or to the beginning: DONE. Or to one that has published nothing in time: its number. */
fn walk(epoch: u32) -> u32 {
  var polls = 0u;
  loop {
    if (reached == 0u) { break; }
    let before = reached - 1u;
    ${countText(setting, "polls")}
    if (load_entry(2u * before + 1u, epoch, polls)) { take(seen); return DONE; }
    if (load_entry(2u * before, epoch, polls)) {
      take(seen);
      ${countText(setting, "lookBackSteps")}
      polls = 0u;
      continue;
    }
    polls++;
    ${isPatient ? "" : `if (polls >= params[${PARAMS.pollLimit}]) { return before; }`}
  }
  if (params[${PARAMS.chunk}] > 0u) {
    let start = ${startOf(`params[${PARAMS.chunk}]`)};
    take(${stateValue(words)});
  }
  return DONE;
}

fn end_chain() {
  let start = ${startOf(`params[${PARAMS.chunk}] + 1u`)};
${storeState(words, "own_root")}
}
`;
}

interface FallbackText {
  readonly module: (setting: KernelSetting) => string;
  readonly statements: (setting: KernelSetting) => string;
}

const FALLBACKS: Readonly<Record<Fallback, FallbackText>> = {
  none: { module: () => "", statements: () => "" },
  scalar: {
    module: () => "var<private> tile_root: Value;\n",
    statements: () => `if (lane == 0u) {
  tile_root = load(waiting * TILE_LENGTH);
  for (var i = 1u; i < TILE_LENGTH; i++) { tile_root = combine(tile_root, load(waiting * TILE_LENGTH + i)); }
}`,
  },
  decoupled: {
    module: tileRootSource,
    statements: (setting) => `reduce_tile(waiting, lane${laneSource(setting).argument});
${publishesRecomputed(setting) ? "if (lane == 0u) { publish(2u * waiting, tile_root, epoch, false); }" : ""}`,
  },
};
