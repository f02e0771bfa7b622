import type { Scalar } from "./element-types.ts";
import type { ColumnArray } from "./value-types.ts";

/** Whether one element comes before another in the total order of its type: numbers by value, −0 before +0, NaNs, all equal, last. */
export function comesBefore(left: Scalar, right: Scalar): boolean {
  if (left === right) return left === 0 && 1 / left < 1 / (right as number);
  return left < right || (Number.isNaN(right) && !Number.isNaN(left));
}

/** A column that records are ordered by. */
export interface OrderedColumn {
  readonly column: ColumnArray;
  readonly isDescending: boolean;
}

/** The first index whose record comes before the one at the index before it: by the first column, where equal by the second, …; −1 for none. */
export function firstOutOfOrder(keys: readonly OrderedColumn[]): number {
  const [only] = keys;
  const { length } = only.column;
  for (let i = 1; i < length; i++) if (precedes(keys, i, i - 1)) return i;
  return -1;
}

function precedes(keys: readonly OrderedColumn[], index: number, other: number): boolean {
  for (const { column, isDescending } of keys) {
    const [first, second] = isDescending ? [other, index] : [index, other];
    if (comesBefore(column[first], column[second])) return true;
    if (comesBefore(column[second], column[first])) return false;
  }
  return false;
}
