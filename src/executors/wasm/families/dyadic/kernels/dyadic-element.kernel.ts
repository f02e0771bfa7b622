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
  whileLoop,
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
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { clearSlot, skipEmpty } from "./block-roots.ts";

/*
 * The dyadic expressions one element at a time: any block length, any operator, from any position.
 *
 *   acc = x
 *   for each set bit k of inBlock, lowest first:  acc = elementRoots[k] · acc
 *   after the trailing ones t of inBlock:         elementRoots[t] = acc        (a complete range of 2^t elements)
 *   at the end of a block: the same with blockRoots, blockIndex and the block's root; the fold is the new carry
 *   out = carry · acc inside a block, the new carry at its end
 *
 * popcount(inBlock) combines for an element: (n/2)·log2 n for the iterated pairwise scan of n = 2^k, which is the least possible.
 */

/** How complete blocks are joined: as a dyadic tree over their roots, or one after the other. */
export type BlockJoin = "dyadic" | "linear";

/** `scan(state, input, output, length)`: every inclusive prefix. */
export function elementScan(subject: KernelSubject, join: BlockJoin): FunctionBuilder {
  const kernel = columnKernel(subject, "elementScan", ["state", "input", "output", "length"]);
  const { lanes, builder, state, from, to, length } = kernel;
  const fold = rootFold(lanes);
  const inBlock = builder.local("i64");
  const carry = lanes.slot();
  const next = i64("add", get(inBlock), i64Const(1n));
  return kernel.define(
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    assign(carry, loadSlots(lanes, get(state), STATE.carry)),
    forEach(length, [
      assign(fold.value, loadElements(lanes, from)),
      fold.push(get(state), STATE.elementRoots, get(inBlock)),
      fold.finish(),
      when(
        i64("equal", tee(inBlock, next), load("i64", get(state), STATE.blockLength)),
        [
          set(inBlock, i64Const(0n)),
          joinBlock(join, lanes, state, fold, carry),
          assign(carry, held(fold.value)),
          addBlock(state),
        ],
        when(hasBlocks(state), lanes.combine(fold.value, held(carry), held(fold.value))),
      ),
      observe(lanes, state, fold.value),
      storeElements(lanes, to, canonical(lanes, fold.value)),
      advance(lanes, from, 1),
      advance(lanes, to, 1),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
  );
}

/** `reduce(state, input, length)`: complete ranges only, one combine an element; nothing is observed and, for a dyadic join, no carry kept. */
export function elementReduce(subject: KernelSubject, join: BlockJoin): FunctionBuilder {
  const kernel = columnKernel(subject, "elementReduce", ["state", "input", "length"]);
  const { lanes, builder, state, from, length } = kernel;
  const fold = rootFold(lanes);
  const inBlock = builder.local("i64");
  const carry = lanes.slot();
  return kernel.define(
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    assign(carry, loadSlots(lanes, get(state), STATE.carry)),
    forEach(length, [
      assign(fold.value, loadElements(lanes, from)),
      fold.push(get(state), STATE.elementRoots, get(inBlock)),
      when(
        i64(
          "equal",
          tee(inBlock, i64("add", get(inBlock), i64Const(1n))),
          load("i64", get(state), STATE.blockLength),
        ),
        [
          fold.finish(),
          set(inBlock, i64Const(0n)),
          join === "dyadic"
            ? fold.push(get(state), STATE.blockRoots, load("i64", get(state), STATE.blockIndex))
            : [joinBlock(join, lanes, state, fold, carry), assign(carry, held(fold.value))],
          addBlock(state),
        ],
      ),
      advance(lanes, from, 1),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
  );
}

/** `observe(state)`: leaves the reduce of everything seen in STATE.result. At least one element has been seen. */
export function observeDyadic(subject: KernelSubject, join: BlockJoin, name = "observe"): FunctionBuilder {
  const kernel = columnKernel(subject, name, ["state"]);
  const { lanes, state } = kernel;
  const tail = lanes.slot();
  const fold = rootFold(lanes);
  const inBlock = load("i64", get(state), STATE.inBlock);
  const blockIndex = load("i64", get(state), STATE.blockIndex);
  return kernel.define(
    when(i64("notEqual", inBlock, i64Const(0n)), [
      fold.observe(get(state), STATE.elementRoots, inBlock),
      assign(tail, held(fold.value)),
    ]),
    when(hasBlocks(state), [
      join === "dyadic"
        ? fold.observe(get(state), STATE.blockRoots, blockIndex)
        : assign(fold.value, loadSlots(lanes, get(state), STATE.carry)),
      when(i64("notEqual", inBlock, i64Const(0n)), lanes.combine(fold.value, held(fold.value), held(tail))),
    ]),
    observe(lanes, state, fold.value),
    storeSlots(lanes, get(state), canonical(lanes, fold.value), STATE.result),
  );
}

/** `collapse(state)`: what was reduced without regard to blocks becomes the one root of all complete blocks; inBlock is 0 again. */
export function collapse(subject: KernelSubject, name = "collapse"): FunctionBuilder {
  const kernel = columnKernel(subject, name, ["state"]);
  const { lanes, state } = kernel;
  const fold = rootFold(lanes);
  return kernel.define(
    fold.observe(get(state), STATE.elementRoots, load("i64", get(state), STATE.inBlock)),
    storeSlots(lanes, get(state), held(fold.value), STATE.blockRoots),
    store("i64", get(state), i64Const(1n), STATE.blockIndex),
    store("i64", get(state), i64Const(0n), STATE.inBlock),
  );
}

interface RootFold {
  readonly value: Slot; // the element that comes in and the fold that goes out
  /** Combines `value` with the roots at the trailing ones of `position` and stores the complete range that results. */
  readonly push: (state: Code, table: number, position: Code) => Code;
  /** After `push`: goes on through the remaining set bits, which gives the prefix. */
  readonly finish: () => Code;
  /** The fold of the roots at all set bits of `position`, newest innermost. `position` is not 0. */
  readonly observe: (state: Code, table: number, position: Code) => Code;
}

function rootFold(lanes: Lanes): RootFold {
  const { builder } = lanes;
  const value = lanes.slot();
  const bits = builder.local("i64");
  const slot = builder.local("i32");
  const next = [increaseBy(slot, SLOT_BYTES), set(bits, i64("shiftRight", get(bits), i64Const(1n)))];
  const combineSlot = lanes.combine(value, loadSlots(lanes, get(slot)), held(value));
  const toNextRoot = skipEmpty(lanes, slot, bits);
  const start = (state: Code, table: number, position: Code): Code => [
    set(slot, offsetBy(state, table)),
    set(bits, position),
  ];
  const finish = (): Code =>
    whileLoop(i64("notEqual", get(bits), i64Const(0n)), [toNextRoot, combineSlot, next]);
  return {
    value,
    finish,
    push: (state, table, position) => [
      start(state, table, position),
      whileLoop(lowHalf(i64("and", get(bits), i64Const(1n))), [combineSlot, clearSlot(lanes, slot), next]),
      storeSlots(lanes, get(slot), held(value)),
    ],
    observe: (state, table, position) => [
      start(state, table, position),
      toNextRoot,
      assign(value, loadSlots(lanes, get(slot))),
      next,
      finish(),
    ],
  };
}

function joinBlock(join: BlockJoin, lanes: Lanes, state: Local, fold: RootFold, carry: Slot): Code {
  if (join === "dyadic") {
    return [
      fold.push(get(state), STATE.blockRoots, load("i64", get(state), STATE.blockIndex)),
      fold.finish(),
    ];
  }
  return when(hasBlocks(state), lanes.combine(fold.value, held(carry), held(fold.value)));
}

function hasBlocks(state: Local): Code {
  return i64("notEqual", load("i64", get(state), STATE.blockIndex), i64Const(0n));
}

function addBlock(state: Local): Code {
  const increased = i64("add", load("i64", get(state), STATE.blockIndex), i64Const(1n));
  return store("i64", get(state), increased, STATE.blockIndex);
}
