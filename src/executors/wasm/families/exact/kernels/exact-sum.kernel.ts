import {
  type Code,
  call,
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
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../../codegen/wasm/vector-operations.ts";
import { INFINITIES, lane, lanes, scalar, ZEROS } from "../../../kernels/instructions.ts";
import { type TileCheck, tilesOf } from "../../order-free/tiles.ts";

/*
 * The exact sum of a tile as a few doubles, where all its terms fit a window [least, unit) of magnitudes:
 *
 *   narrow    h = x without its last 26 bits; H += h; L += x − h                     3 additions for two terms
 *   levels    for each level but the last: Q = P + x; x −= Q − P; P = Q              3 additions a level
 *             at the last: L += x                                                    1 addition
 *
 * 1. Nothing is rounded away. narrow: H has multiples of the ulp of `least` · 2^26 and stays below 2^53 of them, L likewise. levels: P
 *    starts at 1.5·2^52·u and stays in its binade, so that Q − P is x rounded to a multiple of u, and x − (Q − P) the exact rest,
 *    at most u/2; the next level has u·2^−45, since 512 rests of at most u/2 must stay below 2^53 of its units.
 * 2. The window is not looked for, it is claimed by the caller and verified in the same loop, by integer instructions, which wait for
 *    no addition. A tile that fails leaves no trace; the kernel says how far it came.
 * 3. Two checks. quick: the upper halves of four doubles in one vector, magnitudes less `least`, their largest: no zero passes. careful: zeros
 *    pass, for a third more time.
 * 4. A NaN fails the quick check; in the careful one it makes the sum of the first level a NaN.
 */

/** Elements of a tile. A longer tile has a narrower window, a shorter one ends more often. */
export const TILE_LENGTH = 512;

/** Bits between the grids of neighbouring levels, and from the end of a window to its first grid. */
export const LEVEL_BITS = 45;
export const TOP_BITS = 44;

/** Bits of the lower part of a narrow sum. */
export const NARROW_BITS = 26;

export interface TileSum {
  readonly name: string;
  readonly type: "f64" | "f32"; // of the elements; sums are f64
  readonly split: "narrow" | "levels";
  readonly levels: number; // 1 for narrow
  readonly vectors: 2 | 4; // of f64 in one round of the loop: as many as leave every chain a register
  readonly check: "quick" | "careful"; // f32 has one check, in which zeros pass
}

/** Lengths of tiles are multiples of this, what is left over is not taken. */
export const STEP_LENGTH = 8;

const CHAINS = 2;

/**
 * `NAME(state, input, length, unit, least)`: adds tiles to the limbs as long as all magnitudes in them are in [least, unit), or zero where
 * that passes. Gives how many elements it took. `addTerm` is the index of that function in the module.
 */
export function tileSum(kernel: TileSum, addTerm: number): FunctionBuilder {
  const builder = new FunctionBuilder(kernel.name, ["i32", "i32", "i32", "f64", "f64"], ["i32"]);
  const [state, input, length, unit, least] = builder.parameters;
  const bytes = kernel.type === "f64" ? 8 : 4;
  const tiles = tilesOf(builder, input, length, { bytes, length: TILE_LENGTH, step: STEP_LENGTH });
  const sums = sumsOf(kernel, builder, unit);
  const check = checkOf(kernel, builder, unit, least);
  const total = builder.local("f64");
  const loaded = vectorsAt(kernel, builder, tiles.at, check);
  const add = loaded.vectors.map((x, index) => sums.add(x, index % CHAINS));
  const totals = sums.totals();
  builder.body = [
    check.open,
    sums.open,
    tiles.each(
      [check.begin, sums.begin, tiles.through([loaded.code, add], 2 * kernel.vectors * bytes)],
      i32("and", check.passed, sums.isNumber),
      totals.map((value) => [set(total, value), call(addTerm, get(state), get(total))]),
    ),
    tiles.taken,
  ];
  return builder;
}

interface Vectors {
  readonly code: Code;
  readonly vectors: readonly Local[]; // of f64
}

/** The elements of one round as vectors of f64, checked. */
function vectorsAt(
  { type, vectors: count }: TileSum,
  builder: FunctionBuilder,
  at: Local,
  check: TileCheck,
): Vectors {
  const vectors = Array.from({ length: count }, () => builder.local("v128"));
  if (type === "f64") {
    const loads = vectors.map((x, index) => set(x, load("v128", get(at), 16 * index)));
    return { code: [loads, check.take(vectors)], vectors };
  }
  const narrow = Array.from({ length: count / 2 }, () => builder.local("v128"));
  const code = [
    narrow.map((x, index) => set(x, load("v128", get(at), 16 * index))),
    check.take(narrow),
    narrow.map((x, index) => [
      set(vectors[2 * index], lanes("promoteLow", get(x))),
      set(vectors[2 * index + 1], lanes("promoteLow", shuffleLanes(8, [1, 1], get(x), get(x)))),
    ]),
  ];
  return { code, vectors };
}

interface Sums {
  readonly open: Code; // once
  readonly begin: Code; // of each tile
  readonly add: (x: Local, chain: number) => Code; // changes x
  readonly isNumber: Code; // i32
  readonly totals: () => readonly Code[]; // f64: exact doubles, in order
}

function sumsOf(kernel: TileSum, builder: FunctionBuilder, unit: Local): Sums {
  return kernel.split === "narrow" ? narrowSums(builder) : levelSums(kernel, builder, unit);
}

function narrowSums(builder: FunctionBuilder): Sums {
  const [upper, lower] = [chains(builder), chains(builder)];
  const mask = builder.local("v128");
  const high = builder.local("v128");
  return {
    open: set(mask, splatConst("i64", -(2n ** BigInt(NARROW_BITS)), 8)),
    begin: [...upper, ...lower].map((chain) => set(chain, ZEROS)),
    add: (x, chain) => [
      set(high, lanes("and", get(x), get(mask))),
      set(lower[chain], lanes("addF64", get(lower[chain]), lanes("subtractF64", get(x), get(high)))),
      set(upper[chain], lanes("addF64", get(upper[chain]), get(high))),
    ],
    isNumber: i32Const(1),
    totals: () => [laneSum(builder, upper.map(get)), laneSum(builder, lower.map(get))],
  };
}

function levelSums({ levels }: TileSum, builder: FunctionBuilder, unit: Local): Sums {
  const partial = Array.from({ length: levels - 1 }, () => chains(builder));
  const last = chains(builder);
  const anchors = partial.map(() => builder.local("v128"));
  const next = builder.local("v128");
  const first = builder.local("f64");
  const firstTotal = laneSum(builder, sumsFrom(partial[0] ?? last, anchors[0]));
  return {
    open: anchors.map((anchor, level) => {
      const factor = 1.5 * 2 ** (52 - TOP_BITS - LEVEL_BITS * level);
      return set(anchor, lanes("splatF64", scalar("multiplyF64", get(unit), floatConst("f64", factor))));
    }),
    begin: [
      partial.map((chain, level) => chain.map((local) => set(local, get(anchors[level])))),
      last.map((local) => set(local, ZEROS)),
    ],
    add: (x, chain) => [
      partial.map((level) => [
        set(next, lanes("addF64", get(level[chain]), get(x))),
        set(x, lanes("subtractF64", get(x), lanes("subtractF64", get(next), get(level[chain])))),
        set(level[chain], get(next)),
      ]),
      set(last[chain], lanes("addF64", get(last[chain]), get(x))),
    ],
    isNumber: [set(first, firstTotal), scalar("equalF64", get(first), get(first))],
    totals: () => [
      ...(levels > 1 ? [get(first)] : []),
      ...partial.slice(1).map((chain, level) => laneSum(builder, sumsFrom(chain, anchors[level + 1]))),
      laneSum(builder, last.map(get)),
    ],
  };
}

function chains(builder: FunctionBuilder): readonly Local[] {
  return Array.from({ length: CHAINS }, () => builder.local("v128"));
}

/** What chains have added to their anchor. */
function sumsFrom(chain: readonly Local[], anchor: Local | undefined): readonly Code[] {
  if (anchor === undefined) return chain.map(get);
  return chain.map((local) => lanes("subtractF64", get(local), get(anchor)));
}

/** All lanes of some vectors in one double. */
function laneSum(builder: FunctionBuilder, vectors: readonly Code[]): Code {
  const sum = builder.local("v128");
  return [
    set(
      sum,
      vectors.reduce((left, right) => lanes("addF64", left, right)),
    ),
    scalar("addF64", lane("f64", get(sum), 0), lane("f64", get(sum), 1)),
  ];
}

function checkOf(kernel: TileSum, builder: FunctionBuilder, unit: Local, least: Local): TileCheck {
  if (kernel.type === "f32") return checkF32(builder, unit, least);
  return kernel.check === "quick" ? quickCheck(builder, unit, least) : carefulCheck(builder, unit, least);
}

const SIGNS_OFF_32 = splatConst("u32", 0x7fffffff, 4);

/** The upper half of a positive double. */
function upperHalf(value: Local): Code {
  return scalar("wrap", instruction(0x88, scalar("bitsOfF64", get(value)), i64Const(32n)));
}

function quickCheck(builder: FunctionBuilder, unit: Local, least: Local): TileCheck {
  const [magnitude, base, farthest] = Array.from({ length: 3 }, () => builder.local("v128"));
  const span = builder.local("i32");
  const upperHalves = (first: Local, second: Local): Code =>
    lanes("and", shuffleLanes(4, [1, 3, 5, 7], get(first), get(second)), get(magnitude));
  return {
    open: [
      set(magnitude, SIGNS_OFF_32),
      set(base, lanes("splatI32", upperHalf(least))),
      set(span, i32("subtract", upperHalf(unit), upperHalf(least))),
    ],
    begin: set(farthest, ZEROS),
    take: (vectors) =>
      vectors.flatMap((first, index) => {
        if (index % 2 === 1) return [];
        const distance = lanes("subtractI32", upperHalves(first, vectors[index + 1]), get(base));
        return [set(farthest, lanes("maxU32", get(farthest), distance))];
      }),
    passed: i32(
      "zero",
      lanes("anyTrue", lanes("not", lanes("lessU32", get(farthest), lanes("splatI32", get(span))))),
    ),
  };
}

/** Magnitudes as bits less 1, so that zero is the largest: a power of two counts as the double below it. */
function carefulCheck(builder: FunctionBuilder, unit: Local, least: Local): TileCheck {
  const [magnitude, minusOne, largest, smallest, absolute] = Array.from({ length: 5 }, () =>
    builder.local("v128"),
  );
  return {
    open: [set(magnitude, splatConst("i64", 2n ** 63n - 1n, 8)), set(minusOne, splatConst("i64", -1n, 8))],
    begin: [set(largest, ZEROS), set(smallest, INFINITIES)],
    take: (vectors) =>
      vectors.map((x) => [
        set(absolute, lanes("and", get(x), get(magnitude))),
        set(largest, lanes("pseudoMaxF64", get(largest), get(absolute))),
        set(smallest, lanes("pseudoMinF64", get(smallest), lanes("addI64", get(absolute), get(minusOne)))),
      ]),
    passed: i32(
      "zero",
      i32(
        "or",
        lanes("anyTrue", lanes("atLeastF64", get(largest), lanes("splatF64", get(unit)))),
        lanes("anyTrue", lanes("lessF64", get(smallest), lanes("splatF64", get(least)))),
      ),
    ),
  };
}

/** The bits of magnitudes, in whole: zero less 1 is the largest number there is. */
function checkF32(builder: FunctionBuilder, unit: Local, least: Local): TileCheck {
  const [magnitude, minusOne, largest, smallest, absolute] = Array.from({ length: 5 }, () =>
    builder.local("v128"),
  );
  const bits = (value: Local): Code => scalar("bitsOfF32", scalar("demote", get(value)));
  const isSmallEnough = lanes("lessU32", get(largest), lanes("splatI32", bits(unit)));
  const lowest = i32("subtract", bits(least), i32Const(1));
  return {
    open: [set(magnitude, SIGNS_OFF_32), set(minusOne, splatConst("i32", -1, 4))],
    begin: [set(largest, ZEROS), set(smallest, get(minusOne))],
    take: (vectors) =>
      vectors.map((x) => [
        set(absolute, lanes("and", get(x), get(magnitude))),
        set(largest, lanes("maxU32", get(largest), get(absolute))),
        set(smallest, lanes("minU32", get(smallest), lanes("addI32", get(absolute), get(minusOne)))),
      ]),
    passed: i32(
      "zero",
      i32(
        "or",
        lanes("anyTrue", lanes("not", isSmallEnough)),
        lanes("anyTrue", lanes("lessU32", get(smallest), lanes("splatI32", lowest))),
      ),
    ),
  };
}
