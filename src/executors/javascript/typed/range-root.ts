import type { ColumnArray } from "../../../values/value-types.ts";
import type { Combine } from "../folds/online-fold.ts";
import type { TreeLoops } from "./loop-types.ts";

/**
 * `T` over `count` elements, one at least, as roots of octets, then of octets of these, …
 *
 *     while there are octets: join the up to seven elements behind them to what stands on their right; replace the octets by their roots
 *
 * `scratch` has room for an eighth of the elements.
 */
export function rangeRoot(
  loops: TreeLoops,
  combine: Combine<number>,
  input: ColumnArray,
  start: number,
  count: number,
  scratch: ColumnArray,
): number {
  let [values, first, length] = [input, start, count];
  let right: number | undefined;
  for (;;) {
    const octets = Math.floor(length / 8);
    if (length % 8 !== 0) {
      right = joinRest(combine, values as ArrayLike<number>, first + 8 * octets, length % 8, right);
    }
    if (octets === 0) return right as number; // the last round has one value at least
    loops.roots(values, first, octets, scratch);
    [values, first, length] = [scratch, 0, octets];
  }
}

/** `T` over fewer than eight neighbours, and what stands on their right: its ranges are the smaller ones, so it comes first. */
function joinRest(
  combine: Combine<number>,
  values: ArrayLike<number>,
  start: number,
  count: number,
  given: number | undefined,
): number | undefined {
  let right = given;
  const join = (range: number): number => (right === undefined ? range : combine(range, right));
  const pair = (at: number): number => combine(values[at], values[at + 1]);
  if ((count & 1) === 1) right = join(values[start + count - 1]);
  if ((count & 2) === 2) right = join(pair(start + (count & 4)));
  if ((count & 4) === 4) right = join(combine(pair(start), pair(start + 2)));
  return right;
}
