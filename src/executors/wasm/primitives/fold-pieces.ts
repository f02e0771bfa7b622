import type { ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray, Columns, Row } from "../../../values/value-types.ts";
import { STATE_BYTES } from "../kernels/state.ts";
import type { Arena, Kernel } from "../memory/arena.ts";
import { writeElement } from "../memory/elements.ts";
import { type FoldLift, MOST_SCALARS } from "./fold-lift.ts";

/** A kernel that takes a piece of some columns into a state of its own. */
export interface PieceKernel {
  readonly lift: FoldLift;
  readonly kernel: Kernel;
  /** What it is called with before the addresses of its reads. */
  readonly operands: (count: number) => readonly number[];
}

/** Places that every pass in an arena uses, one after the other: states and scalars of kernels, stages of columns. */
interface FoldRoom {
  readonly states: number[]; // addresses
  readonly stages: number[];
}

const roomOf = new WeakMap<Arena, FoldRoom>();

/** Elements of a stage, which hold a whole number of pieces. */
const STAGED = 16_384;

/** Where the scalars of a kernel are. */
export function scalarsAt(state: number): number {
  return state + STATE_BYTES;
}

/** Places for so many kernels over so many columns. Calls are synchronous: they serve all of an arena. */
export function foldRoom(arena: Arena, stateCount: number, columnCount: number): FoldRoom {
  const room = roomOf.get(arena) ?? { states: [], stages: [] };
  roomOf.set(arena, room);
  const { heap } = arena;
  while (room.states.length < stateCount) room.states.push(heap.allocate(STATE_BYTES + 8 * MOST_SCALARS));
  while (room.stages.length < columnCount) room.stages.push(heap.allocate(STAGED * 8));
  return room;
}

/** Puts the scalars that a kernel looks at where it finds them. */
export function writeScalars({ heap }: Arena, state: number, { lift, scalars }: FoldLift, row: Row): void {
  for (let i = 0; i < scalars.length; i++) {
    writeElement(heap, lift.scalars[i], scalarsAt(state) + 8 * i, row[scalars[i]]);
  }
}

/** Where kernels find their columns. */
interface PieceRunner {
  /** Lets all kernels take the elements of a range. */
  readonly take: (columns: Columns, start: number, end: number, piece: number) => void;
  /** The addresses of columns that are no longer than a piece, by column. */
  readonly placesOf: (columns: Columns) => readonly number[];
}

/** All kernels take a piece while it is in a cache; all elements at once where one kernel alone reads them where they lie. */
export function pieceRunner(
  arena: Arena,
  types: readonly ScalarType[],
  kernels: readonly PieceKernel[],
): PieceRunner {
  const { heap } = arena;
  const { stages } = foldRoom(arena, 0, types.length);
  const used = types.map((_, k) =>
    kernels.some(({ lift }) => lift.lift.reads.some(({ column }) => column === k)),
  );
  const lying = types.map(() => 0); // addresses of columns, −1 for those that lie elsewhere
  const places = types.map(() => 0); // of a piece of them

  function place(column: ColumnArray, k: number, from: number, count: number): void {
    const bytes = column.BYTES_PER_ELEMENT;
    if (lying[k] >= 0) {
      places[k] = lying[k] + from * bytes;
      return;
    }
    const part = from === 0 && count === column.length ? column : column.subarray(from, from + count);
    (heap.view(types[k]) as Uint8Array).set(part as Uint8Array, stages[k] / bytes);
    places[k] = stages[k];
  }
  /** Gives whether a column lies elsewhere. */
  function locate(columns: Columns): boolean {
    let isStaged = false;
    for (let k = 0; k < types.length; k++) {
      lying[k] = used[k] ? heap.addressOf(columns[k]) : 0;
      if (lying[k] < 0) isStaged = true;
    }
    return isStaged;
  }
  function placesOf(columns: Columns): readonly number[] {
    locate(columns);
    for (let k = 0; k < types.length; k++) if (used[k]) place(columns[k], k, 0, columns[k].length);
    return places;
  }
  function take(columns: Columns, start: number, end: number, piece: number): void {
    const isStaged = locate(columns);
    const step = isStaged || kernels.length > 1 ? piece : end - start;
    for (let from = start; from < end; from += step) {
      const count = Math.min(step, end - from);
      for (let k = 0; k < types.length; k++) if (used[k]) place(columns[k], k, from, count);
      for (const { kernel, operands, lift } of kernels) {
        kernel(...operands(count), ...lift.lift.reads.map(({ column }) => places[column]));
      }
    }
  }
  return { take, placesOf };
}
