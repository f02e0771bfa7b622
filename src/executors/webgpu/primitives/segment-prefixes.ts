// Segments whose trees are not dyadic, as dispatches: their kernels are in segment-prefixes.wgsl.ts.

import type { Network } from "../../../networks/network.ts";
import { pairWords } from "../families/network/block-network.ts";
import { BUFFER_USAGE, filledBuffer } from "../memory/buffers.ts";
import { elementGroups } from "./kernel-text.ts";
import { exactly, type Length, type Machine, type Slot } from "./machine.ts";
import { concatSlots, gatherSlots, iotaSlot } from "./move-slots.ts";
import { SegmentCall, type SegmentedColumns, segmentLength } from "./segment-call.ts";
import type { SegmentParts } from "./segment-parts.ts";
import {
  bisectFold,
  blockFold,
  CHAIN_THREADS,
  insertKernel,
  LONGER,
  laneFold,
  laneJoinKernel,
  PART_ENDS,
  pickFold,
  segmentChainKernel,
  segmentNetworkKernel,
  spreadKernel,
} from "./segment-prefixes.wgsl.ts";

/** One value after the other, by a thread for each segment. */
export function chainSlots(call: SegmentCall, { columns, offsets }: SegmentedColumns): readonly Slot[] {
  return call.given((group) => segmentChainKernel(call.setting, group), columns, {
    workgroups: () => Math.ceil(offsets.length.atMost / CHAIN_THREADS),
  });
}

/** Inclusive prefixes by a network, of segments that are no longer than it is wide, by a thread for each. */
export function networkSlots(
  call: SegmentCall,
  { columns, offsets }: SegmentedColumns,
  network: Network,
): readonly Slot[] {
  const pairs = pairSlot(call.machine, network);
  const wires = call.values(call.lengths[0].atMost);
  return call.given((group) => segmentNetworkKernel(call.setting, group), [pairs, wires, ...columns], {
    words: [pairs.length.atMost],
    workgroups: () => Math.ceil(offsets.length.atMost / CHAIN_THREADS),
  });
}

/** Pairs of networks, on the devices that have met them. */
const known = new WeakMap<GPUDevice, WeakMap<Network, Slot>>();

function pairSlot({ device }: Machine, network: Network): Slot {
  const ofDevice = known.get(device) ?? new WeakMap<Network, Slot>();
  known.set(device, ofDevice);
  const words = pairWords(network);
  const made = ofDevice.get(network) ?? {
    type: "u32",
    memory: { bytes: words.byteLength, given: filledBuffer(device, words, BUFFER_USAGE.storage) },
    offset: 0,
    length: exactly(words.length),
  };
  ofDevice.set(network, made);
  return made;
}

/** Segments that begin with the initial value, which is one more element. */
export function insertInitial(
  call: SegmentCall,
  { columns, offsets }: SegmentedColumns,
): Pick<SegmentedColumns, "columns" | "offsets"> {
  const { machine, setting } = call;
  const longer = machine.scratch("u32", offsets.length);
  machine.run(LONGER, { columns: [offsets, longer], lengths: [offsets.length] });
  const length = longerLength(machine, columns[0].length, segmentLength(machine, offsets));
  const within = new SegmentCall(machine, call.contract, "inclusive-scan", {
    columns: [{ ...columns[0], length }],
    offsets: longer,
    empty: undefined,
  });
  const inserted = within.given((group) => insertKernel(setting, group), columns, {
    workgroups: elementGroups,
  });
  return { columns: inserted, offsets: longer };
}

/** So many elements as both have. */
function longerLength(machine: Machine, first: Length, second: Length): Length {
  if (first.count === undefined && second.count === undefined) return exactly(first.atMost + second.atMost);
  return concatSlots(machine, iotaSlot(machine, first), iotaSlot(machine, second)).length;
}

/** What was computed of segments that begin with the initial value, in the places of their own elements. */
export function pickSlots(call: SegmentCall, values: readonly Slot[]): readonly Slot[] {
  return call.folded(pickFold(call.setting), values);
}

/** Each prefix anew. */
export function bisectedSlots(call: SegmentCall, { columns }: SegmentedColumns): readonly Slot[] {
  return call.folded(bisectFold(call.setting), columns);
}

/** Prefixes in blocks, whose last ones are joined. */
interface Blocks {
  readonly prefixes: readonly Slot[];
  readonly blockLength: number;
  readonly joined: (roots: readonly Slot[]) => readonly Slot[];
}

export function blockSlots(
  call: SegmentCall,
  { parts, partLength, segments }: SegmentParts,
  { prefixes, blockLength, joined }: Blocks,
): readonly Slot[] {
  const { machine, setting } = call;
  const ends = machine.scratch("u32", partLength);
  machine.run(PART_ENDS, {
    columns: [parts, ends],
    lengths: [partLength],
    words: [call.isBackward ? 1 : 0],
  });
  const roots = joined(gatherSlots(machine, prefixes, ends));
  return call.folded(blockFold(setting), [segments, ...prefixes, ...roots], [blockLength]);
}

/** Prefixes of lanes, in the order of lanes. */
interface Lanes {
  readonly prefixes: readonly Slot[];
  readonly offsets: Slot;
  readonly laneCount: number;
}

export function laneSlots(
  call: SegmentCall,
  order: Slot,
  { prefixes, offsets, laneCount }: Lanes,
): readonly Slot[] {
  const { machine, setting, lengths } = call;
  const [length] = lengths;
  const words = call.foldWords(0);
  let values = call.values(length.atMost);
  machine.run(spreadKernel(setting), {
    columns: [order, ...prefixes, values],
    lengths: [length],
    words,
  });
  for (let level = 0; 2 ** level < Math.min(laneCount, length.atMost); level++) {
    const joined = call.values(length.atMost);
    machine.run(laneJoinKernel(setting), {
      columns: [offsets, values, joined],
      lengths,
      words: [...words, Math.min(laneCount, 2 ** 32 - 1), level],
    });
    values = joined;
  }
  return call.folded(laneFold(setting), [values]);
}
