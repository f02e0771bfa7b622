import type { KernelSetting } from "./kernel-setting.ts";
import { mappedKey } from "./mapped-input.ts";
import { termsKey } from "./terms-key.ts";

const known = new WeakMap<KernelSetting, string>();

/** A key of a kernel's setting: kernels of one name for two settings with one key have one text. */
export function settingKey(setting: KernelSetting): string {
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
