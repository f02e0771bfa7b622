// The module behind the table of elementary functions: the scalar ones are imported from JavaScript, those on lanes call them for each lane
// where a program for all of them is not sure.

import type { LanePrograms } from "../../../elementary/lanes/lane-code.ts";
import { bytesOf, type Code, call, get, unsigned, vector } from "../code.ts";
import { assembled, bodyOf, codeSection, FunctionBuilder, list, text, typeOf } from "../module.ts";
import { guessed, LaneConstants } from "./emit-lanes.ts";
import { ELEMENTARY_SLOTS, ELEMENTARY_TABLE, type ElementarySlot, signatureOfSlot } from "./slots.ts";

/** The number of scalar functions, which come first in the table. */
const SCALARS = ELEMENTARY_TABLE.filter(({ shape }) => shape === "scalar").length;

/** What an import of a scalar function is called. */
export function importName({ name, type }: ElementarySlot): string {
  return `${name}_${type}`;
}

/** What runs elementary functions: a module's bytes, and what the memory that it exports begins with. */
interface ElementaryModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly memory: BigUint64Array;
}

/**
 * A module that imports `javascript.NAME_TYPE` for each scalar function and exports `elementary`, the table of all slots, and `memory`.
 *
 * A function's index in the module is its slot.
 */
export function elementaryModule({ programs, tables }: LanePrograms): ElementaryModule {
  const table = new BigUint64Array(tables().buffer);
  const constants = new LaneConstants(table.byteLength);
  const lanes = ELEMENTARY_TABLE.slice(SCALARS).map((slot, place) => {
    const builder = laneFunction(slot, place);
    const program = programs[importName(slot)];
    if (program !== undefined) {
      builder.body = guessed(program, slot.type, builder, constants, builder.body);
    }
    return builder;
  });
  const types = ELEMENTARY_TABLE.map((_, slot) => typeOf(signatureOfSlot(slot)));
  const imports = ELEMENTARY_TABLE.slice(0, SCALARS).map((slot, index) => [
    text("javascript"),
    text(importName(slot)),
    0x00,
    unsigned(index),
  ]);
  const everySlot = ELEMENTARY_TABLE.map((_, slot) => unsigned(slot));
  const bytes = assembled([
    [1, [bytesOf(list(types))]],
    [2, [bytesOf(list(imports))]],
    [3, [bytesOf(list(lanes.map((_, place) => unsigned(SCALARS + place))))]],
    [4, [bytesOf(list([[0x70, 0x00, unsigned(ELEMENTARY_SLOTS)]]))]],
    [5, [bytesOf(list([[0x00, 0x01]]))]], // a page, for tables and constants
    [
      7,
      [
        bytesOf(
          list([
            [text("elementary"), 0x01, 0x00],
            [text("memory"), 0x02, 0x00],
          ]),
        ),
      ],
    ],
    [9, [bytesOf(list([[0x00, 0x41, 0x00, 0x0b, list(everySlot)]]))]],
    [10, codeSection(lanes.map(bodyOf))],
  ]);
  return { bytes, memory: BigUint64Array.from([...table, ...constants.bits]) };
}

const LANES = {
  f64: { count: 2, splat: 0x14, take: 0x21, put: 0x22 },
  f32: { count: 4, splat: 0x13, take: 0x1f, put: 0x20 },
} as const;

/** The scalar function of the same place, for each lane. */
function laneFunction(slot: ElementarySlot, scalar: number): FunctionBuilder {
  const { parameters, results } = signatureOfSlot(SCALARS + scalar);
  const builder = new FunctionBuilder("", parameters, results);
  const { count, splat, take, put } = LANES[slot.type];
  const ofLane = (lane: number): Code =>
    call(scalar, ...builder.parameters.map((operand) => [vector(take, get(operand)), lane]));
  const first = vector(splat, ofLane(0));
  const rest = Array.from({ length: count - 1 }, (_, i) => [vector(put, ofLane(i + 1)), i + 1]);
  builder.body = [first, rest];
  return builder;
}
