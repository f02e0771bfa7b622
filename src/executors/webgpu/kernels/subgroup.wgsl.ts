import type { KernelSetting } from "./kernel-setting.ts";
import { wordCount } from "./value.wgsl.ts";

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
