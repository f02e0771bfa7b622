import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  type Local,
  load,
  set,
  tee,
  vector,
  when,
} from "../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { decrease, increaseBy } from "../../kernels/counters.ts";
import { assign, held, type KernelSubject, type Lanes, type Slot } from "../../kernels/lanes.ts";
import { type ArrayCursor, canonicalLanes, loadVectors, splatConsts } from "../../kernels/load-store.ts";
import { prefixesAlong } from "../../kernels/prefixes.ts";
import { longestShort } from "./segment-short.ts";
import type { SegmentTrees, SegmentWalk } from "./segment-walk.ts";

/*
 * Many short segments, without a jump that depends on a length.
 *
 *   look at BATCH segments: the longest of them decides on a width W
 *   for each: the prefixes of W elements from its start on, in vectors, whatever its length
 *   BATCH segments of one element each are their elements
 *
 * What is computed beyond the end of a segment is garbage, which the segments that follow in order overwrite; no combine
 * traps. So W elements must be there behind the start of each, and as much room: near the end of the elements each segment goes its own way.
 */

/** Segments that are looked at together: with 8 the widths change too often, with 32 one long segment spoils too many. */
export const BATCH = 16;

const WIDTHS = [4, 8, 16, 32];

/** The widest window where segments would be folded, on lanes of 8 bytes. */
const WIDEST_FOLD = 16;

/** Elements of a batch above which the widest window on lanes of 8 bytes beats jumps that are guessed wrong. */
const LEAST_FOR_WIDEST = 200;

/** The widths of windows that serve: no wider than the first block, whose prefixes they are. */
export function windowWidths(
  { terms }: KernelSubject,
  { blockLength, short, longest }: SegmentTrees,
): readonly number[] {
  const { laneBytes, list } = terms;
  if (laneBytes === undefined || longest === Number.POSITIVE_INFINITY) return [];
  // A fold of few elements costs less than the wide tree that it stands for.
  const ofFold = short === "fold" && laneBytes === 8 ? WIDEST_FOLD : Number.POSITIVE_INFINITY;
  const widest = Math.min(longestShort(list.nodes.length), blockLength, ofFold);
  return WIDTHS.filter((width) => width <= widest && width >= 16 / laneBytes);
}

/** What becomes of the windows. */
interface WindowSink {
  readonly before: Code; // before the vectors of a segment
  /** What becomes of a vector of prefixes; it may change the slot. */
  readonly emit: (index: number, prefixes: Slot) => Code;
  readonly after: Code; // after them: goes on to the next segment
  /** What becomes of a vector of elements each of which is a segment. */
  readonly single: (index: number) => Code;
  readonly afterSingles: Code; // after BATCH of them: goes on to the next segment
}

/** Code before a loop over segments, and code at the head of its rounds, which takes BATCH segments, where they are short, and begins anew. */
export function windowBatches(
  walk: SegmentWalk,
  widths: readonly number[],
  sink: WindowSink,
): { readonly open: Code; readonly code: Code } {
  const { lanes, builder, isOpen, segmentCount } = walk;
  const { subject } = lanes;
  if (widths.length === 0) return { open: [], code: [] };
  const neutral = subject.identity === undefined ? undefined : lanes.laneSlot();
  const isDone = builder.local("i32");
  const mayTry = i32("and", i32("zero", get(isOpen)), i32("less", i32Const(BATCH - 1), get(segmentCount)));
  const taken = [decrease(segmentCount, i32Const(BATCH)), AGAIN_FROM_INNER_WHEN];
  return {
    open: neutral === undefined ? [] : assign(neutral, splatConsts(lanes, subject.identity ?? [])),
    code: when(mayTry, [tryBatch({ walk, widths, sink, neutral, isDone }), when(get(isDone), taken)]),
  };
}

/** `br` out of two arms to the head of the loop around them. */
const AGAIN_FROM_INNER_WHEN: Code = [0x0c, 2];

interface Batch {
  readonly walk: SegmentWalk;
  readonly widths: readonly number[];
  readonly sink: WindowSink;
  readonly neutral: Slot | undefined;
  readonly isDone: Local;
}

/** Takes the next BATCH segments, if they are short enough: then `isDone` is 1, else 0. */
function tryBatch({ walk, widths, sink, neutral, isDone }: Batch): Code {
  const { builder, lanes, ends, start, end } = walk;
  const longest = builder.local("i32");
  const lastEnd = builder.local("i32");
  const room = builder.local("i32");
  const left = builder.local("i32");
  const isEnough = i32("less", i32Const(LEAST_FOR_WIDEST), i32("subtract", get(lastEnd), get(start)));
  const attempt = ([width, ...wider]: readonly number[]): Code => {
    if (width === undefined) return [];
    const fits = i32(
      "and",
      i32("less", get(longest), i32Const(width + 1)),
      i32("less", i32Const(width - 1), get(room)),
    );
    const run = [
      set(left, i32Const(BATCH)),
      doWhile(window(walk, sink, width, neutral), tee(left, i32("subtract", get(left), i32Const(1)))),
      set(isDone, i32Const(1)),
    ];
    const pays = width === 32 && lanes.laneCount === 2 ? i32("and", fits, isEnough) : fits;
    return when(pays, run, attempt(wider));
  };
  const hasSingles = i32("equal", i32("subtract", get(lastEnd), get(start)), i32Const(BATCH));
  const areSingles = i32("and", i32("equal", get(longest), i32Const(1)), hasSingles);
  const singles = [
    Array.from({ length: BATCH / lanes.laneCount }, (_, i) => sink.single(i * lanes.laneCount)),
    sink.afterSingles,
    set(start, get(lastEnd)),
    increaseBy(ends, BATCH * 4),
    set(isDone, i32Const(1)),
  ];
  return [
    set(isDone, i32Const(0)),
    longestOf(builder, ends, longest),
    set(lastEnd, load("i32", get(ends), (BATCH - 1) * 4)),
    set(room, i32("subtract", get(end), get(lastEnd))),
    when(areSingles, singles, attempt(widths)),
  ];
}

/** The observed prefixes of elements that are segments: each is itself, combined with the initial value, if there is one, NaNs canonical. */
export function singleValues(
  lanes: Lanes,
  from: ArrayCursor,
  initial: Slot | undefined,
  index: number,
): {
  readonly code: Code;
  readonly value: Slot;
} {
  const value = lanes.laneSlot();
  const observed = initial === undefined ? [] : lanes.combineLanes(value, held(initial), held(value));
  return {
    code: [assign(value, loadVectors(lanes, from, index)), observed, canonicalLanes(lanes, value)],
    value,
  };
}

function window(
  { lanes, from, ends, start, count }: SegmentWalk,
  { emit, before, after }: WindowSink,
  width: number,
  neutral: Slot | undefined,
): Code {
  return [
    set(count, i32("subtract", load("i32", get(ends)), get(start))),
    before,
    prefixesAlong(lanes, width, {
      load: (index) => loadVectors(lanes, from, index),
      neutral,
      root: lanes.slot(),
      emit,
    }),
    after,
    set(start, load("i32", get(ends))),
    increaseBy(ends, 4),
  ];
}

/** The longest of the next BATCH segments: differences of neighbouring offsets, four at a time. */
function longestOf(builder: FunctionBuilder, ends: Local, longest: Local): Code {
  const starts = builder.local("i32");
  const most = builder.local("v128");
  const lengths = (place: number): Code =>
    vector(0xb1, load("v128", get(starts), place * 4 + 4), load("v128", get(starts), place * 4)); // i32x4.sub
  const larger = (other: Code): Code => vector(0xb9, get(most), other); // i32x4.max_u
  const lane = (index: number): Code => [get(most), 0xfd, 0x1b, index];
  const swapped: Code = [get(most), get(most), 0xfd, 0x0d, SWAPPED_HALVES];
  return [
    set(starts, i32("subtract", get(ends), i32Const(4))),
    set(most, lengths(0)),
    Array.from({ length: BATCH / 4 - 1 }, (_, i) => set(most, larger(lengths(i * 4 + 4)))),
    set(most, larger(swapped)),
    set(longest, lane(0)),
    when(i32("less", get(longest), lane(1)), set(longest, lane(1))),
  ];
}

const SWAPPED_HALVES = Array.from({ length: 16 }, (_, i) => (i + 8) % 16);
