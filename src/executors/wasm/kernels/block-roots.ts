import {
  type Code,
  get,
  i64,
  i64Const,
  type Local,
  lowHalf,
  set,
  whileLoop,
} from "../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { scalarConst } from "../../../codegen/wasm/term.ts";
import { type KernelSubject, type Lanes, offsetBy } from "./lanes.ts";
import { SLOT_BYTES } from "./state.ts";

/** A table of roots in memory: slot k holds the root of a complete range of 2^k units, where bit k of the position is set. */
export interface RootTable {
  readonly first: Code; // address of the slot of one unit
  readonly position: Code; // complete units before this one, i64
}

/**
 * Puts `root` into the table, merging it with the complete ranges before it; afterwards `root` is the merged range's.
 *
 * Emptied slots take the identity, so that a fold over all slots needs not ask which are set.
 */
export function pushRoot(
  subject: KernelSubject,
  lanes: Lanes,
  builder: FunctionBuilder,
  table: RootTable,
  root: Local,
): { readonly code: Code; readonly slot: Local; readonly rest: Local } {
  const rest = builder.local("i64");
  const slot = builder.local("i32");
  const identity = scalarConst(subject.type, subject.identity ?? 0);
  const code = [
    set(slot, table.first),
    set(rest, table.position),
    whileLoop(lowHalf(i64("and", get(rest), i64Const(1n))), [
      set(root, lanes.combine(lanes.loadElement(get(slot)), get(root))),
      lanes.storeElement(get(slot), identity),
      set(slot, offsetBy(get(slot), SLOT_BYTES)),
      set(rest, i64("shiftRight", get(rest), i64Const(1n))),
    ]),
    lanes.storeElement(get(slot), get(root)),
  ];
  return { code, slot, rest };
}

/** `pushRoot`, then folds the remaining slots, empty ones too: `root` becomes the prefix that ends with it. */
export function pushAndFold(
  subject: KernelSubject,
  lanes: Lanes,
  builder: FunctionBuilder,
  table: RootTable,
  root: Local,
): Code {
  const { code, slot, rest } = pushRoot(subject, lanes, builder, table, root);
  return [
    code,
    set(rest, i64("shiftRight", get(rest), i64Const(1n))),
    whileLoop(i64("notEqual", get(rest), i64Const(0n)), [
      set(slot, offsetBy(get(slot), SLOT_BYTES)),
      set(root, lanes.combine(lanes.loadElement(get(slot)), get(root))),
      set(rest, i64("shiftRight", get(rest), i64Const(1n))),
    ]),
  ];
}
