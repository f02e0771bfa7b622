import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  type Local,
  load,
  set,
  store,
  whileLoop,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { extractLane } from "../../../codegen/wasm/term.ts";
import { pushRoot } from "./block-roots.ts";
import { type KernelSubject, type Lanes, lanesOf, offsetBy } from "./lanes.ts";
import { rootsInColumns } from "./prefixes.ts";
import { SLOT_BYTES, STATE } from "./state.ts";

/*
 * Roots of complete dyadic ranges, without blocks: T over elements.
 *
 *   a strip: `laneCount` neighbouring runs of RUN elements, transposed, then vertical combines: one root a lane
 *   a unit: STRIPS strips, their roots stored side by side, and the same code once more over those roots
 *
 * Blocks of a power-of-two length need no kernel of their own: T over the roots of b such blocks is T over their elements.
 * RUN is 8 because V8 in Node 20 schedules straight-line code breadth first, all loads, then all shuffles, then all combines: at 16 it
 * spills (f64 sum, n = 10,240: 77 against 95 GB/s), at 32 it collapses.
 */

const RUN = 8;
const STRIPS = 16;

/** Elements of a strip, the least that `stripReduce` takes. */
export function stripLength(laneCount: number): number {
  return RUN * laneCount;
}

/** Elements of a unit. */
export function unitLength(laneCount: number): number {
  return STRIPS * stripLength(laneCount);
}

/** `stripReduce(state, input, stripCount)`: inBlock is a multiple of the strip's length. */
export function stripReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("stripReduce", ["i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, stripCount] = builder.parameters;
  const roots = builder.local("v128");
  builder.body = whileEach(stripCount, [
    set(roots, rootsInColumns(lanes, builder, RUN, get(input))),
    pushRanges(subject, lanes, builder, state, roots, stripLength(lanes.laneCount)),
    set(input, offsetBy(get(input), stripLength(lanes.laneCount) * lanes.bytes)),
  ]);
  return builder;
}

/** `unitReduce(state, input, unitCount, scratch)`: inBlock is a multiple of the unit's length. */
export function unitReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("unitReduce", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, unitCount, scratch] = builder.parameters;
  const slot = builder.local("i32");
  const end = builder.local("i32");
  const roots = builder.local("v128");
  builder.body = [
    set(end, offsetBy(get(scratch), STRIPS * 16)),
    whileEach(unitCount, [
      set(slot, get(scratch)),
      doWhile(
        [
          store("v128", get(slot), rootsInColumns(lanes, builder, RUN, get(input))),
          set(input, offsetBy(get(input), stripLength(lanes.laneCount) * lanes.bytes)),
          set(slot, offsetBy(get(slot), 16)),
        ],
        i32("less", get(slot), get(end)),
      ),
      set(roots, rootsInColumns(lanes, builder, STRIPS, get(scratch))),
      pushRanges(subject, lanes, builder, state, roots, unitLength(lanes.laneCount)),
    ]),
  ];
  return builder;
}

/** Combines the lanes, which are neighbours, to one root and puts it among the element roots. */
function pushRanges(
  subject: KernelSubject,
  lanes: Lanes,
  builder: FunctionBuilder,
  state: Local,
  roots: Local,
  length: number,
): Code {
  const root = builder.local(lanes.valueType);
  const level = Math.log2(length);
  const pair = (lane: number): Code =>
    lanes.combine(extractLane(lanes.type, lane, get(roots)), extractLane(lanes.type, lane + 1, get(roots)));
  const inBlock = load("i64", get(state), STATE.inBlock);
  const table = {
    first: offsetBy(get(state), STATE.elementRoots + level * SLOT_BYTES),
    position: i64("shiftRight", inBlock, i64Const(BigInt(level))),
  };
  return [
    set(root, lanes.laneCount === 2 ? pair(0) : lanes.combine(pair(0), pair(2))),
    pushRoot(subject, lanes, builder, table, root).code,
    store("i64", get(state), i64("add", inBlock, i64Const(BigInt(length))), STATE.inBlock),
  ];
}

function whileEach(count: Local, body: Code): Code {
  return whileLoop(get(count), [body, set(count, i32("subtract", get(count), i32Const(1)))]);
}
