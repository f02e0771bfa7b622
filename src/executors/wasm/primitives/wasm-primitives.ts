import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import type { SynchronousPlan } from "../../executor.ts";
import { elementCount, type Primitives } from "../../primitives.ts";
import { countBetween, countColumn } from "./count-columns.ts";
import { flagFew } from "./flag-few.ts";
import { foldAcross } from "./fold-across.ts";
import { foldPlan } from "./fold-plan.ts";
import { leadingColumns } from "./leading-columns.ts";
import { headFlags, mapColumns } from "./map-columns.ts";
import { concat, fill, gather, iota, scatter, segmentIds, slice } from "./move-columns.ts";
import { type ColumnParts, checkServed, type WasmParts } from "./parts.ts";

import { rankedColumns } from "./ranked-columns.ts";
import { reduceColumnsByIndex } from "./reduce-columns-by-index.ts";
import { reduceColumnsByKey } from "./reduce-columns-by-key.ts";
import { reduceProducts } from "./reduce-products.ts";
import { searchColumns } from "./search-sorted.ts";
import { compact, flagIndices, partition } from "./select-columns.ts";
import { sortColumns } from "./sort-columns.ts";
import { wasmSegments } from "./wasm-segments.ts";

/*
 * By kind, so that a bundle has those kinds that its functions ask for: `work-memory.ts` tells where columns lie and for how long. The entry point is made
 * by `tools/algorithm-rows.mjs`, which reads the types of what is exported here.
 */

/** What places columns and moves their elements, in loops of JavaScript: every function has it. */
function wasmMoves({
  counts,
}: ColumnParts): Pick<
  Primitives<ColumnArray>,
  | "executor"
  | "place"
  | "take"
  | "typeOf"
  | "release"
  | "iota"
  | "lengthOf"
  | "fill"
  | "slice"
  | "concat"
  | "gather"
  | "scatter"
  | "segmentIds"
> {
  const moved = <Columns extends readonly ColumnArray[]>(columns: Columns): Columns => {
    for (const { length } of columns) counts.moved += length;
    return columns;
  };
  return {
    executor: "wasm",
    place: (column) => column,
    take(vector, output) {
      if (output === undefined) return vector;
      (output as Uint8Array).set(vector as Uint8Array);
      return output;
    },
    typeOf: columnType,
    release() {},
    iota: (like) => iota(like.length),
    lengthOf: (vector) => Uint32Array.of(vector.length),
    fill: (type, value, length) => fill(type, value, elementCount(length)),
    slice,
    concat,
    gather: (columns, indices) => moved(columns.map((column) => gather(column, indices))),
    scatter: (columns, indices, into) => moved(columns.map((column, i) => scatter(column, indices, into[i]))),
    segmentIds: (offsets, length) => segmentIds(offsets, elementCount(length)),
  };
}

/** Elements that are computed from others. */
export function wasmMaps(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "map" | "headFlags">> {
  return {
    map: (terms, left, right = []) => mapColumns(parts, terms, left, right),
    headFlags: (columns) => headFlags(parts, columns),
  };
}

/** Elements whose flags are set. */
export function wasmSelection(
  parts: ColumnParts,
): Required<Pick<Primitives<ColumnArray>, "compact" | "partition" | "flagIndices">> {
  return {
    compact: (columns, flags) => compact(parts, columns, flags),
    partition: (columns, flags) => partition(parts, columns, flags),
    flagIndices: (flags, isClosed) => flagIndices(parts, flags, isClosed),
  };
}

/** Predicates over few elements. */
export function wasmFlagFew(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "flagFew">> {
  return { flagFew: (term, column, flags) => flagFew(parts, term, column, flags) };
}

/** Keys in order. */
export function wasmSort(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "sort">> {
  return {
    sort: (keys, payload, order) => sortColumns(parts, keys, payload, order),
  };
}

/** Keys that come first in an order. */
export function wasmLeading(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "leading">> {
  return {
    leading: (keys, count, isDescending) => leadingColumns(parts, keys, count, isDescending),
  };
}

/** Keys at ranks of an order. */
export function wasmRanks(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "ranked">> {
  return {
    ranked: (keys, ranks) => rankedColumns(parts, keys, ranks),
  };
}

/** Places among what is in order. */
export function wasmSearch(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "searchSorted">> {
  return {
    searchSorted: (sorted, queries, side, isDescending) =>
      searchColumns(parts, { sorted, queries, side, isDescending }),
  };
}

/** Counting. */
export function wasmCounts(
  parts: ColumnParts,
): Required<Pick<Primitives<ColumnArray>, "countIndices" | "countBetween">> {
  return {
    countIndices: (indices, binCount) => countColumn(parts, indices, binCount),
    countBetween: (sorted, queries, placeCount) => countBetween(parts, sorted, queries, placeCount),
  };
}

/** Reduces and scans of whole columns: the executor's own plans. */
export function wasmFolds(parts: WasmParts): Required<Pick<Primitives<ColumnArray>, "reduce" | "scan">> {
  const planOf = servedPlans(parts);
  return {
    reduce(contract, columns) {
      const values = planOf(contract, "reduce").reduce(columns);
      return contract.sums.map((type, i) => newColumn(type, 1).fill(values[i] as never));
    },
    scan(contract, observation, columns) {
      const plan = planOf(contract, observation);
      return observation === "inclusive-scan" ? plan.inclusiveScan(columns) : plan.exclusiveScan(columns);
    },
  };
}

/** Plans by the contract's identity, each checked once: calls of one function ask for the same, and its text costs more than a few elements. */
function servedPlans(
  parts: WasmParts,
): (contract: ColumnContract, observation: Observation) => SynchronousPlan {
  const served = new WeakMap<ColumnContract, { [observation in Observation]?: SynchronousPlan }>();
  return (contract, observation) => {
    const plans = served.get(contract) ?? {};
    served.set(contract, plans);
    const known = plans[observation];
    if (known !== undefined) return known;
    checkServed(parts, observation, contract, observation);
    const plan = parts.executor.plan(contract);
    plans[observation] = plan;
    return plan;
  };
}

/** Folds of elements that are computed where they are combined. */
export function wasmFoldPlans(parts: WasmParts): Required<Pick<Primitives<ColumnArray>, "foldPlan">> {
  return { foldPlan: (fold) => foldPlan(parts, fold) };
}

/** Reducing into one state for each bin or key. */
export function wasmHistograms(
  parts: WasmParts,
): Required<Pick<Primitives<ColumnArray>, "reduceByIndex" | "reduceByKey">> {
  return {
    reduceByIndex: (contract, indices, columns, binCount, empty) =>
      reduceColumnsByIndex(parts, { contract, indices, columns, binCount, empty }),
    reduceByKey: (contract, keys, columns) => reduceColumnsByKey(parts, { contract, keys, columns }),
  };
}

/** Products of grids. */
export function wasmProducts(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "reduceProducts">> {
  return { reduceProducts: (contract, products) => reduceProducts(parts, contract, products) };
}

/** Folds of lines that lie side by side. */
export function wasmLines(parts: ColumnParts): Required<Pick<Primitives<ColumnArray>, "foldAcross">> {
  return { foldAcross: (sums, lines) => foldAcross(parts, sums, lines) };
}

/** All primitives of the wasm executor. */
export function wasmPrimitives(parts: WasmParts): Primitives<ColumnArray> {
  return somePrimitives(parts, [
    wasmMaps,
    wasmSelection,
    wasmFlagFew,
    wasmSort,
    wasmLeading,
    wasmRanks,
    wasmSearch,
    wasmCounts,
    wasmFolds,
    wasmFoldPlans,
    wasmSegments,
    wasmHistograms,
  ]);
}

/** Those of some kinds. */
export function somePrimitives<Parts extends ColumnParts>(
  parts: Parts,
  kinds: readonly ((parts: Parts) => Partial<Primitives<ColumnArray>>)[],
): Primitives<ColumnArray> {
  return Object.assign({}, wasmMoves(parts), ...kinds.map((kind) => kind(parts)));
}
