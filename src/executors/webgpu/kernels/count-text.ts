import { COUNTERS, type Counter, type KernelSetting, STATE } from "./kernel-setting.ts";

/** An increment of a counter of inspected kernels. */
export function countText({ isInspected }: KernelSetting, counter: Counter, by = 1): string {
  return isInspected ? `atomicAdd(&state[${STATE.counters + COUNTERS.indexOf(counter)}u], ${by}u);` : "";
}
