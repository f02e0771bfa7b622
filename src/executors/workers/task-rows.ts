import type { ScalarType } from "../../values/element-types.ts";
import { type Row, viewColumn } from "../../values/value-types.ts";

/** Values of tasks in shared memory: what a worker has computed is known there, whatever befalls it before it answers. */
export interface PostedRows {
  readonly types: readonly ScalarType[]; // of a value, by column
  readonly buffer: SharedArrayBuffer; // a column of one value for each task, eight bytes apart or less; then the next column
}

/** The values as rows. Written before the task is marked as done on the board, read after that. */
export interface TaskRows {
  readonly write: (task: number, row: Row) => void;
  readonly read: (task: number) => Row;
}

const SLOT_BYTES = 8;

/** Room for a value of each task. */
export function newPostedRows(types: readonly ScalarType[], taskCount: number): PostedRows {
  return { types, buffer: new SharedArrayBuffer(SLOT_BYTES * types.length * taskCount) };
}

/** Opens rows, on either side. */
export function openTaskRows({ types, buffer }: PostedRows): TaskRows {
  const count = buffer.byteLength / (SLOT_BYTES * types.length);
  const columns = types.map((type, column) => viewColumn(type, buffer, SLOT_BYTES * count * column, count));
  return {
    write(task, row) {
      for (const [column, values] of columns.entries()) values[task] = row[column] as never;
    },
    read: (task) => columns.map((values) => values[task]),
  };
}
