import { checkMethods } from "../../values/check-arguments.ts";
import type { Peer } from "./compare-peers.ts";

/** The two functions of @stdlib/blas-ext-base-dcusumpw and -dsumpw: strided, pairwise in halves down to 128 elements. */
export interface StdlibSums {
  readonly dcusumpw: (
    length: number,
    initial: number,
    input: Float64Array,
    inputStride: number,
    output: Float64Array,
    outputStride: number,
  ) => Float64Array;
  readonly dsumpw: (length: number, input: Float64Array, stride: number) => number;
}

const NAME = "@stdlib dcusumpw, dsumpw";

/** @stdlib's pairwise sums as a peer. The caller imports them, or passes undefined where they are not installed. */
export function stdlibPeer(sums: StdlibSums | undefined): Peer {
  if (sums === undefined) {
    return {
      name: NAME,
      missing: "not installed: npm install @stdlib/blas-ext-base-dcusumpw @stdlib/blas-ext-base-dsumpw",
    };
  }
  checkMethods("sums", sums, ["dcusumpw", "dsumpw"], "an object with dcusumpw and dsumpw");
  return {
    name: NAME,
    scan: (input) => sums.dcusumpw(input.length, 0, input, 1, new Float64Array(input.length), 1),
    reduce: (input) => sums.dsumpw(input.length, input, 1),
  };
}
