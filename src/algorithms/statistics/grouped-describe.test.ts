import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { LengthMismatchError } from "../../values/errors.ts";
import { runCall } from "../run-call.ts";
import { groupedDescribeCall } from "./grouped-describe.ts";

type Given = Parameters<typeof groupedDescribeCall>;

function described(...given: Given) {
  return runCall(javascriptPrimitives(), groupedDescribeCall(...given));
}

describe("groupedDescribe", () => {
  it("says of each key what there is to say of its numbers", () => {
    const keys = { origin: Int32Array.of(2, -1, 2, 2, 5, 2), isLate: Uint8Array.of(0, 1, 0, 0, 1, 0) };
    const values = Float64Array.of(1, 7, 4, Number.NaN, Number.NaN, 2);
    expect(described(keys, values, { correction: 1 })).toEqual({
      keys: { origin: Int32Array.of(-1, 2, 5), isLate: Uint8Array.of(1, 0, 1) },
      count: Uint32Array.of(1, 3, 0),
      missingCount: Uint32Array.of(0, 1, 1),
      mean: Float64Array.of(7, 7 / 3, Number.NaN),
      standardDeviation: Float64Array.of(Number.NaN, Math.sqrt(7 / 3), Number.NaN),
      min: Float64Array.of(7, 1, Number.NaN),
      lowerQuartile: Float64Array.of(7, 1.5, Number.NaN),
      median: Float64Array.of(7, 2, Number.NaN),
      upperQuartile: Float64Array.of(7, 3, Number.NaN),
      max: Float64Array.of(7, 4, Number.NaN),
      sum: Float64Array.of(7, 7, 0),
    });
  });

  it("adds integers in 64 bits, and has nothing to say of nothing", () => {
    const largest = 2 ** 31 - 1;
    const { sum, min, mean } = described(Uint32Array.of(1, 1), Int32Array.of(largest, largest));
    expect(sum).toEqual(BigInt64Array.of(2n * BigInt(largest)));
    expect(min).toEqual(Int32Array.of(largest));
    expect(mean).toEqual(Float64Array.of(largest));
    const nothing = described(new Uint32Array(0), new Float32Array(0));
    expect(nothing.keys).toEqual(new Uint32Array(0));
    expect(nothing.mean).toEqual(new Float32Array(0));
    expect(nothing.median).toEqual(new Float64Array(0));
    expect(nothing.sum).toEqual(new Float32Array(0));
  });

  it("refuses what does not fit", () => {
    const ones = Float64Array.of(1, 1);
    expect(() => described(Uint32Array.of(1), ones)).toThrow(LengthMismatchError);
    expect(() => described(ones, ones, { method: 0 })).toThrow('"method" must be an integer from 1 to 9');
    expect(() => described(ones, ones, { correction: Number.NaN })).toThrow(
      '"correction" must be a finite number',
    );
    expect(() => described(ones, "values")).toThrow('"values" must be');
    expect(() => described(ones, ones, { by: 1 } as never)).toThrow("by");
  });
});
