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
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { increase, increaseBy, inRounds } from "../../kernels/counters.ts";
import { areNaNs, isNaNElement } from "../../kernels/nans.ts";

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
  const countSome = (some: number): Code => [
    Array.from({ length: some }, (_, element) => countOne(element)),
    increaseBy(indices, some * 4),
  ];
  builder.body = [places.open, inRounds(count, COUNT_TABLES, countSome(COUNT_TABLES), countSome(1))];
  return builder;
}

/** `countNans(elements, count)`: how many elements of a float type are NaN. */
export function countNans(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("countNans", ["i32", "i32"], ["i32"]);
  const [elements, count] = builder.parameters;
  const [values, sums] = [builder.local("v128"), builder.local("v128")];
  const total = builder.local("i32");
  const bytes = type === "f64" ? 8 : 4;
  const element = builder.local(type);
  const lane = (index: number): Code => [get(sums), 0xfd, 0x1b, index]; // i32x4.extract_lane
  const inLanes = type === "f64" ? [0, 2] : [0, 1, 2, 3]; // an f64 has two words, of which one is counted
  builder.body = [
    set(sums, vectorConst(Array.from({ length: 16 }, () => 0))),
    inRounds(
      count,
      16 / bytes,
      [
        set(values, load("v128", get(elements))),
        set(sums, vector(0xb1, get(sums), areNaNs(type, values))), // i32x4.sub of −1 for each word of a NaN
        increaseBy(elements, 16),
      ],
      [
        set(element, load(type, get(elements))),
        increase(total, isNaNElement(type, element)),
        increaseBy(elements, bytes),
      ],
    ),
    inLanes.map(lane).reduce((left, right) => i32("add", left, right), get(total)),
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
