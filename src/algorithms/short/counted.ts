// Few elements counted between few edges of one width.

import type { ShortAnswer } from "../algorithm-row.ts";
import { givenBins } from "../histograms/bins.ts";
import { FEW_ELEMENTS, type ShortArray, shortArray } from "./short-arrays.ts";

interface KeptBins {
  readonly binCount: number;
  readonly low: number;
  readonly high: number;
  readonly edges: Float64Array;
}

/** The bins of the last call: a program asks for the same again and again, and an edge takes as long as counting ten elements. */
let latest: KeptBins | undefined;

/** Bins of a call that asks for these and nothing else; undefined for others, with errors in them or without. */
function shortBins(options: unknown): KeptBins | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  for (const name in options) if (name !== "binCount" && name !== "range") return undefined;
  const { binCount, range } = options as { readonly binCount?: unknown; readonly range?: unknown };
  if (typeof binCount !== "number" || !(binCount <= FEW_ELEMENTS) || !Array.isArray(range)) return undefined;
  const low: unknown = range[0];
  const high: unknown = range[1];
  if (range.length !== 2 || typeof low !== "number" || typeof high !== "number") return undefined;
  // Edges keep the sign of a zero.
  if (latest?.binCount === binCount && Object.is(latest.low, low) && Object.is(latest.high, high))
    return latest;
  const bins = givenBins({ binCount, range: [low, high] });
  if (bins.kind !== "edges" || !(bins.edges instanceof Float64Array)) return undefined;
  latest = { binCount, low, high, edges: bins.edges };
  return latest;
}

/** `histogram` of few elements, by bins of one width. */
export const shortHistogram: ShortAnswer = (_on, given, options) => {
  const input = shortArray(given);
  const bins = input && shortBins(options);
  return input && bins && counted(input, bins);
};

function counted(input: ShortArray, { binCount, low, high, edges }: KeptBins): unknown {
  const counts = new Uint32Array(binCount);
  let [belowCount, aboveCount, nanCount] = [0, 0, 0];
  for (let i = 0; i < input.length; i++) {
    const element = input[i];
    if (element < low) belowCount++;
    else if (element > high) aboveCount++;
    else if (Number.isNaN(element)) nanCount++;
    else {
      let start = 0; // the last edge that is not above the element; the last bin has its upper edge
      for (let end = binCount; end - start > 1; ) {
        const middle = (start + end) >>> 1;
        if (edges[middle] <= element) start = middle;
        else end = middle;
      }
      counts[start]++;
    }
  }
  return { counts, edges: edges.slice(), belowCount, aboveCount, nanCount };
}
