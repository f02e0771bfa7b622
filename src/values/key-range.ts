/** The least and the largest of some keys. */
export interface KeyRange {
  readonly least: number;
  readonly count: number; // of the integers from the least to the largest
}

/** Keys after which a wide range is noticed. */
const STRETCH = 4096;

/** The range of keys, where it holds at most so many integers and there is a key at all; else undefined, mostly without a look at all of them. */
export function narrowRange(keys: Uint32Array | Int32Array, most: number): KeyRange | undefined {
  if (keys.length === 0) return undefined;
  let least = keys[0];
  let largest = keys[0];
  for (let start = 0; start < keys.length; start += STRETCH) {
    const end = Math.min(keys.length, start + STRETCH);
    for (let i = start; i < end; i++) {
      const key = keys[i];
      if (key < least) least = key;
      if (key > largest) largest = key;
    }
    if (largest - least >= most) return undefined;
  }
  return { least, count: largest - least + 1 };
}
