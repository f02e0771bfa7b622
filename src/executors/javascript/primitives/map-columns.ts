import type { Term } from "../../../operators/term.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import { columnProgram, newSlots } from "../typed/column-program.ts";
import { canonicalise } from "../typed/stage.ts";

/** Elements of a chunk: the columns of a term of some operations lie in the first-level cache. */
const CHUNK_LENGTH = 1024;

/** `out_k[i] = terms[k]` over the elements at i; NaNs are canonical. A chunk at a time, as column-program.ts says. */
export function mapColumns(terms: readonly Term[], left: Columns, right: Columns, length: number): Columns {
  const program = columnProgram(terms);
  const { roots, leaves, steps } = program;
  const output = terms.map(({ type }) => allocateColumn(type, length));
  const chunkLength = Math.min(length, CHUNK_LENGTH);
  const own = newSlots(program, chunkLength);
  for (let start = 0; start < length; start += chunkLength) {
    const end = Math.min(length, start + chunkLength);
    const slots = own.map((column) => column?.subarray(0, end - start)) as ColumnArray[];
    for (const { slot, side, column } of leaves) {
      slots[slot] = (side === "left" ? left : right)[column].subarray(start, end);
    }
    for (const { first, second, third, output, run } of steps) {
      run(slots[first], slots[second], slots[third], slots[output]);
    }
    roots.forEach((root, k) => {
      (output[k] as Uint8Array).set(slots[root] as Uint8Array, start);
    });
  }
  terms.forEach(({ type }, k) => {
    if (type === "f64" || type === "f32") canonicalise(output[k], 0, length);
  });
  return output;
}
