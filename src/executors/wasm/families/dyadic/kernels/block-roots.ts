import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  type Local,
  lowHalf,
  set,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import { scalarConst } from "../../../../../codegen/wasm/scalar-operations.ts";
import { increase, increaseBy } from "../../../kernels/counters.ts";
import { held, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import { loadSlots, storeSlots } from "../../../kernels/load-store.ts";
import { SLOT_BYTES } from "../../../kernels/state.ts";

/*
 * A binary counter of roots in memory.
 *
 *   push root at position p:  for each trailing one of p: root = slot · root; clear slot;  slot = root
 *   fold:                     for the remaining ones of p, lowest first: root = slot · root
 */

/** A table of roots in memory: slot k holds the root of a complete range of 2^k units, where bit k of the position is set. */
export interface RootTable {
  readonly first: Code; // address of the slot of one unit
  readonly position: Code; // complete units before this one, i64
}

/**
 * Puts `root` into the table, merging it with the complete ranges before it; afterwards `root` is the merged range's.
 *
 * Emptied slots take the identity, where there is one, so that a fold over all slots needs not ask which are set.
 */
export function pushRoot(
  lanes: Lanes,
  table: RootTable,
  root: Slot,
): { readonly code: Code; readonly slot: Local; readonly rest: Local } {
  const rest = lanes.builder.local("i64");
  const slot = lanes.builder.local("i32");
  const code = [
    set(slot, table.first),
    set(rest, table.position),
    whileLoop(lowHalf(i64("and", get(rest), i64Const(1n))), [
      lanes.combine(root, loadSlots(lanes, get(slot)), held(root)),
      clearSlot(lanes, slot),
      increaseBy(slot, SLOT_BYTES),
      set(rest, i64("shiftRight", get(rest), i64Const(1n))),
    ]),
    storeSlots(lanes, get(slot), held(root)),
  ];
  return { code, slot, rest };
}

/** `pushRoot`, then folds the remaining slots: `root` becomes the prefix that ends with it. */
export function pushAndFold(lanes: Lanes, table: RootTable, root: Slot): Code {
  const { code, slot, rest } = pushRoot(lanes, table, root);
  return [
    code,
    set(rest, i64("shiftRight", get(rest), i64Const(1n))),
    increaseBy(slot, SLOT_BYTES),
    eachRoot(lanes, slot, rest, lanes.combine(root, loadSlots(lanes, get(slot)), held(root))),
  ];
}

/**
 * Runs `fold` with `slot` at each root of the units that `rest` counts, smallest first; both are used up.
 *
 * With an identity it goes through empty slots too: no branch then depends on the bits of a position, which are as good as random.
 */
export function eachRoot(lanes: Lanes, slot: Local, rest: Local, fold: Code): Code {
  return whileLoop(i64("notEqual", get(rest), i64Const(0n)), [
    lanes.subject.identity === undefined ? skipEmpty(lanes, slot, rest) : [],
    fold,
    increaseBy(slot, SLOT_BYTES),
    set(rest, i64("shiftRight", get(rest), i64Const(1n))),
  ]);
}

/** Moves `slot` to the lowest set bit of `rest`, which is not 0, and that bit to place 0. */
export function skipEmpty({ builder }: Lanes, slot: Local, rest: Local): Code {
  const zeros = builder.local("i64");
  return [
    set(zeros, i64("countTrailingZeros", get(rest))),
    set(rest, i64("shiftRight", get(rest), get(zeros))),
    increase(slot, i32("multiply", lowHalf(get(zeros)), i32Const(SLOT_BYTES))),
  ];
}

/** An empty slot holds the identity, where there is one. */
export function clearSlot(lanes: Lanes, slot: Local, offset = 0): Code {
  const { identity } = lanes.subject;
  if (identity === undefined) return [];
  const value = lanes.columns.map((type, column) => scalarConst(type, identity[column]));
  return storeSlots(lanes, get(slot), value, offset);
}
