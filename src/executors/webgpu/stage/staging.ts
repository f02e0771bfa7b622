// A plan is stages: dispatches in their order, each with the key by which its kernel is found again.

import type { KernelSetting } from "../kernels/kernel-setting.ts";
import { mappedKey } from "../kernels/mapped-input.ts";
import { tileRootsKernel } from "../kernels/reduce-kernels.ts";
import { termsKey } from "../kernels/terms-key.ts";

const known = new WeakMap<KernelSetting, string>();

/** A key of a kernel's setting: kernels of one name for two settings with one key have one text. */
function settingKey(setting: KernelSetting): string {
  const key = known.get(setting) ?? keyOf(setting);
  known.set(setting, key);
  return key;
}

/** Whatever a setting has besides is in the key as it is, one block of all elements as null. The pairs of a network stand in a table that is bound. */
function keyOf({ operator, mapped, blockNetwork, ...others }: KernelSetting): string {
  const network = blockNetwork && { ...blockNetwork, words: undefined };
  const elements = mapped === undefined ? "" : mappedKey(mapped);
  return `${JSON.stringify([others, network])} ${termsKey(operator.terms)} ${elements}`;
}

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
