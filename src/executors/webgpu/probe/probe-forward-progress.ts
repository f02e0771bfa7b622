// Who makes progress while others wait, on this device: a report for people. No kernel of samebits depends on it, as all their waits are bounded.

import { prepareKernel, runKernel } from "./run-kernel.ts";

const WORKGROUP_LANES = 64;

/** Words of the setting. */
const SETTING = { pollLimit: 0, order: 1, waitingLane: 2, awaitedLane: 3 } as const;
/** Whom a workgroup waits for. */
const ORDER = { earlierTicket: 0, lowerId: 1, higherId: 2 } as const;
/** Words of the results; flags follow. */
const RESULT = {
  tickets: 0,
  stop: 1,
  progressed: 2,
  longestWait: 3,
  running: 4,
  mostRunning: 5,
  farthest: 6,
  firstFlag: 7,
} as const;

/** Loads may be stale for as long as a device likes; an exchange may not be. */
const POLLS_PER_EXCHANGE = 16;

const BINDINGS = `
@group(0) @binding(0) var<storage, read> setting: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<atomic<u32>>;
`;

// The loop ends after `pollLimit` polls whatever anybody else does, and early when `stop` is set.
const WAITING = `${BINDINGS}
fn is_set(word: u32, polls: u32) -> bool {
  if (polls % ${POLLS_PER_EXCHANGE}u == ${POLLS_PER_EXCHANGE - 1}u) { return atomicOr(&results[word], 0u) != 0u; }
  return atomicLoad(&results[word]) != 0u;
}

fn await_flag(word: u32) -> bool {
  for (var polls = 0u; polls < setting[${SETTING.pollLimit}]; polls++) {
    if (is_set(word, polls)) {
      atomicAdd(&results[${RESULT.progressed}], 1u);
      atomicMax(&results[${RESULT.longestWait}], polls);
      return true;
    }
    if (is_set(${RESULT.stop}u, polls)) { return false; }
  }
  atomicStore(&results[${RESULT.stop}], 1u);
  return false;
}
`;

/** Workgroups in a chain: each sets its flag once it has seen that of the one before it. */
const CHAIN_WGSL = `${WAITING}
@compute @workgroup_size(${WORKGROUP_LANES})
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  if (lane != 0u) { return; }
  let order = setting[${SETTING.order}];
  let ticket = atomicAdd(&results[${RESULT.tickets}], 1u);
  let ascending = select(workgroup.x, ticket, order == ${ORDER.earlierTicket}u);
  let place = select(ascending, workgroups.x - 1u - workgroup.x, order == ${ORDER.higherId}u);
  if (place > 0u && !await_flag(${RESULT.firstFlag}u + place - 1u)) { return; }
  atomicStore(&results[${RESULT.firstFlag}u + place], 1u);
}
`;

/** Workgroups that count each other for a moment: how many run, and in which order they began. */
const RUNNING_WGSL = `${BINDINGS}
@compute @workgroup_size(${WORKGROUP_LANES})
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  if (lane != 0u) { return; }
  let ticket = atomicAdd(&results[${RESULT.tickets}], 1u);
  atomicMax(&results[${RESULT.farthest}], max(ticket, workgroup.x) - min(ticket, workgroup.x));
  atomicMax(&results[${RESULT.mostRunning}], atomicAdd(&results[${RESULT.running}], 1u) + 1u);
  for (var polls = 0u; polls < setting[${SETTING.pollLimit}]; polls++) { atomicOr(&results[${RESULT.firstFlag}], 0u); }
  atomicSub(&results[${RESULT.running}], 1u);
}
`;

/** Two lanes of one workgroup, of which one waits for the other. */
const LANES_WGSL = `${WAITING}
@compute @workgroup_size(${WORKGROUP_LANES})
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == setting[${SETTING.waitingLane}]) {
    _ = await_flag(${RESULT.firstFlag}u);
  } else if (lane == setting[${SETTING.awaitedLane}]) {
    atomicStore(&results[${RESULT.firstFlag}], 1u);
  }
}
`;

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

/** How many waiters saw what they waited for, polling a bounded number of times. One that gives up tells the others to. */
export interface Wait {
  readonly waiters: number;
  readonly progressed: number; // waiters that saw it; the rest gave up, or were told to
  readonly longestWait: number; // polls, of those that saw it
  readonly pollLimit: number; // at which a waiter gave up
}

/** A lane that waits for another of its workgroup, which has nothing else to do. */
export interface LaneWait extends Wait {
  readonly waitingLane: number;
  readonly awaitedLane: number;
}

/**
 * Who of the lanes and workgroups of a WebGPU device was seen to make progress while others wait: facts for people, and no promise.
 *
 * No kernel of samebits needs any of it: a wait of theirs is bounded, and what does not come is computed anew.
 */
export interface ForwardProgress {
  readonly workgroups: number; // in each dispatch
  readonly mostRunning: number; // workgroups that had begun and not ended at one time
  readonly farthestFromIdOrder: number; // places between a workgroup's id and its turn to begin
  readonly earlierTicket: Wait; // each waits for the one that began before it
  readonly lowerId: Wait; // each waits for the one with the next lower id
  readonly higherId: Wait; // each waits for the one with the next higher id: all must run at one time, or nothing ends
  readonly lanes: readonly LaneWait[];
}
