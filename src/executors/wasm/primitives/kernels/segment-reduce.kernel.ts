import {
  type Code,
  call,
  get,
  i32,
  i32Const,
  type Local,
  load,
  select,
  set,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
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
import { decrease, forEach, increase, increaseBy, offsetBy } from "../../kernels/counters.ts";
import { type Guard, openGuard } from "../../kernels/guard.ts";
import { assign, held, type KernelSubject, type Lanes, lanesOf, type Slot } from "../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  cursor,
  loadElements,
  loadSlots,
  observe,
  splatSlots,
  storeElements,
  storeVectors,
} from "../../kernels/memory.ts";
import { STATE } from "../../kernels/state.ts";
import { foldSequence, shortReduce, shortRoots } from "./segment-short.ts";
import {
  advanceBy,
  bytesOf,
  bytesOrPlaces,
  type Functions,
  indexOf,
  isEndless,
  loadEmpty,
  resetState,
  type SegmentTrees,
} from "./segment-walk.ts";
import { BATCH, singleValues, windowBatches, windowWidths } from "./segment-windows.ts";

/*
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

interface Walk {
  readonly subject: KernelSubject;
  readonly trees: SegmentTrees;
  readonly builder: FunctionBuilder;
  readonly lanes: Lanes;
  readonly state: Local;
  readonly input: Local;
  readonly ends: Local;
  readonly start: Local; // of what is left
  readonly isOpen: Local;
  readonly scratch: Local;
  readonly from: ArrayCursor;
  readonly guard: Guard;
  readonly count: Local; // elements of the segment at hand
  readonly value: Slot; // its reduce
  readonly functions: Functions;
}

function walk(subject: KernelSubject, trees: SegmentTrees, functions: Functions): FunctionBuilder {
  const builder = new FunctionBuilder(
    "segmentReduce",
    Array.from({ length: 9 }, () => "i32" as const),
  );
  const [state, input, output, ends, segmentCount, start, end, isOpen, scratch] = builder.parameters;
  const lanes = lanesOf(subject, builder);
  const from = cursor(lanes, state, input, "input");
  const to = cursor(lanes, state, output, "output");
  const guard = openGuard(lanes, "values");
  const count = builder.local("i32");
  const value = lanes.slot();
  const places = { state, input, ends, start, isOpen, scratch, from };
  const all: Walk = { subject, trees, builder, lanes, ...places, guard, count, value, functions };
  const isLong = isEndless(trees)
    ? get(isOpen)
    : i32("or", get(isOpen), i32("less", i32Const(trees.longest), get(count)));
  const observed = [
    long(all),
    call(functions.observe, get(state)),
    assign(value, loadSlots(lanes, get(state), STATE.result)),
    set(isOpen, i32Const(0)),
  ];
  const windows = windowsOf(all, { to, segmentCount, end });
  builder.body = [
    from.open,
    to.open,
    windows.open,
    forEach(segmentCount, [
      windows.batch,
      set(count, i32("subtract", load("i32", get(ends)), get(start))),
      when(
        isLong,
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
  ];
  return builder;
}

/**
 * Many short segments at once: code before the loop, and code at the head of a round that may end it. The last of a segment's prefixes
 * is its reduce; they go to scratch, behind the value of an empty segment, so that there is one to read for every length.
 */
function windowsOf(
  { subject, trees, builder, lanes, state, scratch, from, guard, count, value, ...all }: Walk,
  { to, segmentCount, end }: { readonly to: ArrayCursor; readonly segmentCount: Local; readonly end: Local },
): { readonly open: Code; readonly batch: Code } {
  const widths = windowWidths(subject, trees);
  const initial = subject.hasOutsideInitial ? lanes.laneSlot() : undefined;
  const places: ArrayCursor = { addresses: lanes.columns.map(() => builder.local("i32")), open: [] };
  const last: ArrayCursor = { addresses: lanes.columns.map(() => builder.local("i32")), open: [] };
  const { ends, start, isOpen } = all;
  const batch = windowBatches({
    ...{ subject, lanes, builder, widths, from, isOpen, segmentCount, count, ends, start, end },
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
      advanceBy(lanes, from, all.input, get(count)),
    ],
    single(index) {
      const { code, value: single } = singleValues(lanes, from, initial, index);
      return [code, storeVectors(lanes, to, held(single), index)];
    },
    afterSingles: [advanceBy(lanes, from, all.input, i32Const(BATCH)), advance(lanes, to, BATCH)],
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
function inTwo(all: Walk): Code {
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
function long(all: Walk): Code {
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
function short(all: Walk): Code {
  const { lanes, state, value } = all;
  return [shortTree(all, value), observe(lanes, state, value)];
}

/** `value` becomes the tree over `count` elements, at least one; goes on behind them. */
function shortTree({ trees, builder, lanes, input, from, count }: Walk, value: Slot): Code {
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
 * `resumeReduce(state, input, count, position, complete, scratch)`: the next elements of one segment, from `position` in it on, without
 * regard to blocks: units, strips and elements of the `complete` first, then of the tail, as two ranges.
 */
function resumeReduce(subject: KernelSubject, trees: SegmentTrees, functions: Functions): FunctionBuilder {
  const builder = new FunctionBuilder(
    "resumeReduce",
    Array.from({ length: 6 }, () => "i32" as const),
  );
  const [state, input, count, position, complete, scratch] = builder.parameters;
  const lanes = lanesOf(subject, builder);
  const unit = unitLength(lanes.laneCount);
  const strip = stripLength(lanes.laneCount);
  const offset = builder.local("i32");
  const left = builder.local("i32");
  const taken = builder.local("i32");
  const places = [get(state), get(input)];
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
  builder.body = whileLoop(get(count), [
    when(
      isInBlocks,
      [
        set(offset, get(position)),
        set(left, smaller(get(count), i32("subtract", get(complete), get(position)))),
      ],
      [set(offset, i32("subtract", get(position), get(complete))), set(left, get(count))],
    ),
    when(fits(unit), units, when(fits(strip), strips, elements)),
    increase(input, bytesOrPlaces(lanes, get(taken))),
    increase(position, get(taken)),
    decrease(count, get(taken)),
    hasBlocks ? when(i32("equal", get(position), get(complete)), call(functions.collapse, get(state))) : [],
  ]);
  return builder;
}

function smaller(first: Code, second: Code): Code {
  return select(first, second, i32("less", first, second));
}
