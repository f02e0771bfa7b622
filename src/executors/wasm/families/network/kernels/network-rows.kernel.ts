import { type Code, get, i32, i32Const, set, vector, whileLoop } from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../../codegen/wasm/vector-operations.ts";
import { SCALAR_TYPE_FACTS } from "../../../../../values/element-types.ts";
import {
  assign,
  decrement,
  type KernelSubject,
  type Lanes,
  lanesOf,
  type Slot,
} from "../../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  canonical,
  loadElements,
  storeElements,
} from "../../../kernels/memory.ts";
import { type WireProgram, wiresOf } from "../wire-program.ts";
import { gatherElements, scatterElements } from "./lane-access.ts";
import { outputsInRows, wireRunner } from "./network-columns.ts";

/*
 * A network by itself, on rows of its width: `scan(input…, output…, rowCount)`, an address for each column. Rows go side by side in lanes, as
 * many as there are, and one at a time in the end; without lanes all of them do.
 */

/** On which wire of the network element i of a row enters: i, or counted from the end. */
type RowOrder = "forward" | "mirrored";

export function networkRowScan(
  subject: KernelSubject,
  program: WireProgram,
  order: RowOrder,
): FunctionBuilder {
  const { columns, laneBytes } = subject.terms;
  const addresses = columns.map(() => "i32" as const);
  const builder = new FunctionBuilder("scan", [...addresses, ...addresses, "i32"]);
  const lanes = lanesOf(subject, builder);
  const from: ArrayCursor = { addresses: builder.parameters.slice(0, columns.length), open: [] };
  const to: ArrayCursor = { addresses: builder.parameters.slice(columns.length, -1), open: [] };
  const rowCount = builder.parameters[2 * columns.length];
  const step = (count: number): Code => [
    advance(lanes, from, count * program.length),
    advance(lanes, to, count * program.length),
  ];
  const several: Code = [
    rowsInLanes(lanes, program, order, from, to),
    step(lanes.laneCount),
    set(rowCount, i32("subtract", get(rowCount), i32Const(lanes.laneCount))),
  ];
  builder.body = [
    laneBytes === undefined
      ? []
      : whileLoop(i32("less", i32Const(lanes.laneCount - 1), get(rowCount)), several),
    whileLoop(get(rowCount), [oneRow(lanes, program, order, from, to), step(1), decrement(rowCount)]),
  ];
  return builder;
}

function rowsInLanes(
  lanes: Lanes,
  program: WireProgram,
  order: RowOrder,
  input: ArrayCursor,
  output: ArrayCursor,
): Code {
  const last = lanes.laneSlot();
  const isFloat = lanes.columns.some((type) => SCALAR_TYPE_FACTS[type].isFloat);
  if (order === "forward" && !isFloat) return outputsInRows(program, lanes, { input, output, last });
  if (order === "forward") {
    return outputsInRows(program, lanes, {
      input,
      output,
      last,
      change: (slot) => canonicalLanes(lanes, slot),
    });
  }
  const run = wireRunner(lanes, program);
  return Array.from(wiresOf(program), (work, wire) => {
    const index = program.length - 1 - wire;
    return [
      assign(last, gatherElements(lanes, input, program.length, index)),
      run(work, last),
      canonicalLanes(lanes, last),
      scatterElements(lanes, output, last, program.length, index),
    ];
  });
}

function oneRow(
  lanes: Lanes,
  program: WireProgram,
  order: RowOrder,
  input: ArrayCursor,
  output: ArrayCursor,
): Code {
  const value = lanes.slot();
  const run = wireRunner(lanes, program, "one");
  return Array.from(wiresOf(program), (work, wire) => {
    const index = order === "forward" ? wire : program.length - 1 - wire;
    return [
      assign(value, loadElements(lanes, input, index)),
      run(work, value),
      storeElements(lanes, output, canonical(lanes, value), index),
    ];
  });
}

/** The canonical quiet NaN in place of any NaN, in each lane. */
function canonicalLanes(lanes: Lanes, slot: Slot): Code {
  return slot.map((local, column) => {
    const type = lanes.columns[column];
    if (type !== "f64" && type !== "f32") return [];
    const isNumber = vector(type === "f64" ? 0x47 : 0x41, get(local), get(local));
    return set(local, vector(0x52, get(local), splatConst(type, Number.NaN, lanes.laneBytes), isNumber));
  });
}
