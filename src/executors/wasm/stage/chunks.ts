import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { Columns, Row, StoredColumns } from "../../../values/value-types.ts";
import { STATE, STATE_BYTES } from "../kernels/state.ts";
import type { Arena } from "../memory/arena.ts";
import { canonicalScalar, readElement, slotType, writeElement } from "../memory/elements.ts";
import type { Runner } from "../runner.ts";
import { openStage, type Shift, type Stage } from "./stage.ts";

/*
 * The one place where a long input is cut: elements are staged, a chunk at a time, run and observed, for whole calls and for sequences that keep
 * arriving.
 */

/** Columns on their way to kernels and back, each by a stage of its own. Addresses are in the arena, −1 for arrays elsewhere. */
interface ColumnAccess {
  /** Sets all stages up for reading; gives how many elements `placeOf` may be asked for at once. */
  readonly read: (input: StoredColumns, addresses: readonly number[]) => number;
  /** The place of elements [start, start + count) of the sequence; valid until the next call. */
  readonly placeOf: (start: number, count: number) => number;
  /** The place of a value that is no element of any array, alone in the input stages. */
  readonly placeOfValue: (value: Row) => number;
  /** Lets go of the caller's arrays. */
  readonly end: () => void;
}

/**
 * See ColumnAccess. `stateOf` gives where the state is now, in which kernels find the addresses of more than one column.
 *
 * Loops without closures or lists, here and below: both run for each chunk, and for each call of a few elements.
 */
export function columnAccess(
  arenas: readonly Arena[],
  stages: readonly Stage[],
  types: readonly ScalarType[],
  stateOf: () => number,
): ColumnAccess {
  const { length } = stages;
  const place = (column: number, address: number): number =>
    length === 1 ? address : pointTo(arenas[0], stateOf(), "input", column, address);
  return {
    read(input, addresses) {
      let readable = stages[0].read(input[0], addresses[0]);
      for (let i = 1; i < length; i++) readable = Math.min(readable, stages[i].read(input[i], addresses[i]));
      return readable;
    },
    placeOf(start, count) {
      let at = 0;
      for (let i = 0; i < length; i++) at = place(i, stages[i].at(start, count));
      return at;
    },
    placeOfValue(value) {
      let at = 0;
      for (let i = 0; i < length; i++) {
        const { heap, inputStage } = arenas[i];
        writeElement(heap, types[i], inputStage, value[i]);
        at = place(i, inputStage);
      }
      return at;
    },
    end() {
      for (let i = 0; i < length; i++) stages[i].end();
    },
  };
}

/** Tells kernels where one of several columns is; gives the place that stands for all of them. */
export function pointTo(
  { heap }: Arena,
  state: number,
  side: "input" | "output",
  column: number,
  address: number,
): number {
  writeElement(heap, "u32", state + column * STATE_BYTES + STATE[side], address);
  return 0;
}

/** A runner at work on columns. */
export interface ColumnWork {
  /** Takes a value that is no element of any array, as the next of the sequence. */
  readonly takeValue: (value: Row, purpose: "scan" | "reduce") => void;
  /** Takes an array without observing. */
  readonly reduce: (input: StoredColumns, addresses: readonly number[]) => void;
  /** Takes an array and writes its prefixes; exclusive ones begin with `before`. */
  readonly scan: (input: PlacedInput, output: PlacedColumns, before: Row | undefined) => void;
  /** The reduce of everything taken; at least one value has been. */
  readonly observe: () => Row;
}

interface PlacedInput {
  readonly arrays: StoredColumns;
  readonly addresses: readonly number[];
}

interface PlacedColumns extends PlacedInput {
  readonly arrays: Columns;
}

/** The stages of a contract's columns, each in the arena of its own. */
export function openStages(
  arenas: readonly Arena[],
  { types, sums, direction }: ColumnContract,
): readonly Stage[] {
  const isBackward = direction === "backward";
  return arenas.map((arena, i) => openStage(arena, { type: types[i], accumulate: sums[i], isBackward }));
}

/** See ColumnWork. */
export function columnWork(
  arenas: readonly Arena[],
  stages: readonly Stage[],
  types: readonly ScalarType[],
  runner: Runner,
): ColumnWork {
  const [{ heap }] = arenas;
  const { length: columnCount } = stages;
  const access = columnAccess(arenas, stages, types, runner.state);
  const slotTypes = types.map(slotType);

  const place = (column: number, address: number): number =>
    columnCount === 1 ? address : pointTo(arenas[0], runner.state(), "output", column, address);
  const writeEach = ({ arrays, addresses }: PlacedColumns, shift: Shift, areStaged: boolean): number => {
    let writable = stages[0].write(arrays[0], shift, areStaged ? -1 : addresses[0]);
    for (let i = 1; i < columnCount; i++) {
      writable = Math.min(writable, stages[i].write(arrays[i], shift, areStaged ? -1 : addresses[i]));
    }
    return writable;
  };
  /** All columns are written where they lie, or all by their stages: an exclusive scan shifts them alike. */
  const writeAll = (output: PlacedColumns, shift: Shift): number => {
    const writable = writeEach(output, shift, false);
    return writable === Number.POSITIVE_INFINITY || columnCount === 1
      ? writable
      : writeEach(output, shift, true);
  };
  const scanChunk = (start: number, count: number): void => {
    const from = access.placeOf(start, count);
    let to = 0;
    for (let i = 0; i < columnCount; i++) to = place(i, stages[i].place(start, count));
    runner.scan(from, to, count);
    for (let i = 0; i < columnCount; i++) stages[i].flush(start, count);
  };

  return {
    takeValue(value, purpose) {
      const from = access.placeOfValue(value);
      if (purpose === "reduce") return runner.reduce(from, 1);
      let to = 0;
      for (let i = 0; i < columnCount; i++) to = place(i, arenas[i].outputStage);
      runner.scan(from, to, 1);
    },
    reduce(input, addresses) {
      const { length } = input[0];
      try {
        const chunk = access.read(input, addresses);
        for (let start = 0; start < length; start += chunk) {
          const count = lesser(chunk, length - start);
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
        const chunk = lesser(readable, writable);
        // An unstaged exclusive scan writes each value one element on: its last value has no place.
        const isShifted = before !== undefined && writable === Number.POSITIVE_INFINITY;
        const total = isShifted ? length - 1 : length;
        if (before !== undefined) for (let i = 0; i < columnCount; i++) stages[i].lead(before[i]);
        for (let start = 0; start < total; start += chunk) scanChunk(start, lesser(chunk, total - start));
      } finally {
        access.end();
      }
    },
    observe() {
      runner.observe();
      const state = runner.state() + STATE.result;
      const value = [canonicalScalar(readElement(heap, slotTypes[0], state))];
      for (let i = 1; i < columnCount; i++) {
        value.push(canonicalScalar(readElement(heap, slotTypes[i], state + i * STATE_BYTES)));
      }
      return value;
    },
  };
}

/** `Math.min` of lengths, of which some are infinite: it would make a double of the other, and every address that comes of it. */
function lesser(first: number, second: number): number {
  return first < second ? first : second;
}
