import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { spreadKernels } from "./kernels/spread.kernel.ts";
import { packWords } from "./pack-words.ts";
import { elementsAt, type Workspace } from "./work-memory.ts";

/*
 * A grid packed by groups of neighbours along one axis, in each group all of the other axis: strips of B, quads of A. Along the axis whose elements lie side by
 * side a few rows at a time are copied to a stage, as memory copies, and spread from there by a kernel. Other strides, and a few elements, go word by word.
 * Of 512 × 512 doubles word by word took 2.5 ms, most of it for lines of one cache set, and so takes 0.3.
 */

/** Rows of a stage: of chunks of 32 bytes what is written together is 256 bytes. */
const STAGE_ROWS = 8;
/** Elements of a row of a stage, so that the stage stays in a second-level cache. */
const STAGE_ELEMENTS = 2048;
/** Bytes of a stage. */
export const STAGE_BYTES = STAGE_ROWS * STAGE_ELEMENTS * 8;
/** Fewer elements are not worth calls of kernels. */
const FEWEST_SPREAD = 512;

interface Axis {
  readonly count: number;
  readonly stride: number; // in elements
}

/** A part of a grid, and where its groups go. */
export interface Groups {
  readonly from: number; // the first element
  readonly grouped: Axis;
  readonly other: Axis;
  readonly size: number; // elements of a group: of 16 or 32 bytes
  readonly to: number; // address of the first group
  readonly groupBytes: number; // from group to group
}

/** Where groups are packed: a workspace, and room for a stage of STAGE_BYTES in it. */
interface Packing {
  readonly space: Workspace;
  readonly stage: number;
}

/** Packs a part of a grid; what fills up its last group has any bits. */
export function packGroups(packing: Packing, vector: ColumnArray, groups: Groups): void {
  const { grouped, other, size, to, groupBytes } = groups;
  const bytes = vector.BYTES_PER_ELEMENT;
  const isFew = grouped.count * other.count < FEWEST_SPREAD;
  if (!isFew && grouped.stride === 1) {
    const target = { to, toRow: size * bytes, toChunk: groupBytes };
    spreadRows(packing, vector, { from: groups.from, rows: other, length: grouped.count, size }, target);
  } else if (!isFew && other.stride === 1) {
    for (let first = 0; first < grouped.count; first += size) {
      const rows = { count: Math.min(size, grouped.count - first), stride: grouped.stride };
      const from = groups.from + first * grouped.stride;
      const target = { to: to + (first / size) * groupBytes, toRow: bytes, toChunk: size * bytes };
      spreadRows(packing, vector, { from, rows, length: other.count, size: 1 }, target);
    }
  } else {
    wordsOf(packing, vector, groups);
  }
}

/** Rows of elements side by side, taken in chunks of `size`. */
interface Rows {
  readonly from: number;
  readonly rows: Axis;
  readonly length: number;
  readonly size: number;
}

interface Target {
  readonly to: number;
  readonly toRow: number; // bytes from row to row
  readonly toChunk: number; // and from chunk to chunk
}

function spreadRows(
  packing: Packing,
  vector: ColumnArray,
  { from, rows, length, size }: Rows,
  { to, toRow, toChunk }: Target,
): void {
  const { space, stage } = packing;
  const bytes = vector.BYTES_PER_ELEMENT;
  const spread = space.kernels("spread", spreadKernels)[`spread${size * bytes}`];
  for (let start = 0; start < length; start += STAGE_ELEMENTS) {
    const count = Math.min(STAGE_ELEMENTS, length - start);
    const chunks = Math.ceil(count / size);
    for (let row = 0; row < rows.count; row += STAGE_ROWS) {
      const some = Math.min(STAGE_ROWS, rows.count - row);
      const place = from + row * rows.stride + start;
      const room = stageRows(packing, vector, {
        place,
        stride: rows.stride,
        rows: some,
        count,
        room: chunks * size,
      });
      const target = to + row * toRow + (start / size) * toChunk;
      spread(stage, room * bytes, target, toRow, toChunk, some, chunks);
    }
  }
}

/** Copies rows to the stage; gives the elements from row to row there. */
function stageRows(
  { space, stage }: Packing,
  vector: ColumnArray,
  part: Readonly<Record<"place" | "stride" | "rows" | "count" | "room", number>>,
): number {
  const { place, stride, rows, count } = part;
  const type = columnType(vector);
  const copy = (from: number, to: number, length: number): void => {
    const target = elementsAt(space.heap, type, stage + to * vector.BYTES_PER_ELEMENT, length) as Uint8Array;
    target.set(vector.subarray(from, from + length) as Uint8Array);
  };
  if (stride === count) {
    copy(place, 0, rows * count);
    return count;
  }
  for (let row = 0; row < rows; row++) copy(place + row * stride, row * part.room, count);
  return part.room;
}

function wordsOf({ space }: Packing, vector: ColumnArray, groups: Groups): void {
  const { grouped, other, size, groupBytes } = groups;
  const wordsEach = vector.BYTES_PER_ELEMENT / 4;
  const words = new Int32Array(vector.buffer, vector.byteOffset, vector.length * wordsEach);
  const memory = space.heap.view("i32");
  for (let first = 0; first < grouped.count; first += size) {
    const place = (groups.to + (first / size) * groupBytes) / 4;
    packWords(memory, place, words, groups.from + first * grouped.stride, wordsEach, {
      counts: [1, other.count, Math.min(size, grouped.count - first)],
      strides: [0, other.stride, grouped.stride],
      room: size,
    });
  }
}
