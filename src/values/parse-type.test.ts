import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "./errors.ts";
import { parseType } from "./parse-type.ts";
import { printType, SCALAR_TYPES, type ValueType } from "./value-types.ts";

const SEED = 20261110;

describe("parseType", () => {
  it(`inverts printType on random types (seed ${SEED})`, () => {
    fc.assert(
      fc.property(types, (type) => {
        const text = printType(type);
        const parsed = parseType(text);
        expect(parsed).toEqual(type);
        expect(printType(parsed)).toBe(text);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("keeps the order of fields, which is the order of columns", () => {
    expect(Object.keys(parseType("{b:f32,a:{z:bool,y:u64}}"))).toEqual(["b", "a"]);
  });

  it.each([
    ["", "the name of a type or { at character 1, got the end of it"],
    ["f65", "one of f64, f32, i64, u64, i32, u32, bool"],
    ["{", "the name of a field at character 2"],
    ["{}", 'the name of a field at character 2, got "}"'],
    ["{value}", 'a type with : at character 7, got "}"'],
    ["{value:f32", ", or } at character 11, got the end of it"],
    ["{value:f32,}", "the name of a field at character 12"],
    ["{value:f32,value:u32}", 'a field that is not there yet at character 12, got "value:u32}"'],
    ["{value:f32, index:u32}", "the name of a field at character 12"],
    ["{value:f32}}", 'nothing more at character 12, got "}"'],
    ["{0:f32}", "the name of a field at character 2"],
    ["{a:f99}", '"type.a" must be one of'],
    ["{a:".repeat(100_000), "nested at most 16 deep"],
    [`{${Array.from({ length: 65 }, (_, i) => `f${i}:f32`)}}`, "at most 64 columns, got 65"],
  ])("refuses %j", (text, message) => {
    expect(() => parseType(text)).toThrow(InvalidArgumentError);
    expect(() => parseType(text)).toThrow(message);
  });
});

const field = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,5}$/).filter((name) => name !== "__proto__");
const scalars = fc.constantFrom(...SCALAR_TYPES);
const types: fc.Arbitrary<ValueType> = fc.letrec<{ type: ValueType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalars,
    fc.dictionary(field, tie("type"), { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
  ),
})).type;
