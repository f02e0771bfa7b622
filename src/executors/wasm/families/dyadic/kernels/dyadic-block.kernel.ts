import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  instruction,
  type Local,
  load,
  set,
  store,
  tee,
  vector,
  when,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { offsetBy } from "../../../kernels/counters.ts";
import { openGuard } from "../../../kernels/guard.ts";
import { assign, held, type KernelSubject, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import {
  advance,
  loadCarry,
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
import { STATE } from "../../../kernels/state.ts";
import { pushAndFold } from "./block-roots.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";

/*
 * Whole blocks of a power-of-two length, one at a time, vectors along the block.
 *
 *   for each block:  for each vector:  out = carry · (roots before it in the block · its own prefixes)
 *                    carry = block roots, smallest innermost, folded onto the block's root;  out[last] = carry
 *
 * Without an identity a block that has none before it keeps its own prefixes: a mask chooses, for all blocks alike.
 *
 * Tricks: (1) the last lane of a partly folded vector *is* the root of the next larger complete range, so roots cost one shuffle and
 * no combine; (2) the carry folds a fixed number of slots, empty ones holding the identity: no branch depends on the bits of the
 * block index, which at 2^19 blocks cost more in mispredictions than the combines it saves.
 */

/** `blockScan(state, input, output, blockCount)`: every inclusive prefix of whole blocks; blockCount ≥ 1, inBlock is 0. */
export function blockScan(subject: KernelSubject, blockLength: number, join: BlockJoin): FunctionBuilder {
  const kernel = columnKernel(subject, "blockScan", ["state", "input", "output", "blockCount"]);
  const { lanes, builder, state, from, to, blockCount } = kernel;
  const neutral = subject.identity === undefined ? undefined : lanes.laneSlot();
  const carry = lanes.slot();
  const carryLanes = lanes.laneSlot();
  const initialLanes = lanes.laneSlot();
  const joined = lanes.laneSlot();
  const guard = openGuard(lanes, "values");
  const root = lanes.slot();
  const blockIndex = builder.local("i64");
  const isFirst = builder.local("v128");
  const prefixes = prefixesAlong(lanes, blockLength, {
    load: (index) => loadVectors(lanes, from, index),
    neutral,
    root,
    emit: (index, value) => [
      lanes.combineLanes(joined, held(carryLanes), held(value)),
      neutral === undefined ? keepWhere(isFirst, joined, value) : [],
      subject.hasOutsideInitial ? lanes.combineLanes(joined, held(initialLanes), held(joined)) : [],
      storeVectors(lanes, to, held(joined), index),
    ],
  });
  const table = { first: offsetBy(get(state), STATE.blockRoots), position: get(blockIndex) };
  return kernel.define(
    neutral === undefined ? [] : assign(neutral, splatConsts(lanes, subject.identity ?? [])),
    subject.hasOutsideInitial ? assign(initialLanes, splatSlots(lanes, get(state), STATE.initial)) : [],
    set(blockIndex, load("i64", get(state), STATE.blockIndex)),
    loadCarry(lanes, state, carry),
    doWhile(
      [
        assign(carryLanes, splatValue(lanes, held(carry))),
        neutral === undefined ? set(isFirst, firstMask(blockIndex)) : [],
        prefixes,
        join === "dyadic"
          ? [pushAndFold(lanes, table, root), assign(carry, held(root))]
          : joinLinearly(lanes, blockIndex, carry, root),
        guard.gather(held(carry)),
        // The root's slot is free again: the carry itself must not meet the initial value.
        assign(root, held(carry)),
        observe(lanes, state, root),
        storeElements(lanes, to, held(root), blockLength - 1),
        set(blockIndex, i64("add", get(blockIndex), i64Const(1n))),
        advance(lanes, from, blockLength),
        advance(lanes, to, blockLength),
      ],
      tee(blockCount, i32("subtract", get(blockCount), i32Const(1))),
    ),
    store("i64", get(state), get(blockIndex), STATE.blockIndex),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
    guard.close(state),
  );
}

/** `carry = carry · root`, or the root where there was no carry. */
export function joinLinearly(lanes: Lanes, blockIndex: Local, carry: Slot, root: Slot): Code {
  const combined = lanes.combine(carry, held(carry), held(root));
  if (lanes.subject.identity !== undefined) return combined;
  return when(i64("zero", get(blockIndex)), assign(carry, held(root)), combined);
}

/** All ones where no block came before. */
function firstMask(blockIndex: Local): Code {
  return vector(0x12, i64("subtract", i64Const(0n), instruction(0xad, i64("zero", get(blockIndex)))));
}

/** `target = mask ? value : target`, lane by lane. */
function keepWhere(mask: Local, target: Slot, value: Slot): Code {
  return target.map((local, column) => set(local, vector(0x52, get(value[column]), get(local), get(mask))));
}
