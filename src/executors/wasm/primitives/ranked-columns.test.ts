import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumn, anyElementType, skewedKeys } from "../../../../test/algorithms/arbitraries.ts";
import { ELEMENT_TYPES } from "../../../values/element-types.ts";
import { elementsAtRanks } from "../../../values/rank-bounds.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "./algorithms-wasm-executor.ts";

const executor = algorithmsWasmExecutor();
const wasm = executor.openPrimitives();
const definition = javascriptPrimitives();

/** What a sort has at these ranks. */
function sorted(keys: ColumnArray, ranks: readonly number[]): ColumnArray {
  const order = { isDescending: false, bits: [0, imageBits(columnType(keys))] } as const;
  return elementsAtRanks((wasm.sort(keys, [], order) as { keys: ColumnArray }).keys, ranks);
}

function expectRanked(keys: ColumnArray, ranks: readonly number[]): void {
  const expected = sorted(keys, ranks);
  expect(wasm.ranked?.(keys, ranks)).toEqual(expected);
  expect(definition.ranked?.(keys, ranks)).toEqual(expected);
}

function ranksIn(length: number, drawn: readonly number[]): readonly number[] {
  return [...new Set(drawn.map((each) => each % length))].sort((one, other) => one - other);
}

describe("elements at ranks on wasm", () => {
  it("are what a sort has there, of any elements, for any ranks", () => {
    const keys = anyElementType.chain((type) => {
      const length = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 8000, max: 30_000 }));
      return fc.oneof(anyColumn(type, length), skewedKeys(type, length));
    });
    fc.assert(
      fc.property(keys, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (column, drawn) => {
        expectRanked(column, ranksIn(column.length, drawn));
      }),
      { seed: 20261123, numRuns: 80 },
    );
  });

  it("are chosen between bounds, of each type, in any arrangement", () => {
    const length = 40_000;
    const arrangements: readonly ((i: number) => number)[] = [
      (i) => i,
      (i) => length - i,
      (i) => (i * 7919) % 39_989,
      (i) => (i * 7919) % 3,
      () => 7,
      (i) => (i % 10 === 0 ? 1 + ((i * 31) % 1000) : 0),
    ];
    for (const type of ELEMENT_TYPES) {
      for (const elementAt of arrangements) {
        const keys = newColumn(type, length) as unknown as (number | bigint)[];
        for (let i = 0; i < length; i++)
          keys[i] = type.endsWith("64") && type !== "f64" ? BigInt(elementAt(i)) : elementAt(i);
        const column = keys as unknown as ColumnArray;
        const before = executor.primitiveCounts.ranked;
        for (const ranks of [[0, length - 1], [9999, 10_000, 19_999, 20_000, 30_000], [length - 7]]) {
          expectRanked(column, ranks);
        }
        expect(executor.primitiveCounts.ranked - before).toBeGreaterThanOrEqual(3 * length);
      }
    }
  });

  it("have +0 for both zeros, and are NaNs where one is", () => {
    const zeros = Float64Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? -0 : i % 7 === 0 ? i : 0));
    expectRanked(zeros, [0, 5000, 10_000]);
    for (const nan of [0, 12_345, 19_999]) {
      const one = zeros.slice();
      one[nan] = Number.NaN;
      expect(wasm.ranked?.(one, [3, 4])).toEqual(Float64Array.of(Number.NaN, Number.NaN));
      const negative = Float32Array.from(zeros);
      new Uint32Array(negative.buffer)[nan] = 0xffc00001;
      expectRanked(negative, [3, 4]);
    }
  });
});
