import type { ForwardProgress, LaneWait, Wait } from "./forward-progress.ts";
import {
  CHAIN_WGSL,
  LANES_WGSL,
  ORDER,
  RESULT,
  RUNNING_WGSL,
  SETTING,
  WORKGROUP_LANES,
} from "./forward-progress.wgsl.ts";
import { prepareKernel, runKernel } from "./run-kernel.ts";

/** What is tried: dispatches of so many workgroups, and polls at which a waiter gives up, ascending. */
interface Litmus {
  readonly workgroups: number;
  readonly pollLimits: readonly number[]; // the higher ones only where the lower ones end in giving up
}

/** More workgroups than the multiprocessors of any GPU known hold at one time. */
const ON_GPU: Litmus = { workgroups: 16_384, pollLimits: [2 ** 12, 2 ** 15, 2 ** 18] };

/** A CPU runs few workgroups at one time, and a thread that is awaited may have no core for long: 1.1 million polls were seen. */
const ON_CPU: Litmus = { workgroups: 1024, pollLimits: [2 ** 12, 2 ** 15, 2 ** 18, 2 ** 21] };

/** Polls for which a workgroup stays to be counted. */
const STAY = 64;

const LAST_LANE = WORKGROUP_LANES - 1;
const LANE_PAIRS = [
  { waitingLane: 0, awaitedLane: LAST_LANE },
  { waitingLane: LAST_LANE, awaitedLane: 0 },
  { waitingLane: 0, awaitedLane: 1 },
  { waitingLane: 1, awaitedLane: 0 },
];

type Setting = Partial<Record<keyof typeof SETTING, number>>;

/**
 * A litmus of forward progress: workgroups wait for workgroups, and lanes for lanes, and what they saw is counted.
 *
 * Every wait ends after a bounded number of polls, and the first that gives up stops the others, so that it ends on any device that
 * runs anything at all. Reports, and decides nothing. At most a dozen dispatches of 16,384 workgroups.
 *
 * @param litmus  default by whether the adapter is a software one
 * @throws what the device throws when it is lost or refuses the kernels
 * @see docs/notes/gpu-probe.md
 */
export async function probeForwardProgress(
  device: GPUDevice,
  litmus: Litmus = device.adapterInfo.isFallbackAdapter ? ON_CPU : ON_GPU,
): Promise<ForwardProgress> {
  const { workgroups } = litmus;
  const chain = await prepareKernel(device, CHAIN_WGSL);
  const running = await prepareKernel(device, RUNNING_WGSL);
  const lanePair = await prepareKernel(device, LANES_WGSL);
  const counted = await run(device, running, workgroups, { pollLimit: STAY });
  const chained = (order: number): Promise<Wait> =>
    wait(device, chain, { ...litmus, waiters: workgroups - 1 }, { order });
  const lanes: LaneWait[] = [];
  for (const pair of LANE_PAIRS) {
    lanes.push({
      ...pair,
      ...(await wait(device, lanePair, { ...litmus, workgroups: 1, waiters: 1 }, pair)),
    });
  }
  return {
    workgroups,
    mostRunning: counted[RESULT.mostRunning] ?? 0,
    farthestFromIdOrder: counted[RESULT.farthest] ?? 0,
    earlierTicket: await chained(ORDER.earlierTicket),
    lowerId: await chained(ORDER.lowerId),
    higherId: await chained(ORDER.higherId),
    lanes,
  };
}

interface WaitRequest extends Litmus {
  readonly waiters: number;
}

/** The first poll limit at which all progress, or the last. */
async function wait(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  { workgroups, waiters, pollLimits }: WaitRequest,
  setting: Setting,
): Promise<Wait> {
  let found: Wait = { waiters, progressed: 0, longestWait: 0, pollLimit: 0 };
  for (const pollLimit of pollLimits) {
    const results = await run(device, pipeline, workgroups, { ...setting, pollLimit });
    const progressed = results[RESULT.progressed] ?? 0;
    found = { waiters, progressed, longestWait: results[RESULT.longestWait] ?? 0, pollLimit };
    if (progressed === waiters) break;
  }
  return found;
}

function run(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  workgroups: number,
  setting: Setting,
): Promise<Uint32Array> {
  const words = new Uint32Array(Object.keys(SETTING).length);
  for (const [name, value] of Object.entries(setting)) words[SETTING[name as keyof typeof SETTING]] = value;
  return runKernel(device, pipeline, {
    inputs: [words],
    resultLength: RESULT.firstFlag + workgroups,
    workgroups,
  });
}
