import { ELEMENT_TYPE_FACTS, type ElementType } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { type Call, done } from "../call.ts";
import { givenBins } from "../histograms/bins.ts";
import { histogramCall } from "../histograms/histogram.ts";
import { reduceByIndexCall } from "../histograms/reduce-by-index.ts";
import { CONTRACT, given, type NamedType, type Options, ruleOf, type TemplateCall, typed } from "./rule.ts";

const BINS = ["categories", "edges", "binCount", "range"];

export const HISTOGRAM_RULES = {
  reduceByIndex: ruleOf({
    types: ["input"],
    options: ["binCount", ...CONTRACT],
    arguments: ({ input }) => [typed("indices", "u32", "input"), typed("input", input)],
    results: ({ input, accumulate = input }) => [typed("outsideCount", "u32"), typed("output", accumulate)],
    call: ({ input, indices: places }, options) =>
      reduceByIndexCall(input, places, given(options, ["binCount", ...CONTRACT]) as never),
  }),
  histogram: ruleOf({
    types: [],
    options: ["input", ...BINS],
    arguments: ({ input, categories }) => [typed("input", categories === undefined ? input : "u32")],
    results: (options) => [typed("counts", "u32"), ...besideBins(options)],
    call: ({ input }, options) => {
      const call = histogramCall(input, given(options, BINS));
      return options.categories === undefined ? betweenEdges(call, options) : call;
    },
  }),
} as const;

/** The counts of what no bin has. */
function besideBins({ input, categories }: Options): readonly NamedType[] {
  if (categories !== undefined) return [typed("outsideCount", "u32")];
  const { isFloat } = ELEMENT_TYPE_FACTS[input as ElementType];
  const names = ["belowCount", "aboveCount", ...(isFloat ? ["nanCount"] : [])];
  return names.map((name) => typed(name, "u32"));
}

/** The thresholds are those of the bins, and part of the algorithm. */
function betweenEdges(call: Call<unknown>, options: Options): TemplateCall {
  const thresholds = call.input[1];
  const bins = givenBins(given(options, BINS));
  const binCount = bins.kind === "edges" ? bins.edges.length - 1 : bins.binCount;
  return {
    *steps(on, [elements]) {
      const [counts, places] = yield* call.steps(on, [elements, on.place(thresholds as ColumnArray)]);
      const results = [counts];
      for (const [k] of besideBins(options).entries()) {
        results.push(yield* done(on.slice(places, k === 0 ? 0 : binCount + k, 1)));
      }
      return results;
    },
  };
}
