import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  set,
  shuffleLanes,
  store,
  vector,
  when,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { increase, increaseBy, inRounds } from "../../kernels/counters.ts";
import { COUNT_TABLES } from "./count.kernel.ts";

/*
 * How many of evenly spaced thresholds t[0] … t[last − 1] come before or equal an element x is its place, 0 … last; that of a NaN is 0.
 *
 *   F(x) = (clamp((x − low)·scale, −½, last − ½) + 1) · 2^fractionBits     a fixed-point number, as sums with a power of two leave it
 *
 * F grows with x. Whoever calls has computed F(t[j]) and knows that it is at most `slack` from (j + 1)·2^fractionBits, 2·slack below
 * 2^fractionBits. So an x whose F is further than `slack` from all whole numbers lies between the same thresholds as its F: its place is the
 * whole part. Of closer ones, J the whole number nearby, x < t[J] and x > t[J − 2], and one comparison with t[J − 1] decides; it would for
 * all. That is what `compared` kernels do, where a branch is often guessed wrong, since many elements are thresholds and many are not.
 */

/** The types of which every element is an f64, and so compares as one. */
type EvenType = "f64" | "f32" | "i32" | "u32";

/** How F is computed: on lanes of f64, or of f32 elements as they are. */
export interface EvenForm {
  readonly type: EvenType;
  readonly lanes: "f64" | "f32";
  readonly fractionBits: number;
}

/** Bits of F that the sum leaves: the low word of an f64, or the fraction of an f32. */
export const FIXED_BITS = { f64: 32, f32: 23 } as const;

/** The power of two, and 1, whose sum with a number from −½ rounds to a multiple of 2^−fractionBits. */
export function fixedOffset({ lanes, fractionBits }: EvenForm): number {
  return 2 ** ((lanes === "f64" ? 52 : 23) - fractionBits) + 1;
}

const FLOAT_LANES = {
  f64: { splat: 0x14, add: 0xf0, subtract: 0xf1, multiply: 0xf2, pmin: 0xf6, pmax: 0xf7, less: 0x49 },
  f32: { splat: 0x13, add: 0xe4, subtract: 0xe5, multiply: 0xe6, pmin: 0xea, pmax: 0xeb, less: 0x43 },
} as const;

/**
 * `countEven(elements, count, bounds, tables, stride, slack, low, scale, top)`: one more for each element in the counts of its place.
 * `bounds[J]` is t[J − 1] as lanes are, the first a NaN, which nothing is below; `top` is last − ½; tables and stride as of countIndices.
 * Returns how many rounds of four had an element close to a threshold; `isCompared`, named countCompared, compares all and returns 0.
 */
export function countEven(form: EvenForm, isCompared: boolean): FunctionBuilder {
  const { lanes, type } = form;
  const parameters = ["i32", "i32", "i32", "i32", "i32", "i32", lanes, lanes, lanes] as const;
  const builder = new FunctionBuilder(isCompared ? "countCompared" : "countEven", parameters, ["i32"]);
  const [elements, count, bounds, tables, stride, slack, low, scale, top] = builder.parameters;
  const places = evenPlaces(builder, form, { bounds, slack, low, scale, top });
  const [starts, addresses] = [builder.local("v128"), builder.local("v128")];
  const address = builder.local("i32");
  const bytes = type === "f64" ? 8 : 4;
  const startOf = (table: number): Code =>
    i32("add", get(tables), i32("multiply", get(stride), i32Const(table)));
  const addOne = (lane: number): Code => [
    set(address, [get(addresses), 0xfd, 0x1b, lane]), // i32x4.extract_lane
    store("i32", get(address), i32("add", load("i32", get(address)), i32Const(1))),
  ];
  const found = set(addresses, vector(0xae, get(places.offsets), get(starts))); // i32x4.add
  builder.body = [
    places.open,
    [0, 1, 2, 3].map((table) => set(starts, [get(starts), startOf(table), 0xfd, 0x1c, table])), // i32x4.replace_lane
    inRounds(
      count,
      COUNT_TABLES,
      [
        places.find(evenValues(form, elements), isCompared),
        found,
        [0, 1, 2, 3].map(addOne),
        increaseBy(elements, COUNT_TABLES * bytes),
      ],
      [places.find(evenValues(form, elements, true), true), found, addOne(0), increaseBy(elements, bytes)],
    ),
    get(places.closeCount),
  ];
  return builder;
}

type EvenGiven = Readonly<Record<"bounds" | "slack" | "low" | "scale" | "top", Local>>;

interface EvenPlaces {
  readonly open: Code;
  /** Sets `offsets` to four times the places of four elements, in one or two vectors, comparing all, or where one is close. */
  readonly find: (values: readonly Code[], isCompared: boolean) => Code;
  readonly offsets: Local;
  readonly closeCount: Local;
}

function evenPlaces(builder: FunctionBuilder, form: EvenForm, given: EvenGiven): EvenPlaces {
  const { lanes, fractionBits } = form;
  const operations = FLOAT_LANES[lanes];
  const laneBytes = lanes === "f64" ? 8 : 4;
  const newVector = (): Local => builder.local("v128");
  const [lowLanes, scaleLanes, topLanes, slackLanes, limit] = Array.from({ length: 5 }, newVector);
  const [fixed, shifted, offsets] = Array.from({ length: 3 }, newVector);
  const values = lanes === "f64" ? [newVector(), newVector()] : [newVector()];
  const fraction = splatConst("i32", 2 ** fractionBits - 1, 4);
  const wholeMask = splatConst("i32", (2 ** (FIXED_BITS[lanes] - fractionBits) - 1) * 4, 4);
  const offsetsOf = (value: Local): Code =>
    vector(0x4e, vector(0xad, get(value), i32Const(fractionBits - 2)), wholeMask); // v128.and, i32x4.shr_u
  const fixedOf = (value: Local): Code => {
    const distance = vector(operations.subtract, get(value), get(lowLanes));
    const scaled = vector(operations.multiply, distance, get(scaleLanes));
    // pmax(a, b) is a < b ? b : a, so that a NaN becomes the first.
    const notBelow = vector(operations.pmax, splatConst(lanes, -0.5, laneBytes), scaled);
    const held = vector(operations.pmin, get(topLanes), notBelow);
    return vector(operations.add, held, splatConst(lanes, fixedOffset(form), laneBytes));
  };
  const isLess = values.map((value, pair) => {
    const near = nearBounds(laneBytes, given.bounds, offsets, pair);
    return vector(operations.less, get(value), near);
  });
  const compare: Code = [
    set(offsets, offsetsOf(shifted)),
    // i32x4.add of four times −1 where an element is below
    set(offsets, vector(0xae, get(offsets), vector(0x4e, lowWords(isLess), splatConst("i32", -4, 4)))),
  ];
  const closeCount = builder.local("i32");
  // v128.any_true, i32x4.gt_s
  const isClose = vector(0x53, vector(0x3b, get(limit), vector(0x4e, get(shifted), fraction)));
  const countClose = increase(closeCount, i32Const(1));
  return {
    offsets,
    closeCount,
    open: [
      set(lowLanes, vector(operations.splat, get(given.low))),
      set(scaleLanes, vector(operations.splat, get(given.scale))),
      set(topLanes, vector(operations.splat, get(given.top))),
      set(slackLanes, vector(0x11, get(given.slack))), // i32x4.splat
      set(limit, vector(0x11, i32("add", i32("shiftLeft", get(given.slack), i32Const(1)), i32Const(1)))),
    ],
    find: (loaded, isCompared) => [
      loaded.map((code, i) => set(values[i], code)),
      set(fixed, lowWords(values.map(fixedOf))),
      set(shifted, vector(0xae, get(fixed), get(slackLanes))), // i32x4.add
      isCompared ? compare : [set(offsets, offsetsOf(fixed)), when(isClose, [compare, countClose])],
    ],
  };
}

/** The low words of four f64 lanes; four f32 lanes as they are. */
function lowWords(vectors: readonly Code[]): Code {
  return vectors.length === 1 ? vectors[0] : shuffleLanes(4, [0, 2, 4, 6], vectors[0], vectors[1]);
}

/** The bounds at four times their numbers, for two lanes of f64 or four of f32. */
function nearBounds(laneBytes: 4 | 8, bounds: Local, offsets: Local, pair: number): Code {
  const laneCount = 16 / laneBytes;
  const isWide = laneBytes === 8;
  let near = splatConst("i32", 0, 4);
  for (let lane = 0; lane < laneCount; lane++) {
    const offset: Code = [get(offsets), 0xfd, 0x1b, pair * laneCount + lane]; // i32x4.extract_lane
    const address = i32("add", get(bounds), isWide ? i32("shiftLeft", offset, i32Const(1)) : offset);
    near = [address, near, 0xfd, isWide ? 0x57 : 0x56, 0x00, 0, lane]; // v128.load64_lane, v128.load32_lane
  }
  return near;
}

/** Four elements as two vectors of f64, or one of f32; alone, one and others that are 0. */
function evenValues({ type, lanes }: EvenForm, elements: Local, isAlone = false): readonly Code[] {
  if (isAlone) {
    const one: Code = [get(elements), 0xfd, type === "f64" ? 0x5d : 0x5c, 0x00, 0]; // v128.load64_zero, v128.load32_zero
    return lanes === "f32" ? [one] : [asDoubles(type, one), splatConst("f64", 0, 8)];
  }
  if (lanes === "f32") return [load("v128", get(elements))];
  const at = (offset: number): Code =>
    type === "f64"
      ? load("v128", get(elements), offset * 2)
      : asDoubles(type, [get(elements), 0xfd, 0x5d, 0x00, offset]); // v128.load64_zero
  return [at(0), at(8)];
}

function asDoubles(type: EvenType, words: Code): Code {
  // f64x2.promote_low_f32x4, f64x2.convert_low_i32x4_s, f64x2.convert_low_i32x4_u
  return type === "f64" ? words : vector({ f32: 0x5f, i32: 0xfe, u32: 0xff }[type], words);
}
