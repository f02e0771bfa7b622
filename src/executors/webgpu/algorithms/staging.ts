import type { KernelSetting } from "../kernels/kernel-setting.ts";
import { tileRootsKernel } from "../kernels/reduce-kernels.ts";
import { settingKey } from "../kernels/setting-key.ts";

/** One dispatch of a plan. All of a plan share one layout of bindings. */
export interface Stage {
  readonly key: string; // two stages with one key have one text
  readonly code: () => string; // WGSL with entry point `main`
  /** "tiles": one for each tile of the call, perhaps surplus ones; a number: so many, whatever the call. */
  readonly workgroups: "tiles" | number;
}

/** What an algorithm runs for each call, in this order, and the words of the table behind the carry of `state`. */
export interface Staging {
  readonly stages: readonly Stage[];
  readonly tableWords: number;
  readonly chunkLength?: number | undefined; // positions of a chunk; default: as many as its tiles have
  readonly cutLength?: number | undefined; // as GpuPlan's
  readonly isWhole?: boolean | undefined; // whether a call must be the whole array
}

/** A stage whose text is printed from the setting and from what its name says. */
export function stageOf(
  setting: KernelSetting,
  name: string,
  code: () => string,
  workgroups: Stage["workgroups"],
): Stage {
  return { key: `${name} ${settingKey(setting)}`, code, workgroups };
}

/** The roots of all tiles but the last: for a reduce as for a scan. */
export function tileRootsStage(given: KernelSetting): Stage {
  const setting: KernelSetting = { ...given, observation: "reduce" };
  return stageOf(setting, "tile-roots", () => tileRootsKernel(setting), "tiles");
}
