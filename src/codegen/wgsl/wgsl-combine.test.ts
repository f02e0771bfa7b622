import { describe, expect, it } from "vitest";
import { combineOnDevice, moduleText, wordsOf } from "../../../test/helpers/codegen/device.ts";
import {
  type BitPair,
  cleanPairs,
  hostilePairs,
  seededPick,
} from "../../../test/helpers/codegen/operands.ts";
import { segmentedSum } from "../../../test/helpers/operators/operators.ts";
import { everyOperation, type OperationCase, randomBody } from "../../../test/helpers/operators/terms.ts";
import { describeOnAdapters, type TestAdapter } from "../../../test/webgpu/adapters.ts";
import { someElementaryFunction } from "../../operators/elementary-terms.ts";
import { evaluateBody } from "../../operators/evaluate.ts";
import type { OperatorBody } from "../../operators/operator.ts";
import { type BinaryOperation, binary, left, right } from "../../operators/term.ts";
import { bitsOf, fromBits } from "../../values/bits.ts";
import { columnsOf, SCALAR_TYPES } from "../../values/value-types.ts";
import type { WgslArithmetic } from "./operation-text.ts";
import { WgslLibrary } from "./wgsl-library.ts";
import { wgslCombine } from "./wgsl-terms.ts";
import { wgslStruct, wgslWords } from "./wgsl-words.ts";

/** More than all pairs of hostile values. */
const PAIRS = 3000;

interface Case {
  readonly name: string;
  readonly body: OperatorBody;
  readonly operands: Uint32Array<ArrayBuffer>;
  readonly expected: Uint32Array; // by the evaluator
}

/** A body on pairs of values, given by column. */
function caseOf(name: string, body: OperatorBody, pairs: readonly (readonly BitPair[])[]): Case {
  const types = body.columns.map(({ type }) => type);
  const words = (bits: readonly bigint[]): readonly number[] =>
    bits.flatMap((each, column) =>
      wgslWords(types[column]) === 1 ? [Number(each)] : [Number(each & 0xffffffffn), Number(each >> 32n)],
    );
  const operands: number[] = [];
  const expected: number[] = [];
  for (let pair = 0; pair < pairs[0].length; pair++) {
    const [first, second] = [0, 1].map((side) => pairs.map((column) => column[pair][side]));
    operands.push(...words(first), ...words(second));
    const scalars = (bits: readonly bigint[]) => bits.map((each, column) => fromBits(types[column], each));
    const value = evaluateBody(body, scalars(first), scalars(second));
    expected.push(...words(value.map((scalar, column) => bitsOf(types[column], scalar))));
  }
  return { name, body, operands: Uint32Array.from(operands), expected: Uint32Array.from(expected) };
}

function hostileCase(name: string, body: OperatorBody, length: number, seed: number): Case {
  const pick = seededPick(seed);
  const pairs = body.columns.map(({ type }) => hostilePairs(type, length, pick).slice(0, length));
  return caseOf(name, body, pairs);
}

async function expectEqual(
  adapter: TestAdapter,
  cases: readonly Case[],
  arithmetic: WgslArithmetic = "integer",
): Promise<void> {
  const device = await adapter.device();
  const wrong: string[] = [];
  for (const each of cases) {
    const actual = await combineOnDevice(device, each.body, each.operands, arithmetic);
    const place = each.expected.findIndex((word, index) => word !== actual[index]);
    if (place >= 0) wrong.push(describePair(each, actual, Math.floor(place / wordsOf(each.body))));
  }
  expect(wrong).toEqual([]);
}

/** A pair that differs, in hexadecimal words. */
function describePair({ name, body, operands, expected }: Case, actual: Uint32Array, pair: number): string {
  const width = wordsOf(body);
  const hex = (array: Uint32Array, start: number): string =>
    [...array.subarray(start, start + width)].map((word) => word.toString(16)).join(" ");
  const sides = `${hex(operands, 2 * pair * width)}, ${hex(operands, (2 * pair + 1) * width)}`;
  return `${name} of ${sides}: ${hex(actual, pair * width)} for ${hex(expected, pair * width)}`;
}

/** Every operation but the elementary functions of f64, for which WGSL has no code. */
const SERVED = everyOperation().filter(({ term }) => someElementaryFunction([term], "f64") === undefined);

/** Without elementary functions, which have a test of their own: elementary32.test.ts. Bodies that keep the left operand and have the values of some operations beside it: six to a pipeline take a third of the time of one. */
const OPERATIONS = bodiesOf(6);

function bodiesOf(width: number): readonly { readonly name: string; readonly body: OperatorBody }[] {
  return SCALAR_TYPES.flatMap((type) => {
    const cases = SERVED.filter(
      (each) => each.operandType === type && someElementaryFunction([each.term]) === undefined,
    );
    return Array.from({ length: Math.ceil(cases.length / width) }, (_, index) => {
      const some = cases.slice(index * width, (index + 1) * width);
      const terms = [left(type), ...some.map(({ term }) => term)];
      const columns = terms.map((term, place) => ({ path: [`${place}`], type: term.type }));
      return { name: some.map(({ name }) => name).join(", "), body: { columns, terms } };
    });
  });
}

/** A random body without an elementary function of f64. */
function randomServedBody(pick: (length: number) => number): OperatorBody {
  for (;;) {
    const body = randomBody(pick);
    if (someElementaryFunction(body.terms, "f64") === undefined) return body;
  }
}

const floatBody = (operation: BinaryOperation, type: "f32" | "f64"): OperatorBody => ({
  columns: columnsOf(type),
  terms: [binary(operation, left(type), right(type))],
});

/** The left operand, and beside it the value of an operation. */
function bodyOf({ term, operandType }: OperationCase): OperatorBody {
  return {
    columns: columnsOf({ operand: operandType, value: term.type }),
    terms: [left(operandType), term],
  };
}

describe("wgslCombine", () => {
  const operations = OPERATIONS.map(({ name, body }, index) => hostileCase(name, body, PAIRS, index));
  const pick = seededPick(2026);
  const random = Array.from({ length: 48 }, (_, index) =>
    hostileCase(`random ${index}`, randomServedBody(pick), 128, index),
  );
  const sums = (["f32", "f64"] as const).flatMap((type) =>
    (["add", "multiply"] as const).map((operation) =>
      hostileCase(`${operation} ${type}`, floatBody(operation, type), 2 ** 15, 7),
    ),
  );
  const clean = (["add", "subtract", "multiply"] as const).map((operation) =>
    caseOf(operation, floatBody(operation, "f32"), [cleanPairs(2 ** 12, pick)]),
  );

  describeOnAdapters((adapter) => {
    it("has the bits of the evaluator in every operation on every type", () =>
      expectEqual(adapter, operations));

    it("has them in many sums and products of floats", () => expectEqual(adapter, sums));

    it("has them on random records with shared subterms", () => expectEqual(adapter, random));

    it("has them with native floats where nothing is lost, below or above", () =>
      expectEqual(adapter, clean, "native"));
  });

  it("names no float type in integer arithmetic, and in native arithmetic for f32 alone", () => {
    const named = (arithmetic: WgslArithmetic): readonly string[] =>
      SERVED.filter((each) => /\bf(16|32)\b/.test(moduleText(bodyOf(each), arithmetic))).map(
        ({ name }) => name,
      );
    expect(named("integer")).toEqual([]);
    expect(named("native")).toEqual([
      ...["sqrt f32", "add f32", "subtract f32", "multiply f32", "divide f32", "min f32", "max f32"],
      ...["less f32", "lessOrEqual f32", "equal f32", "select f32"], // select by less
    ]);
  });

  it("refuses elementary functions of f64 by their names", () => {
    const refused = everyOperation().filter(
      ({ term }) => someElementaryFunction([term], "f64") !== undefined,
    );
    expect(refused).toHaveLength(20);
    for (const each of refused) {
      const message = `${someElementaryFunction([each.term])} of f64 in WGSL is not possible here`;
      expect(() => moduleText(bodyOf(each), "integer")).toThrow(message);
    }
  });

  it("is one function over words, columns one after the other", () => {
    const library = new WgslLibrary();
    expect(wgslCombine(segmentedSum, "combine", "integer", library)).toBe(`\
fn combine(left: Value, right: Value) -> Value {
  let t0 = right.w2 != 0u;
  let t1 = vec2<u32>(right.w0, right.w1);
  let t2 = vec2<u32>(left.w0, left.w1);
  let t3 = u64_add(t2, t1);
  let t4 = select(t3, t1, t0);
  let t5 = left.w2 != 0u;
  let t6 = t5 | t0;
  return Value(t4.x, t4.y, select(0u, 1u, t6));
}
`);
    expect(library.source()).toMatch(/^fn u64_add\(/);
    expect(wgslStruct(["i64", "bool"])).toBe("struct Value { w0: u32, w1: u32, w2: u32 }\n");
  });

  it("computes a subterm once that twenty doublings share", () => {
    let term = left("f32");
    for (let i = 0; i < 20; i++) term = binary("add", term, term);
    expect(
      moduleText({ columns: columnsOf("f32"), terms: [term] }, "integer").match(/= f32_add\(/g),
    ).toHaveLength(20);
  });
});
