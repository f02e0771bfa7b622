import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  type Local,
  load,
  loadSplat,
  lowHalf,
  set,
  store,
  when,
  whileLoop,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { splat, splatConst } from "../../../codegen/wasm/term.ts";
import { pushAndFold, pushRoot } from "./block-roots.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";
import { gatherCarry } from "./guard.ts";
import {
  carryOrIdentity,
  identityOf,
  type KernelSubject,
  type Lanes,
  lanesOf,
  observed,
  offsetBy,
} from "./lanes.ts";
import { prefixesAlong } from "./prefixes.ts";
import { SLOT_BYTES, STATE } from "./state.ts";

/*
 * Long blocks, or none at all: a unit of UNIT elements at a time, whatever the block length; for operators with an identity.
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
  const builder = new FunctionBuilder("unitScan", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, unitCount] = builder.parameters;
  const neutral = builder.local("v128");
  const root = builder.local(lanes.valueType);
  const carry = builder.local(lanes.valueType);
  const guard = builder.local(lanes.valueType);
  const inBlock = builder.local("i64");
  const blockIndex = builder.local("i64");
  const initialLanes = builder.local("v128");
  const unitBytes = UNIT * lanes.bytes;
  const elementTable = {
    first: offsetBy(get(state), STATE.elementRoots + UNIT_LEVEL * SLOT_BYTES),
    position: i64("shiftRight", get(inBlock), i64Const(BigInt(UNIT_LEVEL))),
  };
  const last = lanes.loadElement(get(output), unitBytes - lanes.bytes);
  const joinPass = onUnit(lanes, builder, output, splat(subject.type, get(carry)), (joined) =>
    subject.hasOutsideInitial ? lanes.combineLanes(get(initialLanes), joined) : joined,
  );
  const endBlock = [
    set(inBlock, i64Const(0n)),
    join === "dyadic"
      ? [
          pushAndFold(
            subject,
            lanes,
            builder,
            { first: offsetBy(get(state), STATE.blockRoots), position: get(blockIndex) },
            root,
          ),
          set(carry, get(root)),
        ]
      : set(carry, lanes.combine(get(carry), get(root))),
    set(blockIndex, i64("add", get(blockIndex), i64Const(1n))),
    gatherCarry(lanes, guard, get(carry)),
    lanes.storeElement(get(output), observed(subject, lanes, state, get(carry)), unitBytes - lanes.bytes),
  ];
  builder.body = [
    set(neutral, splatConst(subject.type, identityOf(subject))),
    subject.hasOutsideInitial ? set(initialLanes, loadSplat(lanes.bytes, get(state), STATE.initial)) : [],
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    set(blockIndex, load("i64", get(state), STATE.blockIndex)),
    set(carry, carryOrIdentity(subject, lanes, state)),
    set(guard, lanes.loadElement(get(state), STATE.guard)),
    whileLoop(get(unitCount), [
      prefixesAlong(lanes, builder, UNIT, {
        input,
        neutral,
        root,
        emit: (index, value) => store("v128", get(output), value, index * 16),
      }),
      foldEarlier(lanes, builder, elementTable, output),
      pushRoot(subject, lanes, builder, elementTable, root).code,
      set(root, last),
      set(inBlock, i64("add", get(inBlock), i64Const(BigInt(UNIT)))),
      subject.hasOutsideInitial ? joinPass : when(i64("notEqual", get(blockIndex), i64Const(0n)), joinPass),
      when(i64("equal", get(inBlock), load("i64", get(state), STATE.blockLength)), endBlock),
      set(input, offsetBy(get(input), unitBytes)),
      set(output, offsetBy(get(output), unitBytes)),
      set(unitCount, i32("subtract", get(unitCount), i32Const(1))),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    store("i64", get(state), get(blockIndex), STATE.blockIndex),
    lanes.storeElement(get(state), get(carry), STATE.carry),
    lanes.storeElement(get(state), get(guard), STATE.guard),
  ];
  return builder;
}

/** `output = factor · output` over the unit. */
function onUnit(
  lanes: Lanes,
  builder: FunctionBuilder,
  output: Local,
  factor: Code,
  then: (joined: Code) => Code,
): Code {
  const left = builder.local("v128");
  return [
    set(left, factor),
    Array.from({ length: UNIT / lanes.laneCount }, (_, index) =>
      store(
        "v128",
        get(output),
        then(lanes.combineLanes(get(left), load("v128", get(output), index * 16))),
        index * 16,
      ),
    ),
  ];
}

/** Folds the roots of the complete ranges before the unit onto its prefixes, the smallest first. */
function foldEarlier(
  lanes: Lanes,
  builder: FunctionBuilder,
  table: { readonly first: Code; readonly position: Code },
  output: Local,
): Code {
  const bits = builder.local("i64");
  const slot = builder.local("i32");
  return [
    set(slot, table.first),
    set(bits, table.position),
    whileLoop(i64("notEqual", get(bits), i64Const(0n)), [
      when(
        lowHalf(i64("and", get(bits), i64Const(1n))),
        onUnit(lanes, builder, output, loadSplat(lanes.bytes, get(slot)), (joined) => joined),
      ),
      set(slot, offsetBy(get(slot), SLOT_BYTES)),
      set(bits, i64("shiftRight", get(bits), i64Const(1n))),
    ]),
  ];
}
