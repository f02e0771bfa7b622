import {
  doWhile,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  load,
  loadSplat,
  set,
  store,
  tee,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { splat, splatConst } from "../../../codegen/wasm/term.ts";
import { pushAndFold } from "./block-roots.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";
import { gatherCarry } from "./guard.ts";
import { carryOrIdentity, identityOf, type KernelSubject, lanesOf, observed, offsetBy } from "./lanes.ts";
import { prefixesAlong } from "./prefixes.ts";
import { STATE } from "./state.ts";

/*
 * Whole blocks of a power-of-two length, one at a time, vectors along the block; for operators with an identity.
 *
 *   for each block:  for each vector:  out = carry · (roots before it in the block · its own prefixes)
 *                    carry = block roots, smallest innermost, folded onto the block's root;  out[last] = carry
 *
 * Tricks: (1) the last lane of a partly folded vector *is* the root of the next larger complete range, so roots cost one shuffle and
 * no combine; (2) the carry folds a fixed number of slots, empty ones holding the identity: no branch depends on the bits of the
 * block index, which at 2^19 blocks cost more in mispredictions than the combines it saves.
 */

/** `blockScan(state, input, output, blockCount)`: every inclusive prefix of whole blocks; blockCount ≥ 1, inBlock is 0. */
export function blockScan(subject: KernelSubject, blockLength: number, join: BlockJoin): FunctionBuilder {
  const builder = new FunctionBuilder("blockScan", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, blockCount] = builder.parameters;
  const neutral = builder.local("v128");
  const carry = builder.local(lanes.valueType);
  const carryLanes = builder.local("v128");
  const initialLanes = builder.local("v128");
  const guard = builder.local(lanes.valueType);
  const root = builder.local(lanes.valueType);
  const blockIndex = builder.local("i64");
  const blockBytes = blockLength * lanes.bytes;
  const prefixes = prefixesAlong(lanes, builder, blockLength, {
    input,
    neutral,
    root,
    emit: (index, value) => {
      const joined = lanes.combineLanes(get(carryLanes), value);
      const outside = subject.hasOutsideInitial ? lanes.combineLanes(get(initialLanes), joined) : joined;
      return store("v128", get(output), outside, index * 16);
    },
  });
  const table = { first: offsetBy(get(state), STATE.blockRoots), position: get(blockIndex) };
  builder.body = [
    set(neutral, splatConst(subject.type, identityOf(subject))),
    subject.hasOutsideInitial ? set(initialLanes, loadSplat(lanes.bytes, get(state), STATE.initial)) : [],
    set(blockIndex, load("i64", get(state), STATE.blockIndex)),
    set(carry, carryOrIdentity(subject, lanes, state)),
    set(guard, lanes.loadElement(get(state), STATE.guard)),
    doWhile(
      [
        set(carryLanes, splat(subject.type, get(carry))),
        prefixes,
        join === "dyadic"
          ? [pushAndFold(subject, lanes, builder, table, root), set(carry, get(root))]
          : set(carry, lanes.combine(get(carry), get(root))),
        gatherCarry(lanes, guard, get(carry)),
        lanes.storeElement(
          get(output),
          observed(subject, lanes, state, get(carry)),
          blockBytes - lanes.bytes,
        ),
        set(blockIndex, i64("add", get(blockIndex), i64Const(1n))),
        set(input, offsetBy(get(input), blockBytes)),
        set(output, offsetBy(get(output), blockBytes)),
      ],
      tee(blockCount, i32("subtract", get(blockCount), i32Const(1))),
    ),
    store("i64", get(state), get(blockIndex), STATE.blockIndex),
    lanes.storeElement(get(state), get(carry), STATE.carry),
    lanes.storeElement(get(state), get(guard), STATE.guard),
  ];
  return builder;
}
