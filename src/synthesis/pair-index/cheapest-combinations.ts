/** Something with its price. */
interface Costed {
  readonly cost: number;
}

/** One of each list, the cheapest sums first, at most `most` of them. The lists are sorted by cost. */
export function cheapestCombinations<Item extends Costed>(
  lists: readonly (readonly Item[])[],
  most: number,
): readonly { readonly items: readonly Item[]; readonly cost: number }[] {
  let partial: { readonly items: readonly Item[]; readonly cost: number }[] = [{ items: [], cost: 0 }];
  for (const list of lists) {
    // Whatever follows costs the same for all, so that only the `most` cheapest beginnings can be among the cheapest.
    partial = partial
      .flatMap(({ items, cost }) =>
        list.slice(0, most).map((item) => ({ items: [...items, item], cost: cost + item.cost })),
      )
      .sort((one, other) => one.cost - other.cost)
      .slice(0, most);
  }
  return partial;
}
