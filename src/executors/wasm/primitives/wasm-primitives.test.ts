import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumns, anyIndices, anyOffsets } from "../../../../test/algorithms/arbitraries.ts";
import {
  type Columns,
  counted,
  expectSame,
  placements,
  wasm,
} from "../../../../test/algorithms/wasm-definition.ts";
import { ELEMENT_TYPES } from "../../../values/element-types.ts";
import { SCALAR_TYPES } from "../../../values/value-types.ts";

const SETTING = { seed: 20261121, numRuns: 60 };
describe("moves", () => {
  it("gather and scatter are those of the definition, with indices beyond and twice", () => {
    const given = fc
      .tuple(fc.nat(300), fc.nat(300))
      .chain(([bound, length]) =>
        fc.tuple(
          anyColumns(SCALAR_TYPES, fc.constant(bound)),
          anyColumns(SCALAR_TYPES, fc.constant(length)),
          anyIndices(bound, fc.constant(length), true),
        ),
      );
    fc.assert(
      fc.property(given, ([columns, elements, indices]) => {
        for (const [at, ...placed] of placements([indices, ...columns])) {
          expectSame((on) => on.gather(placed, at));
        }
        const split = elements.length;
        const scattered = elements.map((column) => column.subarray(0, indices.length));
        for (const [at, ...placed] of placements([indices, ...scattered, ...columns])) {
          expectSame((on) => on.scatter(placed.slice(0, split), at, placed.slice(split)));
        }
      }),
      { ...SETTING, numRuns: 40 },
    );
    expect(counted(() => wasm.gather([new Float64Array(5)], Uint32Array.of(1, 9, 1)))).toEqual({ moved: 3 });
  });

  it("slice, concat, fill and iota", () => {
    fc.assert(
      fc.property(anyColumns(SCALAR_TYPES), fc.nat(20), fc.nat(400), (columns, start, length) => {
        for (const placed of placements(columns)) {
          for (const column of placed) {
            expectSame((on) => on.slice(column, start, length));
            expectSame((on) => on.concat(column, column.subarray(start)));
            expectSame((on) => on.iota(column));
          }
        }
      }),
      SETTING,
    );
    for (const type of ELEMENT_TYPES) {
      const isBig = type === "i64" || type === "u64";
      expectSame((on) => on.fill(type, isBig ? 7n : 7, 11));
    }
    expectSame((on) => on.fill("f64", -0, 3));
    expectSame((on) => on.fill("bool", 1, 0));
  });

  it("segment ids, of few long segments and of many that are short or empty", () => {
    fc.assert(
      fc.property(
        fc.nat(6000).chain((length) => anyOffsets(length)),
        (offsets) => {
          expectSame((on) => on.segmentIds(offsets, offsets.at(-1) ?? 0));
        },
      ),
      { ...SETTING, numRuns: 200 },
    );
    for (const offsets of [[0], [0, 0], [0, 5000], [0, 0, 5000, 5000], [0, 2000, 2000, 5000]]) {
      expectSame((on) => on.segmentIds(Uint32Array.from(offsets), offsets.at(-1) ?? 0));
    }
  });

  it("given results are the caller's, and the output where one is given", () => {
    const input = Float64Array.of(1, 2, 3);
    const output = new Float64Array(3);
    expect(wasm.take(wasm.place(input), output)).toBe(output);
    expect(output).toEqual(input);
    const [kept] = wasm.compact([input], Uint8Array.of(1, 0, 1)) as Columns;
    expect(kept.buffer).toBeInstanceOf(ArrayBuffer);
    expect(wasm.take(kept)).toBe(kept);
  });
});
