import { COLUMN_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import { isHalfType } from "../../../values/halves.ts";
import {
  type ColumnArray,
  newColumn,
  type StoredArray,
  type StoredType,
} from "../../../values/value-types.ts";
import type { ColumnAccess } from "../access.ts";

/** How elements come to loops that only know arrays of one type from front to back. */
interface Stage {
  /** Puts `count` elements of the sequence, from position `from` on, into `target`, from `start` on. */
  fill(target: ColumnArray, start: number, input: StoredArray, from: number, count: number): void;
  /** Puts what lies in `source` from `start` on where elements from position `from` on came from. May change `source` there. */
  empty(source: ColumnArray, start: number, output: ColumnArray, from: number, count: number): void;
}

/** What a column holds, and what it is computed in. */
export interface StagedTypes {
  readonly type: StoredType;
  readonly sum: ScalarType;
}

/** The stage of a sequence; one that steps backward begins at the end of its array. */
export function stageOf({ type, sum }: StagedTypes, step: 1 | -1, read: ColumnAccess["read"]): Stage {
  // An engine converts these by itself, exactly. Others are read one by one, as access.ts has it.
  const isSet = !isHalfType(type) && COLUMN_TYPE_FACTS[type].isBigInt === COLUMN_TYPE_FACTS[sum].isBigInt;
  const lowest = (array: StoredArray, from: number, count: number): number =>
    step > 0 ? from : array.length - from - count;
  return {
    fill(target, start, input, from, count) {
      const low = lowest(input, from, count);
      if (isSet) (target as Uint8Array).set(input.subarray(low, low + count) as Uint8Array, start);
      else for (let k = 0; k < count; k++) slots(target)[start + k] = read(input, low + k) as Scalar;
      if (step < 0) target.subarray(start, start + count).reverse();
    },
    empty(source, start, output, from, count) {
      const part = source.subarray(start, start + count);
      if (step < 0) part.reverse();
      (output as Uint8Array).set(part as Uint8Array, lowest(output, from, count));
    },
  };
}

/** An array that is made when it is first asked for, as few plans use theirs. */
export function scratchOf(type: ScalarType, length: number): () => ColumnArray {
  let scratch: ColumnArray | undefined;
  return () => {
    scratch ??= newColumn(type, length);
    return scratch;
  };
}

/** Makes the NaNs that loops have left canonical. */
export function canonicalise(array: ColumnArray, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    if (Number.isNaN(array[i])) slots(array)[i] = Number.NaN;
  }
}

function slots(array: ColumnArray): Scalar[] {
  return array as ArrayLike<unknown> as Scalar[];
}
