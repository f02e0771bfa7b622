import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  select,
  set,
  store,
  vector,
  vectorConst,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { offsetBy } from "../../kernels/lanes.ts";

/*
 * Counting into tables of u32. An element that has the bin of one shortly before it would wait for that count to be stored; so elements take
 * turns at COUNT_TABLES tables, `stride` bytes apart, which are added up in the end. With a stride of 0 they are one table.
 */

/**
 * Tables, and elements of a round. An AMD EPYC, which forwards what it has just stored, took 0.5 ns an index with 1, 2, 4 and 8 and any number
 * of bins; where a load waits for the store, one table costs the four or five cycles of each repetition.
 */
export const COUNT_TABLES = 4;

/** `countIndices(indices, count, binCount, tables, stride)`: each table has one more count, of indices beyond the bins. */
export function countIndices(): FunctionBuilder {
  const builder = new FunctionBuilder("countIndices", ["i32", "i32", "i32", "i32", "i32"]);
  const [indices, count, binCount, tables, stride] = builder.parameters;
  const places = tablePlaces(builder, tables, stride);
  const index = builder.local("i32");
  const countOne = (element: number): Code => [
    set(index, load("i32", get(indices), element * 4)),
    places.add(element, select(get(index), get(binCount), i32("less", get(index), get(binCount)))),
  ];
  builder.body = [
    places.open,
    whileLoop(i32("less", i32Const(COUNT_TABLES - 1), get(count)), [
      Array.from({ length: COUNT_TABLES }, (_, element) => countOne(element)),
      set(indices, offsetBy(get(indices), COUNT_TABLES * 4)),
      set(count, i32("subtract", get(count), i32Const(COUNT_TABLES))),
    ]),
    whileLoop(get(count), [
      countOne(0),
      set(indices, offsetBy(get(indices), 4)),
      set(count, i32("subtract", get(count), i32Const(1))),
    ]),
  ];
  return builder;
}

/** The types of which every element is an f64, and so compares as one. */
export type EvenType = "f64" | "f32" | "i32" | "u32";

/**
 * `countEven(elements, count, bounds, tables, stride, low, scale, last)`: how many elements have 0, 1, … last of evenly spaced thresholds
 * before or equal to them; `last` is their number, as is that of a NaN 0.
 *
 * The place is guessed from the distance to the first, `(x − low)·scale + ½` to the nearest, and moved by one where a comparison says so:
 * whoever calls has made sure that no guess is further off. `bounds[p]` and `bounds[p + 1]` are f64s between which x has place p; the first
 * and the last are NaN, which nothing is below or above.
 */
export function countEven(type: EvenType): FunctionBuilder {
  const parameters = ["i32", "i32", "i32", "i32", "i32", "f64", "f64", "f64"] as const;
  const builder = new FunctionBuilder("countEven", parameters);
  const [elements, count, bounds, tables, stride, low, scale, last] = builder.parameters;
  const places = tablePlaces(builder, tables, stride);
  const [values, guesses] = [builder.local("v128"), builder.local("v128")];
  const [lowLanes, scaleLanes, lastLanes] = [low, scale, last].map(() => builder.local("v128"));
  const [guess, place] = [builder.local("i32"), builder.local("i32")];
  const bytes = type === "f64" ? 8 : 4;
  const half = splatConst("f64", 0.5, 8);
  const zero = splatConst("f64", 0, 8);
  // Added to a number from 0 to 2^32 it leaves the nearest integer in the low word.
  const toInteger = splatConst("f64", 2 ** 52, 8);
  const scaled = vector(0xf2, vector(0xf1, get(values), get(lowLanes)), get(scaleLanes)); // f64x2.mul, f64x2.sub
  const guessed = vector(0xf0, scaled, half); // f64x2.add
  // pmax(a, b) is a < b ? b : a, so that a NaN becomes the zero.
  const held = vector(0xf6, get(lastLanes), vector(0xf7, zero, guessed)); // f64x2.pmin, f64x2.pmax
  const countLane = (lane: number, table: number): Code => {
    const value: Code = [get(values), 0xfd, 0x21, lane]; // f64x2.extract_lane
    const bound = (offset: number): Code =>
      load("f64", i32("add", get(bounds), i32("shiftLeft", get(guess), i32Const(3))), offset);
    return [
      set(guess, [get(guesses), 0xfd, 0x1b, lane * 2]), // i32x4.extract_lane
      set(place, i32("subtract", get(guess), [value, bound(0), 0x63])), // f64.lt
      places.add(table, i32("add", get(place), [value, bound(8), 0x66])), // f64.ge
    ];
  };
  const countPair = (pair: number): Code => [
    set(values, doubles(type, elements, pair * 2 * bytes)),
    set(guesses, vector(0xf0, held, toInteger)),
    countLane(0, pair * 2),
    countLane(1, pair * 2 + 1),
  ];
  builder.body = [
    places.open,
    [low, scale, last].map((scalar, i) =>
      set([lowLanes, scaleLanes, lastLanes][i], vector(0x14, get(scalar))),
    ), // f64x2.splat
    whileLoop(i32("less", i32Const(COUNT_TABLES - 1), get(count)), [
      Array.from({ length: COUNT_TABLES / 2 }, (_, pair) => countPair(pair)),
      set(elements, offsetBy(get(elements), COUNT_TABLES * bytes)),
      set(count, i32("subtract", get(count), i32Const(COUNT_TABLES))),
    ]),
    whileLoop(get(count), [
      set(values, doubles(type, elements, 0, true)),
      set(guesses, vector(0xf0, held, toInteger)),
      countLane(0, 0),
      set(elements, offsetBy(get(elements), bytes)),
      set(count, i32("subtract", get(count), i32Const(1))),
    ]),
  ];
  return builder;
}

/** Two elements as f64s; alone, one and a zero. */
function doubles(type: EvenType, address: Local, offset: number, isAlone = false): Code {
  if (type === "f64") {
    if (!isAlone) return load("v128", get(address), offset);
    return [get(address), 0xfd, 0x5d, 0x00, offset]; // v128.load64_zero
  }
  const words: Code = [get(address), 0xfd, isAlone ? 0x5c : 0x5d, 0x00, offset]; // v128.load32_zero, v128.load64_zero
  // f64x2.promote_low_f32x4, f64x2.convert_low_i32x4_s, f64x2.convert_low_i32x4_u
  return vector({ f32: 0x5f, i32: 0xfe, u32: 0xff }[type], words);
}

/** `countNans(elements, count)`: how many elements of a float type are NaN. */
export function countNans(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("countNans", ["i32", "i32"], ["i32"]);
  const [elements, count] = builder.parameters;
  const [values, sums] = [builder.local("v128"), builder.local("v128")];
  const total = builder.local("i32");
  const bytes = type === "f64" ? 8 : 4;
  const laneCount = 16 / bytes;
  const element = builder.local(type);
  const isNan = vector(type === "f64" ? 0x48 : 0x42, get(values), get(values)); // f64x2.ne, f32x4.ne
  const lane = (index: number): Code => [get(sums), 0xfd, 0x1b, index]; // i32x4.extract_lane
  builder.body = [
    set(sums, vectorConst(Array.from({ length: 16 }, () => 0))),
    whileLoop(i32("less", i32Const(laneCount - 1), get(count)), [
      set(values, load("v128", get(elements))),
      set(sums, vector(0xb1, get(sums), isNan)), // i32x4.sub of −1 for each word of a NaN
      set(elements, offsetBy(get(elements), 16)),
      set(count, i32("subtract", get(count), i32Const(laneCount))),
    ]),
    set(
      total,
      i32("add", lane(0), type === "f64" ? lane(2) : i32("add", lane(1), i32("add", lane(2), lane(3)))),
    ),
    whileLoop(get(count), [
      set(element, load(type, get(elements))),
      set(total, i32("add", get(total), [get(element), get(element), type === "f64" ? 0x62 : 0x5c])), // ne
      set(elements, offsetBy(get(elements), bytes)),
      set(count, i32("subtract", get(count), i32Const(1))),
    ]),
    get(total),
  ];
  return builder;
}

interface TablePlaces {
  readonly open: Code;
  /** One more at a place of the table of an element of the round. */
  readonly add: (element: number, place: Code) => Code;
}

function tablePlaces(builder: FunctionBuilder, tables: Local, stride: Local): TablePlaces {
  const starts = Array.from({ length: COUNT_TABLES }, () => builder.local("i32"));
  const address = builder.local("i32");
  const open = starts.map((start, table) =>
    set(start, i32("add", get(tables), i32("multiply", get(stride), i32Const(table)))),
  );
  const add = (element: number, place: Code): Code => [
    set(address, i32("add", get(starts[element]), i32("shiftLeft", place, i32Const(2)))),
    store("i32", get(address), i32("add", load("i32", get(address)), i32Const(1))),
  ];
  return { open, add };
}
