import { InvalidArgumentError } from "./errors.ts";

/** Refuses an index that is none of a column of `length` elements. @throws InvalidArgumentError naming the first */
export function checkIndexRange(argument: string, indices: Uint32Array, length: number): void {
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < length) continue;
    const expected = length === 0 ? "absent, as there are no elements" : `from 0 to ${length - 1}`;
    throw new InvalidArgumentError(`${argument}[${i}]`, expected, shownIndex(indices[i]));
  }
}

/** Refuses two indices of one element; those beyond `length` do not count. @throws InvalidArgumentError naming both */
export function checkDistinct(argument: string, indices: Uint32Array, length: number): void {
  const owners = new Uint32Array(length); // one more than the index of the owner
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index >= length) continue;
    if (owners[index] !== 0) {
      const expected = `another place than that of "${argument}[${owners[index] - 1}]"`;
      throw new InvalidArgumentError(`${argument}[${i}]`, expected, `${index} again`);
    }
    owners[index] = i + 1;
  }
}

/** An index as its caller wrote it, most likely: one with the highest bit set was negative. */
function shownIndex(index: number): string {
  return index < 2 ** 31 ? `${index}` : `${index} (as an i32 ${index | 0})`;
}
