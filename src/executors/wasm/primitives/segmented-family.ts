import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { Expression } from "../../../expressions/expression.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { Blocks } from "../families/dyadic/dyadic-kernels.ts";
import type { Parts } from "./parts-of-segments.ts";

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
