import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import type { Arena } from "../../memory/arena.ts";
import type { RunnerSetting } from "../../runner.ts";
import { observeDyadic } from "../dyadic/kernels/dyadic-element.kernel.ts";
import { groupScan } from "../dyadic/kernels/dyadic-group.kernel.ts";
import { type LazyKernel, lazyKernels } from "../lazy-kernels.ts";
import { outputsInColumns } from "./kernels/network-columns.ts";
import {
  networkClose,
  networkKept,
  networkReduce,
  networkScan,
  networkTake,
} from "./kernels/network-element.kernel.ts";
import { networkRoots, networkStripRoots, networkStrips } from "./kernels/network-strip.kernel.ts";
import type { NetworkWork } from "./network-work.ts";
import type { WireProgram } from "./wire-program.ts";

/**
 * Operations up to which a network is written out as straight-line code, which the engine compiles in a time that grows faster than its
 * length; beyond, a loop goes along the network's program in memory.
 */
const MOST_STRAIGHT = 8192;

/** Operations up to which blocks go by groups, whose columns must stay in the first-level cache. */
export const MOST_GROUPED = 1024;

/** Which kernels fit an operator and a network, whatever the position. */
export interface NetworkFit {
  readonly laneCount: 2 | 4 | undefined; // undefined where the operator has no lanes
  readonly inGroups: boolean;
  readonly straightScan: boolean;
  readonly straightRoot: boolean;
}

/** See NetworkFit. */
export function networkFitOf({ subject }: RunnerSetting, { width, scan, root }: NetworkWork): NetworkFit {
  const { laneBytes, list, columns } = subject.terms;
  if (laneBytes === undefined) return NO_LANES;
  const laneCount = laneBytes === 8 ? 2 : 4;
  const operations = Math.max(
    columns.length,
    list.nodes.filter(({ operands }) => operands.length > 0).length,
  );
  const isStraight = ({ combines }: WireProgram, most: number): boolean =>
    (combines + width) * operations <= most;
  return {
    laneCount,
    inGroups: width % laneCount === 0 && isStraight(scan, MOST_GROUPED),
    straightScan: isStraight(scan, MOST_STRAIGHT),
    straightRoot: isStraight(root, MOST_STRAIGHT),
  };
}

const NO_LANES: NetworkFit = {
  laneCount: undefined,
  inGroups: false,
  straightScan: false,
  straightRoot: false,
};

export type NetworkKernels = ReturnType<typeof networkKernels>;

/** The kernels of a network in an arena. */
export function networkKernels(
  arena: Arena,
  setting: RunnerSetting,
  { key, width, scan, root }: NetworkWork,
) {
  const { subject } = setting;
  const kernel = (own: string, build: () => FunctionBuilder): LazyKernel => ({
    key: own,
    build: () => [build()],
  });
  const ofWidth = `width ${width}`;
  return lazyKernels(arena, setting.key, {
    elementScan: kernel("", () => networkScan(subject)),
    blockRoots: kernel("", () => networkReduce(subject)),
    take: kernel("", () => networkTake(subject)),
    kept: kernel("", () => networkKept(subject)),
    close: kernel("", () => networkClose(subject)),
    openObserve: kernel("", () => observeDyadic(subject, "dyadic")),
    stripScan: kernel(ofWidth, () => networkStrips(subject, width, undefined)),
    straightStrips: kernel(key, () => networkStrips(subject, width, scan)),
    stripRoots: kernel(ofWidth, () => networkStripRoots(subject, width)),
    groupScan: kernel(key, () => groupScan(subject, width, "dyadic", outputsInColumns(scan))),
    straightRoots: kernel(key, () => networkRoots(subject, root)),
  });
}
