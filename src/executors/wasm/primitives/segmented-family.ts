import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { Expression } from "../../../expressions/expression.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { Blocks } from "../families/dyadic/dyadic-kernels.ts";

/*
 * Trees over segments that are dyadic trees of dyadic trees, so that the kernels of those reduce many short segments in two passes. A long
 * segment is one part, whose value is not used: it is reduced by itself, which wastes little.
 */

/** Elements of a segment from which a plan of its own costs less than a second pass. */
export const LONGEST_IN_TWO = 1024;

/** The parts of all segments: their own offsets, the elements in another order if there is one, and the segments as offsets of parts. */
export interface Parts {
  readonly order: Uint32Array | undefined;
  readonly parts: Uint32Array;
  readonly segments: Uint32Array;
}

/** The segments as offsets of parts: `countOf` gives the number of parts of a length. */
export function partCounts(offsets: Uint32Array, countOf: (length: number) => number): Uint32Array {
  const segments = newOffsets(offsets.length);
  for (let i = 1; i < offsets.length; i++) {
    segments[i] = segments[i - 1] + countOf(offsets[i] - offsets[i - 1]);
  }
  return segments;
}

export function newOffsets(length: number): Uint32Array {
  return allocateColumn("u32", length) as Uint32Array;
}

/** What a family of expressions has for many sequences at once, of segments or of bins; undefined for an expression of another family. */
export type SegmentedFamily = (expression: Expression) => SegmentedServing | undefined;

/** Parts are absent where there is nothing to offer: then each long segment is a call of its own, and bins are sorted. */
export interface SegmentedServing {
  /** The blocks of a tree that is dyadic, at least for segments that are no longer than these; "none" for a chain of combines. */
  readonly blocksFor?: (longest: () => number) => Blocks | "none" | undefined;
  /** Segments as parts, for a tree that is a dyadic tree of dyadic trees. */
  readonly partsOf?: (offsets: Uint32Array, isBackward: boolean) => Parts;
  /** Segments up to a length are scanned as if by another expression. */
  readonly shortScan?: { readonly longest: number; readonly expression: Expression };
  /** Sums of short segments without any kernel; undefined where these are as good. */
  readonly shortSums?: (
    contract: ColumnContract,
    observation: Observation,
    input: ColumnArray,
    output: ColumnArray,
  ) => ShortSums | undefined;
}

/** Writes what is asked of elements [start, end), of a scan there, of a reduce at `place`. False where a plan must do it. */
export type SumOf = (start: number, end: number, place: number) => boolean;

/** Sums of short segments of a column. */
interface ShortSums {
  readonly longest: number; // elements of a segment for which it is cheaper than a plan
  readonly sumOf: SumOf;
}

/*
 * Order-free sums of short segments are made in JavaScript: a plan for each costs 1 to 2 µs before it begins, most of it the state that it
 * clears. What is not finite is a plan's.
 */

type Floats = Float32Array | Float64Array;

/** Sums of short segments at work on a column. */
export interface ShortWork {
  readonly input: Floats;
  readonly output: Floats;
  readonly isSingle: boolean; // the sum is rounded to f32
  readonly first: number; // the term before the elements; −0 changes no sum
  readonly isReduce: boolean;
  readonly isExclusive: boolean;
  readonly isBackward: boolean;
}

/** See ShortWork; undefined for what has no value to begin with. */
export function shortWork(
  { sums, initial, direction }: ColumnContract,
  observation: Observation,
  input: ColumnArray,
  output: ColumnArray,
): ShortWork | undefined {
  const isExclusive = observation === "exclusive-scan";
  if (isExclusive && initial === undefined) return undefined;
  return {
    input: input as Floats,
    output: output as Floats,
    isSingle: sums[0] === "f32",
    first: Number(initial?.value[0] ?? -0),
    isReduce: observation === "reduce",
    isExclusive,
    isBackward: direction === "backward",
  };
}
