import type { DeterminismName } from "../../contracts/levels.ts";
import { checkEdges, type Edges, evenEdges } from "../../values/bin-edges.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

/** Counts are exact in any order: each level has the same. */
interface LevelOption {
  readonly determinism?: DeterminismName | undefined; // default: "everywhere"
}

/** Bins of one width: edge k is the f64 nearest to `low + k·(high − low)/binCount`, as rounded once, so that the last is `high`. */
export interface EvenBins extends LevelOption {
  readonly binCount: number;
  readonly range: readonly [low: number, high: number];
}

/** Bins between edges: x is in bin k where `edges[k] <= x < edges[k+1]`, and the last bin has its upper edge too. */
export interface EdgeBins extends LevelOption {
  readonly edges: readonly number[] | readonly bigint[] | Float64Array | Float32Array | BigInt64Array;
}

/** One bin for each of the keys 0 … categories − 1. */
export interface CategoryBins extends LevelOption {
  readonly categories: number;
}

/** Bins as they were asked for, checked. */
type GivenBins =
  | { readonly kind: "edges"; readonly edges: Edges }
  | { readonly kind: "categories"; readonly binCount: number };

/** @throws InvalidArgumentError for none or several of the three, edges that do not increase, and counts that are none */
export function givenBins(options: Partial<EvenBins & EdgeBins & CategoryBins>): GivenBins {
  const { binCount, range, edges, categories } = options;
  const isEven = binCount !== undefined || range !== undefined;
  const kinds = [isEven, edges !== undefined, categories !== undefined].filter((isGiven) => isGiven).length;
  if (kinds !== 1) {
    const expected = 'with one of "binCount" and "range", "edges", or "categories"';
    throw new InvalidArgumentError("options", expected, kinds === 0 ? "none" : "several");
  }
  if (edges !== undefined) return { kind: "edges", edges: checkEdges("edges", edges) };
  if (categories !== undefined) {
    return { kind: "categories", binCount: checkBinCount("categories", categories, 0) };
  }
  const [low, high] = checkRange(range);
  return {
    kind: "edges",
    edges: evenEdges(checkBinCount("binCount", binCount, 1, MOST_EVEN_BINS), low, high),
  };
}

/** Bins that a number alone may ask for: a gigabyte of doubles. Edges and values that are given may be as many as there is memory. */
const MOST_BINS = 2 ** 27;

/** The same of one width, each with an edge, its threshold and its count. */
const MOST_EVEN_BINS = 2 ** 26;

/** A number of bins, which is the length of the result. @throws InvalidArgumentError */
export function checkBinCount(argument: string, given: unknown, least: number, most = MOST_BINS): number {
  const isCount = typeof given === "number" && Number.isInteger(given) && given >= least;
  if (isCount && given <= most) return given;
  throw new InvalidArgumentError(
    argument,
    `an integer from ${least} to 2^${Math.log2(most)}`,
    describe(given),
  );
}

function checkRange(given: unknown): readonly [number, number] {
  if (Array.isArray(given) && given.length === 2) {
    const [low, high] = given as readonly unknown[];
    if (typeof low === "number" && typeof high === "number" && low < high) return [low, high];
  }
  const actual = Array.isArray(given) ? `[${given.map(describe).join(", ")}]` : describe(given);
  throw new InvalidArgumentError("range", "[low, high], two numbers with low < high", actual);
}
