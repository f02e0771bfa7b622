import { allocateColumn } from "./allocate-column.ts";
import type { Edges } from "./bin-thresholds.ts";
import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";
import { evenEdge } from "./even-edge.ts";

/** Edges as a caller gives them: at least two, increasing, no NaN. @throws InvalidArgumentError naming the first that is not */
export function checkEdges(argument: string, given: unknown): Edges {
  const isList = Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView));
  if (!isList) throw new InvalidArgumentError(argument, "an array of numbers or bigints", describe(given));
  const edges = given as unknown as ArrayLike<unknown>;
  if (edges.length < 2) throw new InvalidArgumentError(argument, "at least 2 edges", `${edges.length}`);
  for (let k = 0; k < edges.length; k++) {
    const edge = edges[k];
    const isNumber = typeof edge === "bigint" || (typeof edge === "number" && !Number.isNaN(edge));
    if (!isNumber) {
      throw new InvalidArgumentError(`${argument}[${k}]`, "a number or a bigint, not NaN", describe(edge));
    }
    const before = edges[k - 1] as number | bigint;
    if (k > 0 && !(before < edge)) {
      const expected = `above ${argument}[${k - 1}], which is ${describe(before)}`;
      throw new InvalidArgumentError(`${argument}[${k}]`, expected, describe(edge));
    }
  }
  return given as unknown as Edges;
}

/**
 * The edges of bins of one width: the f64 nearest to each `low + k·(high − low)/binCount`, so that an edge which is one is exact.
 *
 * @throws InvalidArgumentError for a range so narrow that edges are equal in f64, or wider than any f64
 */
export function evenEdges(binCount: number, low: number, high: number): Float64Array {
  if (!Number.isFinite(high - low)) {
    throw new InvalidArgumentError("range", "of a width that is a finite f64", `[${low}, ${high}]`);
  }
  const edges = allocateColumn("f64", binCount + 1) as Float64Array;
  const edgeAt = evenEdge(binCount, low, high);
  for (let k = 0; k < binCount; k++) {
    edges[k] = edgeAt(k);
    if (k > 0 && !(edges[k - 1] < edges[k])) throw tooNarrow(binCount, low, high);
  }
  edges[binCount] = high;
  if (!(edges[binCount - 1] < high)) throw tooNarrow(binCount, low, high);
  return edges;
}

function tooNarrow(binCount: number, low: number, high: number): InvalidArgumentError {
  const expected = `at most as many as f64 has edges for in [${low}, ${high}]`;
  return new InvalidArgumentError("binCount", expected, `${binCount}`);
}
