/*
 * How a tile learns what stands before it.
 *
 *     each reading lane: poll its entry; if it is of this run: window[lane] = root; after so many polls: ask for help
 *     for each lane that asked: the whole workgroup folds the range from published parts, or from the input itself; window[lane] = root
 */

import { FALLBACK_ROWS, LANE_ROWS } from "../../../look-back/transitions.ts";
import {
  type Counter,
  countText,
  FAULTS,
  type KernelSetting,
  PARAMS,
  STATE,
  tableStart,
} from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
import { PROTOCOL_WGSL } from "./protocol.wgsl.ts";
import { indent } from "./state-words.ts";
import { SPINE_LENGTH } from "./tile-shape.ts";
import { wordCount } from "./value.wgsl.ts";
import { wgslLoop } from "./wgsl-transitions.ts";

/**
 * Dyadic look-back: `await_roots` brings the published roots of a stage into `window`, one for each reading lane, and recomputes those
 * that do not come. The rules are those of src/look-back/transitions.ts; what stands here says only how a step is written in WGSL.
 *
 * A root travels inside its words, each of which carries the epoch, so that no order between atomics is relied on. What is recomputed goes straight to the
 * window: neither bits nor termination depend on when a publication is seen.
 */
export function lookBackSource(setting: KernelSetting): string {
  return `${publicationSource(setting)}
var<workgroup> window: array<Value, ${SPINE_LENGTH}>;
var<workgroup> missing: array<atomic<u32>, 2>;
var<workgroup> asked: u32;
var<workgroup> is_seen: u32;
var<workgroup> at_hand: Value;
var<workgroup> stack: array<Value, 32>;

${awaitRoots(setting)}
${foldWindow(setting)}`;
}

/** `publish`, and `load_root`, which leaves what it found in `seen` and says whether all of it is of this epoch. */
export function publicationSource(setting: KernelSetting): string {
  const words = wordCount(setting.sums);
  return `${PROTOCOL_WGSL}
var<private> seen: Value;
${setting.arithmetic === "certified" ? TAINT : ""}
fn table_address(entry: u32) -> u32 { return ${tableStart(words)}u + entry * ${2 * words}u; }

${tableAccess(words, setting)}`;
}

const TAINT = `
var<workgroup> look_back_taint: atomic<u32>;
var<private> seen_is_clean: bool;
`;

function tableAccess(words: number, setting: KernelSetting): string {
  const { isInspected } = setting;
  const isCertified = setting.arithmetic === "certified";
  const halves = Array.from({ length: 2 * words }, (_, half) => half);
  const look = (access: (half: number) => string): string => {
    const loads = halves.map((half) => `  let h${half} = ${access(half)};`).join("\n");
    const carried = halves.map((half) => carriesText(setting, `h${half}`)).join(" && ");
    const clean = isCertified ? "  seen_is_clean = ((h0 >> PAYLOAD_BITS) & 1u) == 1u;\n" : "";
    const value = Array.from(
      { length: words },
      (_, word) => `(h${2 * word} & PAYLOAD_MASK) | (h${2 * word + 1} << PAYLOAD_BITS)`,
    );
    const blind = isInspected ? ` && (params[${PARAMS.fault}] & ${FAULTS.blind}u) == 0u` : "";
    return `${loads}\n${clean}  seen = Value(${value.join(", ")});\n  return ${carried}${blind};`;
  };
  const stores = halves.map((half) => {
    const word = `value.w${half >> 1}`;
    const payload = half % 2 === 0 ? `${word} & PAYLOAD_MASK` : `${word} >> PAYLOAD_BITS`;
    const pause = isInspected && half > 0 ? "  pause();\n" : "";
    return `${pause}  atomicStore(&state[start + ${half}u], table_word(${payload}, mark));`;
  });
  return `fn load_root(entry: u32, epoch: u32) -> bool {
  let start = table_address(entry);
${look((half) => `atomicLoad(&state[start + ${half}u])`)}
}

fn load_root_by_write(entry: u32, epoch: u32) -> bool {
  let start = table_address(entry);
${look((half) => `atomicOr(&state[start + ${half}u], 0u)`)}
}
${isInspected ? PAUSE : ""}
fn publish(entry: u32, value: Value, epoch: u32, is_clean: bool) {
  let mark = ${isCertified ? "(epoch << 1u) | select(0u, 1u, is_clean)" : "epoch"};
  let start = table_address(entry);
  ${countText(setting, "publications")}
${stores.join("\n")}
}
`;
}

/**
 * Whether who recomputes or folds a root may publish it for others, as its owner does. What a float of the device took part in may differ from what is
 * published already: then halves of different values would mix.
 */
export function publishesRecomputed({ arithmetic }: KernelSetting): boolean {
  return arithmetic === "integer";
}

/** Whether a word is of this run. Those of certified kernels have one bit less for the epoch: the lowest says that the root is clean. */
function carriesText({ arithmetic }: KernelSetting, word: string): string {
  return `carries_epoch(${arithmetic === "certified" ? `${word} >> 1u` : word}, epoch)`;
}

/** Work that a compiler cannot leave out, of no effect: the first word of the state is a ticket below 2^32 − 1. */
const PAUSE = `
fn pause() {
  if ((params[${PARAMS.fault}] & ${FAULTS.tear}u) == 0u) { return; }
  for (var i = 0u; i < 200u; i++) { if (atomicLoad(&state[${STATE.ticket}]) == 0xffffffffu) { break; } }
}
`;

function awaitRoots(setting: KernelSetting): string {
  const isCertified = setting.arithmetic === "certified";
  const lanes = wgslLoop(
    LANE_ROWS,
    {
      conditions: {
        isOutOfPolls: "polls >= limit",
        isReadModifyWriteTurn: "(polls + 1u) % POLLS_PER_READ_MODIFY_WRITE == 0u",
        isPublished: "is_whole",
      },
      actions: {
        load: "is_whole = load_root(entry, epoch);",
        readModifyWrite: "is_whole = load_root_by_write(entry, epoch);",
        countPoll: `polls++; ${countText(setting, "polls")}`,
        accept: `window[lane] = seen;${isCertified ? " if (!seen_is_clean) { atomicOr(&look_back_taint, 1u); }" : ""}`,
        ask: "atomicOr(&missing[lane >> 5u], 1u << (lane & 31u));",
      },
    },
    "lane_state",
  );
  return `fn await_roots(tile: u32, lane: u32, epoch: u32, is_trailing: bool${laneSource(setting).parameter}) {
  if (lane_reads(tile, lane) && lane_reads_trailing(tile, lane) == is_trailing) {
    let entry = read_entry(tile, lane);
    let limit = poll_limit(read_level(lane), params[${PARAMS.pollLimit}]);
    var polls = 0u;
    var is_whole = false;
${indent(lanes, 4)}
  }
  workgroupBarrier();
  loop {
    if (lane == 0u) {
      let low = atomicLoad(&missing[0]);
      asked = select(countTrailingZeros(low), 32u + countTrailingZeros(atomicLoad(&missing[1])), low == 0u);
    }
    let waiting = workgroupUniformLoad(&asked);
    if (waiting >= READING_LANE_COUNT) { break; }
${isCertified ? "    is_native = false;\n" : ""}    let level = read_level(waiting);
    let end = read_end(tile, waiting);
    let first = end + 1u - (1u << level);
    var position = first;
    var candidate = 0i;
    var is_published = false;
    var hand_level = 0u;
${indent(fallback(setting), 4)}
    if (lane == 0u) { atomicAnd(&missing[waiting >> 5u], ~(1u << (waiting & 31u))); }
    workgroupBarrier();
  }
}
`;
}

function fallback(setting: KernelSetting): string {
  const isCertified = setting.arithmetic === "certified";
  const counted = (counter: Counter): string => {
    const text = countText(setting, counter);
    return text === "" ? "" : `if (lane == 0u) { ${text} }`;
  };
  return wgslLoop(
    FALLBACK_ROWS,
    {
      conditions: {
        isFolded: "position > end",
        hasCandidate: "candidate >= 0",
        isPublished: "is_published",
        completesRange: publishesRecomputed(setting)
          ? "hand_level == 0u && ends_group(position - 1u)"
          : "false",
      },
      actions: {
        startFold: `candidate = i32(highest_candidate(level, 0u));
${counted("fallbacks")}`,
        look: `if (lane == 0u) {
  let last = position + (1u << u32(candidate)) - 1u;
  is_seen = select(0u, 1u, load_root_by_write(select(tile_entry(position), range_entry(last), candidate > 0), epoch));
  at_hand = seen;${isCertified ? "\n  if (is_seen == 1u && !seen_is_clean) { atomicOr(&look_back_taint, 1u); }" : ""}
}
hand_level = u32(candidate);
is_published = workgroupUniformLoad(&is_seen) == 1u;`,
        nextCandidate:
          "candidate = select(select(-1, 0, candidate > 0), candidate - 1, candidate > i32(GROUP_BITS));",
        recomputeTile: `reduce_tile(position, lane${laneSource(setting).argument});
hand_level = 0u;
if (lane == 0u) { at_hand = tile_root; }
${counted("recomputed")}`,
        publishRecomputed: publishesRecomputed(setting)
          ? "if (lane == 0u) { publish(tile_entry(position), tile_root, epoch, false); }"
          : "",
        push: `if (lane == 0u) {
  var root = at_hand;
  var height = hand_level;
  for (; (((position - first) >> height) & 1u) == 1u; height++) { root = combine(stack[height], root); }
  stack[height] = root;
}
position += 1u << hand_level;
candidate = i32(highest_candidate(level, position - first));`,
        publishFolded: `if (lane == 0u) {
  publish(range_entry(position - 1u), stack[level_ending_at(position - 1u)], epoch, false);
}`,
        give: "if (lane == 0u) { window[waiting] = stack[level]; }",
      },
    },
    "fallback_state",
  );
}

/** After this window[j] is the root of the largest aligned range of tiles of the group that ends with the j-th, for j below `count`. */
function foldWindow(setting: KernelSetting): string {
  const shuffled = "    value = sweep_lanes(value, lane, min(subgroup_level, GROUP_BITS - done));\n";
  return `fn fold_window(count: u32, lane: u32${laneSource(setting).parameter}) {
  let step = max(subgroup_level, 1u);
  for (var done = 0u; done < GROUP_BITS; done += step) {
    let place = ((lane + 1u) << done) - 1u;
    let is_there = lane < (GROUP_LENGTH >> done) && place < count;
    var value: Value;
    if (is_there) { value = window[place]; }
${setting.subgroups === "none" ? "" : shuffled}    if (is_there && (lane & 1u) == 1u) {
      if (subgroup_level == 0u) { value = combine(window[place - (1u << done)], value); }
      window[place] = value;
    }
    workgroupBarrier();
  }
}
`;
}
