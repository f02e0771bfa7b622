import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { storedValue, widen } from "../../../values/convert.ts";
import type { ElementType, Scalar } from "../../../values/element-types.ts";
import type { ColumnArray, StoredArray, StoredColumns } from "../../../values/value-types.ts";
import type { ColumnArrays } from "../access.ts";
import type { ColumnRecipe } from "../recipe.ts";
import type { Cells } from "./cells.ts";
import { canonicalise, stageOf } from "./stage.ts";
import { FIRST, LEAD } from "./tapes.ts";

/** How elements come into cells, and prefixes out of them. */
export interface CellAccess {
  part(arrays: ColumnArrays, start: number, end: number): ColumnArrays;
  /** Elements of the sequence from position `start` on. */
  load(input: ColumnArrays, start: number, count: number): void;
  /** Prefixes, or, of an exclusive scan, each the one before it: what then stands before the first is the last of these. */
  store(output: ColumnArrays, start: number, count: number, isExclusive: boolean): void;
}

/** See CellAccess. */
export function cellAccess(
  { columns }: Cells,
  { types, sums }: ColumnContract,
  { step, read }: ColumnRecipe,
): CellAccess {
  const isSingle = sums.length === 1;
  const stages = sums.map((sum, k) => {
    const widened = (column: ColumnArrays, index: number): Scalar =>
      widen(storedValue(types[k], (column as StoredArray)[index]), sum as ElementType);
    return stageOf({ type: types[k], sum }, step, isSingle ? read : widened);
  });
  const columnsOf = (arrays: ColumnArrays): StoredColumns =>
    isSingle ? [arrays as StoredArray] : (arrays as StoredColumns);
  return {
    part(arrays, start, end) {
      const parts = columnsOf(arrays).map((column) => column.subarray(start, end));
      return isSingle ? parts[0] : parts;
    },
    load(input, start, count) {
      columnsOf(input).forEach((column, k) => {
        stages[k].fill(columns[k], FIRST, column, start, count);
      });
    },
    store(output, start, count, isExclusive) {
      columnsOf(output).forEach((column, k) => {
        const values = columns[k];
        if (sums[k] === "f64" || sums[k] === "f32") canonicalise(values, FIRST, FIRST + count);
        const last = values[FIRST + count - 1];
        stages[k].empty(values, isExclusive ? LEAD : FIRST, column as ColumnArray, start, count);
        values.fill(last as never, LEAD, FIRST);
      });
    },
  };
}
