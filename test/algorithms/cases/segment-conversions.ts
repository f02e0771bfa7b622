import fc from "fast-check";
import { headFlagsCall } from "../../../src/algorithms/segments/head-flags.ts";
import { segmentIdsCall } from "../../../src/algorithms/segments/segment-ids.ts";
import { segmentLengthsCall, segmentOffsetsCall } from "../../../src/algorithms/segments/segment-offsets.ts";

import { anyFlags, anyLength, anyOffsets } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

type Given =
  | { readonly offsets: Uint32Array }
  | { readonly lengths: Uint32Array }
  | { readonly headFlags: Uint8Array };

/** Segments in each of the three ways; the first flag is set. */
const anySegments: fc.Arbitrary<[Given]> = fc.tuple(
  fc.oneof(
    anyLength.chain(anyOffsets).map((offsets) => ({ offsets })),
    anyLength.chain(anyOffsets).map((offsets) => ({ lengths: Uint32Array.from(distances(offsets)) })),
    anyFlags().map((flags) => ({ headFlags: flags.map((flag, i) => (i === 0 ? 1 : flag)) })),
  ),
);

/** The lengths of segments, each found by looking for its end. */
function lengthsOf(segments: Given): number[] {
  if ("lengths" in segments) return [...segments.lengths];
  if ("offsets" in segments) return distances(segments.offsets);
  const starts = [...segments.headFlags.keys()].filter((i) => segments.headFlags[i] === 1);
  return distances([...starts, segments.headFlags.length]);
}

function distances(offsets: Uint32Array | readonly number[]): number[] {
  return Array.from(offsets.slice(1), (end, s) => end - offsets[s]);
}

const sums = (lengths: readonly number[]): Uint32Array => {
  let end = 0;
  return Uint32Array.from([0, ...lengths.map((length) => (end += length))]);
};

export const segmentConversionCases: readonly OracleCase[] = [
  oracleCase({
    name: "segmentOffsets",
    arguments: anySegments,
    run: (on, segments) => on.call(segmentOffsetsCall(segments)),
    oracle: (segments) => sums(lengthsOf(segments)),
    gpuRuns: 2,
  }),
  oracleCase({
    name: "segmentLengths",
    arguments: anySegments,
    run: (on, segments) => on.call(segmentLengthsCall(segments)),
    oracle: (segments) => Uint32Array.from(lengthsOf(segments)),
    gpuRuns: 2,
  }),
  oracleCase({
    name: "segmentIds",
    arguments: anySegments,
    run: (on, segments) => on.call(segmentIdsCall(segments)),
    oracle: (segments) => Uint32Array.from(lengthsOf(segments).flatMap((length, s) => Array(length).fill(s))),
    gpuRuns: 2,
  }),
  oracleCase({
    name: "headFlags",
    arguments: anySegments.map(([segments]): [Given] => [withoutEmpty(segments)]),
    run: (on, segments) => on.call(headFlagsCall(segments)),
    oracle: (segments) =>
      Uint8Array.from(lengthsOf(segments).flatMap((length) => [1, ...Array(length - 1).fill(0)])),
    gpuRuns: 2,
  }),
];

function withoutEmpty(segments: Given): Given {
  if ("headFlags" in segments) return segments;
  const lengths = lengthsOf(segments).filter((length) => length > 0);
  return "lengths" in segments ? { lengths: Uint32Array.from(lengths) } : { offsets: sums(lengths) };
}
