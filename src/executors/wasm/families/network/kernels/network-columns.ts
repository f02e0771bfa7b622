import { type Code, get, type Local } from "../../../../../codegen/wasm/code.ts";
import { assign, held, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import { type ArrayCursor, loadVectors, storeLaneList, storeVectors } from "../../../kernels/load-store.ts";
import { type ColumnStep, transposer } from "../../../kernels/prefixes.ts";
import { type WireProgram, type WireWork, wiresOf } from "../wire-program.ts";
import { gatherElements, scatterElements } from "./lane-access.ts";
import { PLACE_BYTES } from "./network-walk.ts";

/*
 * A network as straight-line code on `laneCount` neighbouring blocks, one block a lane: column j of the blocks is the vector of their
 * elements j. Places are locals, so that what lies in a register and what does not is the engine's business.
 */

/** Code that stores every output but the last as columns, and the last among the roots: a step for each `laneCount` columns. */
export function outputsInColumns(
  program: WireProgram,
): (lanes: Lanes, length: number, step: ColumnStep) => readonly Code[] {
  return (lanes, length, { input, columns, roots, stride }) =>
    inColumns(lanes, program, input, (rows, first) =>
      rows.map((row, lane) =>
        first + lane === length - 1
          ? storeLaneList(lanes, get(roots), held(row), 0, stride)
          : storeLaneList(lanes, get(columns), held(row), (first + lane) * 16, stride),
      ),
    );
}

interface RowStep {
  readonly input: ArrayCursor;
  readonly output: ArrayCursor;
  readonly last: Slot; // becomes the last outputs
  readonly change?: (value: Slot) => Code; // what is still to be done with an output
}

/** Code that writes the outputs of the blocks to where they belong. */
export function outputsInRows(
  program: WireProgram,
  lanes: Lanes,
  { input, output, last, change = () => [] }: RowStep,
): Code {
  const { length } = program;
  const turn = transposer(lanes);
  return inColumns(lanes, program, input, (rows, first) => [
    rows.map(change),
    first + rows.length === length ? assign(last, held(rows[rows.length - 1])) : [],
    rows.length < lanes.laneCount
      ? rows.map((row, index) => scatterElements(lanes, output, row, length, first + index))
      : [
          turn(rows),
          rows.map((row, block) => storeVectors(lanes, output, held(row), block * length + first)),
        ],
  ]);
}

/**
 * `last` becomes the last outputs of the blocks. Each time a vector is stored `nowhere`: V8 in Node 20 puts all loads of straight-line code
 * before all else that no store holds back, and so spills (a reduce by 32 wires of Brent and Kung's, f32: 16 against 52 GB/s).
 */
export function lastInColumns(
  program: WireProgram,
  lanes: Lanes,
  { input, last, nowhere }: { readonly input: ArrayCursor; readonly last: Slot; readonly nowhere: Local },
): Code {
  return inColumns(lanes, program, input, (rows, first) => {
    const row = rows[rows.length - 1];
    return first + rows.length === program.length
      ? assign(last, held(row))
      : storeLaneList(lanes, get(nowhere), held(row), 0, PLACE_BYTES);
  });
}

/**
 * Turns vectors of the blocks' elements to columns and those to outputs, which `emit` has, up to `laneCount` columns from `first` on: what is
 * left of a width is gathered column by column.
 */
function inColumns(
  lanes: Lanes,
  program: WireProgram,
  input: ArrayCursor,
  emit: (rows: readonly Slot[], first: number) => Code,
): readonly Code[] {
  const { length } = program;
  const { laneCount } = lanes;
  const all = Array.from({ length: laneCount }, () => lanes.laneSlot());
  const turn = transposer(lanes);
  const run = wireRunner(lanes, program);
  const wires = Array.from(wiresOf(program));
  return Array.from({ length: Math.ceil(length / laneCount) }, (_, index) => {
    const first = index * laneCount;
    const rows = all.slice(0, length - first);
    const columns =
      rows.length < laneCount
        ? rows.map((row, lane) => assign(row, gatherElements(lanes, input, length, first + lane)))
        : [
            rows.map((row, block) => assign(row, loadVectors(lanes, input, block * length + first))),
            turn(rows),
          ];
    return [columns, rows.map((row, lane) => run(wires[first + lane], row)), emit(rows, first)];
  });
}

/** Gives code by which a wire's element becomes its output: of a block in each lane, or of one block. */
export function wireRunner(
  lanes: Lanes,
  { places }: WireProgram,
  shape: "lanes" | "one" = "lanes",
): (work: WireWork, value: Slot) => Code {
  const isOne = shape === "one";
  const combine = isOne ? lanes.combine : lanes.combineLanes;
  const slots = Array.from({ length: places }, (_, place) =>
    place === 0 ? [] : isOne ? lanes.slot() : lanes.laneSlot(),
  );
  const keep = (place: number, value: Slot): Code => (place === 0 ? [] : assign(slots[place], held(value)));
  return ({ place, combines }, value) => [
    keep(place, value),
    combines.map(({ left, place: next }) => [
      combine(value, held(slots[left]), held(value)),
      keep(next, value),
    ]),
  ];
}
