import {
  type Code,
  get,
  i32,
  i32Const,
  i64Const,
  type Local,
  set,
  store,
} from "../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { SCALAR_TYPE_FACTS } from "../../../../values/element-types.ts";
import { clearSlot } from "../../families/dyadic/kernels/block-roots.ts";
import type { BlockJoin } from "../../families/dyadic/kernels/dyadic-element.kernel.ts";
import { GROUP } from "../../families/dyadic/kernels/dyadic-group.kernel.ts";
import { type ColumnKernel, columnKernel } from "../../kernels/column-kernel.ts";
import { increase, offsetBy } from "../../kernels/counters.ts";
import { type Guard, openGuard } from "../../kernels/guard.ts";
import type { KernelSubject, Lanes, Slot, Value } from "../../kernels/lanes.ts";
import { type ArrayCursor, loadSlots, storeSlots } from "../../kernels/load-store.ts";
import { SLOT_BYTES, STATE, STATE_BYTES } from "../../kernels/state.ts";
import type { ShortTree } from "./segment-short.ts";

/** What the kernels over segments are specialised to, besides their subject. */
export interface SegmentTrees {
  readonly short: ShortTree; // of segments up to `longest`
  readonly longest: number; // elements of a segment that has code of its own; Infinity for a fold
  readonly blockLength: number; // of longer ones; Infinity for none
  readonly join: BlockJoin;
  readonly inRanges: boolean; // see Fit
  readonly straight: boolean;
  readonly grouped: boolean;
  readonly inUnits: boolean;
}

/** Behind the state's own fields, for each column: what an empty segment gives, and what stands before the next element of a scan. */
const EXTRA_STRIDE = 16;
const EMPTY = 0;
const BEFORE = 8;

/** Bytes of the state of a kernel over segments. */
export function segmentStateBytes(columnCount: number): number {
  return columnCount * (STATE_BYTES + EXTRA_STRIDE);
}

/** Where the value of an empty segment stands, by column. */
export function emptySlot(columnCount: number, column: number): number {
  return columnCount * STATE_BYTES + column * EXTRA_STRIDE + EMPTY;
}

export function loadEmpty(lanes: Lanes, state: Local): Value {
  return loadSlots(lanes, get(state), lanes.columns.length * STATE_BYTES + EMPTY, EXTRA_STRIDE);
}

export function loadBefore(lanes: Lanes, state: Local): Value {
  return loadSlots(lanes, get(state), lanes.columns.length * STATE_BYTES + BEFORE, EXTRA_STRIDE);
}

export function storeBefore(lanes: Lanes, state: Local, value: Value): Code {
  const offset = lanes.columns.length * STATE_BYTES + BEFORE;
  return storeSlots(lanes, get(state), value, offset, EXTRA_STRIDE);
}

/** Makes the state that of no elements. */
export function resetState(lanes: Lanes, state: Local, trees: SegmentTrees): Code {
  return [
    store("i64", get(state), i64Const(0n), STATE.inBlock),
    store("i64", get(state), i64Const(0n), STATE.blockIndex),
    trees.grouped ? clearBelowGroups(lanes, state) : [],
  ];
}

/** Groups never write the lowest slots, which a single block after them folds. */
function clearBelowGroups(lanes: Lanes, state: Local): Code {
  if (lanes.subject.identity === undefined) return [];
  const slot = lanes.builder.local("i32");
  return Array.from({ length: Math.log2(GROUP) }, (_, level) => [
    set(slot, offsetBy(get(state), STATE.blockRoots + level * SLOT_BYTES)),
    clearSlot(lanes, slot),
  ]);
}

/** Goes on by `count` elements: with the addresses of the columns, and with the place that other kernels are told. */
export function advanceBy(lanes: Lanes, { addresses }: ArrayCursor, place: Local, count: Code): Code {
  const moved = increase(place, bytesOrPlaces(lanes, count));
  if (addresses.length === 1) return moved; // the place is the address
  return [moved, addresses.map((address, column) => increase(address, bytesOf(lanes, column, count)))];
}

/** The place some elements on. */
export function placeAt(lanes: Lanes, place: Local, count: number): Code {
  const { bytes } = SCALAR_TYPE_FACTS[lanes.columns[0]];
  return offsetBy(get(place), lanes.columns.length === 1 ? count * bytes : count);
}

/** By how much a place moves on with `count` elements: by their bytes, or for records by their number. */
export function bytesOrPlaces(lanes: Lanes, count: Code): Code {
  return lanes.columns.length === 1 ? bytesOf(lanes, 0, count) : count;
}

/** The bytes of so many elements of a column. */
export function bytesOf(lanes: Lanes, column: number, count: Code): Code {
  const { bytes } = SCALAR_TYPE_FACTS[lanes.columns[column]];
  return bytes === 1 ? count : i32("shiftLeft", count, i32Const(Math.log2(bytes)));
}

/** Whether segments of any length are folded, so that there is no other way. */
export function isEndless({ longest }: SegmentTrees): boolean {
  return longest === Number.POSITIVE_INFINITY;
}

/** What the pieces of a walk over segments share: the kernel, and the segment at hand. */
export type SegmentWalk = ColumnKernel<(typeof WALK)[number]> & {
  readonly trees: SegmentTrees;
  readonly functions: Functions; // that it calls
  readonly guard: Guard;
  readonly count: Local; // elements of the segment
  readonly value: Slot; // its last value
};

const WALK = [
  "state",
  "input",
  "output",
  "ends", // address of the end of the next segment
  "segmentCount", // that are left
  "start", // of the next segment, or of what is left of it
  "end", // of the elements that may be read
  "isOpen", // the next segment has begun
  "scratch",
] as const;

/** Begins `name(state, input, output, ends, segmentCount, start, end, isOpen, scratch)`. */
export function segmentWalk(
  name: string,
  subject: KernelSubject,
  trees: SegmentTrees,
  functions: Functions,
): SegmentWalk {
  const kernel = columnKernel(subject, name, WALK);
  const { lanes, builder } = kernel;
  const guard = openGuard(lanes, "values");
  return { ...kernel, trees, functions, guard, count: builder.local("i32"), value: lanes.slot() };
}

/** Whether the segment at hand goes by the kernels that keep a state. */
export function isLong({ trees, isOpen, count }: SegmentWalk): Code {
  if (isEndless(trees)) return get(isOpen);
  return i32("or", get(isOpen), i32("less", i32Const(trees.longest), get(count)));
}

/** The functions of a module, by name. */
export type Functions = Readonly<Record<string, number>>;

export function indexOf(parts: readonly FunctionBuilder[]): Functions {
  return Object.fromEntries(parts.map(({ name }, i) => [name, i]));
}
