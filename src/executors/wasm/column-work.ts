import type { Scalar, ScalarType } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { Arena } from "./arena.ts";
import { canonicalScalar, readSlots, writeElement } from "./elements.ts";
import { STATE, STATE_BYTES } from "./kernels/state.ts";
import type { Runner } from "./runner.ts";
import type { Shift, Stage } from "./stage.ts";

/** One value by column. */
export type Row = readonly Scalar[];

/** Arrays by column, all of one length. */
export type Columns = readonly ColumnArray[];

/** Columns on their way to kernels, each by a stage of its own. Addresses are in the arena, −1 for arrays elsewhere. */
export interface ColumnAccess {
  /** Tells kernels where the columns are; gives the place to name to them. */
  readonly pointTo: (side: "input" | "output", addressOf: (column: number) => number) => number;
  /** Sets all stages up for reading; gives how many elements `placeOf` may be asked for at once. */
  readonly read: (input: Columns, addresses: readonly number[]) => number;
  /** The place of elements [start, start + count) of the sequence; valid until the next call. */
  readonly placeOf: (start: number, count: number) => number;
  /** The place of a value that is no element of any array, alone in the input stages. */
  readonly placeOfValue: (value: Row) => number;
  /** Lets go of the caller's arrays. */
  readonly end: () => void;
}

/** See ColumnAccess. A list of addresses for each chunk cost a single column a tenth of its reduce. `stateOf` gives where the state is now. */
export function columnAccess(
  arenas: readonly Arena[],
  stages: readonly Stage[],
  types: readonly ScalarType[],
  stateOf: () => number,
): ColumnAccess {
  const [{ heap }] = arenas;
  const pointTo = (side: "input" | "output", addressOf: (column: number) => number): number => {
    if (arenas.length === 1) return addressOf(0);
    for (const column of arenas.keys()) {
      writeElement(heap, "u32", stateOf() + column * STATE_BYTES + STATE[side], addressOf(column));
    }
    return 0;
  };
  return {
    pointTo,
    read: (input, addresses) =>
      Math.min(...stages.map((stage, column) => stage.read(input[column], addresses[column]))),
    placeOf: (start, count) => pointTo("input", (column) => stages[column].at(start, count)),
    placeOfValue: (value) =>
      pointTo("input", (column) => {
        const { inputStage } = arenas[column];
        writeElement(heap, types[column], inputStage, value[column]);
        return inputStage;
      }),
    end() {
      for (const stage of stages) stage.end();
    },
  };
}

/** A runner at work on columns. */
export interface ColumnWork {
  /** Takes a value that is no element of any array, as the next of the sequence. */
  readonly takeValue: (value: Row, purpose: "scan" | "reduce") => void;
  /** Takes an array without observing. */
  readonly reduce: (input: Columns, addresses: readonly number[]) => void;
  /** Takes an array and writes its prefixes; exclusive ones begin with `before`. */
  readonly scan: (input: PlacedColumns, output: PlacedColumns, before: Row | undefined) => void;
  /** The reduce of everything taken; at least one value has been. */
  readonly observe: () => Row;
}

export interface PlacedColumns {
  readonly arrays: Columns;
  readonly addresses: readonly number[];
}

/** See ColumnWork. */
export function columnWork(
  arenas: readonly Arena[],
  stages: readonly Stage[],
  types: readonly ScalarType[],
  runner: Runner,
): ColumnWork {
  const [{ heap }] = arenas;
  const access = columnAccess(arenas, stages, types, runner.state);
  /** All columns are written where they lie, or all by their stages: an exclusive scan shifts them alike. */
  const writeAll = ({ arrays, addresses }: PlacedColumns, shift: Shift): number => {
    const write = (at: (column: number) => number): number =>
      Math.min(...stages.map((stage, column) => stage.write(arrays[column], shift, at(column))));
    const writable = write((column) => addresses[column]);
    return writable === Number.POSITIVE_INFINITY ? writable : write(() => -1);
  };

  return {
    takeValue(value, purpose) {
      const from = access.placeOfValue(value);
      const outputStageOf = (column: number): number => arenas[column].outputStage;
      if (purpose === "scan") runner.scan(from, access.pointTo("output", outputStageOf), 1);
      else runner.reduce(from, 1);
    },
    reduce(input, addresses) {
      const { length } = input[0];
      try {
        const chunk = access.read(input, addresses);
        for (let start = 0; start < length; start += chunk) {
          const count = Math.min(chunk, length - start);
          runner.reduce(access.placeOf(start, count), count);
        }
      } finally {
        access.end();
      }
    },
    scan(input, output, before) {
      const { length } = input.arrays[0];
      try {
        const readable = access.read(input.arrays, input.addresses);
        const writable = writeAll(output, before === undefined ? "inclusive" : "exclusive");
        const chunk = Math.min(readable, writable);
        // An unstaged exclusive scan writes each value one element on: its last value has no place.
        const isShifted = before !== undefined && writable === Number.POSITIVE_INFINITY;
        const total = isShifted ? length - 1 : length;
        if (before !== undefined) for (const [column, stage] of stages.entries()) stage.lead(before[column]);
        for (let start = 0; start < total; start += chunk) {
          const count = Math.min(chunk, total - start);
          const from = access.placeOf(start, count);
          const to = access.pointTo("output", (column) => stages[column].place(start, count));
          runner.scan(from, to, count);
          for (const stage of stages) stage.flush(start, count);
        }
      } finally {
        access.end();
      }
    },
    observe() {
      runner.observe();
      return readSlots(heap, types, runner.state() + STATE.result).map(canonicalScalar);
    },
  };
}
