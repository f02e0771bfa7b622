/** Ends of the parts of every cut of `count` steps into `parts` that have at least one each: [2, 5] is steps 0 … 1 and 2 … 4. */
export function* segmentations(count: number, parts: number): Generator<readonly number[]> {
  if (parts === 1) {
    if (count > 0) yield [count];
    return;
  }
  for (let last = parts - 1; last < count; last++) {
    for (const ends of segmentations(last, parts - 1)) yield [...ends, count];
  }
}

/** The parts of a cut as [from, to). */
export function segmentsOf(ends: readonly number[]): readonly (readonly [from: number, to: number])[] {
  return ends.map((end, index) => [index === 0 ? 0 : ends[index - 1], end]);
}
