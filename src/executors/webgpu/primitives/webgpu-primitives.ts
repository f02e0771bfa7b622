// The table of primitives on a device. Over arrays each is a step of a trace; over a caller's buffers it is recorded for each call.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { type Observation, reduceOfNothing } from "../../../contracts/contract.ts";

import type { Term } from "../../../operators/term.ts";
import type {
  ElementSource,
  FusionCounts,
  GridProducts,
  MappedElements,
  Primitives,
} from "../../primitives.ts";
import { EXECUTOR_NAME } from "../device/gpu-core.ts";
import { isOneSegment } from "../families.ts";
import type { GpuParts } from "../gpu-parts.ts";
import { checkServed, checkTermsServed } from "../serving.ts";
import { ArrayRun } from "./array-run.ts";
import { countIndexSlots } from "./count-indices.ts";
import { expandSlots } from "./expand-slots.ts";
import type { FlagSource } from "./flag-source.ts";
import { collectMappedSlots, foldMappedSlots } from "./fold-slots.ts";

import { type GpuVector, LazyFlags, slotOf } from "./lazy-flags.ts";
import { exactly, type Length, type LookBackSetting, type Machine, type Slot } from "./machine.ts";
import { mapSlots } from "./map-slots.ts";
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
import { isNarrow, productSlots } from "./products.ts";
import { segmentedSlots } from "./segmented.ts";
import { compactSlots, flagIndexSlot, partitionSlots } from "./selection.ts";
import { searchSorted, sortSlots } from "./sort.ts";

import { stepKey } from "./trace.ts";

/** Primitives as they are recorded on a machine: all but what brings columns there and back, and what is fused. None of them waits for anything. */
type Recordable = Required<
  Omit<
    Primitives<GpuVector>,
    | ("executor" | "typeOf" | "place" | "take" | "release" | "foldMapped" | "collectMapped")
    | ("view" | "leading" | "ranked" | "countBetween" | "reduceByIndex" | "reduceByKey" | "foldPlan")
    | ("reduceProducts" | "flagFew" | "foldAcross" | "spreads")
  >
>;

export type RecordedPrimitives = {
  readonly [Name in keyof Recordable]: (
    ...given: Parameters<Recordable[Name]>
  ) => Awaited<ReturnType<Recordable[Name]>>;
};

const STEPS: {
  readonly [Name in keyof Recordable]: (
    machine: Machine,
    ...given: Parameters<Recordable[Name]>
  ) => ReturnType<RecordedPrimitives[Name]>;
} = {
  map: (on, terms, left, right = []) => mapLazily(on, terms, slots(on, left), slots(on, right)),
  iota: (on, { length }) => iotaSlot(on, length),
  lengthOf: (on, { length }) => lengthSlot(on, length),
  fill: (on, type, value, length) => fillSlot(on, type, value, lengthLike(length)),
  slice: (on, vector, start, length) => sliceSlot(on, slotOf(on, vector), start, length),
  concat: (on, first, second) => concatSlots(on, slotOf(on, first), slotOf(on, second)),
  gather: (on, columns, indices) => gatherSlots(on, slots(on, columns), slotOf(on, indices)),
  scatter: (on, columns, indices, into) =>
    scatterSlots(on, slots(on, columns), slotOf(on, indices), slots(on, into)),
  compact: (on, columns, flags) => compactSlots(on, slots(on, columns), sourceOf(flags)),
  partition: (on, columns, flags) => partitionSlots(on, slots(on, columns), sourceOf(flags)),
  flagIndices: (on, flags, isClosed) => flagIndexSlot(on, sourceOf(flags), isClosed),
  headFlags: (on, columns) => new LazyFlags({ kind: "heads", columns: slots(on, columns) }),
  segmentIds: (on, offsets, length) => segmentIdSlot(on, slotOf(on, offsets), lengthLike(length)),
  expand: (on, columns, counts, length) => expandSlots(on, slots(on, columns), slotOf(on, counts), length),
  sort: (on, keys, payload, order) => sortSlots(on, slotOf(on, keys), slots(on, payload), order),
  searchSorted: (on, sorted, queries, side, isDescending) =>
    searchSorted(on, slotOf(on, sorted), slotOf(on, queries), side, isDescending),
  reduce: (on, contract, columns) => reduceSlots(on, contract, slots(on, columns)),
  scan: (on, contract, observation, columns) => scanSlots(on, contract, observation, slots(on, columns)),
  segmented: (on, contract, observation, columns, offsets, empty) =>
    segmentedSlots(on, contract, observation, slots(on, columns), slotOf(on, offsets), empty),
  countIndices: (on, indices, binCount) => countIndexSlots(on, slotOf(on, indices), binCount),
};

type AnyStep = (machine: Machine, ...given: readonly unknown[]) => unknown;

const STEP_LIST = Object.entries(STEPS) as unknown as readonly (readonly [name: string, step: AnyStep])[];

/** The primitives on a machine. */
export function recordedPrimitives(machine: Machine): RecordedPrimitives {
  const methods = STEP_LIST.map(([name, record]) => {
    return [name, (...given: readonly unknown[]) => record(machine, ...given)];
  });
  return Object.fromEntries(methods);
}

/** The primitives over arrays: what they record, unless a call before has recorded the same, is run when something is taken. */
export function openWebGpuPrimitives(
  parts: GpuParts,
  signal: AbortSignal | undefined,
  lookBack?: LookBackSetting,
  fusionCounts?: Pick<FusionCounts, "elements">,
): Primitives<GpuVector> {
  const run = new ArrayRun(parts, signal, lookBack, fusionCounts);
  const methods = STEP_LIST.map(([name, record]) => [
    name,
    (...given: readonly unknown[]) =>
      run.step(`${name} ${stepKey(given)}`, (recording) => record(recording, ...given)),
  ]);
  return {
    ...(Object.fromEntries(methods) as RecordedPrimitives),
    foldMapped: (contract, observation, elements) =>
      run.step(`foldMapped ${stepKey([contract, observation, elements])}`, (on, counts) =>
        foldMappedSlots(on, counts, contract, observation, overSlots(on, elements)),
      ),
    collectMapped: (elements) =>
      run.step(`collectMapped ${stepKey(elements)}`, (on, counts) =>
        collectMappedSlots(on, counts, overSlots(on, elements)),
      ),
    reduceProducts: (contract, products) => {
      if (isNarrow(contract, products)) return undefined;
      return run.step(`reduceProducts ${stepKey([contract, products])}`, (on, counts) =>
        productSlots(on, counts, contract, productsOfSlots(on, products)),
      );
    },
    executor: EXECUTOR_NAME,
    typeOf: ({ type }) => type,
    place: run.place.bind(run),
    take: run.take.bind(run),
    release: run.release.bind(run),
  };
}

function slots(machine: Machine, vectors: readonly GpuVector[]): readonly Slot[] {
  return vectors.map((vector) => slotOf(machine, vector));
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

export function productsOfSlots(machine: Machine, products: GridProducts<GpuVector>): GridProducts<Slot> {
  const { left, right } = products;
  return {
    ...products,
    left: { ...left, vector: slotOf(machine, left.vector) },
    right: { ...right, vector: slotOf(machine, right.vector) },
  };
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
  checkTermsServed(terms);
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
  if (isOneSegment(contract, observation)) {
    const ends = [fillSlot(machine, "u32", 0, exactly(1)), lengthSlot(machine, length)] as const;
    return segmentedSlots(machine, contract, observation, columns, concatSlots(machine, ...ends), undefined);
  }
  const output = contract.sums.map((type) => machine.scratch(type, length));
  if (length.atMost > 0) machine.runPlan(contract, observation, { input: columns, output, length });
  return output;
}
