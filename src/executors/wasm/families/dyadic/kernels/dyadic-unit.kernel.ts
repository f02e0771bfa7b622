import {
  type Code,
  get,
  i64,
  i64Const,
  load,
  lowHalf,
  set,
  store,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { forEach, increaseBy, offsetBy } from "../../../kernels/counters.ts";
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
  loadCarry,
  loadElements,
  loadVectors,
  observe,
  splatConsts,
  splatSlots,
  splatValue,
  storeElements,
  storeSlots,
  storeVectors,
} from "../../../kernels/load-store.ts";
import { prefixesAlong } from "../../../kernels/prefixes.ts";
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { pushAndFold, pushRoot, type RootTable } from "./block-roots.ts";
import { joinLinearly } from "./dyadic-block.kernel.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";

/*
 * Long blocks, or none at all: a unit of UNIT elements at a time, whatever the block length.
 *
 *   1. the unit alone: its prefixes go to the output, its root aside
 *   2. for each complete range before it in the block, smallest first: output = root of the range · output
 *   3. output = carry · output; at the end of the block, push the block's root and take the new carry
 *
 * Step 2 costs log2(blockLength / UNIT) / 2 passes over the unit, which stays in the first-level cache.
 */

/** Elements of a unit: a power of two that divides the block length. */
export const UNIT = 64;
const UNIT_LEVEL = Math.log2(UNIT);

/** `unitScan(state, input, output, unitCount)`: every inclusive prefix; inBlock and the block length are multiples of UNIT. */
export function unitScan(subject: KernelSubject, join: BlockJoin): FunctionBuilder {
  const kernel = columnKernel(subject, "unitScan", ["state", "input", "output", "unitCount"]);
  const { lanes, builder, state, from, to, unitCount } = kernel;
  const neutral = subject.identity === undefined ? undefined : lanes.laneSlot();
  const root = lanes.slot();
  const carry = lanes.slot();
  const guard = openGuard(lanes, "values");
  const inBlock = builder.local("i64");
  const blockIndex = builder.local("i64");
  const elementTable = {
    first: offsetBy(get(state), STATE.elementRoots + UNIT_LEVEL * SLOT_BYTES),
    position: i64("shiftRight", get(inBlock), i64Const(BigInt(UNIT_LEVEL))),
  };
  const blockTable = { first: offsetBy(get(state), STATE.blockRoots), position: get(blockIndex) };
  const endBlock = [
    set(inBlock, i64Const(0n)),
    join === "dyadic"
      ? [pushAndFold(lanes, blockTable, root), assign(carry, held(root))]
      : joinLinearly(lanes, blockIndex, carry, root),
    set(blockIndex, i64("add", get(blockIndex), i64Const(1n))),
    guard.gather(held(carry)),
    assign(root, held(carry)),
    observe(lanes, state, root),
    storeElements(lanes, to, held(root), UNIT - 1),
  ];
  return kernel.define(
    neutral === undefined ? [] : assign(neutral, splatConsts(lanes, subject.identity ?? [])),
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    set(blockIndex, load("i64", get(state), STATE.blockIndex)),
    loadCarry(lanes, state, carry),
    forEach(unitCount, [
      prefixesAlong(lanes, UNIT, {
        load: (index) => loadVectors(lanes, from, index),
        neutral,
        root,
        emit: (index, value) => storeVectors(lanes, to, held(value), index),
      }),
      foldEarlier(lanes, elementTable, to),
      pushRoot(lanes, elementTable, root).code,
      assign(root, loadElements(lanes, to, UNIT - 1)),
      set(inBlock, i64("add", get(inBlock), i64Const(BigInt(UNIT)))),
      when(i64("notEqual", get(blockIndex), i64Const(0n)), onUnit(lanes, to, splatValue(lanes, held(carry)))),
      subject.hasOutsideInitial ? onUnit(lanes, to, splatSlots(lanes, get(state), STATE.initial)) : [],
      when(i64("equal", get(inBlock), load("i64", get(state), STATE.blockLength)), endBlock),
      advance(lanes, from, UNIT),
      advance(lanes, to, UNIT),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    store("i64", get(state), get(blockIndex), STATE.blockIndex),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
    guard.close(state),
  );
}

/** `output = factor · output` over the unit. */
function onUnit(lanes: Lanes, output: ArrayCursor, factor: Value): Code {
  const left: Slot = lanes.laneSlot();
  const value: Slot = lanes.laneSlot();
  return [
    assign(left, factor),
    Array.from({ length: UNIT / lanes.laneCount }, (_, index) => [
      lanes.combineLanes(value, held(left), loadVectors(lanes, output, index * lanes.laneCount)),
      storeVectors(lanes, output, held(value), index * lanes.laneCount),
    ]),
  ];
}

/** Folds the roots of the complete ranges before the unit onto its prefixes, the smallest first. */
function foldEarlier(lanes: Lanes, table: RootTable, output: ArrayCursor): Code {
  const bits = lanes.builder.local("i64");
  const slot = lanes.builder.local("i32");
  return [
    set(slot, table.first),
    set(bits, table.position),
    whileLoop(i64("notEqual", get(bits), i64Const(0n)), [
      when(lowHalf(i64("and", get(bits), i64Const(1n))), onUnit(lanes, output, splatSlots(lanes, get(slot)))),
      increaseBy(slot, SLOT_BYTES),
      set(bits, i64("shiftRight", get(bits), i64Const(1n))),
    ]),
  ];
}
