export const WORKGROUP_LANES = 64;

/** Words of the setting. */
export const SETTING = { pollLimit: 0, order: 1, waitingLane: 2, awaitedLane: 3 } as const;
/** Whom a workgroup waits for. */
export const ORDER = { earlierTicket: 0, lowerId: 1, higherId: 2 } as const;
/** Words of the results; flags follow. */
export const RESULT = {
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
export const CHAIN_WGSL = `${WAITING}
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
export const RUNNING_WGSL = `${BINDINGS}
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
export const LANES_WGSL = `${WAITING}
@compute @workgroup_size(${WORKGROUP_LANES})
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == setting[${SETTING.waitingLane}]) {
    _ = await_flag(${RESULT.firstFlag}u);
  } else if (lane == setting[${SETTING.awaitedLane}]) {
    atomicStore(&results[${RESULT.firstFlag}], 1u);
  }
}
`;
