import {
  type Code,
  doWhile,
  get,
  i32,
  i64,
  i64Const,
  type Local,
  load,
  set,
  store,
  whileLoop,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { pushRoot } from "./block-roots.ts";
import { decrement, held, type KernelSubject, type Lanes, lanesOf, offsetBy, type Slot } from "./lanes.ts";
import { advance, cursor, laneOf, loadLaneList, loadVectors, storeLaneList } from "./memory.ts";
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

/** Bytes of scratch of one column: the roots of a unit's strips. */
const SCRATCH_STRIDE = STRIPS * 16;

/** `stripReduce(state, input, stripCount)`: inBlock is a multiple of the strip's length. */
export function stripReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("stripReduce", ["i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, stripCount] = builder.parameters;
  const from = cursor(lanes, builder, state, input, "input");
  const roots = lanes.laneSlot();
  const strip = stripLength(lanes.laneCount);
  builder.body = [
    from.open,
    whileLoop(get(stripCount), [
      rootsInColumns(lanes, RUN, (index) => loadVectors(lanes, from, index), roots),
      pushRanges(subject, lanes, builder, state, roots, strip),
      advance(lanes, from, strip),
      decrement(stripCount),
    ]),
  ];
  return builder;
}

/** `unitReduce(state, input, unitCount, scratch)`: inBlock is a multiple of the unit's length. */
export function unitReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("unitReduce", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, unitCount, scratch] = builder.parameters;
  const from = cursor(lanes, builder, state, input, "input");
  const roots = lanes.laneSlot();
  const slot = builder.local("i32");
  const end = builder.local("i32");
  const ofStrips = (index: number) =>
    loadLaneList(lanes, get(scratch), index * lanes.laneBytes, SCRATCH_STRIDE);
  builder.body = [
    from.open,
    set(end, offsetBy(get(scratch), STRIPS * 16)),
    whileLoop(get(unitCount), [
      set(slot, get(scratch)),
      doWhile(
        [
          rootsInColumns(lanes, RUN, (index) => loadVectors(lanes, from, index), roots),
          storeLaneList(lanes, get(slot), held(roots), 0, SCRATCH_STRIDE),
          advance(lanes, from, stripLength(lanes.laneCount)),
          set(slot, offsetBy(get(slot), 16)),
        ],
        i32("less", get(slot), get(end)),
      ),
      rootsInColumns(lanes, STRIPS, ofStrips, roots),
      pushRanges(subject, lanes, builder, state, roots, unitLength(lanes.laneCount)),
      decrement(unitCount),
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
  roots: Slot,
  length: number,
): Code {
  const root = lanes.slot();
  const upper = lanes.slot();
  const level = Math.log2(length);
  const pair = (target: Slot, lane: number): Code =>
    lanes.combine(target, laneOf(lanes, held(roots), lane), laneOf(lanes, held(roots), lane + 1));
  const inBlock = load("i64", get(state), STATE.inBlock);
  const table = {
    first: offsetBy(get(state), STATE.elementRoots + level * SLOT_BYTES),
    position: i64("shiftRight", inBlock, i64Const(BigInt(level))),
  };
  return [
    pair(root, 0),
    lanes.laneCount === 2 ? [] : [pair(upper, 2), lanes.combine(root, held(root), held(upper))],
    pushRoot(subject, lanes, builder, table, root).code,
    store("i64", get(state), i64("add", inBlock, i64Const(BigInt(length))), STATE.inBlock),
  ];
}
