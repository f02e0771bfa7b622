import { expect, test } from "vitest";
import { columnsOf } from "../values/value-types.ts";
import { compareColumns, compareRecords } from "./compare.ts";

const columns = columnsOf({ value: "f64", mark: { isOn: "bool" } });
const zeros = [new Float64Array([0, 0]), new Uint8Array([0, 1])];

test("the first record that differs is told whole, in bits", () => {
  expect(compareColumns(columns, zeros, [new Float64Array([0, 0]), new Uint8Array([0, 1])])).toBeUndefined();
  expect(compareColumns(columns, zeros, [new Float64Array([0, -0]), new Uint8Array([0, 1])])).toStrictEqual({
    expected: "0000000000000000,01",
    actual: "8000000000000000,01",
    position: 1,
  });
  expect(compareColumns(columns, zeros, [new Float64Array([0, -0]), new Uint8Array([7, 1])])).toMatchObject({
    actual: "0000000000000000,07",
    position: 0,
  });
});

test("NaNs must be canonical, and stand for any that is expected", () => {
  const payload = new Float64Array(new BigUint64Array([0x7ff8000000000001n, 0n]).buffer);
  const marks = new Uint8Array(2);
  expect(
    compareColumns(columns, [payload, marks], [new Float64Array([Number.NaN, 0]), marks]),
  ).toBeUndefined();
  expect(compareColumns(columns, [payload, marks], [payload, marks])).toMatchObject({
    expected: "7ff8000000000000,00",
    actual: "7ff8000000000001,00",
  });
});

test.each([
  [undefined, "2 columns", "undefined"],
  [[new Float64Array(2)], "2 columns", "1 columns"],
  [[new Float64Array(2), new Uint32Array(2)], "bool[2] as column mark.isOn", "u32"],
  [[new Float64Array(2), new Uint8Array(3)], "bool[2] as column mark.isOn", "bool[3]"],
  [[new Float32Array(2), new Uint8Array(2)], "f64[2] as column value", "f32[2]"],
])("says what is wrong with the shape of case %#", (actual, expected, shown) => {
  expect(compareColumns(columns, zeros, actual)).toStrictEqual({
    expected,
    actual: shown,
    position: undefined,
  });
});

test("records are compared by the bits of each scalar", () => {
  expect(compareRecords(columns, [Number.NaN, 1], [Number.NaN, 1])).toBeUndefined();
  expect(compareRecords(columns, [0, 1], [-0, 1])).toMatchObject({ actual: "8000000000000000,01" });
  expect(compareRecords(columns, [0, 1], [0, true])).toMatchObject({
    actual: "0000000000000000,boolean true",
  });
  expect(compareRecords(columns, [0, 1], [0])).toMatchObject({ actual: "0000000000000000" });
  expect(compareRecords(columns, [0, 1], 0)).toMatchObject({ expected: "0000000000000000,01" });
});
