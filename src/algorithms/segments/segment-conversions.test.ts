import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { SamebitsError } from "../../values/errors.ts";
import { runCall } from "../run-call.ts";
import { givenSegments } from "./given-segments.ts";
import { headFlagsCall } from "./head-flags.ts";
import { segmentIdsCall } from "./segment-ids.ts";
import { segmentLengthsCall, segmentOffsetsCall } from "./segment-offsets.ts";

const on = javascriptPrimitives;

describe("segments", () => {
  it("are the same in each of the three ways", () => {
    for (const segments of [
      { offsets: [0, 2, 3, 6] },
      { lengths: Int32Array.of(2, 1, 3) },
      { headFlags: Uint8Array.of(1, 0, 1, 1, 0, 0) },
      { headFlags: [true, false, true, true, false, false] },
    ]) {
      expect(runCall(on(), segmentOffsetsCall(segments))).toEqual(Uint32Array.of(0, 2, 3, 6));
      expect(runCall(on(), segmentLengthsCall(segments))).toEqual(Uint32Array.of(2, 1, 3));
      expect(runCall(on(), segmentIdsCall(segments))).toEqual(Uint32Array.of(0, 0, 1, 2, 2, 2));
      expect(runCall(on(), headFlagsCall(segments))).toEqual(Uint8Array.of(1, 0, 1, 1, 0, 0));
      expect(givenSegments(segments, 6)).toMatchObject({ count: 3, length: 6, firstEmpty: undefined });
    }
  });

  it("may be empty, or none, except as head flags", () => {
    const segments = { offsets: [0, 0, 2, 2, 2] };
    expect(runCall(on(), segmentLengthsCall(segments))).toEqual(Uint32Array.of(0, 2, 0, 0));
    expect(runCall(on(), segmentIdsCall(segments))).toEqual(Uint32Array.of(1, 1));
    expect(runCall(on(), segmentOffsetsCall({ lengths: [0, 2, 0, 0] }))).toEqual(
      Uint32Array.of(0, 0, 2, 2, 2),
    );
    expect(givenSegments(segments)).toMatchObject({ count: 4, length: 2, firstEmpty: 0 });
    expect(givenSegments({ lengths: [1, 0] })).toMatchObject({ count: 2, length: 1, firstEmpty: 1 });
    expect(() => headFlagsCall(segments)).toThrow(
      '"segments" must be without empty segments, which head flags do not know, got segment 0 empty',
    );
    for (const nothing of [{ offsets: [0] }, { lengths: [] }, { headFlags: [] }]) {
      expect(runCall(on(), segmentOffsetsCall(nothing))).toEqual(Uint32Array.of(0));
      expect(runCall(on(), segmentLengthsCall(nothing))).toEqual(new Uint32Array(0));
      expect(runCall(on(), headFlagsCall(nothing))).toEqual(new Uint8Array(0));
    }
  });

  it("are fresh arrays, never the caller's", () => {
    const offsets = Uint32Array.of(0, 1);
    expect(runCall(on(), segmentOffsetsCall({ offsets }))).not.toBe(offsets);
  });

  it.each<[string, unknown, string]>([
    [
      "nothing",
      undefined,
      '"segments" must be an object with one of offsets, lengths, headFlags, got undefined',
    ],
    ["an array", Uint32Array.of(0), "got a Uint32Array of length 1"],
    ["none of the three", {}, "an object with one of offsets, lengths, headFlags, got none"],
    ["two of the three", { offsets: [0, 4], lengths: [4] }, "got offsets and lengths"],
    ["another name", { offset: [0, 4] }, "got offset"],
    [
      "no offsets",
      { offsets: [] },
      '"segments.offsets" must be one offset more than there are segments, the first 0, got none',
    ],
    ["offsets from 1", { offsets: [1, 4] }, '"segments.offsets[0]" must be 0, got 1'],
    [
      "offsets that decrease",
      { offsets: [0, 3, 2, 4] },
      '"segments.offsets[2]" must be 3 or more, as the offset before is, got 2',
    ],
    [
      "offsets below 0",
      { offsets: Int32Array.of(0, -1, 4) },
      '"segments.offsets[1]" must be 0 or more, got -1',
    ],
    [
      "offsets that do not cover",
      { offsets: [0, 3] },
      '"segments.offsets[1]" must be 4, the number of elements, being the last offset, got 3',
    ],
    ["offsets that go beyond", { offsets: [0, 5] }, "got 5"],
    [
      "lengths that do not cover",
      { lengths: [1, 2] },
      '"segments.lengths" must be 4 together, the number of elements, got 3',
    ],
    ["lengths below 0", { lengths: Int32Array.of(5, -1) }, '"segments.lengths[1]" must be 0 or more, got -1'],
    [
      "lengths that overflow",
      { lengths: [2 ** 32 - 1, 2 ** 32 - 1, 6] },
      "counts of at most 4294967295 together",
    ],
    ["flags too few", { headFlags: [true] }, '"segments.headFlags" must have length 4, got 1'],
    [
      "a first flag of 0",
      { headFlags: Uint8Array.of(0, 1, 0, 0) },
      '"segments.headFlags[0]" must be 1, as the first element begins a segment, got 0',
    ],
    [
      "flags that are none",
      { headFlags: Uint8Array.of(1, 3, 0, 0) },
      '"segments.headFlags[1]" must be 0 or 1',
    ],
  ])("cannot be %s", (_, segments, message) => {
    expect(() => givenSegments(segments, 4)).toThrow(SamebitsError);
    expect(() => givenSegments(segments, 4)).toThrow(message);
  });
});
