import type { KernelSetting } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";

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
