import type { Pair, Step } from "../../networks/network.ts";

/** The pairs of a step one after another. */
interface OrderedStep {
  readonly saved: readonly number[]; // wires to be copied first, as they are read after they are written; none in a scan
  readonly pairs: readonly Pair[];
}

/**
 * An order for the pairs of a step in which every wire is read before it is written, so that they may run one after another in place.
 *
 * From the lowest destination up where a step has no such order to heed, and from the highest down where its pairs lead up. A ring of pairs, each reading what the
 * next one writes, needs a copy; no step of a scan has one.
 */
export function orderStep(step: Step): OrderedStep {
  const rising = [...step].sort((one, other) => one[1] - other[1]);
  const falling = [...rising].reverse();
  if (isInOrder(rising)) return { saved: [], pairs: rising };
  if (isInOrder(falling)) return { saved: [], pairs: falling };
  return withCopies(rising);
}

function isInOrder(pairs: readonly Pair[]): boolean {
  const written = new Set<number>();
  return pairs.every(([source, destination]) => {
    written.add(destination);
    return !written.has(source);
  });
}

/** Wires that a later pair reads and an earlier one writes, in any order of the pairs. */
function withCopies(pairs: readonly Pair[]): OrderedStep {
  const written = new Set<number>();
  const saved = new Set<number>();
  for (const [source, destination] of pairs) {
    if (written.has(source)) saved.add(source);
    written.add(destination);
  }
  return { saved: [...saved].sort((one, other) => one - other), pairs };
}
