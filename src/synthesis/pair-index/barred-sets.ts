/** Things that a solution must do without. */
interface BarredSet {
  readonly barred: readonly number[];

  /** Asks for the sets that have one more: one of those that the solution without `barred` uses. */
  branch(used: readonly number[]): void;
}

/**
 * Sets of things to do without, small ones first, so that a problem solved without each of them gives several solutions: the best, then those
 * that lack something it uses.
 */
export function* barredSets(): Generator<BarredSet> {
  const waiting: (readonly number[])[] = [[]];
  for (const barred of waiting) {
    yield {
      barred,
      branch: (used) => {
        for (const index of used) {
          if (index > (barred.at(-1) ?? -1)) waiting.push([...barred, index]); // ascending: no set twice
        }
      },
    };
  }
}
