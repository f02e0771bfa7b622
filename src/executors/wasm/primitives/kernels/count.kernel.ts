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
