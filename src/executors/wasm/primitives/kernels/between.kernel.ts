import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  loadSplat,
  set,
  store,
  vector,
  vectorConst,
  when,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { type ElementType, SCALAR_TYPE_FACTS } from "../../../../values/element-types.ts";
import { increase, increaseBy, inRounds } from "../../kernels/counters.ts";

/*
 * Elements on either side of two bounds are counted, those between moved to the output:
 *
 *     below −= x < low;  upToLow −= x ≤ low;  above −= high < x            masks are −1
 *     where not all of a round are outside, x ≤ low or high ≤ x: each is written, and the place moves on where it is not
 *
 * 1. Few lie between: most rounds of four vectors end with one branch that is not taken.
 * 2. A NaN is neither above nor below: it is moved.
 * 3. Places are written once too often, never beyond as many as there are elements.
 */

const VECTORS = 4;

/** Bytes of the counts: a vector each of those below, up to the lower bound, and above; 64-bit lanes for elements of eight bytes. */
export const COUNT_BYTES = 48;

const OPERATIONS = {
  f64: { less: 0x49, lessOrEqual: 0x4b },
  f32: { less: 0x43, lessOrEqual: 0x45 },
  i64: { less: 0xd8, lessOrEqual: 0xda }, // i64x2.lt_s, le_s
  u64: { less: 0xd8, lessOrEqual: 0xda }, // with the sign flipped
  i32: { less: 0x39, lessOrEqual: 0x3d },
  u32: { less: 0x3a, lessOrEqual: 0x3e },
} as const;

/** `between(elements, count, bounds, output, counts)`: elements between both bounds; gives how many. `counts` are added to. */
export function between(type: ElementType): FunctionBuilder {
  const builder = new FunctionBuilder("between", ["i32", "i32", "i32", "i32", "i32"], ["i32"]);
  const [elements, count, bounds, output, counts] = builder.parameters;
  const bytes = SCALAR_TYPE_FACTS[type].bytes === 8 ? 8 : 4;
  const laneCount = 16 / bytes;
  const newVector = (): Local => builder.local("v128");
  const [low, high, place] = [newVector(), newVector(), newVector()];
  const sums = Array.from({ length: 3 }, newVector);
  const values = Array.from({ length: VECTORS }, newVector);
  const outside = Array.from({ length: VECTORS }, newVector);
  const first = builder.local("i32");
  const { less, lessOrEqual } = OPERATIONS[type];
  // v128.xor
  const placeOf = (value: Code): Code =>
    type === "u64" ? vector(0x51, value, splatConst("u64", 2n ** 63n, 8)) : value;
  /** Counts the lanes of a vector that `counted` leaves, and says which are outside. */
  const look = (k: number, counted: (mask: Code) => Code): Code => [
    set(place, placeOf(get(values[k]))),
    [
      vector(less, get(place), get(low)),
      vector(lessOrEqual, get(place), get(low)),
      vector(less, get(high), get(place)),
    ].map((mask, i) => set(sums[i], vector(bytes === 8 ? 0xd1 : 0xb1, get(sums[i]), counted(mask)))), // i64x2.sub, i32x4.sub
    set(
      outside[k],
      vector(0x50, vector(lessOrEqual, get(place), get(low)), vector(lessOrEqual, get(high), get(place))), // v128.or
    ),
  ];
  const move = (k: number, lane: number): Code => [
    [get(output), get(values[k]), 0xfd, bytes === 8 ? 0x5b : 0x5a, 0x00, 0, lane], // v128.store64_lane, v128.store32_lane
    increase(output, scaled(bytes, i32("add", i32Const(1), maskLane(outside[k], (lane * bytes) / 4)))),
  ];
  const areAllOutside = vector(0xa3, outside.slice(1).reduce(both, get(outside[0]))); // i32x4.all_true
  builder.body = [
    set(first, get(output)),
    [low, high].map((bound, i) => set(bound, placeOf(loadSplat(bytes, get(bounds), i * bytes)))),
    sums.map((sum, i) => set(sum, load("v128", get(counts), 16 * i))),
    inRounds(
      count,
      VECTORS * laneCount,
      [
        values.map((value, k) => set(value, load("v128", get(elements), 16 * k))),
        values.map((_, k) => look(k, (mask) => mask)),
        when(
          i32("zero", areAllOutside),
          values.map((_, k) => lanesOf(laneCount).map((lane) => move(k, lane))),
        ),
        increaseBy(elements, 16 * VECTORS),
      ],
      [
        set(values[0], loadSplat(bytes, get(elements))),
        look(0, (mask) => vector(0x4e, mask, firstLane(bytes))), // v128.and
        move(0, 0),
        increaseBy(elements, bytes),
      ],
    ),
    sums.map((sum, i) => store("v128", get(counts), get(sum), 16 * i)),
    i32("shiftRight", i32("subtract", get(output), get(first)), i32Const(Math.log2(bytes))),
  ];
  return builder;
}

function both(mask: Code, other: Local): Code {
  return vector(0x4e, mask, get(other)); // v128.and
}

function lanesOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, lane) => lane);
}

function scaled(bytes: number, value: Code): Code {
  return i32("shiftLeft", value, i32Const(Math.log2(bytes)));
}

/** A word of a mask, −1 or 0. */
function maskLane(mask: Local, word: number): Code {
  return [get(mask), 0xfd, 0x1b, word]; // i32x4.extract_lane
}

/** All ones in the first lane. */
function firstLane(bytes: number): Code {
  return vectorConst(Array.from({ length: 16 }, (_, i) => (i < bytes ? 0xff : 0)));
}
