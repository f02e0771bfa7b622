import type { Term } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";
import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import { type Columns, newColumn, type Row } from "../../../values/value-types.ts";
import type { ColumnValue } from "../access.ts";
import { STEP_LOOPS } from "./step-loops.ts";
import { CELL_COUNT, ENTRY_LENGTH } from "./tapes.ts";
import { termStep } from "./term-step.ts";

/** An operator's values in numbered cells, and the loop that combines them. Whoever uses cells finds in them what another has left. */
export interface Cells {
  readonly columns: Columns;
  /** Runs entries of a tape, by default all. */
  run(tape: Int32Array, from?: number, end?: number): void;
  /** A value as the loops have it, and back. */
  read(cell: number): ColumnValue;
  write(cell: number, value: ColumnValue): void;
  copy(from: number, to: number): void;
}

/** A loop is compiled for the operator that it has been given, and so keeps it. The last one is for all operators that find the others taken. */
const KEPT = new Map<string, Cells>();

/** The cells of an operator, the same whoever asks, while there are loops. */
export function cellsOf(terms: readonly Term[], types: readonly ScalarType[]): Cells {
  const { nodes, roots } = termList(terms);
  const texts = nodes.map(({ term, operands }) => nodeText(term, operands));
  const key = [...types, ...texts, ...roots].join(",");
  const known = KEPT.get(key);
  if (known !== undefined) return known;
  const cells = openCells(terms, types, KEPT.size);
  if (KEPT.size < STEP_LOOPS.length - 1) KEPT.set(key, cells);
  return cells;
}

function openCells(terms: readonly Term[], types: readonly ScalarType[], index: number): Cells {
  const columns = types.map((type) => newColumn(type, CELL_COUNT));
  const step = termStep(terms, columns);
  const loop = STEP_LOOPS[index];
  return {
    columns,
    run(tape, from = 0, end = tape.length / ENTRY_LENGTH) {
      loop(step, tape, from * ENTRY_LENGTH, end * ENTRY_LENGTH);
    },
    read: (cell) => (columns.length === 1 ? columns[0][cell] : columns.map((column) => column[cell])),
    write(cell, value) {
      columns.forEach((column, k) => {
        (column as ArrayLike<unknown> as Scalar[])[cell] = scalarOf(value, k);
      });
    },
    copy(from, to) {
      for (const column of columns) column.copyWithin(to, from, from + 1);
    },
  };
}

/** A column's part of a value. */
function scalarOf(value: ColumnValue, column: number): Scalar {
  return Array.isArray(value) ? (value as Row)[column] : (value as Scalar);
}
