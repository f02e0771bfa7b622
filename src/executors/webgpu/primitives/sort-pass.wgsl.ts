import { FAULTS } from "../kernels/kernel-setting.ts";
import { groupEntry } from "./kernel-text.ts";
import { atomic, type Kernel, type KernelColumn, read, written } from "./machine.ts";
import {
  DIGIT_COUNT,
  DIGIT_WORDS,
  digitSource,
  RANK_BITS,
  SORT_STATE,
  type SortSetting,
  STATUS,
  STATUS_BITS,
  tileOf,
} from "./sort-digits.wgsl.ts";
import { rankSource } from "./sort-rank.wgsl.ts";

/**
 * One pass of a radix sort: all keys, read twice and written once, in order of one digit.
 *
 *     draw a tile; count its digits; publish the counts
 *     put the tile in order of the digit, in workgroup memory
 *     for each digit: go back from tile to tile, adding its counts, to one that has published the count of all tiles up to it
 *     publish such counts of one's own; move each key behind those of smaller digits, of earlier tiles, and of its own tile
 *
 * 1. A count is one word with its status in it, so that no order between atomics is relied on. It has one possible value, whichever workgroup published it.
 * 2. No thread waits for another workgroup: what is not there after some looks is counted by the whole workgroup, from the keys, and published
 *    for others. Every tile before could be counted so: termination and bits depend on nothing that is seen.
 * 3. A pass clears the table of the next one, which is that of the one before.
 * 4. Where all keys have one digit nothing is counted: keys go as they came.
 */
export function sortPassKernel(setting: SortSetting): Kernel {
  const { payload, threads, isInspected } = setting;
  const moved: readonly KernelColumn[] = [read("payload"), written("moved")];
  return {
    key: `sort-pass ${JSON.stringify(setting)}`,
    columns: [atomic("sorting"), read("keys"), written("sorted"), ...(payload === 0 ? [] : moved)],
    lengths: ["key_count"],
    words: [
      ...DIGIT_WORDS,
      "place",
      "poll_limit",
      "table_words",
      ...(isInspected ? ["faults", "fault_mask"] : []),
    ],
    body: () => `${constantSource(setting)}
${digitSource(setting)}
${moveSource(setting)}
${countSource(threads)}
${rankSource(setting)}
${lookBackSource(setting)}
var<workgroup> drawn: vec2<u32>;
${groupEntry(threads)}
  if (lane == 0u) {
    let ticket = atomicAdd(&sorting[at_sorting() + ${SORT_STATE.tickets}u + place()], 1u);
    drawn = vec2<u32>(ticket, atomicLoad(&sorting[at_sorting() + ${SORT_STATE.constants}u + place()]));
  }
  let draw = workgroupUniformLoad(&drawn);
  var tile = draw.x;
  let length = key_count();
  let tile_count = (length + TILE_LENGTH - 1u) / TILE_LENGTH;
  if (tile >= tile_count) { return; }
${isInspected ? `  if ((faults() & ${FAULTS.reverse}u) != 0u) { tile = tile_count - 1u - tile; }\n` : ""}  let first = tile * TILE_LENGTH;
  let count = min(TILE_LENGTH, length - first);
  for (var digit = lane; digit < DIGIT_COUNT; digit += THREADS) {
    atomicStore(&sorting[table_address(place() + 1u, tile, digit)], 0u);
  }
  if (draw.y == 1u) {
    for (var local = lane; local < count; local += THREADS) { move_key(first + local, first + local); }
    return;
  }
  // One site at which digits are counted, of the own tile first: kernels with fewer barriers compile sooner.
  var at = tile;
  loop {
    count_digits(at, length, lane);
    if (at == tile) {
      publish_own(tile, lane);
      rank_keys(first, count, lane);
    } else {
      take_recount(at, lane);
    }
    let missing = walk_all(lane);
    if (missing == 0u) { break; }
    at = missing - 1u;
  }
  end_look_back(tile, lane);
  for (var k = 0u; k < ITEMS; k++) {
    let local = k * THREADS + lane;
    if (local < count) { move_key(first + (ranked[k] & PLACE_MASK), digit_starts[ranked[k] >> PLACE_BITS] + local); }
  }
}
`,
  };
}

function constantSource(setting: SortSetting): string {
  const { threads, items } = setting;
  return `const THREADS = ${threads}u;
const ITEMS = ${items}u;
const TILE_LENGTH = ${tileOf(setting)}u;
const DIGIT_COUNT = ${DIGIT_COUNT}u;
const DIGITS_PER_THREAD = ${Math.ceil(DIGIT_COUNT / threads)}u;
const RANK_BITS = ${RANK_BITS}u;
const PLACE_BITS = 16u;
const PLACE_MASK = 0xffffu;

fn table_address(place: u32, tile: u32, digit: u32) -> u32 {
  return at_sorting() + ${SORT_STATE.table}u + (place & 1u) * table_words() + tile * DIGIT_COUNT + digit;
}
`;
}

function moveSource({ keyWords, payload }: SortSetting): string {
  const copy = (to: string, from: string, words: number): string =>
    Array.from({ length: words }, (_, word) => {
      const at = (name: string, index: string) =>
        words === 1 ? `${name}[at_${name}() + ${index}]` : `${name}[at_${name}() + 2u * ${index} + ${word}u]`;
      return `  ${at(to, "to")} = ${at(from, "i")};\n`;
    }).join("");
  return `fn move_key(i: u32, to: u32) {
${copy("sorted", "keys", keyWords)}${copy("moved", "payload", payload)}}
`;
}

/** `count_digits(tile, length, lane)`: how many keys of a tile have each digit, in `digit_counts`, for its owner and for workgroups that miss it. */
function countSource(threads: number): string {
  return `var<workgroup> digit_counts: array<atomic<u32>, DIGIT_COUNT>;

fn count_digits(tile: u32, length: u32, lane: u32) {
  for (var digit = lane; digit < DIGIT_COUNT; digit += ${threads}u) { atomicStore(&digit_counts[digit], 0u); }
  workgroupBarrier();
  for (var k = 0u; k < ITEMS; k++) {
    let i = tile * TILE_LENGTH + k * THREADS + lane;
    if (i < length) { atomicAdd(&digit_counts[digit_of(i, place())], 1u); }
  }
  workgroupBarrier();
}
`;
}

/** What a tile publishes and takes of others; after `end_look_back` the key at `local` in the ordered tile goes to `digit_starts[digit] + local`. */
function lookBackSource({ isInspected }: SortSetting): string {
  const withheld = `(faults() & ${FAULTS.withhold}u) != 0u && ((tile + 1u) & fault_mask()) == 0u`;
  const blind = `  if ((faults() & ${FAULTS.blind}u) != 0u) { return 0u; }\n`;
  const counted = (word: number, where = ""): string =>
    isInspected ? `${where}{ atomicAdd(&sorting[at_sorting() + ${word}u], 1u); }` : "";
  return `
const OF_TILE = ${STATUS.ofTile}u;
const OF_ALL = ${STATUS.ofAll}u;
const STATUS_BITS = ${STATUS_BITS}u;
const STATUS_MASK = ${2 ** STATUS_BITS - 1}u;
/* Plain relaxed loads may return an old word for ever. */
const LOOKS_PER_READ_MODIFY_WRITE = 16u;

var<workgroup> stuck: atomic<u32>;
var<workgroup> waiting: u32;
var<private> own: array<u32, DIGITS_PER_THREAD>;
var<private> before: array<u32, DIGITS_PER_THREAD>;
/** Tiles whose counts are not in \`before\` yet: those below. */
var<private> reached: array<u32, DIGITS_PER_THREAD>;

fn publish_own(tile: u32, lane: u32) {
${isInspected ? `  let is_withheld = ${withheld};\n` : ""}  for (var k = 0u; k < DIGITS_PER_THREAD; k++) {
    let digit = k * THREADS + lane;
    own[k] = atomicLoad(&digit_counts[digit]);
    before[k] = 0u;
    reached[k] = tile;
    let status = select(OF_TILE, OF_ALL, tile == 0u);
    ${isInspected ? "if (!is_withheld) " : ""}{ atomicStore(&sorting[table_address(place(), tile, digit)], (own[k] << STATUS_BITS) | status); }
  }
}

fn look(tile: u32, digit: u32, polls: u32) -> u32 {
${isInspected ? blind : ""}  let address = table_address(place(), tile, digit);
  if ((polls + 1u) % LOOKS_PER_READ_MODIFY_WRITE == 0u) { return atomicOr(&sorting[address], 0u); }
  return atomicLoad(&sorting[address]);
}

/** As far back as counts are there: to the beginning, or to a tile that has not come in time, which is left in \`stuck\`. */
fn walk(k: u32, digit: u32) {
  var polls = 0u;
  while (reached[k] > 0u) {
    let word = look(reached[k] - 1u, digit, polls);
    let status = word & STATUS_MASK;
    if (status == 0u) {
      polls++;
      ${counted(SORT_STATE.polls)}
      if (polls < poll_limit()) { continue; }
      atomicMax(&stuck, reached[k]);
      return;
    }
    before[k] += word >> STATUS_BITS;
    reached[k] = select(reached[k] - 1u, 0u, status == OF_ALL);
    polls = 0u;
  }
}

/** All digits' walks: the last tile that is missed by one of them, and 1; or 0 where all have ended. */
fn walk_all(lane: u32) -> u32 {
  for (var k = 0u; k < DIGITS_PER_THREAD; k++) { walk(k, k * THREADS + lane); }
  workgroupBarrier();
  if (lane == 0u) {
    waiting = atomicLoad(&stuck);
    atomicStore(&stuck, 0u);
  }
  return workgroupUniformLoad(&waiting);
}

/** Publishes what was counted in the place of a tile's owner, and adds it where it is missed. */
fn take_recount(tile: u32, lane: u32) {
  ${counted(SORT_STATE.recounts, "if (lane == 0u) ")}
  for (var k = 0u; k < DIGITS_PER_THREAD; k++) {
    let digit = k * THREADS + lane;
    let tile_count = atomicLoad(&digit_counts[digit]);
    // The maximum: the owner may have published the count of all by now.
    atomicMax(&sorting[table_address(place(), tile, digit)], (tile_count << STATUS_BITS) | select(OF_TILE, OF_ALL, tile == 0u));
    if (reached[k] == tile + 1u) {
      before[k] += tile_count;
      reached[k] = tile;
    }
  }
}

fn end_look_back(tile: u32, lane: u32) {
  for (var k = 0u; k < DIGITS_PER_THREAD; k++) {
    let digit = k * THREADS + lane;
    atomicStore(&sorting[table_address(place(), tile, digit)], ((before[k] + own[k]) << STATUS_BITS) | OF_ALL);
    let start = atomicLoad(&sorting[at_sorting() + ${SORT_STATE.counts}u + place() * DIGIT_COUNT + digit]);
    digit_starts[digit] = start + before[k] - digit_starts[digit];
  }
  workgroupBarrier();
}
`;
}
