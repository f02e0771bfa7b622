import type { KernelSetting } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
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
export function agnosticScanSource(setting: KernelSetting): string {
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
