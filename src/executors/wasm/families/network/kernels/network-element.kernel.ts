import {
  type Code,
  get,
  i64,
  i64Const,
  type Local,
  load,
  lowHalf,
  set,
  store,
  tee,
  when,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { forEach, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import { assign, held, type KernelSubject, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import {
  advance,
  canonical,
  loadElements,
  loadSlots,
  observe,
  storeElements,
  storeSlots,
} from "../../../kernels/load-store.ts";
import { STATE } from "../../../kernels/state.ts";
import { pushAndFold, pushRoot } from "../../dyadic/kernels/block-roots.ts";
import { KEPT_BYTES, stepsOn, walkWire } from "./network-walk.ts";

/*
 * Blocks of a network one element at a time: any network, any operator, from any position. The code does not depend on the network; it
 * walks along the network's program in memory.
 *
 *   value = x;  for each combine of the wire: value = place[left] · value, kept in its place
 *   out = carry · value inside a block, at its end the fold of the block roots, as in the dyadic kernels
 *
 * The elements of the open block are kept apart: the state of a block that is not full is its elements, not values made of them. The output
 * of its last wire stands in the lowest element root, where `observe` of the dyadic kernels finds it.
 */

/** Where the output of the open block's last element is. */
const OPEN_OUTPUT = STATE.elementRoots;

/** `networkScan(state, input, output, length, table, cursor, places, kept)`: every inclusive prefix; the cursor stands at the wire of inBlock. */
export function networkScan(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "networkScan", [
    "state",
    "input",
    "output",
    "length",
    "table",
    "wire",
    "places",
    "kept",
  ]);
  const { lanes, builder, state, from, to, length, table, wire, places, kept } = kernel;
  const [value, last, carry] = [lanes.slot(), lanes.slot(), lanes.slot()];
  const [inBlock, blockIndex] = [builder.local("i64"), builder.local("i64")];
  const keptAt = builder.local("i32");
  const keptBytes = KEPT_BYTES * lanes.columns.length;
  const blocks = { first: offsetBy(get(state), STATE.blockRoots), position: get(blockIndex) };
  return kernel.define(
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    set(blockIndex, load("i64", get(state), STATE.blockIndex)),
    assign(carry, loadSlots(lanes, get(state), STATE.carry)),
    set(keptAt, stepsOn(get(kept), lowHalf(get(inBlock)), keptBytes)),
    forEach(length, [
      assign(value, loadElements(lanes, from)),
      storeSlots(lanes, get(keptAt), held(value), 0, KEPT_BYTES),
      increaseBy(keptAt, keptBytes),
      walkWire(lanes, { cursor: wire, places }, value, "one"),
      assign(last, held(value)),
      when(
        i64("equal", tee(inBlock, oneMore(inBlock)), load("i64", get(state), STATE.blockLength)),
        [
          set(inBlock, i64Const(0n)),
          set(wire, get(table)),
          set(keptAt, get(kept)),
          pushAndFold(lanes, blocks, value),
          assign(carry, held(value)),
          set(blockIndex, oneMore(blockIndex)),
        ],
        when(i64("notEqual", get(blockIndex), i64Const(0n)), lanes.combine(value, held(carry), held(value))),
      ),
      observe(lanes, state, value),
      storeElements(lanes, to, canonical(lanes, value)),
      advance(lanes, from, 1),
      advance(lanes, to, 1),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    store("i64", get(state), get(blockIndex), STATE.blockIndex),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
    storeSlots(lanes, get(state), held(last), OPEN_OUTPUT),
  );
}

/** `networkReduce(state, input, blockCount, table, places)`: the roots of whole blocks, by the program of the last output. inBlock is 0. */
export function networkReduce(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "networkReduce", ["state", "input", "blockCount", "table", "places"]);
  const { lanes, builder, state, from, blockCount, table, places } = kernel;
  const value = lanes.slot();
  const left = builder.local("i32");
  const wire = builder.local("i32");
  return kernel.define(
    forEach(blockCount, [
      set(wire, get(table)),
      set(left, load("i32", get(state), STATE.blockLength)),
      forEach(left, [
        assign(value, loadElements(lanes, from)),
        walkWire(lanes, { cursor: wire, places }, value, "one"),
        advance(lanes, from, 1),
      ]),
      pushBlock(lanes, state, value),
    ]),
  );
}

/** `networkTake(state, input, length, kept)`: keeps elements of the open block, of which nothing is made; it may become full. */
export function networkTake(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "networkTake", ["state", "input", "length", "kept"]);
  const { lanes, state, from, length, kept } = kernel;
  const inBlock = load("i64", get(state), STATE.inBlock);
  const keptBytes = KEPT_BYTES * lanes.columns.length;
  return kernel.define(
    set(kept, stepsOn(get(kept), lowHalf(inBlock), keptBytes)),
    store("i64", get(state), i64("add", inBlock, [get(length), 0xad]), STATE.inBlock),
    forEach(length, [
      storeSlots(lanes, get(kept), loadElements(lanes, from), 0, KEPT_BYTES),
      increaseBy(kept, keptBytes),
      advance(lanes, from, 1),
    ]),
  );
}

/** `networkKept(state, kept, length, cursor, places)`: goes along so many wires from where the cursor and the kept elements stand. */
export function networkKept(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "networkKept", ["state", "kept", "length", "wire", "places"]);
  const { lanes, state, kept, length, wire, places } = kernel;
  const value = lanes.slot();
  return kernel.define(
    forEach(length, [
      assign(value, loadSlots(lanes, get(kept), 0, KEPT_BYTES)),
      walkWire(lanes, { cursor: wire, places }, value, "one"),
      increaseBy(kept, KEPT_BYTES * lanes.columns.length),
    ]),
    storeSlots(lanes, get(state), held(value), OPEN_OUTPUT),
  );
}

/** `networkClose(state)`: the open block is full and the output of its last wire is its root. */
export function networkClose(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "networkClose", ["state"]);
  const { lanes, state } = kernel;
  const value = lanes.slot();
  return kernel.define(
    assign(value, loadSlots(lanes, get(state), OPEN_OUTPUT)),
    pushBlock(lanes, state, value),
    store("i64", get(state), i64Const(0n), STATE.inBlock),
  );
}

/** Puts a block's root among the others and counts the block. */
function pushBlock(lanes: Lanes, state: Local, root: Slot): Code {
  const blockIndex = load("i64", get(state), STATE.blockIndex);
  const blocks = { first: offsetBy(get(state), STATE.blockRoots), position: blockIndex };
  return [
    pushRoot(lanes, blocks, root).code,
    store("i64", get(state), i64("add", blockIndex, i64Const(1n)), STATE.blockIndex),
  ];
}

function oneMore(local: Local): Code {
  return i64("add", get(local), i64Const(1n));
}
