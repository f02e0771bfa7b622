import type { Code } from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { forEach, inRounds } from "../../../kernels/counters.ts";
import { assign, type KernelSubject, type Lanes, lanesOf } from "../../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  canonical,
  canonicalLanes,
  loadElements,
  storeElements,
} from "../../../kernels/load-store.ts";
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
  const several = (): Code => [rowsInLanes(lanes, program, order, from, to), step(lanes.laneCount)];
  const one: Code = [oneRow(lanes, program, order, from, to), step(1)];
  builder.body =
    laneBytes === undefined ? forEach(rowCount, one) : inRounds(rowCount, lanes.laneCount, several(), one);
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
