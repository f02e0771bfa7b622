import type { Term } from "../../../operators/term.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import { columnProgram, newSlots } from "../typed/column-program.ts";
import { canonicalise } from "../typed/stage.ts";

/** Elements of a chunk: the columns of a term of some operations lie in the first-level cache. */
const CHUNK_LENGTH = 1024;

/** Elements [start, end) of a column that terms look at, valid until the next. */
export type ChunkReader = (start: number, end: number) => ColumnArray;

const programs = new WeakMap<readonly Term[], ReturnType<typeof columnProgram>>();

/** Terms of elements as they are computed: those of [start, end) to `output`, from `at` on; NaNs are canonical. A chunk at a time, as column-program.ts says. */
export function openMap(
  terms: readonly Term[],
  readerOf: (side: "left" | "right", column: number) => ChunkReader,
  length: number,
): (output: Columns, at: number, start: number, end: number) => void {
  const program = programs.get(terms) ?? columnProgram(terms);
  programs.set(terms, program);
  const { roots, leaves, steps } = program;
  const chunkLength = Math.min(length, CHUNK_LENGTH);
  const own = newSlots(program, chunkLength);
  const readers = leaves.map(({ side, column }) => readerOf(side, column));
  return (output, at, first, last) => {
    for (let start = first; start < last; start += chunkLength) {
      const end = Math.min(last, start + chunkLength);
      const count = end - start;
      const slots = (
        count === chunkLength ? [...own] : own.map((column) => column?.subarray(0, count))
      ) as ColumnArray[];
      leaves.forEach(({ slot }, k) => {
        slots[slot] = readers[k](start, end);
      });
      for (const step of steps) {
        step.run(slots[step.first], slots[step.second], slots[step.third], slots[step.output]);
      }
      roots.forEach((root, k) => {
        (output[k] as Uint8Array).set(slots[root] as Uint8Array, at + start - first);
      });
    }
    terms.forEach(({ type }, k) => {
      if (type === "f64" || type === "f32") canonicalise(output[k], at, at + last - first);
    });
  };
}

/** `out_k[i] = terms[k]` over the elements at i; NaNs are canonical. */
export function mapColumns(terms: readonly Term[], left: Columns, right: Columns, length: number): Columns {
  const output = terms.map(({ type }) => allocateColumn(type, length));
  const readerOf = (side: "left" | "right", column: number): ChunkReader => {
    const of = (side === "left" ? left : right)[column];
    return (start, end) => of.subarray(start, end);
  };
  openMap(terms, readerOf, length)(output, 0, 0, length);
  return output;
}
