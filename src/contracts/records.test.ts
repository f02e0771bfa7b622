import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  affineMap,
  asProved,
  fingerprint,
  largest,
  RECORD_OPERATORS,
} from "../../test/helpers/operators/operators.ts";
import { blockDyadic, interleaved, leftFold } from "../expressions/expression.ts";
import { defineOperator } from "../operators/define-operator.ts";
import { labelOf, type Operator } from "../operators/operator.ts";
import { binary, left, right } from "../operators/term.ts";
import { fromBits } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Observation, RecordContract } from "./contract.ts";
import { parseContract } from "./parse.ts";
import { printContract } from "./print.ts";
import { type ContractOptions, resolveContract } from "./resolve.ts";

const SEED = 20261113;
const KNOWN = { operators: RECORD_OPERATORS };

/** Takes sides: not what any built-in is. */
const difference = defineOperator("f64", [binary("subtract", left("f64"), right("f64"))], {
  name: "difference",
  start: [0],
});

function resolve(options: object, observation: Observation = "reduce"): string {
  return printContract(resolveContract(options as ContractOptions, observation));
}

describe("resolveContract over records", () => {
  it("fills in every default, and the operator's own type", () => {
    expect(resolveContract({ operator: largest }, "inclusive-scan")).toEqual({
      kind: "record",
      operator: largest,
      type: { value: "f32", index: "u32" },
      expression: blockDyadic(32),
      direction: "forward",
      initial: undefined,
      version: 1,
    });
    const type = { value: "f32", index: "u32" } as const;
    expect(resolve({ operator: largest, type })).toBe(resolve({ operator: largest }));
  });

  it("takes an initial value in the shape of the type, bools as booleans, and makes it canonical", () => {
    const initial = {
      position: { x: Number.NaN, y: 2n ** 64n - 1n },
      flags: { isOdd: true },
      count: -0,
    };
    const contract = resolveContract({ operator: fingerprint, initial, initialPlacement: "first" }, "reduce");
    expect(contract.initial).toEqual({ value: [Number.NaN, 2n ** 64n - 1n, 1, 0], placement: "first" });
    expect(printContract(contract)).toBe(
      `${labelOf(fingerprint)} {position:{x:f32,y:u64},flags:{isOdd:bool},count:i32} block-dyadic:32 ` +
        "initial=7fc00000,ffffffffffffffff,01,00000000@first v1",
    );
  });

  it("gives an exclusive scan its operator's start, and only that", () => {
    expect(resolve({ operator: largest, expression: leftFold }, "exclusive-scan")).toBe(
      `${labelOf(largest)} {value:f32,index:u32} left-fold initial=ff800000,00000000@outside v1`,
    );
    expect(resolve({ operator: largest }, "inclusive-scan")).toContain(" initial=none ");
    expect(() => resolve({ operator: affineMap }, "exclusive-scan")).toThrow(
      `"initial" must be given for an exclusive scan with affine-map (${labelOf(affineMap)}), which has no start, got none`,
    );
    const claimed = defineOperator({ scale: "f64", offset: "f64" }, affineMap.terms, {
      claims: { identity: [1, -0] },
    });
    expect(resolve({ operator: claimed }, "exclusive-scan")).toContain(
      "initial=3ff0000000000000,8000000000000000@outside",
    );
  });

  it.each<[string, object, string]>([
    ["another type", { type: "f32" }, '"type" must be left out or that of operator largest (term:'],
    [
      "the same fields in another order, which are other columns",
      { type: { index: "u32", value: "f32" } },
      "{value:f32,index:u32}, got {index:u32,value:f32}",
    ],
    ["a type that is none", { type: { value: "f31" } }, '"type.value" must be one of'],
    [
      "an accumulation type",
      { accumulate: "f64" },
      '"accumulate" must be left out with an operator over records, whose columns are combined in their own types, got "f64"',
    ],
    ["one scalar as initial value", { initial: 0 }, '"initial" must be an object with value, index, got 0'],
    [
      "initial scalars by column",
      { initial: [0, 0] },
      "an object with value, index, got an Array of length 2",
    ],
    [
      "a misspelt field",
      { initial: { valeu: 0, index: 0 } },
      '"initial" must be of fields that are each one of value, index (nearest: value), got "valeu"',
    ],
    [
      "a missing field",
      { initial: { value: 0 } },
      '"initial.index" must be given, as every field is, got none',
    ],
    [
      "a value that the column has not",
      { initial: { value: 0.1, index: 0 } },
      '"initial.value" must be a number that f32 has exactly, got number 0.1',
    ],
    [
      "a negative index",
      { initial: { value: 0, index: -1 } },
      '"initial.index" must be a number that u32 has exactly, got number -1',
    ],
    ["a placement of nothing", { initialPlacement: "first" }, 'left out without an "initial"'],
    ["an unknown expression", { expression: "left-fld" }, "left-fold"],
    ["an unknown level", { determinism: "everywere" }, "(nearest: everywhere)"],
  ])("refuses %s", (_, options, message) => {
    const call = (): unknown => resolve({ operator: largest, ...options });
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });

  it("refuses an initial bool that is a number, naming its path", () => {
    const initial = { position: { x: 0, y: 0n }, flags: { isOdd: 1 }, count: 0 };
    expect(() => resolve({ operator: fingerprint, initial })).toThrow(
      '"initial.flags.isOdd" must be true or false, got number 1',
    );
    const shallow = { position: 5, flags: { isOdd: true }, count: 0 };
    expect(() => resolve({ operator: fingerprint, initial: shallow })).toThrow(
      '"initial.position" must be an object with x, y, got 5',
    );
  });

  it("refuses elements as its input, and an operator over elements for records", () => {
    expect(() => resolveContract({ operator: largest }, "reduce", "f64")).toThrow(
      '"input" must be records of {value:f32,index:u32}, got elements of f64',
    );
    expect(() => resolve({ operator: "max", type: { value: "f32" } })).toThrow(
      '"operator" must be an operator over records of {value:f32}, got max, over single elements',
    );
  });

  it("refuses a copy, and whatever else only looks like an operator", () => {
    const forged = [
      { ...largest },
      { ...largest, isAssociative: true },
      { ...largest, terms: [...largest.terms].reverse() },
      { ...difference, hash: "0123456789abcdef" },
      { ...difference, isAssociative: () => true },
      { kind: "record-operator", name: "bare" },
      JSON.parse(JSON.stringify(largest)),
      Object.create(largest),
      new Proxy(largest, {}),
    ];
    for (const operator of forged) {
      expect(() => resolve({ operator, type: "f64" })).toThrow(
        /^"operator" must be an operator that samebits has made: .*, got a copy, or an object like one$/,
      );
    }
    expect(() => Object.assign(largest, { isAssociative: true })).toThrow(TypeError);
    expect(() => Object.assign(largest.terms, [largest.terms[1]])).toThrow(TypeError);
  });

  it("takes one of which something is proved", () => {
    expect(resolve({ operator: asProved(largest) })).toBe(resolve({ operator: largest }));
  });
});

describe("a user's operator over elements", () => {
  it("makes a typed contract that names it by its terms, whatever its own name is", () => {
    const line = resolve({ operator: difference, type: "f64" }, "exclusive-scan");
    expect(line).toBe(`term:${difference.hash} f64 block-dyadic:32 initial=0000000000000000@outside v1`);
    const namesake = defineOperator("f64", [binary("subtract", left("f64"), right("f64"))], { name: "add" });
    expect(resolve({ operator: namesake, type: "f64" })).toContain(`${labelOf(difference)} f64`);
    expect(resolve({ operator: difference, type: "f32", accumulate: "f64" })).toContain("f32 sum=f64");
  });

  it("is refused on other types, and without a start in an exclusive scan", () => {
    expect(() => resolve({ operator: difference, type: "f32" })).toThrow(
      `"operator" must be an operator defined on f32, got difference (term:${difference.hash}), defined on f64`,
    );
    const bare: Operator = defineOperator("i64", [left("i64")], { name: "first" });
    expect(() => resolve({ operator: bare, type: "i64" }, "exclusive-scan")).toThrow(
      `with first (term:${bare.hash}), which has no start`,
    );
  });

  it("parses where it is known, by its terms and not by its name", () => {
    const contract = resolveContract({ operator: difference, type: "f64" }, "exclusive-scan");
    const line = printContract(contract);
    expect(parseContract(line, { operators: [difference] })).toEqual(contract);
    expect(() => parseContract(line)).toThrow(
      `"operator" must be a built-in, or one of your own operators, given with the line, got "term:${difference.hash}"`,
    );
    expect(() => parseContract(line.replace(/^\S+/, "difference"), { operators: [difference] })).toThrow(
      '"operator" must be one of',
    );
  });
});

describe("lines of contracts over records", () => {
  it(`parse back to the same contract (seed ${SEED})`, () => {
    fc.assert(
      fc.property(contracts(), (contract) => {
        const line = printContract(contract);
        const parsed = parseContract(line, KNOWN);
        expect(parsed).toEqual(contract);
        expect(printContract(parsed)).toBe(line);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  const line = `${labelOf(largest)} {value:f32,index:u32} left-fold initial=7f800000,00000000@outside v1`;

  it.each<[string, string, string]>([
    ["no type", labelOf(largest), "followed by the type of its records"],
    [
      "a type of elements",
      line.replace(/\{.*\}/, "f32"),
      '"type" must be left out or that of operator largest',
    ],
    [
      "another record",
      line.replace("u32", "i32"),
      '"type.index" must be u32, or a type whose elements u32 holds exactly, got "i32"',
    ],
    [
      "a type that does not parse",
      line.replace("}", ""),
      '"type" must be a type with , or } at character 21',
    ],
    ["an accumulation type", line.replace("} ", "} sum=f64 "), "sum=f64"],
    [
      "the bits of too few columns",
      line.replace(",00000000", ""),
      "the bits of 2 columns, separated by commas",
    ],
    [
      "too many digits",
      line.replace("7f8", "007f8"),
      '"initial" must be 8 lower-case hexadecimal digits (f32)',
    ],
    ["another NaN", line.replace("7f800000", "7fc00001"), "the canonical line"],
    ["another version", line.replace("v1", "v2"), '"version" must be v1'],
    ["more after it", `${line} more`, "that ends with v1"],
  ])("with %s are refused", (_, text, message) => {
    expect(parseContract(line, KNOWN).operator).toBe(largest);
    expect(() => parseContract(text, KNOWN)).toThrow(InvalidArgumentError);
    expect(() => parseContract(text, KNOWN)).toThrow(message);
  });
});

function contracts(): fc.Arbitrary<RecordContract> {
  return fc
    .record({
      operator: fc.constantFrom(...RECORD_OPERATORS),
      expression: fc.constantFrom(leftFold, blockDyadic(7), interleaved(3)),
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom("none", "outside", "first"),
      bits: fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 4, maxLength: 4 }),
    })
    .map(({ operator, expression, direction, placement, bits }) => {
      const value = operator.columns.map(({ type }, i) => {
        const width = type === "bool" ? 1 : 8 * SCALAR_TYPE_FACTS[type].bytes;
        return fromBits(type, BigInt.asUintN(width, bits[i]));
      });
      const initial = placement === "none" ? undefined : { value, placement };
      const parts = { operator, type: operator.type, expression, direction, initial };
      return { kind: "record", ...parts, version: 1 } as RecordContract;
    });
}
