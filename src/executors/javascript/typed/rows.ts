import type { Term } from "../../../operators/term.ts";
import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, newColumn, type Row } from "../../../values/value-types.ts";
import type { ColumnValue } from "../access.ts";
import { type ColumnProgram, columnProgram, newSlots } from "./column-program.ts";

/*
 * Values in rows, for operators of any terms: a combine of two rows is one loop for each operation of the terms, so that what a closure costs is paid
 * once a row and not once a value.
 */

/** Rows of one length, and one more that holds what is put before others. */
export interface Rows {
  readonly columns: Columns; // row after row; the last row is the one more
  readonly spare: number; // its number
  /** `row[right] = row[left]·row[right]`, value by value. */
  combine(left: number, right: number): void;
  /** A value as the loops have it, and back. */
  read(row: number, index: number): ColumnValue;
  write(row: number, index: number, value: ColumnValue): void;
  /** Fills a row with one value. */
  fill(row: number, value: ColumnValue): void;
}

/** `count` rows of `length` values each, under an operator's terms. */
export function openRows(
  terms: readonly Term[],
  types: readonly ScalarType[],
  count: number,
  length: number,
): Rows {
  const columns = types.map((type) => newColumn(type, (count + 1) * length));
  const views = columns.map((column) =>
    Array.from({ length: count + 1 }, (_, row) => column.subarray(row * length, (row + 1) * length)),
  );
  return {
    columns,
    spare: count,
    combine: combiner(columnProgram(terms), views, length),
    read(row, index) {
      const at = row * length + index;
      return columns.length === 1 ? columns[0][at] : columns.map((column) => column[at]);
    },
    write(row, index, value) {
      const at = row * length + index;
      columns.forEach((column, k) => {
        (column as ArrayLike<unknown> as Scalar[])[at] = scalarOf(value, k);
      });
    },
    fill(row, value) {
      views.forEach((rows, k) => {
        rows[row].fill(scalarOf(value, k) as never);
      });
    },
  };
}

/** A column's part of a value. */
export function scalarOf(value: ColumnValue, column: number): Scalar {
  return Array.isArray(value) ? (value as Row)[column] : (value as Scalar);
}

/** See Rows. `views[column][row]` */
function combiner(
  program: ColumnProgram,
  views: readonly (readonly ColumnArray[])[],
  length: number,
): Rows["combine"] {
  const { leaves, steps, roots } = program;
  const slots = [...newSlots(program, length)] as ColumnArray[];
  const isDirect = roots.map((_, column) => isWritten(program, column));
  return (left, right) => {
    for (const { slot, side, column } of leaves) slots[slot] = views[column][side === "left" ? left : right];
    for (let k = 0; k < roots.length; k++) if (isDirect[k]) slots[roots[k]] = views[k][right];
    for (const { first, second, third, output, run } of steps) {
      run(slots[first], slots[second], slots[third], slots[output]);
    }
    for (let k = 0; k < roots.length; k++) {
      if (!isDirect[k]) (views[k][right] as Uint8Array).set(slots[roots[k]] as Uint8Array);
    }
  };
}

/** Whether a root's step may write the column of the right row at once: it has a step, no other root is the same, and no later step or root reads what lay there. */
function isWritten({ roots, leaves, steps }: ColumnProgram, column: number): boolean {
  const root = roots[column];
  const at = steps.findIndex(({ output }) => output === root);
  if (at < 0 || roots.filter((slot) => slot === root).length > 1) return false;
  const leaf = leaves.find((each) => each.side === "right" && each.column === column)?.slot;
  if (leaf === undefined) return true;
  const isRead = steps
    .slice(at + 1)
    .some(({ first, second, third }) => [first, second, third].includes(leaf));
  return !isRead && !roots.includes(leaf);
}
