// Lanes and halves of segments are parts, each a dyadic tree: where parts begin is found by two passes that look back, and then they are segments.

import type { Parts } from "../families.ts";
import { elementEntry } from "./kernel-text.ts";
import { type LookBackKernel, offsetsText, runLookBack } from "./look-back-text.ts";
import { type Kernel, type Length, type Machine, read, type Slot, written } from "./machine.ts";

/** The parts of all segments: their own offsets, and the segments as offsets of parts; the elements in another order, if they have one. */
export interface SegmentParts {
  readonly order: Slot | undefined;
  readonly parts: Slot;
  readonly partLength: Length; // how many there are
  readonly segments: Slot;
}

/**
 * The parts of segments, two passes that look back at how many parts, and elements, stand before.
 *
 *     lanes   each lane that has an element is one, of elements L apart, which are gathered; backward lanes are counted from the end
 *     halves  halved as long as no part is empty, n elements are 2^floor(log2 n) parts of one or two
 *     blocks  each block is one, the last of a segment as long as is left; backward blocks are counted from the end
 */
export function segmentParts(
  machine: Machine,
  parted: Parted,
  { offsets, count, elements, isBackward }: PartedSegments,
): SegmentParts {
  const isLanes = parted.kind === "lanes";
  const words = [Math.min(numberOf(parted), 2 ** 32 - 1), isBackward ? 1 : 0];
  const atMost = Math.min(elements.atMost, mostParts(parted, elements.atMost, count.atMost));
  const [partCount, boundCount] = [machine.newCount(), machine.newCount()];
  const partLength: Length = { atMost, count: partCount };
  const segments = machine.scratch("u32", offsets.length);
  const parts = machine.scratch("u32", { atMost: atMost + 1, count: boundCount });
  const { kind } = parted;
  runLookBack(machine, partCountKernel(kind), {
    columns: [offsets, segments],
    lengths: [count],
    words: [...words, partCount.word, boundCount.word],
  });
  runLookBack(machine, partLengthKernel(kind), {
    columns: [offsets, segments, parts],
    lengths: [partLength, count],
    words,
  });
  if (!isLanes) return { order: undefined, parts, partLength, segments };
  const order = machine.scratch("u32", elements);
  machine.run(ORDER, {
    columns: [offsets, segments, parts, order],
    lengths: [elements, count, partLength],
    words,
  });
  return { order, parts, partLength, segments };
}

/** Parts that segments are cut into. */
type Parted = Exclude<Parts, { readonly kind: "chain" }>;

/** The word `lane_count`: of blocks it is their length. */
function numberOf(parted: Parted): number {
  if (parted.kind === "lanes") return parted.laneCount;
  return parted.kind === "blocks" ? parted.blockLength : 1;
}

function mostParts(parted: Parted, elements: number, segments: number): number {
  if (parted.kind === "lanes") return segments * parted.laneCount;
  return parted.kind === "blocks" ? Math.ceil(elements / parted.blockLength) + segments : elements;
}

/** Segments at offsets, as many as `count` says, of so many elements. */
interface PartedSegments {
  readonly offsets: Slot;
  readonly count: Length;
  readonly elements: Length;
  readonly isBackward: boolean;
}

/** The segments as offsets of parts. */
function partCountKernel(kind: Parted["kind"]): LookBackKernel {
  return {
    key: `part-counts ${kind}`,
    columns: [read("offsets"), written("segments")],
    lengths: ["segment_count"],
    words: [...PART_WORDS, "part_count", "bound_count"],
    text: () => ({
      functions: `${LENGTH_OF}${PARTS[kind]}fn count_at(i: u32) -> u32 { return parts_of(length_of(i)); }\n`,
      writes: offsetsText("segments"),
      finish: `segments[at_segments() + known_length] = total;
atomicStore(&state[part_count()], total);
atomicStore(&state[bound_count()], total + 1u);`,
    }),
  };
}

/** The parts as offsets of elements. */
function partLengthKernel(kind: Parted["kind"]): LookBackKernel {
  return {
    key: `part-lengths ${kind}`,
    columns: [read("offsets"), read("segments"), written("parts")],
    lengths: ["part_total", "segment_count"],
    words: PART_WORDS,
    text: () => ({
      functions: `${LENGTH_OF}${PARTS[kind]}${lastBefore("segments")}fn count_at(i: u32) -> u32 {
  let segment = last_of_segments(i, segment_count());
  return part_length(length_of(segment), i - segments[at_segments() + segment]);
}
`,
      writes: offsetsText("parts"),
      finish: "parts[at_parts() + known_length] = total;",
    }),
  };
}

const PART_WORDS = ["lane_count", "is_backward"];

const LENGTH_OF = `fn length_of(segment: u32) -> u32 {
  return offsets[at_offsets() + segment + 1u] - offsets[at_offsets() + segment];
}
`;

const LANES = `fn parts_of(length: u32) -> u32 { return min(length, lane_count()); }

/** The lane of a part: backward the first is that of the last element. */
fn lane_of(length: u32, part: u32) -> u32 {
  return select(part, parts_of(length) - 1u - part, is_backward() == 1u);
}

fn part_length(length: u32, part: u32) -> u32 {
  return (length - 1u - lane_of(length, part)) / lane_count() + 1u;
}

fn first_of(length: u32, part: u32) -> u32 {
  let lane = lane_of(length, part);
  return select(lane, (length - 1u - lane) % lane_count(), is_backward() == 1u);
}
`;

/** Part k of 2^d has floor((n + r) / 2^d) elements, where r is k with its d bits in reverse: a left half is rounded down, a right half up. */
const HALVES = `fn levels_of(length: u32) -> u32 { return 31u - countLeadingZeros(max(length, 1u)); }

fn parts_of(length: u32) -> u32 { return select(0u, 1u << levels_of(length), length != 0u); }

fn part_length(length: u32, part: u32) -> u32 {
  let levels = levels_of(length);
  if (levels == 0u) { return length; }
  let k = select(part, (1u << levels) - 1u - part, is_backward() == 1u);
  return (length + (reverseBits(k) >> (32u - levels))) >> levels;
}
`;

const BLOCKS = `fn parts_of(length: u32) -> u32 { return select(0u, (length - 1u) / lane_count() + 1u, length != 0u); }

fn part_length(length: u32, part: u32) -> u32 {
  let block = select(part, parts_of(length) - 1u - part, is_backward() == 1u);
  return min(lane_count(), length - block * lane_count());
}
`;

const PARTS: Readonly<Record<Parted["kind"], string>> = { lanes: LANES, halves: HALVES, blocks: BLOCKS };

/** `last_of_NAME(place, count)`: of so many offsets the last that is not behind a place: that of a segment, or part, that is not empty. */
function lastBefore(name: string): string {
  return `fn last_of_${name}(place: u32, count: u32) -> u32 {
  var first = 0u;
  var last = max(count, 1u) - 1u;
  while (first < last) {
    let middle = last - (last - first) / 2u;
    if (${name}[at_${name}() + middle] <= place) { first = middle; } else { last = middle - 1u; }
  }
  return first;
}
`;
}

const ORDER: Kernel = {
  key: "part-order",
  columns: [read("offsets"), read("segments"), read("parts"), written("order")],
  lengths: ["element_total", "segment_count", "part_total"],
  words: PART_WORDS,
  body: () =>
    `${LENGTH_OF}${LANES}${lastBefore("segments")}${lastBefore("parts")}${elementEntry(
      "element_total()",
      `    let part = last_of_parts(i, part_total());
    let segment = last_of_segments(part, segment_count());
    let first = first_of(length_of(segment), part - segments[at_segments() + segment]);
    let place = first + (i - parts[at_parts() + part]) * lane_count();
    order[at_order() + i] = offsets[at_offsets() + segment] + place;`,
    )}`,
};
