import { type ColumnContract, scalarTypesOf } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { writeWords } from "../families/dyadic/block-fields.ts";
import { NO_BLOCKS, STATE } from "../kernels/state.ts";
import { type Arena, type Kernel, STAGE_LENGTH } from "../memory/arena.ts";
import { writeElement, writeSlots } from "../memory/elements.ts";
import type { RunnerSetting } from "../runner.ts";
import { outputCanonicalizer } from "../stage/canonicalize-outputs.ts";
import { pointTo } from "../stage/chunks.ts";
import { openStage, type Stage } from "../stage/stage.ts";
import { segmentReduce } from "./kernels/segment-reduce.kernel.ts";
import { segmentScan } from "./kernels/segment-scan.kernel.ts";
import { emptySlot, type SegmentTrees, segmentStateBytes } from "./kernels/segment-walk.ts";
import type { Workspace } from "./work-memory.ts";

/*
 * Segments in chunks of elements and of ends, each for one call of a kernel, which goes on where the last one stopped.
 */

type Columns = readonly ColumnArray[];

/** A contract over segments that kernels serve, and what it is asked of. */
interface SegmentedWork {
  readonly contract: ColumnContract;
  readonly setting: RunnerSetting;
  readonly trees: SegmentTrees;
  readonly observation: Observation;
  readonly columns: Columns;
  readonly offsets: Uint32Array;
  readonly empty: readonly Scalar[] | undefined; // given where a segment is empty and reduced
}

const MOST = { elements: STAGE_LENGTH, segments: STAGE_LENGTH };
/** With room for what windows write behind the last segment. */
const STAGE_BYTES = (STAGE_LENGTH + 64) * 8;
const SCRATCH_BYTES = 16384;

/** The reduce or the prefixes of each segment, a chunk of elements and segments at a time. */
export function segmentedByKernels(space: Workspace, work: SegmentedWork): Columns {
  const { contract, observation, columns, offsets } = work;
  const { length } = columns[0];
  const isBackward = contract.direction === "backward";
  const order = segmentOffsets(offsets, length, isBackward);
  const places = openPlaces(space, work);
  const isReduce = observation === "reduce";
  const resultLength = isReduce ? order.segmentCount : length;
  const output = places.sums.map((type) => space.writer(type, resultLength).array);
  const sink = isReduce ? reduceSink(places, output) : scanSink(places);
  const runChunk = chunkRunner(space, work, places);
  try {
    places.stages.forEach((stage, i) => {
      stage.read(columns[i], space.heap.addressOf(columns[i]));
      if (!isReduce) stage.write(output[i], "inclusive", -1);
    });
    let start = 0;
    let segment = 0;
    while (isReduce ? segment < order.segmentCount : start < length) {
      const chunk = nextChunk(order, start, segment, MOST);
      const table = space.heap.view("u32");
      order.copyTo(
        table,
        places.offsets / 4,
        segment,
        Math.min(chunk.endSegment + 2, order.segmentCount + 1),
      );
      runChunk(chunk, sink.addresses(chunk), sink.count(chunk));
      sink.flush(chunk);
      start = chunk.end;
      segment = chunk.endSegment;
    }
  } finally {
    for (const stage of places.stages) stage.end();
  }
  if (isReduce && isBackward) for (const column of output) column.reverse();
  return output;
}

/** Where everything lies that one call needs. */
interface Places {
  readonly types: readonly ScalarType[]; // of the elements
  readonly sums: readonly ScalarType[]; // of the results
  readonly arenas: readonly Arena[]; // of the columns: one state and one scratch, stages of their own
  readonly stages: readonly Stage[];
  readonly state: number;
  readonly offsets: number; // of the chunk's segments, from the one that its first segment starts at
}

function openPlaces(space: Workspace, { contract }: SegmentedWork): Places {
  const { sums } = contract;
  const types = scalarTypesOf(contract);
  const isBackward = contract.direction === "backward";
  const state = space.allocate(segmentStateBytes(sums.length));
  const scratch = space.allocate(sums.length * SCRATCH_BYTES);
  const offsets = space.allocate((MOST.segments + 2) * 4);
  const arenas = sums.map((): Arena => {
    const [inputStage, outputStage, rawStage] = [1, 2, 3].map(() => space.allocate(STAGE_BYTES));
    return { heap: space.heap, kernels: space.kernels, state, scratch, inputStage, outputStage, rawStage };
  });
  const stages = arenas.map((arena, i) =>
    openStage(arena, { type: types[i], accumulate: sums[i], isBackward }),
  );
  return { types, sums, arenas, stages, state, offsets };
}

/** Where the values of a chunk are written, and how they leave. */
interface Sink {
  readonly addresses: (chunk: SegmentChunk) => readonly number[];
  readonly count: (chunk: SegmentChunk) => number; // of values
  readonly flush: (chunk: SegmentChunk) => void;
}

function scanSink({ stages }: Places): Sink {
  const count = ({ start, end }: SegmentChunk): number => end - start;
  return {
    addresses: (chunk) => stages.map((stage) => stage.place(chunk.start, count(chunk))),
    count,
    flush(chunk) {
      if (count(chunk) > 0) for (const stage of stages) stage.flush(chunk.start, count(chunk));
    },
  };
}

function reduceSink({ arenas, sums }: Places, output: Columns): Sink {
  const count = ({ firstSegment, endSegment }: SegmentChunk): number => endSegment - firstSegment;
  return {
    addresses: () => arenas.map(({ outputStage }) => outputStage),
    count,
    flush(chunk) {
      arenas.forEach(({ heap, outputStage }, i) => {
        const from = outputStage / SCALAR_TYPE_FACTS[sums[i]].bytes;
        const values = heap.view(sums[i]).subarray(from, from + count(chunk));
        (output[i] as Uint8Array).set(values as Uint8Array, chunk.firstSegment);
      });
    },
  };
}

/** Gives code that runs the kernel over one chunk and leaves values with canonical NaNs. */
function chunkRunner(space: Workspace, work: SegmentedWork, places: Places) {
  const { setting, trees, observation } = work;
  const { subject, nanRule } = setting;
  const { arenas, stages, sums, state, offsets } = places;
  const [arena] = arenas;
  const { heap } = arena;
  const key = `segmented ${observation} ${setting.key} ${Object.values(trees).join(" ")}`;
  const kernels = space.kernels(key, () =>
    observation === "reduce"
      ? segmentReduce(subject, trees)
      : segmentScan(subject, trees, observation === "exclusive-scan"),
  );
  const kernel: Kernel = observation === "reduce" ? kernels.segmentReduce : kernels.segmentScan;
  const canonicalize = outputCanonicalizer(arena, sums);
  const [type] = sums;
  const guard = (state + STATE.guard) / SCALAR_TYPE_FACTS[type].bytes;
  beginState(places, work);

  const placeOf = (side: "input" | "output", addresses: readonly number[]): number => {
    if (addresses.length === 1) return addresses[0];
    addresses.forEach((address, column) => {
      pointTo(arena, state, side, column, address);
    });
    return 0;
  };
  return (chunk: SegmentChunk, target: readonly number[], valueCount: number): void => {
    const { start, end, firstSegment, endSegment, isOpen } = chunk;
    const from = stages.map((stage, i) =>
      end > start ? stage.at(start, end - start) : arenas[i].inputStage,
    );
    const input = placeOf("input", from);
    const output = placeOf("output", target);
    const view = heap.view(type) as { [index: number]: Scalar };
    if (nanRule === "guard") view[guard] = 0;
    const segmentCount = endSegment - firstSegment;
    kernel(state, input, output, offsets + 4, segmentCount, start, end, isOpen ? 1 : 0, arena.scratch);
    const isSuspect = nanRule === "guard" && (setting.hasSuspectInitial || !Number.isFinite(view[guard]));
    if (nanRule === "always" || isSuspect) canonicalize(output, valueCount);
  };
}

function beginState({ arenas: [{ heap }], sums, state }: Places, work: SegmentedWork): void {
  const { setting, trees, observation, empty } = work;
  const isByBlocks =
    trees.blockLength !== Number.POSITIVE_INFINITY && !(observation === "reduce" && trees.inRanges);
  const period = isByBlocks ? trees.blockLength : NO_BLOCKS;
  writeWords(heap, state + STATE.blockLength, period);
  if (setting.initial !== undefined) writeSlots(heap, sums, state + STATE.initial, setting.initial);
  empty?.forEach((value, column) => {
    const slot = sums[column] === "bool" ? "i32" : sums[column];
    writeElement(heap, slot, state + emptySlot(sums.length, column), value);
  });
}

/** Segments as they lie in the sequence, which a backward contract reads from the end. */
interface SegmentOffsets {
  readonly segmentCount: number;
  /** Where segment `index` of the sequence starts; the length of the sequence for the one after the last. */
  readonly at: (index: number) => number;
  /** Offsets [from, to) into a table of u32. */
  readonly copyTo: (table: Uint32Array, place: number, from: number, to: number) => void;
}

/** See SegmentOffsets. `offsets` have one more element than there are segments, or none. */
function segmentOffsets(offsets: Uint32Array, length: number, isBackward: boolean): SegmentOffsets {
  const segmentCount = Math.max(0, offsets.length - 1);
  if (!isBackward) {
    return {
      segmentCount,
      at: (index) => offsets[index],
      copyTo: (table, place, from, to) => table.set(offsets.subarray(from, to), place),
    };
  }
  return {
    segmentCount,
    at: (index) => length - offsets[segmentCount - index],
    copyTo(table, place, from, to) {
      for (let i = from; i < to; i++) table[place + i - from] = length - offsets[segmentCount - i];
    },
  };
}

/** Elements of the sequence for one call of a kernel, and the segments that end with them. */
interface SegmentChunk {
  readonly start: number;
  readonly end: number;
  readonly firstSegment: number; // which `start` is in, or where it begins
  readonly endSegment: number; // one more than the last that ends in the chunk
  readonly isOpen: boolean; // the first segment has elements before
}

/** The chunk that follows: as many elements, and as many segments that end, as a call takes. */
function nextChunk(
  { segmentCount, at }: SegmentOffsets,
  start: number,
  firstSegment: number,
  most: { readonly elements: number; readonly segments: number },
): SegmentChunk {
  const limit = Math.min(segmentCount, firstSegment + most.segments);
  const furthest = Math.min(start + most.elements, at(segmentCount));
  // The last segment offset that is not beyond: between `low`, which is not, and `high`.
  let low = firstSegment;
  let high = limit + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle) <= furthest) low = middle;
    else high = middle;
  }
  // Where no more segments are taken, none begins.
  const end = low === limit && limit < segmentCount ? at(low) : furthest;
  return { start, end, firstSegment, endSegment: low, isOpen: start > at(firstSegment) };
}
