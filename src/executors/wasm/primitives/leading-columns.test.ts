import { describe, expect, it } from "vitest";
import { ELEMENT_TYPES, type ElementType, SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import type { Leading } from "../../primitives.ts";
import { algorithmsWasmExecutor } from "./algorithms-wasm-executor.ts";

const executor = algorithmsWasmExecutor();
const wasm = executor.openPrimitives();
const definition = javascriptPrimitives();

/** What a sort of everything puts first. */
function sorted(keys: ColumnArray, count: number, isDescending: boolean): Leading<ColumnArray> {
  const order = { isDescending, bits: [0, imageBits(columnType(keys))] } as const;
  const indices = Uint32Array.from({ length: keys.length }, (_, i) => i);
  const all = definition.sort(keys, [indices], order) as { keys: ColumnArray; payload: ColumnArray[] };
  return { keys: all.keys.slice(0, count), indices: all.payload[0].slice(0, count) };
}

function expectLeading(keys: ColumnArray, count: number): void {
  for (const isDescending of [true, false]) {
    const before = executor.primitiveCounts.leading;
    const expected = sorted(keys, count, isDescending);
    expect(wasm.leading?.(keys, count, isDescending)).toEqual(expected);
    expect(executor.primitiveCounts.leading - before).toBeGreaterThanOrEqual(keys.length);
    expect(definition.leading?.(keys, count, isDescending)).toEqual(expected);
  }
}

function column(type: ElementType, length: number, elementAt: (i: number) => number): ColumnArray {
  const { isBigInt } = SCALAR_TYPE_FACTS[type];
  const made = newColumn(type, length) as unknown as (number | bigint)[];
  for (let i = 0; i < length; i++) made[i] = isBigInt ? BigInt(Math.trunc(elementAt(i))) : elementAt(i);
  return made as unknown as ColumnArray;
}

describe("the first of many on wasm", () => {
  it("is what a sort puts first, of each type, in any arrangement", () => {
    const arrangements: readonly ((i: number) => number)[] = [
      (i) => i,
      (i) => 5000 - i,
      (i) => (i * 7919) % 3001,
      (i) => (i * 7919) % 3,
      () => 7,
      (i) => (i === 4095 ? 9 : 8),
    ];
    for (const type of ELEMENT_TYPES) {
      for (const elementAt of arrangements) {
        for (const length of [256, 4096, 4999]) {
          expectLeading(column(type, length, elementAt), Math.floor(length / 256));
          expectLeading(column(type, length, elementAt), 1);
        }
      }
    }
  });

  it("has −0 before +0, and NaNs last, whole blocks of them as well", () => {
    const arrangements: readonly ((i: number) => number)[] = [
      (i) => (i % 3 === 0 ? -0 : 0),
      () => -0,
      () => Number.NaN,
      (i) => (i < 3000 ? Number.NaN : i),
      (i) => (i < 3900 ? Number.NaN : Number.POSITIVE_INFINITY),
      (i) => (i % 128 === 5 ? Number.POSITIVE_INFINITY : Number.NaN),
      (i) => (i % 1000 === 0 ? Number.NaN : -i),
      (i) => (i % 300 === 0 ? 0 : i % 200 === 0 ? -0 : -1),
      (i) => (i % 2 === 0 ? Number.NEGATIVE_INFINITY : Number.NaN),
    ];
    for (const type of ["f64", "f32"] as const) {
      for (const elementAt of arrangements) {
        for (const count of [1, 3, 16]) expectLeading(column(type, 4111, elementAt), count);
      }
    }
  });

  it("leaves it to a sort where many are wanted, or none", () => {
    const keys = column("f64", 4096, (i) => i);
    for (const count of [0, 17, 4096]) expect(wasm.leading?.(keys, count, true)).toBeUndefined();
    expect(
      wasm.leading?.(
        column("f64", 255, (i) => i),
        1,
        true,
      ),
    ).toBeUndefined();
  });
});
