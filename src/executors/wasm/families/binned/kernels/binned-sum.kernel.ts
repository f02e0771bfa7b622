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
  set,
  shuffleLanes,
  store,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../../codegen/wasm/vector-operations.ts";
import { BINS } from "../../../../../summaries/accumulators/binned-accumulator.ts";
import { lane, lanes, scalar, ZEROS } from "../../../kernels/instructions.ts";
import { SUM_STATE } from "../../order-free/sum-state.ts";
import { type TileCheck, tilesOf } from "../../order-free/tiles.ts";

/*
 * The sums of digits of a binned sum, for elements of no higher bin than the top.
 *
 *   for each bin from the top on, of grid g and with an anchor P that begins at 1.5·2^52·g (2^23 for f32):
 *     Q = P + (x with its last bit set); x −= Q − P; P = Q
 *   the digits' sum of the bin is P − 1.5·2^52·g in units of g: the difference of the bits
 *
 * 1. P stays in its binade, a digit is at most 2^39 (2^12), a lane takes 256: so Q − P is x rounded to a multiple of g, whatever P is. The
 *    bit that is set leaves no ties.
 * 2. Bins above an element's own have a digit of 0 by themselves.
 * 3. Where all elements are multiples of the grid of the second bin, those after it have no digits, and are not asked: `bins` says
 *    how many are, whatever the fold.
 * 4. Elements are verified as they are summed, a tile that fails leaves no trace.
 * 5. Where all elements are multiples of 2^−52 of the first grid, which holds for all that are in the first bin but its lowest binade, the
 *    rest after the first bin, added to 1.5·2^52·2^−52·g, is an integer in the bits of a double. Its sum is one integer addition, and
 *    what the second bin's digits leave of that sum are the digits of the third: one addition of floats instead of three.
 */

/** Elements of a tile. */
export const BINNED_TILE_LENGTH = 512;

/** Lengths are multiples of this, what is left over is not taken. */
export const BINNED_STEP_LENGTH = 8;

/** Vectors of one round of the loop, each with a chain of additions of its own: more have no registers. */
const CHAINS = 2;

interface BinnedSum {
  readonly name: string;
  readonly type: "f64" | "f32";
  readonly bins: number; // that are asked for digits, from the top on
  readonly check: "below" | "between"; // between lets no zero pass
  readonly hasIntegers: boolean; // of f64: see 5; digits are left for one bin more
}

/**
 * `NAME(state, input, length, end, least)`: elements of magnitudes below `end`, in [least, end) for "between". Reads anchors from `grids`;
 * leaves the carries and rests of each bin's digits in `digits`. Gives how many elements it took. Bounds are the bits of f32, or the
 * upper halves of the bits of f64.
 */
export function binnedSum(kernel: BinnedSum): FunctionBuilder {
  const { type } = kernel;
  const builder = new FunctionBuilder(kernel.name, ["i32", "i32", "i32", "i32", "i32"], ["i32"]);
  const [state, input, length, bound, least] = builder.parameters;
  const bytes = type === "f64" ? 8 : 4;
  const shape = { bytes, length: BINNED_TILE_LENGTH, step: BINNED_STEP_LENGTH };
  const tiles = tilesOf(builder, input, length, shape);
  const check = checkOf(kernel, builder, bound, least);
  const bins = binsOf(kernel, builder, state);
  const vectors = Array.from({ length: CHAINS }, () => builder.local("v128"));
  const added = tiles.through(
    [
      vectors.map((x, index) => set(x, load("v128", get(tiles.at), 16 * index))),
      check.take(vectors),
      vectors.map((x, index) => bins.take(x, index % CHAINS)),
    ],
    16 * vectors.length,
  );
  builder.body = [
    check.open,
    tiles.each([check.begin, bins.begin, added], check.passed, bins.end),
    bins.close(tiles.taken),
    tiles.taken,
  ];
  return builder;
}

interface Bins {
  readonly begin: Code; // of each tile
  readonly take: (x: Local, chain: number) => Code; // changes x
  readonly end: Code; // of each tile that passed
  readonly close: (count: Code) => Code; // once: given how many elements passed
}

function binsOf({ type, bins, hasIntegers }: BinnedSum, builder: FunctionBuilder, state: Local): Bins {
  const places = Array.from({ length: bins }, (_, bin) => ({
    bin,
    partial: Array.from({ length: CHAINS }, () => builder.local("v128")),
    sum: builder.local("i64"),
  }));
  const next = builder.local("v128");
  const total = builder.local("v128");
  const anchor = (bin: number): Code =>
    loadSplat(type === "f64" ? 8 : 4, get(state), SUM_STATE.grids + 8 * bin);
  const lastBit = splatConst(type === "f64" ? "i64" : "i32", type === "f64" ? 1n : 1, type === "f64" ? 8 : 4);
  const add = type === "f64" ? "addF64" : "addF32";
  const subtract = type === "f64" ? "subtractF64" : "subtractF32";
  const integers = hasIntegers ? integersOf(builder, state) : undefined;
  const closed = places.map(({ bin, sum }) => carryAndRest(type, state, sum, SUM_STATE.digits + 16 * bin));
  return {
    begin: [
      places.map(({ bin, partial }) => partial.map((chain) => set(chain, anchor(bin)))),
      integers?.begin ?? [],
    ],
    take: (x, chain) =>
      places.map(({ bin, partial }) => {
        const moved = lanes(add, get(partial[chain]), lanes("or", get(x), lastBit));
        if (bin === bins - 1) return set(partial[chain], moved);
        return [
          set(next, moved),
          set(x, lanes(subtract, get(x), lanes(subtract, get(next), get(partial[chain])))),
          set(partial[chain], get(next)),
          integers?.take(x) ?? [],
        ];
      }),
    end: [
      places.map(({ bin, partial, sum }) => {
        const digits = digitsOf(type, partial, anchor(bin), total);
        return [digits.code, set(sum, i64("add", get(sum), digits.sum))];
      }),
      integers?.end ?? [],
    ],
    close: (count) => [closed, integers?.close(places[1].sum, count) ?? []],
  };
}

interface Integers {
  readonly begin: Code; // of each tile
  readonly take: (x: Local) => Code; // the rest after the first bin
  readonly end: Code; // of each tile that passed
  readonly close: (second: Local, count: Code) => Code; // once: given the sum of the second bin's digits, and how many elements passed
}

/** Bits between two grids, and from the first grid down to the last bit of what passes the check. */
const WIDTH = BINS.f64.width;
const REST_BITS = 52;

/** Sums wrap around; what the second bin leaves of them does not come near 2^63. */
function integersOf(builder: FunctionBuilder, state: Local): Integers {
  const [anchor, partial] = [builder.local("v128"), builder.local("v128")];
  const sum = builder.local("i64");
  const offset = SUM_STATE.grids + 16; // behind the anchors of the bins
  return {
    begin: [set(anchor, loadSplat(8, get(state), offset)), set(partial, ZEROS)],
    take: (x) => set(partial, lanes("addI64", get(partial), lanes("addF64", get(x), get(anchor)))),
    end: set(
      sum,
      [lane("i64", get(partial), 0), lane("i64", get(partial), 1), get(sum)].reduce((left, right) =>
        i64("add", left, right),
      ),
    ),
    close: (second, count) => {
      const anchors = i64("multiply", scalar("extendUnsigned", count), load("i64", get(state), offset));
      const ofSecond = i64("shiftLeft", get(second), i64Const(BigInt(REST_BITS - WIDTH)));
      return [
        set(sum, i64("subtract", i64("subtract", get(sum), anchors), ofSecond)),
        set(sum, i64("shiftLeft", get(sum), i64Const(BigInt(2 * WIDTH - REST_BITS)))),
        carryAndRest("f64", state, sum, SUM_STATE.digits + 32),
      ];
    },
  };
}

/** The digits' sum of a bin over all lanes of its chains. */
function digitsOf(
  type: "f64" | "f32",
  partial: readonly Local[],
  anchor: Code,
  total: Local,
): { readonly code: Code; readonly sum: Code } {
  const [subtract, add] =
    type === "f64" ? (["subtractI64", "addI64"] as const) : (["subtractI32", "addI32"] as const);
  const sums = partial.map((chain) => lanes(subtract, get(chain), anchor));
  const code = set(
    total,
    sums.reduce((left, right) => lanes(add, left, right)),
  );
  if (type === "f64") {
    return { code, sum: i64("add", lane("i64", get(total), 0), lane("i64", get(total), 1)) };
  }
  const halves = [0, 1, 2, 3].map((index) => lane("i32", get(total), index));
  return {
    code,
    sum: scalar(
      "extendSigned",
      halves.reduce((left, right) => i32("add", left, right)),
    ),
  };
}

function carryAndRest(type: "f64" | "f32", state: Local, sum: Local, offset: number): Code {
  const bits = BigInt(Math.log2(BINS[type].carry));
  const rest = i64("and", get(sum), i64Const(2n ** bits - 1n));
  return [
    store("f64", get(state), scalar("fromI64", scalar("shiftRightSigned", get(sum), i64Const(bits))), offset),
    store("f64", get(state), scalar("fromI64", rest), offset + 8),
  ];
}

/**
 * The largest of what orders as magnitudes do, less `least` where that counts: what is below wraps around to the largest of all.
 *
 * Where registers are short the sign is shifted out instead of masked, so that all is doubled: 8 % of that kernel.
 */
function checkOf(
  { type, check, hasIntegers }: BinnedSum,
  builder: FunctionBuilder,
  bound: Local,
  least: Local,
): TileCheck {
  const [magnitude, base, farthest] = Array.from({ length: 3 }, () => builder.local("v128"));
  const scaled = (value: Code): Code => (hasIntegers ? i32("shiftLeft", value, i32Const(1)) : value);
  const magnitudesOf = (value: Code): Code =>
    hasIntegers ? lanes("shiftLeftI32", value, i32Const(1)) : lanes("and", value, get(magnitude));
  const fromLeast = (value: Code): Code =>
    check === "below" ? value : lanes("subtractI32", value, get(base));
  const span = check === "below" ? get(bound) : i32("subtract", get(bound), get(least));
  const isInside = lanes("lessU32", get(farthest), lanes("splatI32", scaled(span)));
  const take = (value: Code): Code =>
    set(farthest, lanes("maxU32", get(farthest), fromLeast(magnitudesOf(value))));
  return {
    open: [
      hasIntegers ? [] : set(magnitude, splatConst("u32", 0x7fffffff, 4)),
      check === "below" ? [] : set(base, lanes("splatI32", scaled(get(least)))),
    ],
    begin: set(farthest, ZEROS),
    take: (vectors) => {
      if (type === "f32") return vectors.map((x) => take(get(x)));
      return vectors.flatMap((first, index) =>
        index % 2 === 1 ? [] : [take(shuffleLanes(4, [1, 3, 5, 7], get(first), get(vectors[index + 1])))],
      );
    },
    passed: i32("zero", lanes("anyTrue", lanes("not", isInside))),
  };
}
