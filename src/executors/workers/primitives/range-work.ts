import type { Observation } from "../../../contracts/contract.ts";
import type { Term } from "../../../operators/term.ts";
import type { Scalar } from "../../../values/element-types.ts";
import type { Row } from "../../../values/value-types.ts";
import type { ElementSource, Grid, SortOrder } from "../../primitives.ts";
import type { PostedContract } from "../posted-contract.ts";

/**
 * What is done with each range of a primitive, as plain data. `input` and `output` are the columns of the job, all in library memory; a task
 * is a range [start, end) of elements, where nothing else is said, and writes to a range that no other task writes to.
 *
 * | work | input | output | `at` of a task |
 * |---|---|---|---|
 * | map | left, then right columns | by term | |
 * | head-flags | columns | flags | |
 * | count-flags | flags | none: one count | |
 * | compact | columns, flags | columns | where the elements go |
 * | partition | columns, flags | columns | where those go that are set, and the others |
 * | flag-indices | flags | indices | where they go |
 * | iota, fill | none | one column | |
 * | copy | one column | one column | where its elements go |
 * | gather | columns, indices | columns | |
 * | scatter | columns, indices, what they go into | columns | the range is of the output |
 * | segment-ids | offsets | ids | the range is of the output |
 * | sort | keys, and one column that is carried | the same; or keys and indices | |
 * | merge | as sort's output | the same | the left run, the right run |
 * | leading | keys | keys, indices | where the first of the range go |
 * | between | keys | a column by pair of bounds; counts by pair: as BoundedElements, and how many are between | where these go, and how many at most |
 * | search | sorted, queries | places | the range is of queries |
 * | segmented | columns, offsets | columns | the range is of segments |
 * | products | left, right | cells | the range is of rows |
 * | count-indices | indices | a row of counts for each task; one count: how many are beyond | the row |
 * | add-counts | rows of counts | their sum | the range is of bins |
 * | count-kept | columns among the sources | none: a count for each KEPT_GRAIN elements | |
 * | fold-mapped | columns among the sources | none for a reduce: a summary; else the prefixes | kept elements that are skipped, how many follow, where prefixes go |
 * | collect-mapped | columns among the sources | columns by term | where the elements go |
 */
export type RangeWork =
  | { readonly kind: "map"; readonly terms: readonly Term[]; readonly leftCount: number }
  | { readonly kind: "head-flags" | "count-flags" | "compact" | "partition" | "flag-indices" }
  | { readonly kind: "iota" | "copy" | "gather" | "segment-ids" }
  | { readonly kind: "fill"; readonly value: Scalar }
  | { readonly kind: "scatter"; readonly columnCount: number }
  | { readonly kind: "sort"; readonly order: SortOrder; readonly carries: Carried }
  | { readonly kind: "merge"; readonly order: SortOrder }
  | { readonly kind: "leading"; readonly count: number; readonly isDescending: boolean }
  | { readonly kind: "between"; readonly bounds: readonly (readonly [low: Scalar, high: Scalar])[] }
  | { readonly kind: "search"; readonly side: "left" | "right"; readonly isDescending: boolean }
  | {
      readonly kind: "segmented";
      readonly contract: PostedContract;
      readonly observation: Observation;
      readonly empty: Row | undefined;
    }
  | {
      readonly kind: "products";
      readonly contract: PostedContract;
      readonly product: Term;
      readonly left: PostedGrid;
      readonly right: PostedGrid;
      readonly depth: number;
      readonly columns: number;
    }
  | { readonly kind: "count-indices"; readonly binCount: number }
  | { readonly kind: "add-counts"; readonly binCount: number }
  | { readonly kind: "count-kept"; readonly keep: Term; readonly sources: readonly PostedSource[] }
  | ({
      readonly kind: "fold-mapped";
      readonly contract: PostedContract;
      readonly observation: Observation;
    } & PostedElements)
  | ({ readonly kind: "collect-mapped" } & PostedElements);

/** A grid, but for its vector. */
type PostedGrid = Omit<Grid<never>, "vector">;

/** Mapped elements, but for the columns among their sources. */
interface PostedElements {
  readonly terms: readonly Term[];
  readonly keep: Term | undefined;
  readonly sources: readonly PostedSource[];
}

/** What mapped elements are made of; the columns are the job's. */
export type PostedSource =
  | Exclude<ElementSource<never>, { readonly kind: "column" }>
  | Omit<Extract<ElementSource<never>, { readonly kind: "column" }>, "vector">;

/** What goes with the keys of a sort: nothing, one column of the caller's, or the indices of the keys. */
export type Carried = "nothing" | "column" | "indices";

/** One kind of work. */
export type WorkOf<Kind extends RangeWork["kind"]> = Extract<RangeWork, { readonly kind: Kind }>;
