import type { TypedPlace } from "../compute/kernels-task.ts";

/** The token at an offset of a text, or the one that ends there, as a cursor stands between two. */
export function placeIn(places: readonly TypedPlace[], at: number): TypedPlace | undefined {
  return places.find(({ start, end }) => start <= at && at < end) ?? places.find(({ end }) => end === at);
}
