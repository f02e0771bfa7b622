import {
  type Code,
  floatConst,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  type Local,
  load,
  set,
  store,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { decrement, increaseBy } from "../../../kernels/counters.ts";
import { scalar } from "../../../kernels/instructions.ts";
import { SUM_STATE } from "../../order-free/sum-state.ts";

/*
 * The prefixes of a binned sum, one element after another.
 *
 *   for each bin j from the top on, of grid g and carry unit c·g:
 *     d = (x with its last bit set) rounded to a multiple of g; x −= d
 *     R_j += d; where that leaves [0, c·g) one carry goes to C_j
 *   value = ((((0 + C_0) + C_1) + R_0) + C_2) + R_1) + …) + R_(fold−1)
 *
 * Carries and rests are kept as doubles in units of 1, not of the grid, so that the value is nothing but additions. For f32 all is
 * done in doubles, where no bin is out of range; the bit that is set is that of the f32.
 */

/**
 * `binnedScan(state, input, output, length, end)`: as long as magnitudes are below `end`, a double. Reads the anchor and the carry unit
 * of each bin from `grids`, goes on from carries and rests in `bins`. Gives how many elements it took.
 */
export function binnedScan(type: "f64" | "f32", fold: number): FunctionBuilder {
  const builder = new FunctionBuilder("binnedScan", ["i32", "i32", "i32", "i32", "f64"], ["i32"]);
  const [state, input, output, length, end] = builder.parameters;
  const bytes = type === "f64" ? 8 : 4;
  const start = builder.local("i32");
  const isInside = builder.local("i32");
  const x = builder.local("f64");
  const value = builder.local("f64");
  const bins = Array.from({ length: fold }, (_, bin) =>
    binOf(builder, type, { state, x, bin, isLast: bin === fold - 1 }),
  );
  const element = type === "f64" ? load("f64", get(input)) : scalar("promote", load("f32", get(input)));
  const rounded = type === "f64" ? get(value) : scalar("demote", get(value));
  builder.body = [
    set(start, get(input)),
    set(isInside, i32Const(1)),
    bins.map(({ open }) => open),
    whileLoop(i32("and", get(isInside), i32("notEqual", get(length), i32Const(0))), [
      set(x, element),
      set(isInside, scalar("lessF64", scalar("absF64", get(x)), get(end))),
      when(get(isInside), [
        bins.map(({ take }) => take),
        observe(bins, value),
        store(type, get(output), rounded),
        increaseBy(input, bytes),
        increaseBy(output, bytes),
        decrement(length),
      ]),
    ]),
    bins.map(({ close }) => close),
    i32("shiftRight", i32("subtract", get(input), get(start)), i32Const(Math.log2(bytes))),
  ];
  return builder;
}

interface Bin {
  readonly open: Code;
  readonly take: Code; // changes x
  readonly close: Code;
  readonly carries: Local;
  readonly rests: Local;
}

interface BinSetting {
  readonly state: Local;
  readonly x: Local;
  readonly bin: number;
  readonly isLast: boolean;
}

function binOf(builder: FunctionBuilder, type: "f64" | "f32", { state, x, bin, isLast }: BinSetting): Bin {
  const [anchor, unit, carries, rests, digit] = Array.from({ length: 5 }, () => builder.local("f64"));
  const [grids, sums] = [SUM_STATE.grids + 16 * bin, SUM_STATE.bins + 16 * bin];
  const carry = (to: "addF64" | "subtractF64", from: "addF64" | "subtractF64"): Code => [
    set(rests, scalar(from, get(rests), get(unit))),
    set(carries, scalar(to, get(carries), get(unit))),
  ];
  return {
    carries,
    rests,
    open: [
      set(anchor, load("f64", get(state), grids)),
      set(unit, load("f64", get(state), grids + 8)),
      set(carries, load("f64", get(state), sums)),
      set(rests, load("f64", get(state), sums + 8)),
    ],
    take: [
      set(digit, scalar("subtractF64", scalar("addF64", withLastBit(type, x), get(anchor)), get(anchor))),
      isLast ? [] : set(x, scalar("subtractF64", get(x), get(digit))),
      set(rests, scalar("addF64", get(rests), get(digit))),
      when(scalar("lessF64", get(rests), floatConst("f64", 0)), carry("subtractF64", "addF64")),
      when(scalar("atLeastF64", get(rests), get(unit)), carry("addF64", "subtractF64")),
    ],
    close: [store("f64", get(state), get(carries), sums), store("f64", get(state), get(rests), sums + 8)],
  };
}

function withLastBit(type: "f64" | "f32", x: Local): Code {
  if (type === "f64") return scalar("f64OfBits", i64("or", scalar("bitsOfF64", get(x)), i64Const(1n)));
  const bits = i32("or", scalar("bitsOfF32", scalar("demote", get(x))), i32Const(1));
  return scalar("promote", scalar("f32OfBits", bits));
}

function observe(bins: readonly Bin[], value: Local): Code {
  const add = (term: Local): Code => set(value, scalar("addF64", get(value), get(term)));
  return [
    set(value, floatConst("f64", 0)),
    bins.map(({ carries }, bin) => [add(carries), bin === 0 ? [] : add(bins[bin - 1].rests)]),
    add(bins[bins.length - 1].rests),
  ];
}
