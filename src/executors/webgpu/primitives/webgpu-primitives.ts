import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { reduceOfNothing } from "../../../contracts/empty.ts";
import type { Term } from "../../../operators/term.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { ElementSource, FusionCounts, MappedElements, Primitives } from "../../primitives.ts";
import { EXECUTOR_NAME } from "../device/gpu-core.ts";
import type { GpuParts } from "../gpu-call.ts";
import { ArrayRun } from "./array-run.ts";
import { checkServed } from "./check-served.ts";
import { collectMappedSlots } from "./collect-slots.ts";
import { countIndexSlots } from "./count-indices.ts";
import { expandSlots } from "./expand-slots.ts";
import { type FlagSource, lengthOfFlags } from "./flag-source.ts";
import { foldMappedSlots } from "./fold-slots.ts";
import { exactly, type Length, type LookBackSetting, type Machine, type Slot } from "./machine.ts";
import { flagSlot, mapSlots } from "./map-slots.ts";
import {
  concatSlots,
  fillSlot,
  gatherSlots,
  iotaSlot,
  lengthSlot,
  scatterSlots,
  segmentIdSlot,
  sliceSlot,
} from "./move-slots.ts";
import { searchSorted } from "./search-sorted.ts";
import { segmentedSlots } from "./segmented.ts";
import { compactSlots, flagIndexSlot, partitionSlots } from "./select-slots.ts";
import { sortSlots } from "./sort.ts";

/** A vector on a device, or flags that are computed where they are used. */
export type GpuVector = Slot | LazyFlags;

/** Flags that have no memory unless something else than a selection asks for them. */
class LazyFlags {
  readonly type: ScalarType = "bool";
  readonly source: FlagSource;
  #slot: Slot | undefined;

  constructor(source: FlagSource) {
    this.source = source;
  }

  get length(): Length {
    return lengthOfFlags(this.source);
  }

  slot(machine: Machine): Slot {
    this.#slot ??= flagSlot(machine, this.source);
    return this.#slot;
  }
}

/** The primitives as they are recorded: all but what brings columns there and back. */
export type RecordedPrimitives = Omit<Primitives<GpuVector>, "place" | "take" | "release">;

/** The primitives over arrays: what they record is run when something is taken. */
export function openWebGpuPrimitives(
  parts: GpuParts,
  signal: AbortSignal | undefined,
  lookBack: LookBackSetting = {},
  fusionCounts: Pick<FusionCounts, "elements"> = { elements: 0 },
): Primitives<GpuVector> {
  const run = new ArrayRun(parts, signal, lookBack);
  return {
    ...recordedPrimitives(run.recording),
    foldMapped: (contract, observation, elements) =>
      foldMappedSlots(run.recording, fusionCounts, contract, observation, overSlots(run.recording, elements)),
    collectMapped: (elements) =>
      collectMappedSlots(run.recording, fusionCounts, overSlots(run.recording, elements)),
    place: (column) => run.place(column),
    take: (vector, output) => run.take(slotOf(run.recording, vector), output),
    release: () => run.release(),
  };
}

/** The primitives on a machine. None of them waits for anything. */
export function recordedPrimitives(machine: Machine): RecordedPrimitives {
  const slot = (vector: GpuVector): Slot => slotOf(machine, vector);
  const slots = (vectors: readonly GpuVector[]): readonly Slot[] => vectors.map(slot);
  return {
    executor: EXECUTOR_NAME,
    typeOf: ({ type }) => type,
    map: (terms, left, right = []) => mapLazily(machine, terms, slots(left), slots(right)),
    iota: ({ length }) => iotaSlot(machine, length),
    lengthOf: ({ length }) => lengthSlot(machine, length),
    fill: (type, value, length) => fillSlot(machine, type, value, lengthLike(length)),
    slice: (vector, start, length) => sliceSlot(machine, slot(vector), start, length),
    concat: (first, second) => concatSlots(machine, slot(first), slot(second)),
    gather: (columns, indices) => gatherSlots(machine, slots(columns), slot(indices)),
    scatter: (columns, indices, into) => scatterSlots(machine, slots(columns), slot(indices), slots(into)),
    compact: (columns, flags) => compactSlots(machine, slots(columns), sourceOf(flags)),
    partition: (columns, flags) => partitionSlots(machine, slots(columns), sourceOf(flags)),
    flagIndices: (flags, isClosed) => flagIndexSlot(machine, sourceOf(flags), isClosed),
    headFlags: (columns) => new LazyFlags({ kind: "heads", columns: slots(columns) }),
    segmentIds: (offsets, length) => segmentIdSlot(machine, slot(offsets), lengthLike(length)),
    expand: (columns, counts, length) => expandSlots(machine, slots(columns), slot(counts), length),
    sort: (keys, payload, order) => sortSlots(machine, slot(keys), slots(payload), order),
    searchSorted: (sorted, queries, side, isDescending) =>
      searchSorted(machine, slot(sorted), slot(queries), side, isDescending),
    reduce: (contract, columns) => reduceSlots(machine, contract, slots(columns)),
    scan: (contract, observation, columns) => scanSlots(machine, contract, observation, slots(columns)),
    segmented: (contract, observation, columns, offsets, empty) =>
      segmentedSlots(machine, contract, observation, slots(columns), slot(offsets), empty),
    countIndices: (indices, binCount) => countIndexSlots(machine, slot(indices), binCount),
  };
}

function lengthLike(length: number | GpuVector): Length {
  return typeof length === "number" ? exactly(length) : length.length;
}

function overSlots(machine: Machine, elements: MappedElements<GpuVector>): MappedElements<Slot> {
  const sources = elements.sources.map((source): ElementSource<Slot> => {
    return source.kind === "column" ? { kind: "column", vector: slotOf(machine, source.vector) } : source;
  });
  return { ...elements, sources };
}

/** A vector's memory. */
export function slotOf(machine: Machine, vector: GpuVector): Slot {
  return vector instanceof LazyFlags ? vector.slot(machine) : vector;
}

function sourceOf(flags: GpuVector): FlagSource {
  return flags instanceof LazyFlags ? flags.source : { kind: "vector", flags };
}

/** Terms of a bool are flags, which a selection computes from the elements themselves. */
function mapLazily(
  machine: Machine,
  terms: readonly Term[],
  left: readonly Slot[],
  right: readonly Slot[],
): readonly GpuVector[] {
  if (terms.length === 1 && terms[0].type === "bool") {
    return [new LazyFlags({ kind: "term", term: terms[0], left, right })];
  }
  return mapSlots(machine, terms, left, right);
}

function reduceSlots(machine: Machine, contract: ColumnContract, columns: readonly Slot[]): readonly Slot[] {
  checkServed(machine, contract, "reduce");
  const { sums } = contract;
  const { length } = columns[0];
  if (length.atMost === 0) {
    const row = reduceOfNothing(contract);
    return sums.map((type, i) => fillSlot(machine, type, row[i], exactly(1)));
  }
  if (contract.initial === undefined) machine.needElements(length);
  const output = sums.map((type) => machine.scratch(type, exactly(1)));
  machine.runPlan(contract, "reduce", { input: columns, output, length });
  return output;
}

function scanSlots(
  machine: Machine,
  contract: ColumnContract,
  observation: Exclude<Observation, "reduce">,
  columns: readonly Slot[],
): readonly Slot[] {
  checkServed(machine, contract, observation);
  const { length } = columns[0];
  const output = contract.sums.map((type) => machine.scratch(type, length));
  if (length.atMost > 0) machine.runPlan(contract, observation, { input: columns, output, length });
  return output;
}
