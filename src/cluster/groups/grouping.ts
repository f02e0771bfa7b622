// What a run by groups asks for: which columns say to which group an element belongs, and what a piece leaves of each group.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import { checkEdges, evenEdges } from "../../values/bin-edges.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { StoredType } from "../../values/value-types.ts";

/** Bins as `histogram` takes them: of one width, between edges, or one for each of the keys 0, 1, … */
export type Bins =
  | { readonly binCount: number; readonly range: readonly [low: number, high: number] }
  | { readonly edges: readonly number[] }
  | { readonly categories: number };

/** How elements are put into groups. The columns that say it come before those that are combined. */
export type Grouping =
  | { readonly kind: "key"; readonly keyCount: number; readonly splitCount?: number } // columns; equal rows of them are one key. Default: keys are not split
  | { readonly kind: "index"; readonly binCount: number } // one column of indices
  | { readonly kind: "histogram"; readonly bins: Bins }; // the only column, whose elements are counted

/**
 * What a piece leaves of each group: its value, where the operator is associative; a state that knows no positions, or everything so far; else in a first pass how
 * many elements it has, from which a join tells at which position of its group each piece begins, and then its summary.
 */
export type Way = (typeof WAYS)[number];

export const WAYS = ["values", "states", "chain", "positions"] as const;

/** Columns that say the group. */
export function keyCountOf(grouping: Grouping): number {
  return grouping.kind === "key" ? grouping.keyCount : 1;
}

/** The way of a contract over groups. */
export function wayOf(contract: ColumnContract, isChained: boolean): Way {
  if (isOrderFree(contract.expression)) return "states";
  if (takesAnyTree(contract)) return "values";
  return isChained ? "chain" : "positions";
}

/** The bins of a grouping: of keys nobody knows how many. */
export function binCountOf(grouping: Grouping): number | undefined {
  if (grouping.kind === "key") return undefined;
  if (grouping.kind === "index") return grouping.binCount;
  const { bins } = grouping;
  if ("edges" in bins) return bins.edges.length - 1;
  return "categories" in bins ? bins.categories : bins.binCount;
}

/** The edges of bins that have any. */
export function edgesOf(bins: Bins): readonly number[] | undefined {
  if ("edges" in bins) return bins.edges;
  return "range" in bins ? [...evenEdges(bins.binCount, ...bins.range)] : undefined;
}

/** Each reads all elements. */
export const MOST_SPLITS = 4096;

/** Bins of a run: their counts travel in a file for each piece. */
const MOST_BINS = 2 ** 24;

/** @throws InvalidArgumentError for anything but a grouping of columns of these types */
export function checkGrouping(given: Grouping, types: readonly StoredType[]): Grouping {
  const [type] = types;
  switch (given.kind) {
    case "key":
      checkInteger("keys", given.keyCount, 1);
      if (given.splitCount !== undefined) checkInteger("splits", given.splitCount, 2, MOST_SPLITS);
      return given;
    case "index":
      checkInteger("binCount", given.binCount, 0, MOST_BINS);
      expectIndices("indices", type);
      return given;
    case "histogram":
      checkBins(given.bins, type);
      return given;
    default:
      throw new InvalidArgumentError("groups", "by key, by index or a histogram", describe(given));
  }
}

function checkBins(bins: Bins, type: StoredType): void {
  if (type === "bool") throw new InvalidArgumentError("dataset", "of numbers, for a histogram", type);
  if ("categories" in bins) {
    checkInteger("categories", bins.categories, 0, MOST_BINS);
    expectIndices("categories", type);
    return;
  }
  if ("edges" in bins) {
    checkEdges("edges", bins.edges);
    return;
  }
  checkInteger("binCount", bins.binCount, 1, MOST_BINS);
  const { range } = bins;
  const isRange = Array.isArray(range) && range.length === 2 && range[0] < range[1];
  if (!isRange)
    throw new InvalidArgumentError("range", "[low, high], two numbers with low < high", describe(range));
  evenEdges(bins.binCount, range[0], range[1]);
}

function expectIndices(argument: string, type: StoredType): void {
  if (["u32", "i32", "u16", "i16", "u8", "i8"].includes(type)) return;
  throw new InvalidArgumentError(argument, "a column of u32, i32 or narrower integers", type);
}

/** A grouping as JSON holds it: numbers as texts, as it has no infinity. */
export function printGrouping(grouping: Grouping): object {
  if (grouping.kind !== "histogram") return grouping;
  const { bins } = grouping;
  const texts = "edges" in bins ? { edges: bins.edges.map(String) } : undefined;
  return {
    kind: "histogram",
    bins: texts ?? ("range" in bins ? { ...bins, range: bins.range.map(String) } : bins),
  };
}

/** The inverse of `printGrouping`; what it holds is checked where the run is planned. */
export function readGrouping({ way: _, ...given }: object & { readonly way?: unknown }): Grouping {
  const grouping = given as Grouping;
  if (grouping.kind !== "histogram") return grouping;
  const { bins } = grouping;
  if ("edges" in bins) return { ...grouping, bins: { edges: bins.edges.map(Number) } };
  if (!("range" in bins)) return grouping;
  const [low, high] = bins.range.map(Number);
  return { ...grouping, bins: { ...bins, range: [low, high] } };
}
