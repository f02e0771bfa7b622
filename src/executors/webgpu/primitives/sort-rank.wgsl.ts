import { RANK_BITS, type SortSetting, tileOf } from "./sort-digits.wgsl.ts";

/**
 * `rank_keys(first, count, lane)` puts a tile in order of its digit, equal digits as they came: afterwards `ranked[k]`, of what stands at k · THREADS + lane,
 * is the digit and the place in the tile that its key came from, and `digit_starts` has where each digit that occurs begins.
 *
 * The two halves of the digit, four bits each, one after the other:
 *
 *     masks[half][chunk]: which of 32 keys, by their bits, have that half
 *     starts[half][chunk]: the keys in masks before it, halves first
 *     a key's rank: starts of its half and chunk, and the keys below its own bit in the mask
 *
 * Keys themselves stay where they are: a word each goes from rank to rank. No rank depends on the order of atomics, since bits of a mask have places.
 */
export function rankSource(setting: SortSetting): string {
  const { threads } = setting;
  const length = tileOf(setting);
  const masks = (2 ** RANK_BITS * length) / 32;
  return `
const CHUNKS = ${length / 32}u;
const MASKS = ${masks}u;
const MASKS_PER_THREAD = ${masks / threads}u;
const RANK_MASK = ${2 ** RANK_BITS - 1}u;

/** Masks, and behind them their starts; between the halves, the keys' words. */
var<workgroup> board: array<atomic<u32>, TILE_LENGTH>;
var<workgroup> sums: array<u32, ${2 * threads}>;
var<workgroup> digit_starts: array<u32, DIGIT_COUNT>;
var<private> ranked: array<u32, ITEMS>;

/** The sum of what the threads before this one give. Without a barrier before or after. */
fn sum_before(lane: u32, value: u32) -> u32 {
  var sum = value;
  var half = 0u;
  for (var width = 1u; width < THREADS; width *= 2u) {
    sums[half + lane] = sum;
    workgroupBarrier();
    if (lane >= width) { sum += sums[half + lane - width]; }
    half = THREADS - half;
  }
  return sum - value;
}

fn mask_of(word: u32, half: u32, local: u32) -> u32 {
  return ((word >> (PLACE_BITS + half * RANK_BITS)) & RANK_MASK) * CHUNKS + (local >> 5u);
}

fn rank_by(half: u32, count: u32, lane: u32) {
  for (var mask = lane; mask < MASKS; mask += THREADS) { atomicStore(&board[mask], 0u); }
  workgroupBarrier();
  for (var k = 0u; k < ITEMS; k++) {
    let local = k * THREADS + lane;
    if (local < count) { atomicOr(&board[mask_of(ranked[k], half, local)], 1u << (local & 31u)); }
  }
  workgroupBarrier();
  let own_masks = lane * MASKS_PER_THREAD;
  var total = 0u;
  for (var i = 0u; i < MASKS_PER_THREAD; i++) { total += countOneBits(atomicLoad(&board[own_masks + i])); }
  var start = sum_before(lane, total);
  for (var i = 0u; i < MASKS_PER_THREAD; i++) {
    atomicStore(&board[MASKS + own_masks + i], start);
    start += countOneBits(atomicLoad(&board[own_masks + i]));
  }
  workgroupBarrier();
  var ranks: array<u32, ITEMS>;
  for (var k = 0u; k < ITEMS; k++) {
    let local = k * THREADS + lane;
    let mask = mask_of(ranked[k], half, local);
    let lower = atomicLoad(&board[mask]) & ((1u << (local & 31u)) - 1u);
    ranks[k] = atomicLoad(&board[MASKS + mask]) + countOneBits(lower);
  }
  workgroupBarrier();
  for (var k = 0u; k < ITEMS; k++) {
    if (k * THREADS + lane < count) { atomicStore(&board[ranks[k]], ranked[k]); }
  }
  workgroupBarrier();
  for (var k = 0u; k < ITEMS; k++) { ranked[k] = atomicLoad(&board[k * THREADS + lane]); }
}

fn rank_keys(first: u32, count: u32, lane: u32) {
  for (var k = 0u; k < ITEMS; k++) {
    let local = k * THREADS + lane;
    ranked[k] = local;
    if (local < count) { ranked[k] |= digit_of(first + local, place()) << PLACE_BITS; }
  }
  for (var half = 0u; half < 2u; half++) {
    rank_by(half, count, lane);
    if (half == 0u) { workgroupBarrier(); }
  }
  for (var k = 0u; k < ITEMS; k++) {
    let local = k * THREADS + lane;
    let digit = ranked[k] >> PLACE_BITS;
    if (local < count && (local == 0u || (atomicLoad(&board[local - 1u]) >> PLACE_BITS) != digit)) { digit_starts[digit] = local; }
  }
  workgroupBarrier();
}
`;
}
