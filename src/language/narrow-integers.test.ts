import { describe, expect, it } from "vitest";
import {
  decodeTestValues,
  encodeTestValues,
  parseTestValues,
  printTestValue,
  typedTestValue,
} from "../formats.ts";
import { compile, run } from "../language.ts";

const types = ["i8", "u8", "i16", "u16"] as const;
/** All four as one: their methods differ in nothing that is used here. */
const ARRAYS = { i8: Int8Array, u8: Uint8Array, i16: Int16Array, u16: Uint16Array } as unknown as Readonly<
  Record<(typeof types)[number], Int16ArrayConstructor>
>;

const text = (type: string): string => `
entry infix (x: ${type}) (y: ${type}) = (x + y, x - y, x * y, x & y, x | y, x ^ y, x << 3, x >> 1, x < y, x == y)
entry divided (x: ${type}) (y: ${type}) = (x / y, x % y, x // y, x %% y)
entry alone (x: ${type}) = (-x, !x, abs x, x ** 3, ${type}.i32 (i32.${type} x + 1))
entry bits (x: ${type}) = (${type}.popc x, ${type}.clz x, ${type}.ctz x)
entry folded (xs: []${type}) = (reduce (+) 0 xs, scan (*) 1 xs, ${type}.maximum xs, sort xs)
entry mapped (xss: [][]${type}) = map (map (\\x -> x * x - 100)) xss
`;

describe.each(types)("%s", (type) => {
  const program = compile(text(type));
  const wrap = (value: number): number => ARRAYS[type].of(value)[0];
  const bits = Number(type.slice(1));
  const ends = [wrap(2 ** (bits - 1)), wrap(2 ** (bits - 1) - 1), wrap(-1), 0, 1, 2, 3, 100];

  it("wraps after every operation, on an executor as in the interpreter", () => {
    for (const x of ends) {
      for (const y of ends) {
        const expected = [x + y, x - y, x * y, x & y, x | y, x ^ y, x << 3, x >> 1].map(wrap);
        for (const given of [program.interpret("infix", [x, y]), run(program, "infix", [x, y])])
          expect(given).toEqual([...expected, x < y, x === y]);
        if (y === 0) continue;
        const [quotient, rest] = [wrap(Math.trunc(x / y)), wrap(x % y)];
        for (const given of [program.interpret("divided", [x, y]), run(program, "divided", [x, y])])
          expect(given).toEqual([quotient, rest, quotient, rest].map((each) => each + 0));
      }
      const alone = [-x, ~x, Math.abs(x), x ** 3, x + 1].map(wrap);
      expect(program.interpret("alone", [x])).toEqual(alone);
      expect(run(program, "alone", [x])).toEqual(alone);
    }
  });

  it("counts its own bits", () => {
    for (const x of ends) {
      const digits = (x < 0 ? x + 2 ** bits : x).toString(2).padStart(bits, "0");
      const ones = digits.replaceAll("0", "").length;
      const leading = digits.indexOf("1") < 0 ? bits : digits.indexOf("1");
      const trailing = digits.indexOf("1") < 0 ? bits : bits - 1 - digits.lastIndexOf("1");
      expect(program.interpret("bits", [x])).toEqual([ones, leading, trailing]);
      expect(run(program, "bits", [x])).toEqual([ones, leading, trailing]);
    }
  });

  it("comes in and goes out in arrays of its own, whose maps and folds wrap", () => {
    const xs = ARRAYS[type].from({ length: 100 }, (_, i) => i * 37 + 3);
    const sum = wrap(xs.reduce((total, x) => total + x, 0));
    const results = [program.interpret("folded", [xs]), run(program, "folded", [xs])] as const;
    expect(results[1]).toEqual(results[0]);
    const products = ARRAYS[type].from(xs);
    for (let i = 1; i < products.length; i++) products[i] = Math.imul(products[i - 1], xs[i]);
    const largest = xs.reduce((most, x) => Math.max(most, x));
    expect(results[0]).toEqual([sum, products, largest, ARRAYS[type].from(xs).sort()]);
    const rows = [xs.subarray(0, 3), xs.subarray(3, 9)];
    const squares = rows.map((row) => row.map((x) => x * x - 100));
    expect(program.interpret("mapped", [rows])).toEqual(squares);
    expect(run(program, "mapped", [rows])).toEqual(squares);
  });

  it("stands in test files, as text and in bytes", () => {
    const [value] = parseTestValues(`[${ends.join(", ")}]`).map((each) => typedTestValue(each, type));
    expect(value.elements).toEqual(ARRAYS[type].from(ends));
    expect(parseTestValues(printTestValue(value))).toEqual([value]);
    expect(decodeTestValues(encodeTestValues([value]))).toEqual([value]);
    const beyond = parseTestValues("[1, 70000]");
    expect(() => typedTestValue(beyond[0], type)).toThrow(`a whole number of ${type}`);
  });

  it("refuses numbers that it does not have", () => {
    expect(() => program.interpret("alone", [70000])).toThrow(`a value of ${type}`);
    expect(() => run(program, "folded", [[1, 70000]])).toThrow(`a value of ${type}`);
    expect(() => compile(`entry main = 70000${type}`)).toThrow("a number that its type has");
    expect(() => compile(`entry main (x: ${type}) = x + 70000`)).toThrow(`a number of ${type}`);
  });
});

describe("narrow integers", () => {
  it("of an operator are what they are when its laws are asked for", () => {
    const saturated = compile(
      "entry main (xs: []u8) = reduce (\\a b -> u8.i32 (i32.min 255 (i32.u8 a + i32.u8 b))) 0 xs",
    );
    expect(run(saturated, "main", [Uint8Array.of(200, 100)])).toBe(255);
    expect(() => compile("entry main (xs: []u8) = reduce (\\a b -> a + 2 * b) 0 xs")).toThrow("associative");
  });

  it("are what characters and texts are made of", () => {
    const program =
      compile(`entry count (xs: []u8) = i64.sum (map (\\x -> i64.bool (x == 'a' || x == '\\n')) xs)
entry text = "a\\"ä"`);
    expect(run(program, "count", [new TextEncoder().encode("banana\n")])).toBe(4n);
    expect(program.interpret("text", [])).toEqual(new TextEncoder().encode('a"ä'));
    expect(() => compile("entry main = 'ä'")).toThrow("a character of one byte");
  });
});
