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
import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { blockScan } from "../../families/dyadic/kernels/dyadic-block.kernel.ts";
import { elementScan } from "../../families/dyadic/kernels/dyadic-element.kernel.ts";
import { GROUP, groupScan } from "../../families/dyadic/kernels/dyadic-group.kernel.ts";
import { UNIT, unitScan } from "../../families/dyadic/kernels/dyadic-unit.kernel.ts";
import { columnKernel } from "../../kernels/column-kernel.ts";
import { decrease, forEach, increase, offsetBy, smaller } from "../../kernels/counters.ts";
import { assign, held, type KernelSubject } from "../../kernels/lanes.ts";
import { advance, loadElements, loadSlots, observe, storeElements } from "../../kernels/load-store.ts";
import { STATE } from "../../kernels/state.ts";
import { shortPrefixes, shortRoots } from "./segment-short.ts";
import { bytesOrPlaces, type Functions, indexOf, type SegmentTrees } from "./segment-walk.ts";

/*
 *   while elements are left: a group, blocks, a unit or elements, whichever fits the position;  at the end of the segment its tail
 *
 * A long segment, by the kernels of an unsegmented scan: groups where one begins, blocks, units, elements, and the tail behind whole
 * blocks in locals. As a function beside them, because calls within WebAssembly cost little and one for each segment from without does not.
 */

/** The functions of a module with `resumeScan(state, place, outputPlace, count, isEnd, scratch)`: the next elements of a segment that ends or goes on. */
export function resumeScan(subject: KernelSubject, trees: SegmentTrees): readonly FunctionBuilder[] {
  const { blockLength, join } = trees;
  const parts = [
    elementScan(subject, join),
    ...(trees.grouped ? [groupScan(subject, blockLength, join)] : []),
    ...(trees.straight ? [blockScan(subject, blockLength, join)] : []),
    ...(trees.inUnits ? [unitScan(subject, join)] : []),
    ...(hasTails(trees) ? [tailScan(subject, trees)] : []),
  ];
  return [...parts, resume(subject, trees, indexOf(parts))];
}

/** Whether what is left behind whole blocks has code of its own. */
function hasTails({ straight, short, blockLength, longest }: SegmentTrees): boolean {
  return straight && (short === "fold" || blockLength - 1 <= longest);
}

function resume(subject: KernelSubject, trees: SegmentTrees, functions: Functions): FunctionBuilder {
  const parameters = ["state", "place", "outputPlace", "count", "isEnd", "scratch"] as const;
  const kernel = columnKernel(subject, "resumeScan", parameters);
  const { lanes, builder, state, place, outputPlace, count, isEnd, scratch } = kernel;
  const { straight, inUnits, blockLength } = trees;
  const taken = builder.local("i32");
  const inBlock = builder.local("i32");
  const places = [get(state), get(place), get(outputPlace)];
  const elements = call(functions.elementScan, ...places, get(taken));
  const period = straight ? blockLength : UNIT;
  const offset = i32("and", get(inBlock), i32Const(period - 1));
  const toPeriod = i32("subtract", i32Const(period), offset);
  const isWhole = i32("and", i32("zero", offset), i32("less", i32Const(period - 1), get(count)));
  const units = [
    set(taken, i32("shiftRight", get(count), i32Const(Math.log2(UNIT)))),
    call(functions.unitScan ?? 0, ...places, get(taken)),
    set(taken, i32("shiftLeft", get(taken), i32Const(Math.log2(UNIT)))),
  ];
  const isTail = i32("and", get(isEnd), i32("zero", offset));
  const rest = [
    set(taken, smaller(get(count), toPeriod)),
    functions.tailScan === undefined
      ? elements
      : when(isTail, call(functions.tailScan, ...places, get(taken)), elements),
  ];
  const step = straight
    ? when(isWhole, wholeBlocks({ builder, trees, functions, state, places, count, taken, scratch }), rest)
    : inUnits
      ? when(isWhole, units, rest)
      : [set(taken, get(count)), elements];
  return kernel.define(
    whileLoop(get(count), [
      set(inBlock, load("i32", get(state), STATE.inBlock)), // its low word
      step,
      increase(place, bytesOrPlaces(lanes, get(taken))),
      increase(outputPlace, bytesOrPlaces(lanes, get(taken))),
      decrease(count, get(taken)),
    ]),
  );
}

interface WholeBlocks {
  readonly builder: FunctionBuilder;
  readonly trees: SegmentTrees;
  readonly functions: Functions;
  readonly state: Local;
  readonly places: readonly Code[];
  readonly count: Local;
  readonly taken: Local; // elements, afterwards
  readonly scratch: Local;
}

/** Whole blocks: groups of them where a group begins, else one at a time up to where one begins. */
function wholeBlocks({ builder, trees, functions, state, places, count, taken, scratch }: WholeBlocks): Code {
  const level = Math.log2(trees.blockLength);
  const whole = i32("shiftRight", get(count), i32Const(level));
  const blocks = [
    call(functions.blockScan, ...places, get(taken)),
    set(taken, i32("shiftLeft", get(taken), i32Const(level))),
  ];
  if (!trees.grouped) return [set(taken, whole), blocks];
  const toGroup = builder.local("i32");
  const groupLevel = Math.log2(GROUP);
  const blockIndex = load("i32", get(state), STATE.blockIndex);
  const reaches = i32("less", offsetBy(get(toGroup), GROUP - 1), get(taken));
  return [
    set(taken, whole),
    set(toGroup, i32("and", i32("subtract", i32Const(0), blockIndex), i32Const(GROUP - 1))),
    when(
      i32("and", i32("zero", get(toGroup)), i32("less", i32Const(GROUP - 1), get(taken))),
      [
        set(taken, i32("shiftRight", get(taken), i32Const(groupLevel))),
        call(functions.groupScan, ...places, get(taken), get(scratch)),
        set(taken, i32("shiftLeft", get(taken), i32Const(groupLevel + level))),
      ],
      [set(taken, select(get(toGroup), get(taken), reaches)), blocks],
    ),
  ];
}

/** `tailScan(state, input, output, count)`: what is left of a segment behind at least one whole block; it leaves the state alone. */
function tailScan(subject: KernelSubject, { blockLength, short }: SegmentTrees): FunctionBuilder {
  const kernel = columnKernel(subject, "tailScan", ["state", "input", "output", "count"]);
  const { lanes, state, from, to, count } = kernel;
  const longest = blockLength - 1;
  const carry = lanes.slot();
  const value = lanes.slot();
  const joined = lanes.slot();
  const emit = (position: number): Code => [
    lanes.combine(joined, held(carry), held(value)),
    observe(lanes, state, joined),
    storeElements(lanes, to, held(joined), position),
  ];
  const folded = forEach(count, [
    lanes.combine(carry, held(carry), loadElements(lanes, from)),
    assign(joined, held(carry)),
    observe(lanes, state, joined),
    storeElements(lanes, to, held(joined)),
    advance(lanes, from, 1),
    advance(lanes, to, 1),
  ]);
  return kernel.define(
    assign(carry, loadSlots(lanes, get(state), STATE.carry)),
    short === "fold"
      ? folded
      : shortPrefixes({ lanes, from, count, longest, value }, shortRoots(lanes, longest), emit),
  );
}
