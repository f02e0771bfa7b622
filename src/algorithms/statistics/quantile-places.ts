import type { Scalar } from "../../values/element-types.ts";

/** One of the nine definitions of Hyndman and Fan, as R numbers them. */
export type QuantileMethod = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A quantile of elements in order x[0] ≤ … ≤ x[n − 1]: `(1 − weight)·x[rank] + weight·x[next]`. */
interface QuantilePlace {
  readonly rank: number;
  readonly next: number;
  readonly weight: number; // from 0 to below 1
}

/** Where a position is in the order, for each method: `scale(n)·q + offset`, counted from 0. Both operations round to f64. */
const POSITIONS = {
  4: { scale: (n: number) => n, offset: -1 },
  5: { scale: (n: number) => n, offset: -1 / 2 },
  6: { scale: (n: number) => n + 1, offset: -1 },
  7: { scale: (n: number) => n - 1, offset: 0 },
  8: { scale: (n: number) => n + 1 / 3, offset: -2 / 3 },
  9: { scale: (n: number) => n + 1 / 4, offset: -5 / 8 },
} as const;

/** The place of quantile `q` among `n` elements, of which there is one. The formulas are those that `quantile` tells. */
export function quantilePlace(n: number, q: number, method: QuantileMethod): QuantilePlace {
  const at = (rank: number): number => Math.min(n - 1, Math.max(0, rank));
  const element = (rank: number): QuantilePlace => ({ rank: at(rank), next: at(rank), weight: 0 });
  const share = n * q;
  const whole = Math.floor(share);
  switch (method) {
    case 1:
      return element(Math.ceil(share) - 1);
    case 2:
      return share === whole ? { rank: at(whole - 1), next: at(whole), weight: 1 / 2 } : element(whole);
    case 3: {
      const down = Math.floor(share - 1 / 2);
      return element(share - 1 / 2 === down && down % 2 === 0 ? down - 1 : down);
    }
    default: {
      const { scale, offset } = POSITIONS[method];
      const position = Math.min(n - 1, Math.max(0, scale(n) * q + offset));
      const rank = Math.floor(position);
      return { rank, next: at(rank + 1), weight: position - rank };
    }
  }
}

/** The quantile, of the elements at its two ranks as f64s. A zero is +0, and the NaN between infinities the canonical one. */
export function quantileBetween(element: Scalar, next: Scalar, weight: number): number {
  const [low, high] = [Number(element), Number(next)];
  if (weight === 0 || low === high) return low + 0;
  const between = (1 - weight) * low + weight * high + 0;
  return Number.isNaN(between) ? Number.NaN : between; // a processor makes one with a sign
}

/** The ranks that some places need, each once, in order. */
export function ranksOf(places: readonly QuantilePlace[]): readonly number[] {
  const ranks = places.flatMap(({ rank, next, weight }) => (weight === 0 ? [rank] : [rank, next]));
  return [...new Set(ranks)].sort((one, other) => one - other);
}
