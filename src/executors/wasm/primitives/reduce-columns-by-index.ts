import { type ColumnContract, scalarTypesOf } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";

import { EmptyInputError } from "../../../values/errors.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { Kernels } from "../memory/arena.ts";
import { slotType, slotValueBytes, writeElement } from "../memory/elements.ts";
import type { Heap } from "../memory/heap.ts";
import type { RunnerSetting } from "../runner.ts";
import { settingOf } from "../setting.ts";
import { type BinSubject, type BinTree, giveValues, takeElements } from "./kernels/reduce-by-index.kernel.ts";
import type { WasmParts } from "./parts.ts";
import { segmentedServing } from "./segmented-serving.ts";
import { CHUNK_LENGTH, forChunks, type Workspace } from "./work-memory.ts";

/**
 * Bytes of state up to which one look at each element beats a sort by index: those of a last-level cache. Sums of 2^16 to 2^22 doubles took
 * 4 to 15 ns an element up to 65,536 bins, and by a sort 11 to 60; with 262,144 bins the sort was ahead at 2^19.
 */
const MOST_TREE_BYTES = 2 ** 25;
/** The same where the state is one value. */
const MOST_CHAIN_BYTES = 2 ** 28;

/** Elements that wait for each other, and with more than some terms fewer: their combines stand one after the other in the code. */
const WIDTH_LEVEL = 4;
const WIDTH_LEVEL_OF_LARGE_TERMS = 2;
const LARGE_TERMS = 12;

/** How the elements of bins are reduced, each bin's with a state of its own. */
export interface BinPlan {
  readonly contract: ColumnContract;
  readonly setting: RunnerSetting;
  readonly tree: BinTree;
  readonly levelCount: number;
  readonly mostBins: number; // with more, a sort by bin is the better way
  readonly isBackward: boolean; // elements are to be taken last first
}

/** See BinPlan; undefined for a contract whose state is not known, for which a sort by bin is the only way. */
export function planBins(parts: WasmParts, contract: ColumnContract, length: number): BinPlan | undefined {
  const setting = settingOf(parts.machine, contract);
  const tree = treeOf(contract, setting);
  if (tree === undefined) return undefined;
  const sums = setting.subject.terms.columns;
  const valueBytes = sums.reduce((bytes, type) => bytes + slotValueBytes(type), 0);
  const levelCount = tree.kind === "chain" ? 0 : levelsFor(length, tree.widthLevel);
  const valueCount = tree.kind === "chain" ? 1 : 2 ** tree.widthLevel + levelCount;
  const mostBytes = tree.kind === "chain" ? MOST_CHAIN_BYTES : MOST_TREE_BYTES;
  const mostBins = Math.floor(mostBytes / (4 + valueBytes * valueCount));
  const isBackward = contract.direction === "backward";
  return { contract, setting, tree, levelCount, mostBins, isBackward };
}

/** By which state a contract is computed; undefined where there is no fixed one. */
function treeOf(contract: ColumnContract, { subject }: RunnerSetting): BinTree | undefined {
  const { expression, initial } = contract;
  const isFilled = subject.identity !== undefined || initial?.placement === "first";
  if (takesAnyTree(contract)) return { kind: "chain", isFilled };
  const blocks = segmentedServing(expression).blocksFor?.(() => Number.POSITIVE_INFINITY);
  if (blocks === "none") return { kind: "chain", isFilled };
  if (blocks === undefined || blocks.join === "linear") return undefined;
  const blockLevel = Math.log2(blocks.length);
  if (blockLevel !== Number.POSITIVE_INFINITY && !Number.isInteger(blockLevel)) return undefined;
  const isLarge = subject.terms.list.nodes.length > LARGE_TERMS;
  return { kind: "tree", widthLevel: isLarge ? WIDTH_LEVEL_OF_LARGE_TERMS : WIDTH_LEVEL, blockLevel };
}

/** Roots that a bin may have of complete ranges of parts. */
function levelsFor(length: number, widthLevel: number): number {
  return Math.max(1, Math.floor(Math.log2(length + 1)) - widthLevel + 1);
}

/** The states of bins in a call's memory. */
interface Bins {
  /** Each element goes to the bin of its index; that of bin 0 is `first`. Addresses of the first of `count` indices, and of elements by column. */
  readonly take: (indices: number, elements: readonly number[], count: number, first: number) => void;
  /** How many elements each of the first bins has. */
  readonly counts: (binCount: number) => Uint32Array;
  /** The values of the first bins: `empty` where there is no element. @throws EmptyInputError where that has no value */
  readonly values: (binCount: number, empty: readonly Scalar[] | undefined) => readonly ColumnArray[];
}

/** Opens `binCount` bins. */
export function openBins(space: Workspace, plan: BinPlan, binCount: number): Bins {
  const { contract, setting, tree, levelCount, isBackward } = plan;
  const sums = setting.subject.terms.columns;
  const types = scalarTypesOf(contract);
  const kernels = binKernels(space, setting.key, { subject: setting.subject, types, tree, isBackward });
  const state = openState(space, plan, binCount);
  const startOf = (address: number, count: number, bytes: number): number =>
    isBackward ? address + (count - 1) * bytes : address;
  return {
    take(indices, elements, count, first) {
      const places = elements.flatMap((address, i) => [
        startOf(address, count, SCALAR_TYPE_FACTS[types[i]].bytes),
        state.parts[i],
        state.roots[i],
      ]);
      const from = startOf(indices, count, 4);
      kernels.takeElements(from, count, first, binCount, state.counts, levelCount, ...places);
    },
    counts(length) {
      const counted = countsOf(space, state, length).slice();
      return state.startCount === 0 ? counted : counted.map((count) => count - state.startCount);
    },
    values: (length, empty) => valuesOf(space, { kernels, state, sums, levelCount }, length, empty),
  };
}

function binKernels(space: Workspace, key: string, subject: BinSubject): Kernels {
  const { tree } = subject;
  const shape =
    tree.kind === "chain" ? `chain ${tree.isFilled}` : `tree ${tree.widthLevel} ${tree.blockLevel}`;
  return space.kernels(`reduceByIndex ${key} ${subject.types.join()} ${shape}`, () => [
    takeElements(subject),
    giveValues(subject),
  ]);
}

interface State {
  readonly startCount: number; // of a bin without elements
  readonly counts: number;
  readonly initial: number;
  readonly parts: readonly number[]; // by column
  readonly roots: readonly number[];
}

/** Room for the states of all bins, with what they begin with. */
function openState(
  space: Workspace,
  { contract, setting, tree, levelCount }: BinPlan,
  binCount: number,
): State {
  const { heap } = space;
  const sums = setting.subject.terms.columns;
  const width = tree.kind === "chain" ? 1 : 2 ** tree.widthLevel;
  const counts = space.allocate(binCount * 4);
  const initial = space.allocate(sums.length * 8);
  const parts = sums.map((type) => space.allocate(binCount * width * slotValueBytes(type)));
  const roots = sums.map((type) => space.allocate(binCount * levelCount * slotValueBytes(type)));
  const first = contract.initial?.placement === "first" ? contract.initial.value : undefined;
  const startCount = first !== undefined && tree.kind === "tree" ? 1 : 0; // as the first element of each bin
  heap.view("u32").fill(startCount, counts / 4, counts / 4 + binCount);
  setting.initial?.forEach((value, i) => {
    writeElement(heap, slotType(sums[i]), initial + i * 8, value);
  });
  const filling = first ?? (tree.kind === "chain" ? setting.subject.identity : undefined);
  filling?.forEach((value, i) => {
    const view = fillable(heap, slotType(sums[i]));
    const from = parts[i] / slotValueBytes(sums[i]);
    if (width === 1) view.fill(value, from, from + binCount);
    else for (let bin = 0; bin < binCount; bin++) view[from + bin * width] = value;
  });
  return { startCount, counts, initial, parts, roots };
}

interface Fillable {
  fill(value: Scalar, start: number, end: number): void;
  [index: number]: Scalar;
}

function fillable(heap: Heap, type: ScalarType): Fillable {
  return heap.view(type) as Fillable;
}

function countsOf({ heap }: Workspace, { counts }: State, binCount: number): Uint32Array {
  return heap.view("u32").subarray(counts / 4, counts / 4 + binCount) as Uint32Array;
}

interface Reduced {
  readonly kernels: Kernels;
  readonly state: State;
  readonly sums: readonly ScalarType[];
  readonly levelCount: number;
}

function valuesOf(
  space: Workspace,
  { kernels, state, sums, levelCount }: Reduced,
  binCount: number,
  empty: readonly Scalar[] | undefined,
): readonly ColumnArray[] {
  const { counts, initial, parts, roots } = state;
  if (empty === undefined) {
    const none = countsOf(space, state, binCount).indexOf(0);
    if (none >= 0) throw new EmptyInputError(`segment ${none}`);
  }
  const writers = sums.map((type) => space.writer(type, binCount));
  for (let start = 0; start < binCount; start += CHUNK_LENGTH) {
    const count = Math.min(CHUNK_LENGTH, binCount - start);
    empty?.forEach((value, i) => {
      const from = writers[i].address / SCALAR_TYPE_FACTS[sums[i]].bytes;
      fillable(space.heap, sums[i]).fill(value, from, from + count);
    });
    const places = writers.flatMap(({ address }, i) => [address, parts[i], roots[i]]);
    kernels.giveValues(start, count, counts, levelCount, initial, ...places);
    for (const writer of writers) writer.flush(start, count);
  }
  return writers.map(({ array }) => array);
}

/** What is reduced by index. */
interface ByIndex {
  readonly contract: ColumnContract;
  readonly indices: ColumnArray;
  readonly columns: readonly ColumnArray[];
  readonly binCount: number;
  readonly empty: readonly Scalar[] | undefined;
}

/** For each bin the reduce of its elements; undefined where a sort by index is the better way, or the only one. */
export function reduceColumnsByIndex(parts: WasmParts, by: ByIndex): readonly ColumnArray[] | undefined {
  const { contract, indices, columns, binCount, empty } = by;
  const plan = planBins(parts, contract, indices.length);
  if (plan === undefined || binCount > plan.mostBins) return undefined;
  parts.counts.reduceByIndex += indices.length;
  return parts.work.on([indices, ...columns], (space) => {
    const bins = openBins(space, plan, binCount);
    takeAll(space, bins, { indices, columns, first: 0, isBackward: plan.isBackward });
    return bins.values(binCount, empty);
  });
}

/** Elements with the indices of their bins; that of bin 0 is `first`. */
interface Indexed extends Pick<ByIndex, "indices" | "columns"> {
  readonly first: number;
  readonly isBackward: boolean; // the last ones first
}

/** All elements go to their bins. */
export function takeAll(
  space: Workspace,
  bins: Bins,
  { indices, columns, first, isBackward }: Indexed,
): void {
  const { length } = indices;
  const indexReader = space.reader(indices);
  const readers = columns.map((column) => space.reader(column));
  forChunks(length, (from, count) => {
    const start = isBackward ? length - from - count : from;
    const elements = readers.map((reader) => reader.at(start, count));
    bins.take(indexReader.at(start, count), elements, count, first);
  });
}
