import { type ElementArray, type ElementType, newElementArray } from "../../index.ts";

/** Chunks as parts of so many elements, but for the last one. All parts have one memory. */
export async function* gathered(
  chunks: AsyncIterable<ElementArray>,
  type: ElementType,
  partLength: number,
): AsyncGenerator<ElementArray> {
  const part = newElementArray(type, partLength);
  let filled = 0;
  for await (const chunk of chunks) {
    let taken = 0;
    while (taken < chunk.length) {
      const some = chunk.subarray(taken, taken + partLength - filled);
      (part as Float64Array).set(some as Float64Array, filled);
      filled += some.length;
      taken += some.length;
      if (filled < partLength) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
