import {
  type Code,
  get,
  i32,
  i32Const,
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
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { scalarConst } from "../../../codegen/wasm/term.ts";
import { canonical, type KernelSubject, type Lanes, lanesOf, observed, offsetBy } from "./lanes.ts";
import { SLOT_BYTES, STATE } from "./state.ts";

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
  const builder = new FunctionBuilder("elementScan", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, length] = builder.parameters;
  const fold = rootFold(subject, builder, lanes);
  const value = builder.local(lanes.valueType);
  const inBlock = builder.local("i64");
  const carry = builder.local(lanes.valueType);
  const next = i64("add", get(inBlock), i64Const(1n));
  builder.body = [
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    set(carry, lanes.loadElement(get(state), STATE.carry)),
    whileLoop(get(length), [
      set(fold.value, lanes.loadElement(get(input))),
      fold.push(get(state), STATE.elementRoots, get(inBlock)),
      fold.finish(),
      when(
        i64("equal", tee(inBlock, next), load("i64", get(state), STATE.blockLength)),
        [
          set(inBlock, i64Const(0n)),
          joinBlock(join, lanes, state, fold, carry),
          set(carry, get(fold.value)),
          addBlock(state),
        ],
        when(hasBlocks(state), set(fold.value, lanes.combine(get(carry), get(fold.value)))),
      ),
      set(value, observed(subject, lanes, state, get(fold.value))),
      lanes.storeElement(get(output), canonical(subject.type, value)),
      set(input, offsetBy(get(input), lanes.bytes)),
      set(output, offsetBy(get(output), lanes.bytes)),
      set(length, i32("subtract", get(length), i32Const(1))),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    lanes.storeElement(get(state), get(carry), STATE.carry),
  ];
  return builder;
}

/** `reduce(state, input, length)`: complete ranges only, one combine an element; nothing is observed and, for a dyadic join, no carry kept. */
export function elementReduce(subject: KernelSubject, join: BlockJoin): FunctionBuilder {
  const builder = new FunctionBuilder("elementReduce", ["i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, length] = builder.parameters;
  const fold = rootFold(subject, builder, lanes);
  const inBlock = builder.local("i64");
  const carry = builder.local(lanes.valueType);
  builder.body = [
    set(inBlock, load("i64", get(state), STATE.inBlock)),
    set(carry, lanes.loadElement(get(state), STATE.carry)),
    whileLoop(get(length), [
      set(fold.value, lanes.loadElement(get(input))),
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
            : [joinBlock(join, lanes, state, fold, carry), set(carry, get(fold.value))],
          addBlock(state),
        ],
      ),
      set(input, offsetBy(get(input), lanes.bytes)),
      set(length, i32("subtract", get(length), i32Const(1))),
    ]),
    store("i64", get(state), get(inBlock), STATE.inBlock),
    lanes.storeElement(get(state), get(carry), STATE.carry),
  ];
  return builder;
}

/** `observe(state)`: leaves the reduce of everything seen in STATE.result. At least one element has been seen. */
export function observeDyadic(subject: KernelSubject, join: BlockJoin): FunctionBuilder {
  const builder = new FunctionBuilder("observe", ["i32"]);
  const lanes = lanesOf(subject, builder);
  const [state] = builder.parameters;
  const tail = builder.local(lanes.valueType);
  const fold = rootFold(subject, builder, lanes);
  const inBlock = load("i64", get(state), STATE.inBlock);
  const blockIndex = load("i64", get(state), STATE.blockIndex);
  builder.body = [
    when(i64("notEqual", inBlock, i64Const(0n)), [
      fold.observe(get(state), STATE.elementRoots, inBlock),
      set(tail, get(fold.value)),
    ]),
    when(hasBlocks(state), [
      join === "dyadic"
        ? fold.observe(get(state), STATE.blockRoots, blockIndex)
        : set(fold.value, lanes.loadElement(get(state), STATE.carry)),
      when(
        i64("notEqual", inBlock, i64Const(0n)),
        set(fold.value, lanes.combine(get(fold.value), get(tail))),
      ),
    ]),
    set(tail, observed(subject, lanes, state, get(fold.value))),
    lanes.storeElement(get(state), canonical(subject.type, tail), STATE.result),
  ];
  return builder;
}

/** `collapse(state)`: what was reduced without regard to blocks becomes the one root of all complete blocks; inBlock is 0 again. */
export function collapse(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("collapse", ["i32"]);
  const lanes = lanesOf(subject, builder);
  const [state] = builder.parameters;
  const fold = rootFold(subject, builder, lanes);
  builder.body = [
    fold.observe(get(state), STATE.elementRoots, load("i64", get(state), STATE.inBlock)),
    lanes.storeElement(get(state), get(fold.value), STATE.blockRoots),
    store("i64", get(state), i64Const(1n), STATE.blockIndex),
    store("i64", get(state), i64Const(0n), STATE.inBlock),
  ];
  return builder;
}

interface RootFold {
  readonly value: Local; // the element that comes in and the fold that goes out
  /** Combines `value` with the roots at the trailing ones of `position` and stores the complete range that results. */
  readonly push: (state: Code, table: number, position: Code) => Code;
  /** After `push`: goes on through the remaining set bits, which gives the prefix. */
  readonly finish: () => Code;
  /** The fold of the roots at all set bits of `position`, newest innermost. `position` is not 0. */
  readonly observe: (state: Code, table: number, position: Code) => Code;
}

function rootFold(subject: KernelSubject, builder: FunctionBuilder, lanes: Lanes): RootFold {
  const value = builder.local(lanes.valueType);
  const bits = builder.local("i64");
  const slot = builder.local("i32");
  const zeros = builder.local("i64");
  const nextSlot = set(slot, offsetBy(get(slot), SLOT_BYTES));
  const dropBit = set(bits, i64("shiftRight", get(bits), i64Const(1n)));
  const combineSlot = set(value, lanes.combine(lanes.loadElement(get(slot)), get(value)));
  const skipZeros = [
    set(zeros, i64("countTrailingZeros", get(bits))),
    set(bits, i64("shiftRight", get(bits), get(zeros))),
    set(slot, i32("add", get(slot), i32("multiply", lowHalf(get(zeros)), i32Const(SLOT_BYTES)))),
  ];
  // An empty slot holds the identity, where there is one: vector kernels fold all slots without asking which are set.
  const clearSlot =
    subject.identity === undefined
      ? []
      : lanes.storeElement(get(slot), scalarConst(subject.type, subject.identity));
  const start = (state: Code, table: number, position: Code): Code => [
    set(slot, offsetBy(state, table)),
    set(bits, position),
  ];
  const finish = (): Code =>
    whileLoop(i64("notEqual", get(bits), i64Const(0n)), [skipZeros, combineSlot, nextSlot, dropBit]);
  return {
    value,
    finish,
    push: (state, table, position) => [
      start(state, table, position),
      whileLoop(lowHalf(i64("and", get(bits), i64Const(1n))), [combineSlot, clearSlot, nextSlot, dropBit]),
      lanes.storeElement(get(slot), get(value)),
    ],
    observe: (state, table, position) => [
      start(state, table, position),
      skipZeros,
      set(value, lanes.loadElement(get(slot))),
      nextSlot,
      dropBit,
      finish(),
    ],
  };
}

function joinBlock(join: BlockJoin, lanes: Lanes, state: Local, fold: RootFold, carry: Local): Code {
  if (join === "dyadic") {
    return [
      fold.push(get(state), STATE.blockRoots, load("i64", get(state), STATE.blockIndex)),
      fold.finish(),
    ];
  }
  return when(hasBlocks(state), set(fold.value, lanes.combine(get(carry), get(fold.value))));
}

function hasBlocks(state: Local): Code {
  return i64("notEqual", load("i64", get(state), STATE.blockIndex), i64Const(0n));
}

function addBlock(state: Local): Code {
  const increased = i64("add", load("i64", get(state), STATE.blockIndex), i64Const(1n));
  return store("i64", get(state), increased, STATE.blockIndex);
}
