import { describe, expect, it } from "vitest";
import { evaluateBinary, evaluateUnary } from "../../src/elementary/exact/evaluate.ts";
import { BINARY_FUNCTIONS, UNARY_FUNCTIONS } from "../../src/elementary/names.ts";
import * as elementary from "../../src/elementary.ts";
import { toHex } from "../../src/values/bits.ts";

const functions = { ...elementary };

const LENGTHS = [0, 1, 2, 3, 7, 64, 131];

const hexOf = (array: Float64Array | Float32Array): readonly string[] =>
  Array.from(array, (value) => toHex(array instanceof Float64Array ? "f64" : "f32", value));

/** Numbers around 0 with both zeros, infinities, a NaN and subnormals among them, in a view that begins at an odd element. */
function operands(Type: Float64ArrayConstructor | Float32ArrayConstructor, length: number, scale: number) {
  const edges = [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 5e-324, 1e-45, 1];
  const array = new Type(length + 1).subarray(1);
  for (let i = 0; i < length; i++) {
    array[i] = i % 5 === 4 ? edges[(i * scale) % edges.length] : Math.sin(i * scale) * 3; // any numbers will do
  }
  return array;
}

describe.each([
  ["f64", Float64Array],
  ["f32", Float32Array],
] as const)("of arrays of %s", (type, Type) => {
  it.each(UNARY_FUNCTIONS)("%s has the values of its definition", (name) => {
    for (const length of LENGTHS) {
      const x = operands(Type, length, 7);
      const expected = hexOf(new Type(Array.from(x, (each) => evaluateUnary(name, type, each))));
      const given = new Type(length + 3).subarray(3);
      expect(hexOf(functions[name](x))).toEqual(expected);
      expect(functions[name](x, { output: given })).toBe(given);
      expect(hexOf(given)).toEqual(expected);
      expect(hexOf(functions[name](x, { output: x }))).toEqual(expected);
    }
  });

  it.each(BINARY_FUNCTIONS)("%s has the values of its definition", (name) => {
    for (const length of LENGTHS) {
      const [x, y] = [operands(Type, length, 7), operands(Type, length, 11)];
      const expected = hexOf(new Type(Array.from(x, (each, i) => evaluateBinary(name, type, each, y[i]))));
      expect(hexOf(functions[name](x, y))).toEqual(expected);
      expect(hexOf(functions[name](x, y, { output: y }))).toEqual(expected);
    }
  });

  it("sqrt is the power of a half, by its definition", () => {
    const x = operands(Type, 400, 7);
    for (let i = 0; i < x.length; i++) if (i % 3 > 0) x[i] *= 2 ** ((i * 37) % 290) / 2 ** 150; // past the ends of the f32
    const expected = new Type(
      Array.from(x, (each) => {
        if (each === 0) return each;
        return each < 0 ? Number.NaN : evaluateBinary("pow", type, each, 0.5);
      }),
    );
    expect(hexOf(elementary.sqrt(x))).toEqual(hexOf(expected));
    expect(elementary.sqrt(x, { output: x })).toBe(x);
    expect(hexOf(x)).toEqual(hexOf(expected));
  });

  it("NaNs have the canonical bits", () => {
    const bytes = new Type([Number.NaN, Number.NaN, -1]);
    const word = type === "f64" ? 1 : 0;
    new Int32Array(bytes.buffer)[word] = type === "f64" ? -1 : -5;
    const canonical = new Uint8Array(new Type([Number.NaN, Number.NaN, Number.NaN]).buffer);
    for (const name of ["log", "sqrt"] as const) {
      expect(new Uint8Array(functions[name](bytes).buffer)).toEqual(canonical);
    }
  });
});

describe("of numbers", () => {
  it("are f64", () => {
    expect(elementary.exp(1)).toBe(Math.E);
    expect(elementary.sin(1e22)).toBe(-0.8522008497671888);
    expect(elementary.pow(2, 0.5)).toBe(Math.SQRT2);
    expect(elementary.atan2(-0, -1)).toBe(-Math.PI);
    expect(elementary.hypot(3 * 2 ** 600, 4 * 2 ** 600)).toBe(5 * 2 ** 600);
  });
});

describe("bad input", () => {
  const loose = functions as unknown as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

  it.each([
    ["exp", ["1"], '"x" must be a number, a Float64Array or a Float32Array, got "1"'],
    ["exp", [new Int32Array(2)], '"x" must be a number, a Float64Array or a Float32Array, got'],
    ["exp", [new Float64Array(2), { output: new Float32Array(2) }], '"output" must be a Float64Array, got'],
    ["exp", [new Float64Array(2), { output: new Float64Array(3) }], '"output" must have length 2, got 3'],
    ["exp", [new Float64Array(2), { out: 1 }], '"options"'],
    ["pow", [1], '"second" must be a number, got undefined'],
    ["pow", [new Float64Array(2), 2], '"second" must be a Float64Array, got 2'],
    ["pow", [new Float64Array(2), new Float64Array(1)], '"second" must have length 2, got 1'],
  ])("%s of %j", (name, given, message) => {
    expect(() => loose[name](...given)).toThrow(message);
  });

  it("an output over a part of the operand", () => {
    const both = new Float64Array(8);
    const [x, output] = [both.subarray(0, 4), both.subarray(1, 5)];
    expect(() => elementary.exp(x, { output })).toThrow(/"output" must be the same elements as "x"/);
    expect(() => elementary.hypot(new Float64Array(4), x, { output })).toThrow(
      /the same elements as "second"/,
    );
  });
});
