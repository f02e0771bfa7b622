/**
 * A sum of terms in WGSL: `limbs`, words of a thread, and functions on them.
 *
 * - `add_finite(part, e, negative)`: one more finite term, ±part · 2^e smallest subnormals
 * - `finite_sum()`: the value, where all terms are finite
 * - `clear()`: no terms any more
 * - `spread()` and `gather()`: before all limbs are stored, and after all have been loaded
 *
 * The limbs of two sets of terms together are their sums, limb by limb, where carries go up within every `slot` limbs from a multiple of `slot` on; but those
 * before `firstSum` are flags and their unions, limb 0 MARKS.
 */
export interface SumText {
  readonly name: string; // two sums with one name have one text
  readonly limbs: number;
  readonly slot: number;
  readonly firstSum: number;
  readonly text: () => string;
}
