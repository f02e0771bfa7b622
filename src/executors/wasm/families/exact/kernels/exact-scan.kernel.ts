import {
  type Code,
  floatConst,
  get,
  i32,
  i32Const,
  i64Const,
  instruction,
  type Local,
  load,
  set,
  shuffleLanes,
  store,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../../codegen/wasm/vector-operations.ts";
import { increaseBy } from "../../../kernels/counters.ts";
import {
  INFINITIES,
  lane,
  lanes,
  loadHalf,
  scalar,
  storeHalf,
  ZEROS,
} from "../../../kernels/instructions.ts";
import { SUM_STATE } from "../../order-free/sum-state.ts";
import { type TileCheck, tilesOf } from "../../order-free/tiles.ts";

/*
 * The exact prefixes of a tile, each rounded once: every sum so far, and every element, split onto the same few grids.
 *
 *   q = (x + 1.5·2^T) − 1.5·2^T, a multiple of u = 2^(T − 52); r = x − q       T: no sum reaches 2^T
 *   H += q; L += r; value = H + L
 *
 * 1. H and L have no rounding: |H| ≤ 2^53·u, |L| ≤ 257·u/2 in multiples of u·2^−45. So their order is free, and the one addition that
 *    rounds, H + L, is that of the hardware: correct, ties and overflow included.
 * 2. With three grids the value is H + M + L, rounded once after Boldo and Melquiond: the two smallest sums are added up to odd, which
 *    no later rounding can mistake for a tie. So is H + L before it becomes an f32.
 * 3. After each tile what L has gathered of multiples of u goes over to H.
 * 4. A tile is checked before anything is written: input and output may be one array.
 * 5. No value is −0: all parts begin at +0, and a split of −0 gives +0 and −0.
 */

/** Elements of a tile, an even number at most. */
export const SCAN_TILE_LENGTH = 256;

/** An element's magnitude is below 2^(T − this), so that a tile adds less than half of 2^T. */
export const ELEMENT_BITS = 9;

const LEVEL_BITS = 45;

interface TileScan {
  readonly name: string;
  readonly type: "f64" | "f32"; // of elements and values
  readonly levels: 1 | 2 | 3; // grids; 3 for f64 only
}

/**
 * `NAME(state, input, output, length, unit, least)`: the prefixes of tiles of an even length, as long as magnitudes are below
 * unit·2^−9 and, where they are not zero, `least` or more. Gives how many elements it took. unit is 2^T.
 */
export function tileScan({ name, type, levels }: TileScan): FunctionBuilder {
  const builder = new FunctionBuilder(name, ["i32", "i32", "i32", "i32", "f64", "f64"], ["i32"]);
  const [state, input, output, length, unit, least] = builder.parameters;
  const bytes = type === "f64" ? 8 : 4;
  const tiles = tilesOf(builder, input, length, { bytes, length: SCAN_TILE_LENGTH, step: 2 });
  const x = builder.local("v128");
  const value = builder.local("v128");
  const sums = Array.from({ length: levels }, () => builder.local("v128"));
  const anchors = Array.from({ length: levels - 1 }, () => builder.local("v128"));
  const check = checkOf(builder, { state, unit, least });
  const { at } = tiles;
  const element = set(x, type === "f64" ? load("v128", get(at)) : lanes("promoteLow", loadHalf(get(at))));
  const partOf = (level: number): number => SUM_STATE.parts + 8 * level;
  const scanned = tiles.through(
    [
      element,
      takeElements({ builder, x, sums, anchors }),
      rounded(builder, type, sums, value),
      type === "f64" ? store("v128", get(output), get(value)) : storeHalf(get(output), get(value)),
      increaseBy(output, 2 * bytes),
      sums.map((sum) => set(sum, upperInBoth(sum))),
    ],
    2 * bytes,
  );
  builder.body = [
    check.open,
    anchors.map((anchor, level) => {
      const factor = 1.5 * 2 ** (-LEVEL_BITS * level);
      return set(anchor, lanes("splatF64", scalar("multiplyF64", get(unit), floatConst("f64", factor))));
    }),
    tiles.each([check.begin, tiles.through([element, check.take([x])], 2 * bytes)], check.passed, [
      sums.map((sum, level) => set(sum, lanes("splatF64", load("f64", get(state), partOf(level))))),
      scanned,
      settle(builder, sums, anchors),
      sums.map((sum, level) => store("f64", get(state), lane("f64", get(sum), 0), partOf(level))),
    ]),
    tiles.taken,
  ];
  return builder;
}

function upperInBoth(sum: Local): Code {
  return shuffleLanes(8, [1, 1], get(sum), get(sum));
}

interface Step {
  readonly builder: FunctionBuilder;
  readonly x: Local;
  readonly sums: readonly Local[]; // of everything before, in both lanes; then of everything up to each lane
  readonly anchors: readonly Local[];
}

/** Splits two elements onto the grids and adds them to the sums, the first to the second lane as well. */
function takeElements({ builder, x, sums, anchors }: Step): Code {
  const part = builder.local("v128");
  const add = (sum: Local, value: Local): Code => {
    const both = lanes("addF64", get(value), shuffleLanes(8, [0, 2], ZEROS, get(value)));
    return set(sum, lanes("addF64", get(sum), both));
  };
  return sums.map((sum, level) => {
    const anchor = anchors[level];
    if (anchor === undefined) return add(sum, x);
    return [
      set(part, lanes("subtractF64", lanes("addF64", get(x), get(anchor)), get(anchor))),
      set(x, lanes("subtractF64", get(x), get(part))),
      add(sum, part),
    ];
  });
}

/** Brings what a sum has of multiples of the grid above it over to that, the highest sum first; all in both lanes. */
function settle(builder: FunctionBuilder, sums: readonly Local[], anchors: readonly Local[]): Code {
  const over = builder.local("v128");
  return anchors.map((anchor, level) => [
    set(over, lanes("subtractF64", lanes("addF64", get(sums[level + 1]), get(anchor)), get(anchor))),
    set(sums[level], lanes("addF64", get(sums[level]), get(over))),
    set(sums[level + 1], lanes("subtractF64", get(sums[level + 1]), get(over))),
  ]);
}

/** `value` becomes the rounded sum of the sums. */
function rounded(builder: FunctionBuilder, type: "f64" | "f32", sums: readonly Local[], value: Local): Code {
  const [first, second, third] = sums;
  if (type === "f32") {
    if (sums.length === 1) return set(value, lanes("demote", get(first)));
    return [addToOdd(builder, first, second, value), set(value, lanes("demote", get(value)))];
  }
  if (sums.length === 2) return set(value, lanes("addF64", get(first), get(second)));
  const [low, lowRest, high, highRest] = Array.from({ length: 4 }, () => builder.local("v128"));
  return [
    addExactly(builder, { left: second, right: third, sum: low, rest: lowRest }),
    addExactly(builder, { left: first, right: low, sum: high, rest: highRest }),
    addToOdd(builder, highRest, lowRest, value),
    set(value, lanes("addF64", get(high), get(value))),
  ];
}

type ExactAddition = Readonly<Record<"left" | "right" | "sum" | "rest", Local>>;

/** TwoSum: sum + rest = left + right, sum rounded to nearest. */
function addExactly(builder: FunctionBuilder, { left, right, sum, rest }: ExactAddition): Code {
  const taken = builder.local("v128");
  const leftRest = lanes("subtractF64", get(left), lanes("subtractF64", get(sum), get(taken)));
  return [
    set(sum, lanes("addF64", get(left), get(right))),
    set(taken, lanes("subtractF64", get(sum), get(left))),
    set(rest, lanes("addF64", leftRest, lanes("subtractF64", get(right), get(taken)))),
  ];
}

/**
 * `value` becomes left + right rounded to odd: the sum where it is exact, else of its two neighbours the one whose last bit is set.
 *
 * That is the rounded sum, if it is odd, and else the next number towards the rest: away from zero where rest and sum have one sign.
 */
function addToOdd(builder: FunctionBuilder, left: Local, right: Local, value: Local): Code {
  const rest = builder.local("v128");
  const away = builder.local("v128");
  const ones = splatConst("i64", 1n, 8);
  const signsDiffer = lanes("shiftRightI64", lanes("xor", get(rest), get(value)), i32Const(63));
  const isEven = lanes("equalI64", lanes("and", get(value), ones), ZEROS);
  const mustMove = lanes("and", isEven, lanes("notEqualF64", get(rest), ZEROS));
  return [
    addExactly(builder, { left, right, sum: value, rest }),
    set(away, signsDiffer),
    set(away, lanes("subtractI64", lanes("subtractI64", ones, get(away)), get(away))),
    set(value, lanes("addI64", get(value), lanes("and", get(away), mustMove))),
  ];
}

type Window = Readonly<Record<"state" | "unit" | "least", Local>>;

function checkOf(builder: FunctionBuilder, { state, unit, least }: Window): TileCheck {
  const [magnitude, minusOne, largest, smallest, absolute] = Array.from({ length: 5 }, () =>
    builder.local("v128"),
  );
  const bound = builder.local("i32");
  const upper = (value: Code): Code =>
    scalar("wrap", instruction(0x88, scalar("bitsOfF64", value), i64Const(32n)));
  const product = (factor: number): Code => scalar("multiplyF64", get(unit), floatConst("f64", factor));
  const isBelow = (index: number): Code => i32("less", lane("i32", get(largest), index), get(bound));
  const sum = scalar("absF64", load("f64", get(state), SUM_STATE.parts));
  const isLargeEnough = i32(
    "zero",
    lanes("anyTrue", lanes("lessF64", get(smallest), lanes("splatF64", get(least)))),
  );
  return {
    open: [
      set(magnitude, splatConst("i64", 2n ** 63n - 1n, 8)),
      set(minusOne, splatConst("i64", -1n, 8)),
      set(bound, upper(product(2 ** -ELEMENT_BITS))),
    ],
    begin: [set(largest, ZEROS), set(smallest, INFINITIES)],
    take: ([x]) => [
      set(absolute, lanes("and", get(x), get(magnitude))),
      set(largest, lanes("maxU32", get(largest), get(absolute))),
      set(smallest, lanes("pseudoMinF64", get(smallest), lanes("addI64", get(absolute), get(minusOne)))),
    ],
    passed: [
      i32("and", isBelow(1), isBelow(3)),
      i32("and", scalar("atLeastF64", product(0.5), sum), isLargeEnough),
    ].reduce((left, right) => i32("and", left, right)),
  };
}
