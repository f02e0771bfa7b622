import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binThresholds, type Edges } from "../../values/bin-edges.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { ELEMENT_TYPE_FACTS, type ElementType, type StorageType } from "../../values/element-types.ts";
import { indexArray } from "../../values/index-array.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { shortHistogram } from "../short/counted.ts";
import { type NamedType, type Options, type TemplateCall, typed } from "../template-rule.ts";
import { type CategoryBins, type EdgeBins, type EvenBins, givenBins } from "./bins.ts";

/** How many elements each bin has, and how many none. */
export interface Histogram<BinEdges = Float64Array> {
  readonly counts: Uint32Array;
  readonly edges: BinEdges; // one more than bins
  readonly belowCount: number;
  readonly aboveCount: number;
  readonly nanCount: number; // 0 for integers
}

/** How often each category occurs, and how many keys are of none. */
export interface CategoryHistogram {
  readonly counts: Uint32Array;
  readonly outsideCount: number;
}

/**
 * How many elements fall into each bin: `counts[k] = #{ i : edges[k] <= input[i] < edges[k+1] }`, the last bin with its upper edge.
 *
 * Bins of one width (`binCount` and `range`), between `edges`, or one for each key below `categories`. Elements are compared with edges as
 * exact numbers, whatever their types are; −0 and +0 are one number. What no bin has is counted beside them. Edges of bins of one width are
 * the f64s nearest to the true ones; `edges` are taken as they are. Work O(n log bins) at most.
 *
 * @throws InvalidArgumentError for edges that do not increase or are NaN, a range that is empty, and for none or several kinds of bins
 * @see docs/what-scans-are-for.md
 */
export interface HistogramFunction<When extends "now" | "later"> {
  (
    input: Uint32Array | Int32Array | readonly number[],
    options: CategoryBins,
  ): Answer<When, CategoryHistogram>;
  (input: TypedInput, options: EvenBins): Answer<When, Histogram>;
  <Given extends EdgeBins>(input: TypedInput, options: Given): Answer<When, Histogram<Given["edges"]>>;
  (input: ConvertibleInput, options: EvenBins & { readonly type: StorageType }): Answer<When, Histogram>;
  <Given extends EdgeBins>(
    input: ConvertibleInput,
    options: Given & { readonly type: StorageType },
  ): Answer<When, Histogram<Given["edges"]>>;
}

interface HistogramOptions extends Partial<EvenBins & EdgeBins & CategoryBins> {
  readonly type?: StorageType | undefined; // what an input without a type of its own is read as
}

const OPTIONS: readonly string[] = ["binCount", "range", "edges", "categories", "type", "determinism"];

/** The call of `histogram`. */
export function histogramCall(
  input: unknown,
  options: HistogramOptions,
): Call<Histogram<Edges> | CategoryHistogram> {
  checkOptionNames(options, OPTIONS);
  const bins = givenBins(options);
  if (bins.kind === "edges") return edgesCall(input, bins.edges, options.type);
  const { binCount } = bins;
  return {
    input: [indexArray("input", input)],
    *steps(on, [keys]) {
      const { counts, outsideCount } = yield* done(on.countIndices(keys, binCount));
      return [counts, outsideCount];
    },
    result: ([counts, outsideCount]) => ({
      counts: counts as Uint32Array,
      outsideCount: Number(outsideCount[0]),
    }),
  };
}

function edgesCall(input: unknown, edges: Edges, declared: StorageType | undefined): Call<Histogram<Edges>> {
  const { type, elements } = givenElements(input, declared);
  const binCount = edges.length - 1;
  // Below all bins, the bins, above them all, and NaN.
  const placeCount = binCount + (ELEMENT_TYPE_FACTS[type].isFloat ? 3 : 2);
  return {
    input: [elements, binThresholds(type, edges)],
    *steps(on, [vector, thresholds]) {
      const places = yield* countBetweenSteps(on, thresholds, vector, placeCount);
      return [yield* done(on.slice(places, 1, binCount)), places];
    },
    result: ([counts, places]: readonly ColumnArray[]) => ({
      counts: counts as Uint32Array,
      edges,
      belowCount: Number(places[0]),
      aboveCount: Number(places[binCount + 1]),
      nanCount: Number(places[binCount + 2] ?? 0),
    }),
  };
}

/** u32: how many elements have 0, 1, 2, … of the sorted thresholds before or equal to them. */
function* countBetweenSteps<Vector>(
  on: Primitives<Vector>,
  thresholds: Vector,
  vector: Vector,
  placeCount: number,
): Steps<Vector> {
  if (on.countBetween !== undefined) return yield* done(on.countBetween(thresholds, vector, placeCount));
  const places = yield* done(on.searchSorted(thresholds, vector, "right", false));
  const { counts } = yield* done(on.countIndices(places, placeCount));
  return counts;
}

/** `histogram(input, { binCount, range } | { edges } | { categories })` gives counts, and what no bin has */
export const histogram: AlgorithmRow = {
  call: histogramCall,
  short: shortHistogram,
  template: {
    types: [],
    options: ["input", "categories", "edges", "binCount", "range"],
    arguments: ({ input, categories }) => [typed("input", categories === undefined ? input : "u32")],
    results: (options) => [typed("counts", "u32"), ...besideBins(options)],
    call: ({ input }, options) => binsCall(input, options),
  },
};

/** The counts of what no bin has. */
function besideBins({ input, categories }: Options): readonly NamedType[] {
  if (categories !== undefined) return [typed("outsideCount", "u32")];
  const { isFloat } = ELEMENT_TYPE_FACTS[input as ElementType];
  const names = ["belowCount", "aboveCount", ...(isFloat ? ["nanCount"] : [])];
  return names.map((name) => typed(name, "u32"));
}

/** Thresholds are those of the bins, and part of the algorithm. */
function binsCall(input: unknown, options: Options): TemplateCall {
  const { input: _, ...asked } = options;
  const call = histogramCall(input, asked);
  if (options.categories !== undefined) return call;
  const thresholds = call.input[1];
  const bins = givenBins(asked);
  const binCount = bins.kind === "edges" ? bins.edges.length - 1 : bins.binCount;
  return {
    *steps(on, [elements]) {
      const [counts, places] = yield* call.steps(on, [elements, on.place(thresholds)]);
      const results = [counts];
      for (const [k] of besideBins(options).entries()) {
        results.push(yield* done(on.slice(places, k === 0 ? 0 : binCount + k, 1)));
      }
      return results;
    },
  };
}
