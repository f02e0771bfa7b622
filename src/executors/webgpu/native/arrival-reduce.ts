import { type Staging, stageOf } from "../algorithms/staging.ts";
import type { KernelSetting } from "../kernels/kernel-setting.ts";
import { arrivalKernel, settleKernel } from "./arrival-reduce.wgsl.ts";
import type { NativeOperation } from "./native-operation.ts";

/** Workgroups of a dispatch: as many as keep a device busy, each going on to what is left. */
const MOST_GROUPS = 1024;

/**
 * A reduce whose bracket is the order of arrival: each workgroup sums its tiles and adds that to one word by compare-and-exchange. Who has failed too often
 * leaves its sum in a place of its own, so that nobody waits for anybody. A second dispatch, one workgroup, adds up what was left.
 *
 * Two dispatches, as WGSL orders nothing between two words within one: the last to arrive could miss a sum that was added before.
 */
export function arrivalReduce(
  setting: KernelSetting,
  chunkLevel: number,
  operation: NativeOperation,
): Staging {
  const groups = Math.min(MOST_GROUPS, 2 ** chunkLevel);
  return {
    stages: [
      stageOf(setting, `arrival ${operation}`, () => arrivalKernel(setting, operation), groups),
      stageOf(setting, `settle ${groups} ${operation}`, () => settleKernel(setting, groups, operation), 1),
    ],
    tableWords: 1 + groups,
  };
}
