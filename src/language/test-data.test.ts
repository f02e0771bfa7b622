import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTestValues, printTestValue } from "../formats.ts";
import { compile, type Data, InvalidArgumentError, run } from "../language.ts";
import { newScalars } from "../values/program-scalars.ts";
import { SCALAR_TYPES } from "../values/value-types.ts";
import { printType } from "./types/print-type.ts";
import { arrayOf, isTuple, type Type, type TypeField, tupleOf } from "./types/type.ts";

const SEED = 20261122;

const program = compile(`
def scale (by: f64) (count: i64) (xs: []f32) = (by, count, xs)
def pairs (xs: [](u64, f64)) (flag: bool) = (xs, flag)
def point (p: {x: f32, y: u32}) = p
def grid (xs: [][]f64) = xs
def boxes (xs: [][](i32, i32)): i32 = xs[0, 1].1
def deep (xs: [](u32, [](bool, [][]{x: f32, y: i64}))) = xs
def same 'a (x: a) = x
def none = []
`);

describe("operandsOf", () => {
  it("reads numbers that say no type as the definition asks for them", () => {
    expect(program.operandsOf("scale", parseTestValues("10 3000000000 [1, 2.5]"))).toEqual([
      10,
      3000000000n,
      Float32Array.of(1, 2.5),
    ]);
    expect(program.operandsOf("pairs", parseTestValues("[1, 2] [3, 4.5] true"))).toEqual([
      [BigUint64Array.of(1n, 2n), Float64Array.of(3, 4.5)],
      true,
    ]);
    expect(program.operandsOf("point", parseTestValues("1 2"))).toEqual([{ x: 1, y: 2 }]);
    expect(program.operandsOf("grid", parseTestValues("[[1, 2], [3, 4]]"))).toEqual([
      [Float64Array.of(1, 2), Float64Array.of(3, 4)],
    ]);
  });

  it("gives an array of arrays of records row by row", () => {
    const operands = program.operandsOf("boxes", parseTestValues("[[1, 2], [5, 6]] [[3, 4], [7, 8]]"));
    expect(operands).toEqual([
      [
        [Int32Array.of(1, 2), Int32Array.of(3, 4)],
        [Int32Array.of(5, 6), Int32Array.of(7, 8)],
      ],
    ]);
    expect(program.interpret("boxes", operands)).toBe(4);
    expect(run(program, "boxes", operands)).toBe(4);
  });

  it("gives arrays of records within records row by row", () => {
    const text = "[7, 8] [[true], [false]] [[[[1, 2]]], [[[3, 4]]]] [[[[5, 6]]], [[[7, 8]]]]";
    const operands = program.operandsOf("deep", parseTestValues(text));
    const inner = (flag: number, x: number[], y: bigint[]): Data => {
      return [Uint8Array.of(flag), [[{ x: Float32Array.from(x), y: BigInt64Array.from(y) }]]];
    };
    expect(operands).toEqual([
      [Uint32Array.of(7, 8), [inner(1, [1, 2], [5n, 6n]), inner(0, [3, 4], [7n, 8n])]],
    ]);
    expect(program.interpret("deep", operands)).toEqual(operands[0]);
  });

  it("takes empty arrays", () => {
    expect(program.operandsOf("pairs", parseTestValues("[] empty([0]f64) false"))).toEqual([
      [new BigUint64Array(0), new Float64Array(0)],
      false,
    ]);
  });

  it.each([
    ["scale", "10i32 1 [1]", '"values[0]" must be f64, got i32'],
    ["scale", "1 1.5 [1]", '"values[1]" must be a whole number of i64, from -9223372036854775808 to 9223'],
    ["scale", "1 9223372036854775808 [1]", "to 9223372036854775807, got 9223372036854775808"],
    ["scale", "1 1 [1.0f64]", '"values[2]" must be []f32, got []f64'],
    ["scale", "1 1 1", '"values[2]" must be []f32, got number'],
    ["scale", "[1] 1 [1]", '"values[0]" must be f64, got []number'],
    ["scale", "1 2", '"values[2]" must be []f32, got none'],
    ["scale", "1 2 [3] 4", '"values" must be 3 values in all, got 4'],
    [
      "pairs",
      "[1, -2] [3, 4] true",
      '"values[0][1]" must be a whole number of u64, from 0 to 18446744073709551615',
    ],
    ["pairs", "[1] [2] 1", '"values[2]" must be bool, got 1'],
    ["boxes", "[[1], [2]] [[1], [2], [3]]", '"values[1]" must be of length 2, as values[0] is, got 3'],
    ["deep", "[1] [[true]] [[[[1]]]] [[[[1], [1]]]]", '"values[3]" must be of length 1, as values[2]'],
    ["same", "1", '"values[0]" must be a, got a type that data do not have'],
  ])("of %s refuses %s", (entry, text, message) => {
    expect(() => program.operandsOf(entry, parseTestValues(text))).toThrow(InvalidArgumentError);
    expect(() => program.operandsOf(entry, parseTestValues(text))).toThrow(message);
  });
});

describe("expectedOf", () => {
  const expected = (entry: string, text: string) =>
    program.expectedOf(entry, parseTestValues(text), "output").map(printTestValue);

  it("reads numbers that say no type as the result has them", () => {
    expect(expected("scale", "10 3000000000 [1, 2.5]")).toEqual(["10.0", "3000000000i64", "[1f32, 2.5f32]"]);
    expect(expected("grid", "[[1, 2.5]]")).toEqual(["[[1.0, 2.5]]"]);
    expect(expected("none", "[]")).toEqual(["empty([0]i32)"]);
    expect(expected("grid", "empty([0][3]f64)")).toEqual(["empty([0][3]f64)"]);
    expect(expected("grid", "[[], []]")).toEqual(["empty([2][0]f64)"]);
  });

  it("refuses what the result cannot be", () => {
    expect(() => expected("scale", "1 2i32 [3]")).toThrow('"output[1]" must be i64, got i32');
    expect(() => expected("grid", "[1]")).toThrow('"output[0]" must be [][]f64, got []number');
  });
});

/** A value as it is thought of: an array of records is an array of maps. */
type Thought = number | bigint | readonly Thought[] | ReadonlyMap<string, Thought>;

const ELEMENTS: Readonly<Record<string, fc.Arbitrary<number | bigint>>> = {
  f64: fc.double(),
  f32: fc.float(),
  i64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  i32: fc.integer(),
  u32: fc.nat({ max: 2 ** 32 - 1 }),
  bool: fc.nat({ max: 1 }),
};

/** Types whose arrays have lengths, within an array of none as well. */
function typesWithin(depth: number): fc.Arbitrary<Type> {
  const scalars = fc.constantFrom(...SCALAR_TYPES).map((type): Type => ({ kind: "scalar", type }));
  if (depth === 0) return scalars;
  const arrays = fc.nat({ max: 3 }).chain((value) => {
    return typesWithin(depth - 1).map((element) => {
      return arrayOf(element, { kind: "constant", value });
    });
  });
  const parts = fc.array(typesWithin(depth - 1), { minLength: 2, maxLength: 3 });
  const records = parts.map((types): Type => {
    return { kind: "record", fields: types.map((type, index) => ({ name: "xyz"[index], type })) };
  });
  return fc.oneof(
    { arbitrary: scalars, weight: 1 },
    { arbitrary: arrays, weight: 4 },
    { arbitrary: parts.map(tupleOf), weight: 2 },
    { arbitrary: records, weight: 2 },
  );
}

function thoughtsOf(type: Type): fc.Arbitrary<Thought> {
  if (type.kind === "scalar") return ELEMENTS[type.type];
  if (type.kind === "array") {
    const length = type.size.kind === "constant" ? type.size.value : 0;
    return fc.array(thoughtsOf(type.element), { minLength: length, maxLength: length });
  }
  const { fields } = type as Extract<Type, { kind: "record" }>;
  return fc
    .tuple(...fields.map((field) => thoughtsOf(field.type)))
    .map((parts) => new Map(fields.map(({ name }, index) => [name, parts[index]])));
}

/** The shape that docs/language.md gives to data. */
function dataOf(type: Type, thought: Thought): Data {
  if (type.kind === "scalar") return type.type === "bool" ? thought === 1 : (thought as number);
  if (type.kind === "array") return itemsOf(type.element, thought as readonly Thought[]);
  return partsOf(type, (field) => dataOf(field.type, (thought as Map<string, Thought>).get(field.name) ?? 0));
}

function itemsOf(type: Type, items: readonly Thought[]): Data {
  if (type.kind === "scalar") {
    const column = newScalars(type.type, items.length);
    items.forEach((item, index) => {
      column[index] = item as number;
    });
    return column;
  }
  if (type.kind === "array") return items.map((item) => dataOf(type, item));
  return partsOf(type, (field) => itemsOf(field.type, columnOf(items, field)));
}

function partsOf(type: Type, part: (field: TypeField) => Data): Data {
  const { fields } = type as Extract<Type, { kind: "record" }>;
  if (isTuple(fields)) return fields.map(part);
  return Object.fromEntries(fields.map((field) => [field.name, part(field)]));
}

function columnOf(records: readonly Thought[], { name }: TypeField): readonly Thought[] {
  return records.map((record) => (record as Map<string, Thought>).get(name) ?? 0);
}

/** The text of a value: an array for each scalar in its type. */
function textsOf(type: Type, items: readonly Thought[], shape: readonly number[] = []): readonly string[] {
  if (type.kind === "scalar") {
    return [printTestValue({ type: type.type, shape, elements: itemsOf(type, items) as Float64Array })];
  }
  if (type.kind === "array") {
    const length = type.size.kind === "constant" ? type.size.value : 0;
    return textsOf(type.element, (items as readonly (readonly Thought[])[]).flat(), [...shape, length]);
  }
  const { fields } = type as Extract<Type, { kind: "record" }>;
  return fields.flatMap((field) => textsOf(field.type, columnOf(items, field), shape));
}

describe("values of any type", () => {
  const values = typesWithin(4).chain((type) => fc.tuple(fc.constant(type), thoughtsOf(type)));

  it(`come back from a program, by their text and as data (seed ${SEED})`, () => {
    fc.assert(
      fc.property(values, ([type, thought]) => {
        const name = printType(type).replaceAll(/\[\d\]/g, "[]");
        const identity = compile(`def main (x: ${name}): ${name} = x`);
        const texts = textsOf(type, [thought]);
        const operands = identity.operandsOf("main", parseTestValues(texts.join(" ")));
        const data = dataOf(type, thought);
        expect(operands).toEqual([data]);
        const given = identity.interpret("main", operands);
        expect(given).toEqual(data);
        // Of no rows, the lengths come back as well: what a program gave and what was read remembers them.
        expect(identity.testValuesOf("main", given).map(printTestValue)).toEqual(texts);
        expect(identity.testValuesOf("main", operands[0]).map(printTestValue)).toEqual(texts);
        expect(identity.expectedOf("main", parseTestValues(texts.join(" "))).map(printTestValue)).toEqual(
          texts,
        );
        expect(run(identity, "main", operands)).toEqual(data);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
