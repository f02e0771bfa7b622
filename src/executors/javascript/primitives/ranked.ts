import { type ElementType, SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { elementsAtRanks, unsignedZero } from "../../../values/rank-bounds.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";

/**
 * The keys at some ranks of their order, −0 as +0; NaNs where one is a NaN. Hoare's way, for all ranks at once: a range is parted at one of its
 * elements, and only parts with a rank go on.
 */
export function ranked(keys: ColumnArray, ranks: readonly number[]): ColumnArray {
  const type = columnType(keys) as ElementType;
  if (SCALAR_TYPE_FACTS[type].isFloat && (keys as Float64Array).includes(Number.NaN)) {
    return elementsAtRanks(newColumn(type, 1).fill(Number.NaN as never), ranks);
  }
  const parted = keys.slice() as ColumnArray;
  let state = 1;
  const ranges = [{ start: 0, end: keys.length, wanted: ranks }];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const { start, end, wanted } = range;
    if (wanted.length === 0 || end - start < 2) continue;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const [left, right] = partAt(parted, start, end, start + Math.floor((state / 2 ** 32) * (end - start)));
    ranges.push({ start, end: left, wanted: wanted.filter((rank) => rank < left) });
    ranges.push({ start: right, end, wanted: wanted.filter((rank) => rank >= right) });
  }
  const found = newColumn(type, ranks.length);
  for (const [i, rank] of ranks.entries()) found[i] = unsignedZero(parted[rank]);
  return found;
}

/** What is less than the element at `place` first, then what equals it, then the others: where the equal ones are. */
function partAt(keys: ColumnArray, start: number, end: number, place: number): readonly [number, number] {
  const pivot = keys[place];
  let [left, right] = [start, end];
  for (let i = start; i < right; ) {
    const key = keys[i];
    if (key < pivot) {
      keys[i++] = keys[left];
      keys[left++] = key;
    } else if (key > pivot) {
      keys[i] = keys[--right];
      keys[right] = key;
    } else i++;
  }
  return [left, right];
}
