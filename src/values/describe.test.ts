import { expect, it } from "vitest";
import { describe as describeValue } from "./describe.ts";

it.each([
  ["blokc", '"blokc"'],
  ["x".repeat(60), `"${"x".repeat(40)}…"`],
  [-0, "-0"],
  [1.5, "1.5"],
  [5n, "5n"],
  [null, "null"],
  [undefined, "undefined"],
  [true, "true"],
  [() => 0, "a function"],
  [[1, 2], "an Array of length 2"],
  [new Float32Array(3), "a Float32Array of length 3"],
  [new Int8Array(1), "an Int8Array of length 1"],
  [new Uint8Array(1), "a Uint8Array of length 1"],
  [new DataView(new ArrayBuffer(2)), "a DataView"],
  [{}, "an Object"],
  [Symbol("s"), "Symbol(s)"],
])("describes %s", (value, expected) => {
  expect(describeValue(value)).toBe(expected);
});
