import { columnsOfChecked } from "../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import { resolveContract } from "../../../contracts/resolve.ts";
import { left, right } from "../../../operators/term.ts";
import type { ElementType, Scalar } from "../../../values/element-types.ts";
import { type ColumnArray, rowOf } from "../../../values/value-types.ts";
import type { Fold, FoldPlan } from "../../primitives.ts";

/*
 * The first smallest or largest element, found by its value: the extreme of one part after the other, then the place of the best in the first part that has it.
 * The column is read once, and one part of it twice.
 */

/** Elements of a part. */
const PART = 16_384;

/** The fold of a column whose result is the extreme itself. */
export function extremeFold(type: ElementType, operator: "min" | "max"): Fold {
  const contract = columnsOfChecked(resolveContract({ operator }, "reduce", type) as TypedContract);
  return {
    columns: [type],
    parameters: [],
    passes: [{ sums: [{ contract, lift: [left(type)] }], made: [] }],
    results: [right(type, 1)],
  };
}

/** The plan of a number of an element, by that of the extreme. */
export function firstPlan(extreme: FoldPlan<ColumnArray>, operator: "min" | "max"): FoldPlan<ColumnArray> {
  const extremeOf = (column: ColumnArray): Scalar => (extreme([column], []) as readonly Scalar[])[0];
  return ([column]) => {
    const { length } = column;
    if (length <= PART) return rowOf(placeOf(column, extremeOf(column)));
    let [best, start] = [extremeOf(column.subarray(0, PART)), 0];
    for (let from = PART; from < length; from += PART) {
      const value = extremeOf(column.subarray(from, from + PART));
      if (!isBetter(operator, value, best)) continue;
      best = value;
      start = from;
    }
    return rowOf(start + placeOf(column.subarray(start, start + PART), best));
  };
}

/** Whether a value comes before another of equal rank, as NaN comes before all numbers, −0 before 0 and so on. */
function isBetter(operator: "min" | "max", value: Scalar, best: Scalar): boolean {
  if (Number.isNaN(best)) return false;
  if (Number.isNaN(value)) return true;
  if (value === best)
    return value === 0 && Object.is(value, operator === "min" ? -0 : 0) && !Object.is(best, value);
  return operator === "min" ? value < best : value > best;
}

/** The first place of a value that is in a column; NaNs are one value, zeros are two. */
function placeOf(column: ColumnArray, value: Scalar): number {
  let place = 0;
  if (Number.isNaN(value)) while (!Number.isNaN(column[place])) place++;
  else if (value === 0) while (!Object.is(column[place], value)) place++;
  else while (column[place] !== value) place++;
  return place;
}
