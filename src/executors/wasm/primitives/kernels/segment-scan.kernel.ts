import {
  type Code,
  call,
  get,
  i32,
  i32Const,
  type Local,
  load,
  set,
  when,
} from "../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import { SCALAR_TYPE_FACTS } from "../../../../values/element-types.ts";
import { foldScan } from "../../families/fold/kernels/left-fold.kernel.ts";
import { forEach, increase, increaseBy } from "../../kernels/counters.ts";
import { assign, held, type KernelSubject, type Lanes, type Value } from "../../kernels/lanes.ts";
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
import { resumeScan } from "./segment-resume.kernel.ts";
import { foldSequence, shortPrefixes, shortRoots } from "./segment-short.ts";
import {
  advanceBy,
  type Functions,
  indexOf,
  isEndless,
  isLong,
  loadBefore,
  placeAt,
  resetState,
  type SegmentTrees,
  type SegmentWalk,
  segmentWalk,
  storeBefore,
} from "./segment-walk.ts";
import { BATCH, singleValues, windowBatches, windowWidths } from "./segment-windows.ts";

/*
 * The prefixes of many segments, each as if alone.
 *
 *   for each segment:  short:  its own straight-line code, all state in locals
 *                      long:   a fresh state, then groups, blocks, units and elements as in an unsegmented scan; the tail by the first way
 *
 * A segment may have begun before the elements of one call, and may go on after them: its state stays where that of a scan stays. An
 * exclusive scan writes each value one place on, and before the first the initial value, or what the last call left. The value of a
 * segment's last element then has no place, and is not computed.
 */

/**
 * The functions of a module with `segmentScan(state, input, output, ends, segmentCount, start, end, isOpen, scratch)`: the elements
 * [start, end) are those of so many segments, which end at the offsets from `ends` on, and of the beginning of one more. `isOpen` says that
 * the first of them had elements before. An exclusive scan may write one element more than it is given.
 */
export function segmentScan(
  subject: KernelSubject,
  trees: SegmentTrees,
  isExclusive: boolean,
): readonly FunctionBuilder[] {
  const parts = isEndless(trees) ? [foldScan(subject)] : resumeScan(subject, trees);
  return [...parts, walk(subject, trees, isExclusive, indexOf(parts))];
}

interface Walk extends SegmentWalk {
  readonly taken: Local; // elements of the segment that are combined
  readonly isExclusive: boolean;
}

function walk(
  subject: KernelSubject,
  trees: SegmentTrees,
  isExclusive: boolean,
  functions: Functions,
): FunctionBuilder {
  const kernel = segmentWalk("segmentScan", subject, trees, functions);
  const { builder, state, ends, segmentCount, start, end, isOpen, guard, count } = kernel;
  const all: Walk = { ...kernel, taken: isExclusive ? builder.local("i32") : count, isExclusive };
  const stop = builder.local("i32");
  const windows = windowsOf(all);
  return kernel.define(
    windows.open,
    forEach(segmentCount, [
      windows.batch,
      set(stop, load("i32", get(ends))),
      increaseBy(ends, 4),
      set(count, i32("subtract", get(stop), get(start))),
      set(start, get(stop)),
      when(isLong(all), [long(all, true), set(isOpen, i32Const(0))], when(get(count), short(all))),
    ]),
    set(count, i32("subtract", get(end), get(start))),
    when(get(count), long(all, false)),
    guard.close(state),
  );
}

/** Many short segments at once: code before the loop, and code at the head of a round that may end it. */
function windowsOf(all: Walk): { readonly open: Code; readonly batch: Code } {
  const { lanes, state, from, to, guard, count, isExclusive } = all;
  const { subject } = lanes;
  const initial = subject.hasOutsideInitial ? lanes.laneSlot() : undefined;
  const shift = isExclusive ? 1 : 0;
  const single = (index: number): Code => {
    if (isExclusive && initial !== undefined) return storeVectors(lanes, to, held(initial), index);
    const { code, value } = singleValues(lanes, from, initial, index);
    return [code, storeVectors(lanes, to, held(value), index)];
  };
  const batch = windowBatches(all, windowWidths(subject, all.trees), {
    before: isExclusive ? storeElements(lanes, to, loadSlots(lanes, get(state), STATE.initial)) : [],
    emit: (index, prefixes) => [
      initial === undefined ? [] : lanes.combineLanes(prefixes, held(initial), held(prefixes)),
      storeVectors(lanes, to, held(prefixes), index + shift),
    ],
    after: [
      advanceBy(lanes, from, all.input, get(count)),
      advanceBy(lanes, to, all.output, get(count)),
      // Of an empty segment that of the one before, if there is one: it makes none suspect that is not.
      guard.gather(lastElement(lanes, to)),
    ],
    single,
    afterSingles: [
      advanceBy(lanes, from, all.input, i32Const(BATCH)),
      advanceBy(lanes, to, all.output, i32Const(BATCH)),
    ],
  });
  const splat = initial === undefined ? [] : assign(initial, splatSlots(lanes, get(state), STATE.initial));
  return { open: [splat, batch.open], batch: batch.code };
}

/** Elements of a segment, which ends with them or goes on, by the kernels that keep a state. */
function long(all: Walk, isEnd: boolean): Code {
  const { trees, lanes, state, to, guard, taken, value, isExclusive, functions } = all;
  const shift = isExclusive ? 1 : 0;
  const operands = [get(state), get(all.input), placeAt(lanes, all.output, shift), get(taken)];
  const scan = isEndless(trees)
    ? call(functions.foldScan, ...operands)
    : call(functions.resumeScan, ...operands, i32Const(isEnd ? 1 : 0), get(all.scratch));
  const initial = loadSlots(lanes, get(state), STATE.initial);
  const keepsLast = isExclusive && !isEnd;
  return [
    when(i32("zero", get(all.isOpen)), [
      resetState(lanes, state, trees),
      isExclusive ? storeBefore(lanes, state, initial) : [],
    ]),
    isExclusive
      ? [
          assign(value, loadBefore(lanes, state)),
          storeElements(lanes, to, held(value)),
          guard.gather(held(value)),
        ]
      : [],
    take(all, isEnd),
    when(get(taken), scan),
    goOn(all),
    keepsLast ? [assign(value, loadElements(lanes, to)), storeBefore(lanes, state, held(value))] : [],
    keepsLast ? guard.gather(held(value)) : guard.gather(lastElement(lanes, to)),
  ];
}

/** A segment that is seen whole, in locals. */
function short(all: Walk): Code {
  const { trees, builder, lanes, state, from, to, guard, taken, value, isExclusive } = all;
  const { subject } = lanes;
  const shift = isExclusive ? 1 : 0;
  const observed = subject.hasOutsideInitial ? lanes.slot() : value;
  const emit = (position: number): Code => [
    subject.hasOutsideInitial ? assign(observed, held(value)) : [],
    observe(lanes, state, observed),
    storeElements(lanes, to, held(observed), position + shift),
  ];
  const isFold = trees.short === "fold";
  const left = isFold ? builder.local("i32") : taken;
  const sequence = { lanes, from, count: left, longest: trees.longest, value };
  const prefixes = isFold
    ? [set(left, get(taken)), foldSequence(sequence, [emit(0), advance(lanes, to, 1)])]
    : shortPrefixes(sequence, shortRoots(lanes, trees.longest), emit);
  const gathered = [prefixes, guard.gather(held(value))];
  return [
    isExclusive ? storeElements(lanes, to, loadSlots(lanes, get(state), STATE.initial)) : [],
    take(all, true),
    isExclusive ? when(get(taken), gathered) : gathered,
    isFold ? afterFold(all, shift) : goOn(all),
  ];
}

/** An exclusive scan does not combine the last element of a segment. */
function take({ taken, count, isExclusive }: Walk, isEnd: boolean): Code {
  return isExclusive ? set(taken, i32("subtract", get(count), i32Const(isEnd ? 1 : 0))) : [];
}

function goOn({ lanes, from, to, input, output, count }: Walk): Code {
  return [advanceBy(lanes, from, input, get(count)), advanceBy(lanes, to, output, get(count))];
}

/** A fold moves the addresses itself, by as many elements as it takes; the places of records are apart from them. */
function afterFold({ lanes, from, to, input, output, count }: Walk, shift: number): Code {
  return [
    shift === 0 ? [] : [advance(lanes, from, shift), advance(lanes, to, shift)],
    lanes.columns.length === 1 ? [] : [increase(input, get(count)), increase(output, get(count))],
  ];
}

/** The element before a cursor, for a guard: of one column, or not asked for. */
function lastElement(lanes: Lanes, { addresses }: ArrayCursor): Value {
  if (addresses.length > 1) return [];
  const [type] = lanes.columns;
  const address = i32("subtract", get(addresses[0]), i32Const(SCALAR_TYPE_FACTS[type].bytes));
  return type === "bool" ? [] : [load(valueTypeOf(type), address)];
}
