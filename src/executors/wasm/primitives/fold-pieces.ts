import type { ColumnArray, Columns, Row } from "../../../values/value-types.ts";
import { FOLD_PIECE } from "../families/dyadic/kernels/dyadic-fold.kernel.ts";
import type { ColumnRead } from "../kernels/lifted-elements.ts";
import { STATE_BYTES } from "../kernels/state.ts";
import type { Arena, Kernel } from "../memory/arena.ts";
import { writeElement } from "../memory/elements.ts";
import { type FoldLift, MOST_SCALARS } from "./fold-lift.ts";

/** Places that every pass in an arena uses, one after the other: states and scalars of kernels, stages of columns. */
interface FoldRoom {
  readonly states: number[]; // addresses
  readonly stages: number[];
}

const roomOf = new WeakMap<Arena, FoldRoom>();

/**
 * Elements of a stage, which are whole pieces: 64 KiB of doubles. On a core with nothing else to do 32 KiB took up to 7 % longer; on one that others shared it was
 * 3 to 15 % faster (docs/notes/folds.md).
 */
const STAGED = 4 * FOLD_PIECE;

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

/** A kernel that takes so many elements of some columns: `kernel(count, …operands)`, and the addresses of the columns are the last operands. */
interface PieceKernel {
  readonly kernel: Kernel;
  readonly columns: readonly Pick<ColumnRead, "column" | "stored">[];
  /** What is written here are addresses: a call makes no list. */
  readonly operands: number[];
}

/** How a kernel finds its columns: where they lie, or a part at a time in a stage. */
interface PieceRunner {
  /** Makes the operands those of whole columns that lie in this memory, or fit a stage; false where one is longer. */
  readonly placeWhole: (given: Columns) => boolean;
  /** Lets the kernel take the elements of a range, all at once where they lie in this memory. */
  readonly take: (given: Columns, start: number, end: number) => void;
}

export function pieceRunner(arena: Arena, { kernel, columns, operands }: PieceKernel): PieceRunner {
  const { heap } = arena;
  const { stages } = foldRoom(arena, 0, columns.length);
  const lying = columns.map(() => 0); // addresses of columns, −1 for those that lie elsewhere
  const first = operands.length - columns.length;

  function placeOf(array: ColumnArray, i: number, from: number, count: number): number {
    const bytes = array.BYTES_PER_ELEMENT;
    if (lying[i] >= 0) return lying[i] + from * bytes;
    const part = from === 0 && count === array.length ? array : array.subarray(from, from + count);
    (heap.view(columns[i].stored) as Uint8Array).set(part as Uint8Array, stages[i] / bytes);
    return stages[i];
  }
  function place(given: Columns, from: number, count: number): void {
    for (let i = 0; i < columns.length; i++) {
      operands[first + i] = placeOf(given[columns[i].column], i, from, count);
    }
  }
  /** Gives whether a column lies elsewhere. */
  function locate(given: Columns): boolean {
    let isStaged = false;
    for (let i = 0; i < columns.length; i++) {
      lying[i] = heap.addressOf(given[columns[i].column]);
      if (lying[i] < 0) isStaged = true;
    }
    return isStaged;
  }
  return {
    placeWhole(given) {
      const { length } = given[0];
      if (locate(given) && length > STAGED) return false;
      place(given, 0, length);
      return true;
    },
    take(given, start, end) {
      const step = locate(given) ? STAGED : end - start;
      for (let from = start; from < end; from += step) {
        const count = Math.min(step, end - from);
        place(given, from, count);
        kernel(count, ...operands);
      }
    },
  };
}
