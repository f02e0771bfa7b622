import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Observation } from "../contracts/contract.ts";
import type { Term } from "../operators/term.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import type { ColumnArray, Row } from "../values/value-types.ts";
import type { Awaitable, Executor, SynchronousExecutor } from "./executor.ts";

/** An executor that algorithms can run on. Opened primitives hold memory until they are released. */
export interface AlgorithmExecutor<Vector = unknown> extends Executor {
  openPrimitives(signal?: AbortSignal): Primitives<Vector>;
}

/** The same where every answer comes at once. */
export interface SynchronousAlgorithmExecutor extends SynchronousExecutor {
  openPrimitives(): Primitives<ColumnArray>;
}

/** What `foldMapped` and `collectMapped` took since an executor was made: proves that they ran. */
export interface FusionCounts {
  elements: number; // computed
  kept: number; // of these
}

/** An executor that computes elements where they are needed, and counts them. */
export interface FusingExecutor<Vector> extends AlgorithmExecutor<Vector> {
  readonly fusionCounts: Readonly<FusionCounts>;
}

/**
 * What algorithms are made of: operations over whole columns, each of which has one possible result.
 *
 * A `Vector` is a column as the executor holds it: a typed array, or a range on a device, whose length may be known there alone. Bools are
 * bytes 0 and 1 where callers see them. Indices, offsets and counts are u32. Elements that are moved keep their bits. Nothing given is
 * written to, and the columns of one call have one length. Callers have checked types, lengths and, where they can be seen, indices.
 *
 * Vectors live until `release`; what `take` has given is the caller's.
 */
export interface Primitives<Vector> {
  readonly executor: string; // its name

  /** A column of the caller's, as a vector. */
  place(column: ColumnArray): Vector;
  /** The elements of a vector for the caller: in `output`, whose length is that of the vector, or in a fresh array. */
  take(vector: Vector, output?: ColumnArray): Awaitable<ColumnArray>;
  typeOf(vector: Vector): ScalarType;
  /** Gives back all that the calls have made. */
  release(): void;

  /** `out_k[i] = terms[k]` where leaves `left` are `left[column][i]` and leaves `right` are `right[column][i]`. Computed NaNs are canonical. */
  map(
    terms: readonly Term[],
    left: readonly Vector[],
    right?: readonly Vector[],
  ): Awaitable<readonly Vector[]>;
  /** u32: 0, 1, 2, … as many as `like` has elements. */
  iota(like: Vector): Awaitable<Vector>;
  /** u32: how many elements there are, one element. */
  lengthOf(vector: Vector): Awaitable<Vector>;
  /** `length` elements of one value, or as many as a vector has. */
  fill(type: ScalarType, value: Scalar, length: number | Vector): Awaitable<Vector>;
  /** `length` elements from `start` on, or as many as there are; with a negative length all from `start` on but as many of the last. */
  slice(vector: Vector, start: number, length: number): Awaitable<Vector>;
  /** The elements of both, of one type. */
  concat(first: Vector, second: Vector): Awaitable<Vector>;

  /** `out[i] = column[indices[i]]`; an index beyond the column gives a zero. */
  gather(columns: readonly Vector[], indices: Vector): Awaitable<readonly Vector[]>;
  /** A copy of `into`, with `out[indices[i]] = column[i]`; an index beyond it is ignored, and of several elements for one place the last stays. */
  scatter(columns: readonly Vector[], indices: Vector, into: readonly Vector[]): Awaitable<readonly Vector[]>;

  /** The elements whose flag is set, in order. */
  compact(columns: readonly Vector[], flags: Vector): Awaitable<readonly Vector[]>;
  /** The elements whose flag is set, and the others, both in order. */
  partition(columns: readonly Vector[], flags: Vector): Awaitable<Parted<Vector>>;
  /** u32: the indices of the flags that are set, in order; `isClosed`: followed by the length of `flags`, as offsets are. */
  flagIndices(flags: Vector, isClosed: boolean): Awaitable<Vector>;
  /** bool: set at 0 and where an element differs, in any column, from the one before. Equal are elements for which `Object.is` holds. */
  headFlags(columns: readonly Vector[]): Awaitable<Vector>;
  /** u32, for `offsets` of segments that cover [0, length), or a vector: `out[i] = s` where `offsets[s] <= i < offsets[s + 1]`. */
  segmentIds(offsets: Vector, length: number | Vector): Awaitable<Vector>;

  /**
   * The elements that are kept, as columns by term: what `map` and `compact` make, without columns between. Absent, or undefined for what it is
   * called with, where columns between are as good.
   */
  collectMapped?(elements: MappedElements<Vector>): Awaitable<readonly Vector[]> | undefined;
  /** Whether sources may be spread. */
  readonly spreads?: true;
  /** Sets the flags of few elements to a bool over one column, at once; false where it cannot. Absent where `map` is as fast. */
  flagFew?(term: Term, column: Vector, flags: Uint8Array): boolean;
  /** As `slice`, of a start and a length within the vector, in the vector's memory; callers may not be given one. Absent where `slice` does that. */
  view?(vector: Vector, start: number, length: number): Vector;

  /**
   * Each element as often as its count says, in order: `length` elements, or fewer where counts together are less than that. Absent where
   * `segmentIds` and `gather` do as well.
   */
  readonly expand?: (
    columns: readonly Vector[],
    counts: Vector,
    length: number,
  ) => Awaitable<readonly Vector[]>;

  /**
   * Keys in order, equal ones in the order in which they came, and a payload moved with them.
   *
   * The order is total: numbers by value, −0 before +0, NaNs, all equal, last; bools false before true. `isDescending` reverses it, and keeps
   * the order of equal keys. Of `bits` only those of the key's place in that order count, the lowest being 0: [low, high).
   */
  sort(
    keys: Vector,
    payload: readonly Vector[],
    order: SortOrder,
  ): Awaitable<{ readonly keys: Vector; readonly payload: readonly Vector[] }>;
  /**
   * What `sort` of all keys would put first: so many keys, at most all, and their indices, u32. Absent, or undefined for what it is called
   * with, where sorting is as fast as it gets.
   */
  leading?(keys: Vector, count: number, isDescending: boolean): Awaitable<Leading<Vector>> | undefined;
  /**
   * The keys, of which there are some, that `sort` would put at these places, which increase; −0 as +0. Where a key is a NaN all are. Absent where
   * sorting is as fast as it gets.
   */
  readonly ranked?: (keys: Vector, ranks: readonly number[]) => Awaitable<Vector>;
  /** u32: how many of `sorted`, in this order, come before each query ("left"), or before or equal to it ("right"). */
  searchSorted(
    sorted: Vector,
    queries: Vector,
    side: "left" | "right",
    isDescending: boolean,
  ): Awaitable<Vector>;

  /** One element by column. @throws EmptyInputError for nothing without an initial value */
  reduce(contract: ColumnContract, columns: readonly Vector[]): Awaitable<readonly Vector[]>;
  scan(
    contract: ColumnContract,
    observation: Exclude<Observation, "reduce">,
    columns: readonly Vector[],
  ): Awaitable<readonly Vector[]>;
  /**
   * A fold, ready to be run often: of columns of one length, at least one element long, and the parameters the results. Absent, or undefined for
   * what it is called with, where `map` and `reduce`, pass by pass, are as good.
   */
  foldPlan?(fold: Fold): FoldPlan<Vector> | undefined;
  /**
   * `reduce` or `scan` of what `map` makes of elements, without columns between: chunk by chunk. A reduce of nothing gives columns without
   * elements. Absent, or undefined for what it is called with, where columns between are as good.
   */
  foldMapped?(
    contract: ColumnContract,
    observation: Observation,
    elements: MappedElements<Vector>,
  ): Awaitable<readonly Vector[]> | undefined;
  /**
   * The reduce, or the prefixes, of each segment alone, bit for bit. `offsets` has one more element than there are segments, increases, and
   * covers the columns. The reduce of an empty segment is `empty`, by column.
   */
  segmented(
    contract: ColumnContract,
    observation: Observation,
    columns: readonly Vector[],
    offsets: Vector,
    empty: readonly Scalar[] | undefined,
  ): Awaitable<readonly Vector[]>;
  /**
   * For each cell (i, j), row after row, the reduce over k of the product of left (i, k) and right (k, j): `depth` ≥ 1 of them, each an element
   * of the contract. Absent, or undefined for what it is called with, where products as columns, reduced as segments, are as fast as it gets.
   */
  reduceProducts?(contract: ColumnContract, products: GridProducts<Vector>): Awaitable<Vector> | undefined;
  /**
   * The sums of one pass of a fold for each of lines that lie side by side, a column by sum with an element for each line. Absent, or undefined for
   * what it is called with, where columns of what is combined are as good.
   */
  foldAcross?(sums: readonly FoldSum[], lines: LinesAcross<Vector>): Awaitable<readonly Vector[]> | undefined;
  /** u32: how often each of 0 … binCount − 1 occurs among `indices`; and how many are beyond, one u32. */
  countIndices(
    indices: Vector,
    binCount: number,
  ): Awaitable<{ readonly counts: Vector; readonly outsideCount: Vector }>;
  /**
   * u32: how many queries have 0, 1, …, `placeCount − 1` of `sorted` before or equal to them: the counts of `searchSorted`'s "right". There are
   * at most `placeCount − 1` of these. Absent where it would not be faster.
   */
  readonly countBetween?: (sorted: Vector, queries: Vector, placeCount: number) => Awaitable<Vector>;
  /**
   * For each bin the reduce, in order, of the elements with its index; that of a bin without elements is `empty`. Indices beyond are ignored.
   * Absent, or undefined for what it is called with, where sorting by index and reducing segments is as fast as it gets.
   */
  reduceByIndex?(
    contract: ColumnContract,
    indices: Vector,
    columns: readonly Vector[],
    binCount: number,
    empty: readonly Scalar[] | undefined,
  ): Awaitable<readonly Vector[]> | undefined;
  /**
   * Each key once, in the order of `sort`, and the reduce, in order, of the elements with it. Of equal NaNs the first keeps its bits. Absent,
   * or undefined for what it is called with, where sorting by key and reducing segments is as fast as it gets.
   */
  reduceByKey?(
    contract: ColumnContract,
    keys: Vector,
    columns: readonly Vector[],
  ): Awaitable<{ readonly keys: Vector; readonly values: readonly Vector[] }> | undefined;
}

/** Keys that come first in an order. */
export interface Leading<Vector> {
  readonly keys: Vector;
  readonly indices: Vector;
}

/** Both sides of a partition, each a vector by column. */
export interface Parted<Vector> {
  readonly kept: readonly Vector[];
  readonly others: readonly Vector[];
}

/** Elements that are computed where they are needed: `terms[k]` by column, whose leaves `left` are the sources. */
export interface MappedElements<Vector> {
  readonly terms: readonly Term[];
  /** A bool; where it does not hold, there is no element. */
  readonly keep?: Term | undefined;
  readonly sources: readonly ElementSource<Vector>[];
  readonly length: number; // of the sources
}

/** Lines of `depth` ≥ 1 elements, in groups of `width` that lie side by side: element k of line j of group g is at `starts[g] + k·stride + j`. */
export interface LinesAcross<Vector> {
  readonly columns: readonly {
    readonly vector: Vector;
    readonly starts: ArrayLike<number>; // by group
    readonly stride: number;
  }[];
  readonly scalars: readonly Vector[]; // an element for each line, group after group; others that no term looks at
  readonly depth: number;
  readonly width: number;
}

/** Products along the rows of one grid and the columns of another. */
export interface GridProducts<Vector> {
  readonly product: Term; // of the two sides, both widened to the sums' type
  readonly left: Grid<Vector>; // rows × depth
  readonly right: Grid<Vector>; // depth × columns
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
}

/** A vector as rows and columns: element (i, j) lies at `offset + i·strides[0] + j·strides[1]`. */
export interface Grid<Vector> {
  readonly vector: Vector;
  readonly offset: number;
  readonly strides: readonly [row: number, column: number];
}

/** What terms look at: a column, or elements of one spread, one value for all elements, or the numbers 0, 1, 2, … as u32. */
export type ElementSource<Vector> =
  | { readonly kind: "column"; readonly vector: Vector; readonly spread?: Spread | undefined }
  | { readonly kind: "value"; readonly type: ScalarType; readonly value: Scalar }
  | { readonly kind: "numbers" };

/** Element i is that of the column at ⌊i / times⌋ mod count: each of its first `count` so many times, and over again. Both are at least 1. */
export interface Spread {
  readonly times: number;
  readonly count: number;
}

/**
 * A named composition as data: what a function over columns is that reads each element once a pass, makes terms of it and combines these.
 *
 * *Scalars* are numbered: how many elements there are, u32; the parameters; of one pass after the other the sums, then what is made of them.
 */
export interface Fold {
  readonly columns: readonly ScalarType[];
  readonly parameters: readonly ScalarType[]; // numbers that calls differ in: as constants of terms they would make other kernels
  readonly passes: readonly FoldPass[];
  readonly results: readonly Term[]; // over scalars, as leaves `right`
  /** Of a fold whose only result is the number of the first element that is the smallest or largest of its column, by `min` or `max`: which. */
  readonly firstOf?: "min" | "max";
}

export interface FoldPass {
  readonly sums: readonly FoldSum[];
  readonly made: readonly Term[]; // over the scalars before, these sums among them, as leaves `right`
}

/** One reduce of a pass. */
export interface FoldSum {
  readonly contract: ColumnContract; // without an initial value
  /** What is combined, by column: leaves `left` are an element of each column, then its number, u32; leaves `right` are scalars of earlier passes. */
  readonly lift: readonly Term[];
}

/** See `foldPlan`. */
export type FoldPlan<Vector> = (columns: readonly Vector[], parameters: Row) => Awaitable<Row>;

export interface SortOrder {
  readonly isDescending: boolean;
  readonly bits: readonly [low: number, high: number]; // of the key's place in its order; all: [0, bits of the type]
}

/** How many elements are asked for: a number, or the length of a column. */
export function elementCount(length: number | ColumnArray): number {
  return typeof length === "number" ? length : length.length;
}
