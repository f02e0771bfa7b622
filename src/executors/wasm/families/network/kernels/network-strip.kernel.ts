import {
  type Code,
  doWhile,
  get,
  i32Const,
  i64,
  i64Const,
  type Local,
  load,
  set,
  store,
  when,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { decrement, forEach, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import { openGuard } from "../../../kernels/guard.ts";
import {
  assign,
  held,
  type KernelSubject,
  type Lanes,
  type Slot,
  type Value,
} from "../../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  laneOf,
  loadCarry,
  loadElements,
  loadLaneEntry,
  loadSlots,
  loadVectors,
  observe,
  splatValue,
  storeElements,
  storeLaneList,
  storeSlots,
  storeVectors,
} from "../../../kernels/load-store.ts";
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { pushAndFold, pushRoot } from "../../dyadic/kernels/block-roots.ts";
import type { WireProgram } from "../wire-program.ts";
import { gatherElements, scatterElements } from "./lane-access.ts";
import { lastInColumns, outputsInRows } from "./network-columns.ts";
import { PLACE_BYTES, walkWire } from "./network-walk.ts";

/*
 * Strips: `laneCount` neighbouring blocks of a network, one block a lane, whatever its width and however many pairs it has.
 *
 *   local: for each wire: gather its elements, walk along the program in memory, scatter the outputs to where they will stand
 *   join:  for each block: output = carry · output, vectors along the block; push its root; the new carry is its last output
 *
 * A network of not too many pairs has straight-line code instead of the walk.
 */

/**
 * `networkStrips(state, input, output, stripCount, table, places)`: every inclusive prefix; inBlock is 0, stripCount at least 1. With `straight`
 * the code is of that program, and there is no table.
 */
export function networkStrips(
  subject: KernelSubject,
  width: number,
  straight: WireProgram | undefined,
): FunctionBuilder {
  const kernel = columnKernel(subject, "networkStrips", [
    "state",
    "input",
    "output",
    "stripCount",
    "table",
    "places",
  ]);
  const { lanes, builder, state, from, to, stripCount, table, places } = kernel;
  const row: ArrayCursor = { addresses: lanes.columns.map(() => builder.local("i32")), open: [] };
  const [wire, left, entry] = [builder.local("i32"), builder.local("i32"), builder.local("i32")];
  const blockIndex = builder.local("i64");
  const value = lanes.laneSlot();
  const [root, carry] = [lanes.slot(), lanes.slot()];
  const guard = openGuard(lanes, "values");
  const blocks = { first: offsetBy(get(state), STATE.blockRoots), position: get(blockIndex) };
  const along = [
    set(wire, get(table)),
    set(left, i32Const(width)),
    doWhile(
      [
        assign(value, gatherElements(lanes, from, width)),
        walkWire(lanes, { cursor: wire, places }, value, "lanes"),
        scatterElements(lanes, to, value, width),
        advance(lanes, from, 1),
        advance(lanes, to, 1),
        decrement(left),
      ],
      get(left),
    ),
    advance(lanes, from, (lanes.laneCount - 1) * width),
    advance(lanes, to, (lanes.laneCount - 1) * width),
  ];
  const local = [
    straight === undefined
      ? along
      : [
          outputsInRows(straight, lanes, { input: from, output: to, last: value }),
          advance(lanes, from, lanes.laneCount * width),
          advance(lanes, to, lanes.laneCount * width),
        ],
    // Place 0 is never read, so the roots may lie there.
    storeLaneList(lanes, get(places), held(value), 0, PLACE_BYTES),
  ];
  const join = [
    set(left, i32Const(lanes.laneCount)),
    set(entry, get(places)),
    doWhile(
      [
        joinRow(lanes, { state, row, length: width - 1, carry, blockIndex }),
        assign(root, loadLaneEntry(lanes, get(entry), 0, PLACE_BYTES)),
        pushAndFold(lanes, blocks, root),
        assign(carry, held(root)),
        guard.gather(held(carry)),
        observe(lanes, state, root),
        storeElements(lanes, row, held(root), width - 1),
        set(blockIndex, i64("add", get(blockIndex), i64Const(1n))),
        advance(lanes, row, width),
        increaseBy(entry, lanes.laneBytes),
        decrement(left),
      ],
      get(left),
    ),
  ];
  return kernel.define(
    set(blockIndex, load("i64", get(state), STATE.blockIndex)),
    loadCarry(lanes, state, carry),
    doWhile(
      [
        row.addresses.map((address, column) => set(address, get(to.addresses[column]))),
        local,
        join,
        decrement(stripCount),
      ],
      get(stripCount),
    ),
    store("i64", get(state), get(blockIndex), STATE.blockIndex),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
    guard.close(state),
  );
}

interface Row {
  readonly state: Local;
  readonly row: ArrayCursor;
  readonly length: number;
  readonly carry: Slot;
  readonly blockIndex: Local;
}

/** Joins the first `length` outputs of a block with what came before: nothing for the first block, where no initial value stands outside. */
function joinRow(lanes: Lanes, { state, row, length, carry, blockIndex }: Row): Code {
  const { hasOutsideInitial } = lanes.subject;
  const initial = lanes.slot();
  const first: readonly Slot[] = hasOutsideInitial ? [initial] : [];
  const onRow = rowPass(lanes, row, length);
  return [
    hasOutsideInitial ? assign(initial, loadSlots(lanes, get(state), STATE.initial)) : [],
    when(
      i64("notEqual", get(blockIndex), i64Const(0n)),
      onRow([carry, ...first]),
      hasOutsideInitial ? onRow(first) : undefined,
    ),
  ];
}

/** Gives code by which each output of a row becomes `… factors[1] · (factors[0] · output)`. */
function rowPass(lanes: Lanes, row: ArrayCursor, length: number): (factors: readonly Slot[]) => Code {
  const { builder } = lanes;
  const at: ArrayCursor = { addresses: row.addresses.map(() => builder.local("i32")), open: [] };
  const left = builder.local("i32");
  const vectorCount = Math.floor(length / lanes.laneCount);
  const splats = [lanes.laneSlot(), lanes.laneSlot()];
  const vector = lanes.laneSlot();
  const value = lanes.slot();
  const rest = Array.from({ length: length % lanes.laneCount }, (_, index) => index);
  return (factors) => [
    at.addresses.map((address, column) => set(address, get(row.addresses[column]))),
    factors.map((factor, index) => assign(splats[index], splatValue(lanes, held(factor)))),
    set(left, i32Const(vectorCount)),
    forEach(left, [
      assign(vector, loadVectors(lanes, at, 0)),
      factors.map((_, index) => lanes.combineLanes(vector, held(splats[index]), held(vector))),
      storeVectors(lanes, at, held(vector), 0),
      advance(lanes, at, lanes.laneCount),
    ]),
    rest.map((index) => [
      assign(value, loadElements(lanes, at, index)),
      factors.map((factor) => lanes.combine(value, held(factor), held(value))),
      storeElements(lanes, at, held(value), index),
    ]),
  ];
}

/** `networkStripRoots(state, input, stripCount, table, places)`: the roots of whole strips; inBlock is 0, blockIndex a multiple of the lane count. */
export function networkStripRoots(subject: KernelSubject, width: number): FunctionBuilder {
  const kernel = columnKernel(subject, "networkStripRoots", [
    "state",
    "input",
    "stripCount",
    "table",
    "places",
  ]);
  const { lanes, builder, state, from, stripCount, table, places } = kernel;
  const [wire, left] = [builder.local("i32"), builder.local("i32")];
  const value = lanes.laneSlot();
  return kernel.define(
    forEach(stripCount, [
      set(wire, get(table)),
      set(left, i32Const(width)),
      doWhile(
        [
          assign(value, gatherElements(lanes, from, width)),
          walkWire(lanes, { cursor: wire, places }, value, "lanes"),
          advance(lanes, from, 1),
          decrement(left),
        ],
        get(left),
      ),
      pushStrip(lanes, state, held(value)),
      advance(lanes, from, (lanes.laneCount - 1) * width),
    ]),
  );
}

/** `networkRoots(state, input, stripCount, places)`: the same as straight-line code of one program. */
export function networkRoots(subject: KernelSubject, program: WireProgram): FunctionBuilder {
  const kernel = columnKernel(subject, "networkRoots", ["state", "input", "stripCount", "places"]);
  const { lanes, state, from, stripCount, places } = kernel;
  const roots = lanes.laneSlot();
  return kernel.define(
    forEach(stripCount, [
      lastInColumns(program, lanes, { input: from, last: roots, nowhere: places }),
      pushStrip(lanes, state, held(roots)),
      advance(lanes, from, lanes.laneCount * program.length),
    ]),
  );
}

/** Combines the roots of a strip, which are neighbours, and puts the result among the block roots. */
function pushStrip(lanes: Lanes, state: Local, roots: Value): Code {
  const [root, upper] = [lanes.slot(), lanes.slot()];
  const level = Math.log2(lanes.laneCount);
  const pair = (target: Slot, lane: number): Code =>
    lanes.combine(target, laneOf(lanes, roots, lane), laneOf(lanes, roots, lane + 1));
  const blockIndex = load("i64", get(state), STATE.blockIndex);
  const table = {
    first: offsetBy(get(state), STATE.blockRoots + level * SLOT_BYTES),
    position: i64("shiftRight", blockIndex, i64Const(BigInt(level))),
  };
  return [
    pair(root, 0),
    lanes.laneCount === 2 ? [] : [pair(upper, 2), lanes.combine(root, held(root), held(upper))],
    pushRoot(lanes, table, root).code,
    store("i64", get(state), i64("add", blockIndex, i64Const(BigInt(lanes.laneCount))), STATE.blockIndex),
  ];
}
