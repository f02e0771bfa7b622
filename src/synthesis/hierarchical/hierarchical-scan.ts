/**
 * A scan of N elements in K blocks of n = N/K, in three stages, by what each of them combines.
 *
 *     first    u[b][r] = the elements c of block b with c ∈ first[r], in order          the function f, the same in every block
 *     middle   v[q]    = the values sent that are in middle[q], in order                the function g, over K·T values: T from each block
 *     last     w[b][r] = v[entries[b][r]] ∘ base[r], either of which may be absent
 *              out[b][r] = the values w[b][c] with c ∈ last[r], in order                 the function h, the same in every block
 *
 * Block b sends u[b][sent[0]], …, u[b][sent[T − 1]], which are the values T·b … T·b + T − 1 of the middle stage. Every row ends with its own number.
 */
export interface HierarchicalScan extends HierarchicalShape {
  readonly first: readonly Row[]; // of n
  readonly sent: readonly number[]; // T of 0 … n − 1, ascending
  readonly middle: readonly Row[]; // of K·T
  readonly bases: readonly Base[]; // of n
  readonly entries: readonly (readonly (number | undefined)[])[]; // by block, then by row: the middle value that enters there
  readonly last: readonly Row[]; // of n
}

/** Which values a function combines into one of its results; ascending, and the last of them is the result's own number. */
export type Row = readonly number[];

/** What a row of the last stage starts from: its element, its value of the first stage, or nothing but what enters. */
export type Base = "element" | "first" | "nothing";

export interface HierarchicalShape {
  readonly width: number; // N
  readonly blockCount: number; // K, a divisor of N
  readonly sentCount: number; // T, from each block
}

/** The values that the middle stage works on, by the block that sent them and their place among those of it. */
export function blockOfMiddle({ sentCount }: HierarchicalShape, middle: number): number {
  return Math.floor(middle / sentCount);
}

export function blockLengthOf({ width, blockCount }: HierarchicalShape): number {
  return width / blockCount;
}
