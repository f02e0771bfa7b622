import {
  type Code,
  call,
  get,
  i32,
  i32Const,
  load,
  set,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import {
  collapse,
  elementReduce,
  observeDyadic,
} from "../../families/dyadic/kernels/dyadic-element.kernel.ts";
import {
  stripLength,
  stripReduce,
  unitLength,
  unitReduce,
} from "../../families/dyadic/kernels/dyadic-reduce.kernel.ts";
import { foldReduce, observeFold } from "../../families/fold/kernels/left-fold.kernel.ts";
import { columnKernel } from "../../kernels/column-kernel.ts";
import { decrease, forEach, increase, increaseBy, offsetBy, smaller } from "../../kernels/counters.ts";
import { assign, held, type KernelSubject, type Slot } from "../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  loadElements,
  loadSlots,
  observe,
  splatSlots,
  storeElements,
  storeVectors,
} from "../../kernels/load-store.ts";
import { STATE } from "../../kernels/state.ts";
import { foldSequence, shortReduce, shortRoots } from "./segment-short.ts";
import {
  advanceBy,
  bytesOf,
  bytesOrPlaces,
  type Functions,
  indexOf,
  isEndless,
  isLong,
  loadEmpty,
  resetState,
  type SegmentTrees,
  type SegmentWalk,
  segmentWalk,
} from "./segment-walk.ts";
import { BATCH, singleValues, windowBatches, windowWidths } from "./segment-windows.ts";

/*
 *   for each segment:  short: its tree in locals;  long: a fresh state, or the open one, then the kernels of a reduce
 *                      output = its value, where it ends
 *
 * The reduce of many segments, each as if alone: short ones in locals, long ones by the kernels of an unsegmented reduce, whose state
 * stays where it is when a segment goes on in the next call. An empty one gives what stands in its slot.
 */

/**
 * The functions of a module with `segmentReduce(state, input, output, ends, segmentCount, start, end, isOpen, scratch)`: as `segmentScan`,
 * but one value for each segment that ends. The offset before `ends` is where its first segment starts.
 */
export function segmentReduce(subject: KernelSubject, trees: SegmentTrees): readonly FunctionBuilder[] {
  const parts = longKernels(subject, trees);
  const resume = trees.inRanges ? [resumeReduce(subject, trees, indexOf(parts))] : [];
  const all = [...parts, ...resume];
  return [...all, walk(subject, trees, indexOf(all))];
}

/** What the long segments go by. */
function longKernels(subject: KernelSubject, trees: SegmentTrees): readonly FunctionBuilder[] {
  if (isEndless(trees)) return [foldReduce(subject), observeFold(subject)];
  return [
    elementReduce(subject, trees.join),
    observeDyadic(subject, trees.join),
    ...(trees.inRanges ? [stripReduce(subject), unitReduce(subject), collapse(subject)] : []),
  ];
}

function walk(subject: KernelSubject, trees: SegmentTrees, functions: Functions): FunctionBuilder {
  const all = segmentWalk("segmentReduce", subject, trees, functions);
  const { lanes, state, to, ends, segmentCount, start, end, isOpen, guard, count, value } = all;
  const observed = [
    long(all),
    call(functions.observe, get(state)),
    assign(value, loadSlots(lanes, get(state), STATE.result)),
    set(isOpen, i32Const(0)),
  ];
  const windows = windowsOf(all);
  return all.define(
    windows.open,
    forEach(segmentCount, [
      windows.batch,
      set(count, i32("subtract", load("i32", get(ends)), get(start))),
      when(
        isLong(all),
        hasTails(trees) ? when(get(isOpen), observed, inTwo(all)) : observed,
        when(get(count), short(all), assign(value, loadEmpty(lanes, state))),
      ),
      guard.gather(held(value)),
      storeElements(lanes, to, held(value)),
      advance(lanes, to, 1),
      set(start, load("i32", get(ends))),
      increaseBy(ends, 4),
    ]),
    set(count, i32("subtract", get(end), get(start))),
    when(get(count), long(all)),
    guard.close(state),
  );
}

/**
 * Many short segments at once: code before the loop, and code at the head of a round that may end it. The last of a segment's prefixes
 * is its reduce; they go to scratch, behind the value of an empty segment, so that there is one to read for every length.
 */
function windowsOf(all: SegmentWalk): { readonly open: Code; readonly batch: Code } {
  const { trees, builder, lanes, state, input, scratch, from, to, guard, count, value } = all;
  const { subject } = lanes;
  const widths = windowWidths(subject, trees);
  const initial = subject.hasOutsideInitial ? lanes.laneSlot() : undefined;
  const places: ArrayCursor = { addresses: lanes.columns.map(() => builder.local("i32")), open: [] };
  const last: ArrayCursor = { addresses: lanes.columns.map(() => builder.local("i32")), open: [] };
  const batch = windowBatches(all, widths, {
    before: [],
    emit: (index, prefixes) => [
      initial === undefined ? [] : lanes.combineLanes(prefixes, held(initial), held(prefixes)),
      storeVectors(lanes, places, held(prefixes), index + 1),
    ],
    after: [
      places.addresses.map((address, column) => set(last.addresses[column], get(address))),
      last.addresses.map((address, column) => increase(address, bytesOf(lanes, column, get(count)))),
      assign(value, loadElements(lanes, last)),
      guard.gather(held(value)),
      storeElements(lanes, to, held(value)),
      advance(lanes, to, 1),
      advanceBy(lanes, from, input, get(count)),
    ],
    single(index) {
      const { code, value: single } = singleValues(lanes, from, initial, index);
      return [code, storeVectors(lanes, to, held(single), index)];
    },
    afterSingles: [advanceBy(lanes, from, input, i32Const(BATCH)), advance(lanes, to, BATCH)],
  });
  const open = [
    places.addresses.map((address, column) =>
      set(address, offsetBy(get(scratch), windowOffset(lanes.columns.length, column))),
    ),
    storeElements(lanes, places, loadEmpty(lanes, state)),
    initial === undefined ? [] : assign(initial, splatSlots(lanes, get(state), STATE.initial)),
    batch.open,
  ];
  return widths.length === 0 ? { open: [], batch: [] } : { open, batch: batch.code };
}

/** Where the window of a column lies in scratch: behind what units use. */
function windowOffset(columnCount: number, column: number): number {
  return 8192 * columnCount + 512 * column;
}

/** Whether what is left behind whole blocks has code of its own. */
function hasTails({ inRanges, short, blockLength, longest }: SegmentTrees): boolean {
  const hasBlocks = blockLength !== Number.POSITIVE_INFINITY;
  return inRanges && hasBlocks && (short === "fold" || blockLength - 1 <= longest) && longest >= blockLength;
}

/** A segment of at least one block that is seen whole: its blocks by the kernels that keep a state, what is left in locals. */
function inTwo(all: SegmentWalk): Code {
  const { trees, builder, lanes, state, input, from, count, value, functions, scratch } = all;
  const complete = builder.local("i32");
  const tail = lanes.slot();
  const places = [get(state), get(input)];
  return [
    resetState(lanes, state, trees),
    set(complete, completeOf(trees, get(count))),
    call(functions.resumeReduce, ...places, get(complete), i32Const(0), get(complete), get(scratch)),
    assign(value, loadSlots(lanes, get(state), STATE.blockRoots)),
    advanceBy(lanes, from, input, get(complete)),
    decrease(count, get(complete)),
    when(get(count), [shortTree(all, tail), lanes.combine(value, held(value), held(tail))]),
    observe(lanes, state, value),
  ];
}

/** Elements of a segment by the kernels that keep a state. */
function long(all: SegmentWalk): Code {
  const { trees, lanes, state, input, ends, start, from, count, functions, scratch } = all;
  const places = [get(state), get(input)];
  const segmentStart = load("i32", i32("subtract", get(ends), i32Const(4)));
  const whole = i32("subtract", load("i32", get(ends)), segmentStart);
  const position = i32("subtract", get(start), segmentStart);
  const reduce = isEndless(trees)
    ? call(functions.foldReduce, ...places, get(count))
    : trees.inRanges
      ? call(functions.resumeReduce, ...places, get(count), position, completeOf(trees, whole), get(scratch))
      : call(functions.elementReduce, ...places, get(count));
  return [
    when(i32("zero", get(all.isOpen)), resetState(lanes, state, trees)),
    reduce,
    advanceBy(lanes, from, input, get(count)),
  ];
}

/** A length cut to whole blocks, of a power-of-two length where there are any. */
function completeOf({ blockLength }: SegmentTrees, length: Code): Code {
  if (blockLength === Number.POSITIVE_INFINITY) return length;
  return i32("and", length, i32Const(-blockLength));
}

/** A segment that is seen whole, in locals. */
function short(all: SegmentWalk): Code {
  const { lanes, state, value } = all;
  return [shortTree(all, value), observe(lanes, state, value)];
}

/** `value` becomes the tree over `count` elements, at least one; goes on behind them. */
function shortTree({ trees, builder, lanes, input, from, count }: SegmentWalk, value: Slot): Code {
  const { longest } = trees;
  if (trees.short === "dyadic") {
    return [
      shortReduce({ lanes, from, count, longest, value }, shortRoots(lanes, longest)),
      advanceBy(lanes, from, input, get(count)),
    ];
  }
  const left = builder.local("i32");
  return [
    set(left, get(count)),
    foldSequence({ lanes, from, count: left, value }, []),
    lanes.columns.length === 1 ? [] : increase(input, get(count)),
  ];
}

/**
 * `resumeReduce(state, place, count, position, complete, scratch)`: the next elements of one segment, from `position` in it on, without
 * regard to blocks: units, strips and elements of the `complete` first, then of the tail, as two ranges.
 */
function resumeReduce(subject: KernelSubject, trees: SegmentTrees, functions: Functions): FunctionBuilder {
  const parameters = ["state", "place", "count", "position", "complete", "scratch"] as const;
  const kernel = columnKernel(subject, "resumeReduce", parameters);
  const { lanes, builder, state, place, count, position, complete, scratch } = kernel;
  const unit = unitLength(lanes.laneCount);
  const strip = stripLength(lanes.laneCount);
  const offset = builder.local("i32");
  const left = builder.local("i32");
  const taken = builder.local("i32");
  const places = [get(state), get(place)];
  const inPieces = (length: number, available: Code, run: Code): Code => [
    set(taken, i32("shiftRight", available, i32Const(Math.log2(length)))),
    run,
    set(taken, i32("shiftLeft", get(taken), i32Const(Math.log2(length)))),
  ];
  const within = (length: number): Code => i32("and", get(offset), i32Const(length - 1));
  const fits = (length: number): Code =>
    i32("and", i32("zero", within(length)), i32("less", i32Const(length - 1), get(left)));
  const toUnit = smaller(get(left), i32("subtract", i32Const(unit), within(unit)));
  const elements = [
    set(taken, smaller(get(left), i32("subtract", i32Const(strip), within(strip)))),
    call(functions.elementReduce, ...places, get(taken)),
  ];
  const strips = inPieces(strip, toUnit, call(functions.stripReduce, ...places, get(taken)));
  const units = inPieces(unit, get(left), call(functions.unitReduce, ...places, get(taken), get(scratch)));
  const hasBlocks = trees.blockLength !== Number.POSITIVE_INFINITY;
  const isInBlocks = i32("less", get(position), get(complete));
  return kernel.define(
    whileLoop(get(count), [
      when(
        isInBlocks,
        [
          set(offset, get(position)),
          set(left, smaller(get(count), i32("subtract", get(complete), get(position)))),
        ],
        [set(offset, i32("subtract", get(position), get(complete))), set(left, get(count))],
      ),
      when(fits(unit), units, when(fits(strip), strips, elements)),
      increase(place, bytesOrPlaces(lanes, get(taken))),
      increase(position, get(taken)),
      decrease(count, get(taken)),
      hasBlocks ? when(i32("equal", get(position), get(complete)), call(functions.collapse, get(state))) : [],
    ]),
  );
}
