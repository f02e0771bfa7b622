import {
  type Code,
  choose,
  doWhile,
  get,
  i32,
  i32Const,
  type Local,
  load,
  loadBool,
  select,
  set,
  store,
  storeBool,
  tee,
  vector,
  vectorConst,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import {
  decrease,
  decrement,
  forEach,
  increase,
  increaseBy,
  inRounds,
  offsetBy,
} from "../../kernels/counters.ts";

/*
 * Elements chosen by flags, bytes 0 and 1. No branch depends on a flag: a place is written whether its element stays or not, and the flag
 * itself, times the width, moves the place on.
 *
 * What is counted comes back as a count of elements, never as the address behind them: WebAssembly gives an i32 signed, and an address above
 * 2 GiB would be negative.
 *
 * A place may thus be written once too often, by elements after the last that stays. These are cut off first, so that nothing outside the
 * range is written and threads can write neighbouring ranges.
 */

/** Bytes of an element that is moved. */
export type Width = 1 | 4 | 8;

/** Elements of one round of a loop. */
const UNROLLED = 8;

/** `countFlags(flags, length)`: how many are set. */
export function countFlags(): FunctionBuilder {
  const builder = new FunctionBuilder("countFlags", ["i32", "i32"], ["i32"]);
  const [flags, length] = builder.parameters;
  const count = builder.local("i32");
  const bytes = builder.local("v128"); // at most 255 in each lane
  const words = builder.local("v128");
  const rounds = builder.local("i32");
  const zeros = vectorConst(Array.from({ length: 16 }, () => 0));
  const quads = i32("shiftRight", get(length), i32Const(4));
  const laneOf = (lane: number): Code => [get(words), 0xfd, 0x1b, lane]; // i32x4.extract_lane
  builder.body = [
    set(words, zeros),
    whileLoop(i32("less", i32Const(15), get(length)), [
      set(rounds, select(quads, i32Const(255), i32("less", quads, i32Const(255)))),
      decrease(length, i32("shiftLeft", get(rounds), i32Const(4))),
      set(bytes, zeros),
      doWhile(
        [
          set(bytes, vector(0x6e, get(bytes), load("v128", get(flags)))), // i8x16.add
          increaseBy(flags, 16),
        ],
        tee(rounds, i32("subtract", get(rounds), i32Const(1))),
      ),
      // i32x4.add, i32x4.extadd_pairwise_i16x8_u, i16x8.extadd_pairwise_i8x16_u
      set(words, vector(0xae, get(words), vector(0x7f, vector(0x7d, get(bytes))))),
    ]),
    set(count, i32("add", i32("add", laneOf(0), laneOf(1)), i32("add", laneOf(2), laneOf(3)))),
    forEach(length, [increase(count, loadBool(get(flags), 0)), increaseBy(flags, 1)]),
    get(count),
  ];
  return builder;
}

/** `compact(input, flags, output, length)`: the elements whose flag is set, one after the other; gives how many. */
export function compact(width: Width): FunctionBuilder {
  const builder = new FunctionBuilder("compact", ["i32", "i32", "i32", "i32"], ["i32"]);
  const [input, flags, output, length] = builder.parameters;
  const first = builder.local("i32");
  const step = (index: number): Code => [
    storeElement(width, get(output), loadElement(width, get(input), index)),
    increase(output, scaled(width, loadBool(get(flags), index))),
  ];
  builder.body = [
    set(first, get(output)),
    trim(flags, length),
    unrolled(length, step, (count) => [increaseBy(input, count * width), increaseBy(flags, count)]),
    elementsBetween(width, first, output),
  ];
  return builder;
}

/** `partition(input, flags, kept, others, length)`: the elements whose flag is set from `kept` on, the others from `others` on; as above. */
export function partition(width: Width): FunctionBuilder {
  const builder = new FunctionBuilder("partition", ["i32", "i32", "i32", "i32", "i32"], ["i32"]);
  const [input, flags, kept, others, length] = builder.parameters;
  const first = builder.local("i32");
  const bytes = builder.local("i32"); // by which `kept` moves on
  // Each element is written once, so that no place needs protection.
  const step = (index: number): Code => [
    set(bytes, scaled(width, loadBool(get(flags), index))),
    storeElement(width, select(get(kept), get(others), get(bytes)), loadElement(width, get(input), index)),
    increase(kept, get(bytes)),
    set(others, offsetBy(i32("subtract", get(others), get(bytes)), width)),
  ];
  builder.body = [
    set(first, get(kept)),
    unrolled(length, step, (count) => [increaseBy(input, count * width), increaseBy(flags, count)]),
    elementsBetween(width, first, kept),
  ];
  return builder;
}

/** `flagIndices(flags, output, length, start)`: the places of the flags that are set, the first of all being `start`; as above. */
export function flagIndices(): FunctionBuilder {
  const builder = new FunctionBuilder("flagIndices", ["i32", "i32", "i32", "i32"], ["i32"]);
  const [flags, output, length, start] = builder.parameters;
  const first = builder.local("i32");
  const step = (index: number): Code => [
    store("i32", get(output), offsetBy(get(start), index)),
    increase(output, scaled(4, loadBool(get(flags), index))),
  ];
  builder.body = [
    set(first, get(output)),
    trim(flags, length),
    unrolled(length, step, (count) => [increaseBy(start, count), increaseBy(flags, count)]),
    elementsBetween(4, first, output),
  ];
  return builder;
}

/** Takes the flags at the end that are not set off `length`. */
function trim(flags: Local, length: Local): Code {
  const last = loadBool(i32("add", get(flags), i32("subtract", get(length), i32Const(1))), 0);
  return whileLoop(choose("i32", get(length), i32("zero", last), i32Const(0)), decrement(length));
}

/** `step` for each of `length` elements, `advance` after some of them. */
function unrolled(length: Local, step: (index: number) => Code, advance: (count: number) => Code): Code {
  const steps = Array.from({ length: UNROLLED }, (_, index) => step(index));
  return inRounds(length, UNROLLED, [steps, advance(UNROLLED)], [step(0), advance(1)]);
}

function scaled(width: Width, flag: Code): Code {
  return width === 1 ? flag : i32("shiftLeft", flag, i32Const(Math.log2(width)));
}

function elementsBetween(width: Width, first: Local, end: Local): Code {
  return i32("shiftRight", i32("subtract", get(end), get(first)), i32Const(Math.log2(width)));
}

// As integers: floats keep their bits.
function loadElement(width: Width, address: Code, index: number): Code {
  if (width === 1) return loadBool(address, index);
  return load(width === 8 ? "i64" : "i32", address, index * width);
}

function storeElement(width: Width, address: Code, value: Code): Code {
  if (width === 1) return storeBool(address, value, 0);
  return store(width === 8 ? "i64" : "i32", address, value);
}
