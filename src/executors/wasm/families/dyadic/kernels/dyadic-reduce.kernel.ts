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
  select,
  set,
  store,
  tee,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel, i32s } from "../../../kernels/column-kernel.ts";
import { decrease, decrement, forEach, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import {
  held,
  type KernelSubject,
  type Lanes,
  lanesOf,
  type Slot,
  type Value,
} from "../../../kernels/lanes.ts";
import { type Elements, type Lift, liftedElements } from "../../../kernels/lifted-elements.ts";
import {
  type ArrayCursor,
  advance,
  cursor,
  laneOf,
  loadElements,
  loadLaneList,
  loadVectors,
  splatConsts,
  storeElements,
  storeLaneList,
} from "../../../kernels/load-store.ts";
import { rootsInColumns } from "../../../kernels/prefixes.ts";
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { pushRoot } from "./block-roots.ts";

/*
 * Roots of complete dyadic ranges, without blocks: T over elements.
 *
 *   a strip: `laneCount` neighbouring runs of RUN elements, transposed, then vertical combines: one root a lane
 *   a unit:  the roots of UNIT_STRIPS strips side by side are a list of vectors, which is taken strip by strip as the input was, into
 *            its own place, until one vector is left
 *   a range: the same over any length, in pieces of up to RANGE_STRIPS strips; whatever ends inside a strip is filled up with
 *            identities, which leave the bits of T as they are
 *
 * Blocks of a power-of-two length need no kernel of their own: T over the roots of b such blocks is T over their elements.
 * RUN is 8 because V8 in Node 20 schedules straight-line code breadth first, all loads, then all shuffles, then all combines: at 16 it
 * spills (f64 sum, n = 10,240: 77 against 95 GB/s), at 32 it collapses. Each root that goes among those of the state costs 3 ns, which is
 * why ranges are in one piece as far as they can be (docs/notes/wasm-executor.md).
 */

const RUN = 8;
const UNIT_STRIPS = RUN ** 2;
const RANGE_STRIPS = RUN ** 3;

/** Elements of a strip, the least that `stripReduce` takes. */
export function stripLength(laneCount: number): number {
  return RUN * laneCount;
}

/** Elements of a unit. */
export function unitLength(laneCount: number): number {
  return UNIT_STRIPS * stripLength(laneCount);
}

/** Bytes of a strip of elements as wide as a lane, and of a strip of a list. */
const STRIP_BYTES = RUN * 16;

/** Between the lists of columns. Only ranges, of one column, have longer ones. */
const LIST_STRIDE = UNIT_STRIPS * 16;

/** `stripReduce(state, input, stripCount)`: inBlock is a multiple of the strip's length. */
export function stripReduce(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "stripReduce", ["state", "input", "stripCount"]);
  const { lanes, state, from, stripCount } = kernel;
  const roots = lanes.laneSlot();
  const strip = stripLength(lanes.laneCount);
  return kernel.define(
    forEach(stripCount, [
      rootsInColumns(lanes, RUN, (index) => loadVectors(lanes, from, index), roots),
      pushRanges(lanes, state, roots, strip),
      advance(lanes, from, strip),
    ]),
  );
}

/** `unitReduce(state, input, unitCount, scratch)`: inBlock is a multiple of the unit's length. */
export function unitReduce(subject: KernelSubject): FunctionBuilder {
  return listReduce("unitReduce", subject, { strips: UNIT_STRIPS, identity: undefined });
}

/**
 * `rangeReduce(state, input, length, scratch)`: a whole range of one column, for an operator with an identity. What comes after may look
 * at its roots but not add to them: in the state the range is as long as whole pieces of RANGE_STRIPS.
 */
export function rangeReduce(subject: KernelSubject): FunctionBuilder {
  return listReduce("rangeReduce", subject, { strips: RANGE_STRIPS, identity: subject.identity });
}

/**
 * `foldRange(state, input, length, scratch, scalars, …columns)`: `rangeReduce` of elements that are computed, in pieces of so many; `input` is not looked at.
 */
export function foldRange(subject: KernelSubject, lift: Lift, piece: number, name: string): FunctionBuilder {
  const strips = piece / stripLength(16 / (lift.terms.laneBytes ?? 8));
  return listReduce(name, subject, { strips, identity: subject.identity, lift });
}

/** What a list is made of. */
interface ListOptions {
  readonly strips: number; // of one piece
  readonly identity: KernelSubject["identity"]; // with one, lengths count elements, and not pieces
  readonly lift?: Lift;
}

function listReduce(
  name: string,
  subject: KernelSubject,
  { strips, identity, lift }: ListOptions,
): FunctionBuilder {
  const columnCount = lift === undefined ? 0 : 1 + lift.reads.length;
  const builder = new FunctionBuilder(name, ["i32", "i32", "i32", "i32", ...i32s(columnCount)]);
  const lanes = lanesOf(subject, builder);
  const [state, input, length, scratch, scalars, ...addresses] = builder.parameters;
  const from =
    lift === undefined
      ? givenElements(lanes, cursor(lanes, state, input, "input"))
      : liftedElements(lanes, lift, scalars, addresses);
  const strip = stripLength(lanes.laneCount);
  const piece = strips * strip;
  const roots = lanes.laneSlot();
  const count = builder.local("i32"); // strips to take
  const left = builder.local("i32"); // elements after them
  const place = builder.local("i32");
  // The list stands in scratch behind room for a strip, and ends at `to`.
  const list = offsetBy(get(scratch), STRIP_BYTES);
  const to = builder.local("i32");
  const listBytes = i32("subtract", get(to), list);
  const push = (value: Value): Code => [
    storeLaneList(lanes, get(to), value, 0, LIST_STRIDE),
    increaseBy(to, 16),
  ];
  const take = (loadAt: (index: number) => Value, goOn: Code): Code =>
    doWhile(
      [rootsInColumns(lanes, RUN, loadAt, roots), push(held(roots)), goOn],
      tee(count, i32("subtract", get(count), i32Const(1))),
    );
  const takeInput = take(from.vector, from.advance(strip));
  const takeList = [
    set(count, i32("shiftRight", listBytes, i32Const(Math.log2(STRIP_BYTES)))),
    set(place, list),
    set(to, list),
    take(
      (index) => loadLaneList(lanes, get(place), index * lanes.laneBytes, LIST_STRIDE),
      increaseBy(place, STRIP_BYTES),
    ),
  ];
  const takeUnit = [set(to, list), set(count, i32Const(strips)), takeInput, decrement(length)];
  const padded = { addresses: [place], open: [] };
  const takePiece = (pushNeutral: Code): Code => [
    set(left, select(get(length), i32Const(piece), i32("less", get(length), i32Const(piece)))),
    decrease(length, get(left)),
    set(count, i32("shiftRight", get(left), i32Const(Math.log2(strip)))),
    set(left, i32("and", get(left), i32Const(strip - 1))),
    set(to, get(scratch)),
    whileLoop(i32("notEqual", get(to), list), pushNeutral),
    when(get(count), takeInput),
    when(get(left), [
      set(place, get(scratch)),
      doWhile(
        [storeElements(lanes, padded, from.element()), from.advance(1), advance(lanes, padded, 1)],
        tee(left, i32("subtract", get(left), i32Const(1))),
      ),
      set(count, i32Const(1)),
      set(lift === undefined ? input : place, get(scratch)),
      lift === undefined ? takeInput : take((index) => loadVectors(lanes, padded, index), []),
    ]),
  ];
  const pushNeutral = identity && push(splatConsts(lanes, identity));
  builder.body = [
    from.open,
    whileLoop(get(length), [
      pushNeutral === undefined ? takeUnit : takePiece(pushNeutral),
      whileLoop(i32("less", i32Const(16), listBytes), [
        pushNeutral === undefined
          ? []
          : whileLoop(i32("and", listBytes, i32Const(STRIP_BYTES - 1)), pushNeutral),
        takeList,
      ]),
      pushRanges(lanes, state, roots, piece),
    ]),
  ];
  return builder;
}

function givenElements(lanes: Lanes, from: ArrayCursor): Elements {
  return {
    open: from.open,
    vector: (index) => loadVectors(lanes, from, index),
    element: () => loadElements(lanes, from),
    advance: (count) => advance(lanes, from, count),
  };
}

/** Combines the lanes, which are neighbours, to one root and puts it among the element roots. */
function pushRanges(lanes: Lanes, state: Local, roots: Slot, length: number): Code {
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
    pushRoot(lanes, table, root).code,
    store("i64", get(state), i64("add", inBlock, i64Const(BigInt(length))), STATE.inBlock),
  ];
}
