import type { KernelSetting } from "./kernel-setting.ts";

import { wordCount } from "./value.wgsl.ts";

/** What a kernel's entry point says to know which of its workgroup's threads it is. */
interface LaneSource {
  readonly directives: string; // the first lines of the kernel
  readonly declarations: string; // at module scope, after THREADS
  readonly parameters: string; // of the entry point
  readonly prologue: string; // its first statements: `lane`, and with subgroups `subgroup_level`
  readonly parameter: string; // of every function that is in uniform control flow and may shuffle
  readonly argument: string; // for it
}

/**
 * `lane`, a number below THREADS for each thread, and `subgroup_level`: aligned groups of 2^subgroup_level lanes lie in one subgroup, in the order of
 * its invocations. It is uniform, so kernels pass it on as a parameter; without subgroups it is 0, by a constant.
 *
 * WGSL promises nothing of how local_invocation_index lies in subgroups, nor that subgroups are full. So lanes are numbered by subgroup; where
 * the number of subgroups shows that one is not full, lanes are those of the workgroup and nothing is shuffled. Any size serves, also one that is
 * known only when the kernel runs.
 */
export function laneSource({ subgroups }: KernelSetting): LaneSource {
  return SOURCES[subgroups];
}

const PARAMETERS = `@builtin(local_invocation_index) local_lane: u32,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) subgroup_lane: u32`;

/** All are full if there are no more than full ones would be. A single one has its invocations numbered densely. */
const NUMBERED = `let is_full = subgroup_count == 1u || subgroup_count * subgroup_size == THREADS;
  let subgroup_level = select(0u, min(countTrailingZeros(subgroup_size), THREAD_LEVEL), is_full);
  let lane = select(local_lane, subgroup * subgroup_size + subgroup_lane, is_full);`;

const SHARED = {
  directives: "enable subgroups;\n",
  parameter: ", subgroup_level: u32",
  argument: ", subgroup_level",
} as const;

const SOURCES: Readonly<Record<KernelSetting["subgroups"], LaneSource>> = {
  none: {
    directives: "",
    declarations: "const subgroup_level = 0u;",
    parameters: "@builtin(local_invocation_index) lane: u32",
    prologue: "",
    parameter: "",
    argument: "",
  },
  numbered: {
    ...SHARED,
    declarations: "",
    parameters: `${PARAMETERS},
  @builtin(subgroup_id) subgroup: u32,
  @builtin(num_subgroups) subgroup_count: u32`,
    prologue: NUMBERED,
  },
  drawn: {
    ...SHARED,
    declarations: `var<workgroup> subgroups_drawn: atomic<u32>;
var<workgroup> all_subgroups: u32;`,
    parameters: PARAMETERS,
    prologue: `var subgroup = 0u;
  if (subgroup_lane == 0u) { subgroup = atomicAdd(&subgroups_drawn, 1u); }
  subgroup = subgroupBroadcastFirst(subgroup);
  workgroupBarrier();
  if (local_lane == 0u) { all_subgroups = atomicLoad(&subgroups_drawn); }
  let subgroup_count = workgroupUniformLoad(&all_subgroups);
  ${NUMBERED}`,
  },
};

/** The head of an entry point whose workgroups need no turn: `group` is their number, in rows where they do not fit in one. */
export function numberedEntry(setting: KernelSetting): string {
  const { parameters, prologue } = laneSource(setting);
  return `@compute @workgroup_size(${setting.shape.threads})
fn main(
  ${parameters},
  @builtin(workgroup_id) id: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
) {
  ${prologue}
  let group = id.y * grid.x + id.x;`;
}

/**
 * What lanes of one subgroup do without barriers, for the 2^subgroup_level lanes of an aligned group, in uniform control flow:
 *
 * - `value_before(value, lane, level)`: the value of the lane that ends just before the lane's aligned 2^level lanes. Of use where bit `level` of
 *   the lane is set.
 * - `sweep_lanes(value, lane, levels)`: the root of the largest aligned range of at most 2^levels lanes that ends with the lane.
 */
export function subgroupSource({ subgroups, sums }: KernelSetting): string {
  if (subgroups === "none") return "";
  const words = Array.from({ length: wordCount(sums) }, (_, word) => word);
  const each = (shuffle: (word: string) => string): string =>
    words.map((word) => shuffle(`value.w${word}`)).join(", ");
  return `
fn value_before(value: Value, lane: u32, level: u32, subgroup_level: u32) -> Value {
  let takes = ((lane >> level) & 1u) == 1u;
  let source = select(lane, ((lane >> level) << level) - 1u, takes) & ((1u << subgroup_level) - 1u);
  return Value(${each((word) => `subgroupShuffle(${word}, source)`)});
}

fn sweep_lanes(own: Value, lane: u32, levels: u32) -> Value {
  var value = own;
  for (var level = 0u; level < levels; level++) {
    let before = Value(${each((word) => `subgroupShuffleUp(${word}, 1u << level)`)});
    let ones = (2u << level) - 1u;
    if ((lane & ones) == ones) { value = combine(before, value); }
  }
  return value;
}
`;
}
