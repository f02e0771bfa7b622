import { describe, expect, it } from "vitest";
import { elementaryVectors } from "../../../../test/elementary/vectors.ts";
import { combineOnDevice } from "../../../../test/helpers/codegen/device.ts";
import { hostilePairs, seededPick } from "../../../../test/helpers/codegen/operands.ts";
import { describeOnAdapters, type TestAdapter } from "../../../../test/webgpu/adapters.ts";
import { binaryFunction, unaryFunction } from "../../../elementary/functions.ts";
import {
  BINARY_FUNCTIONS,
  type BinaryFunction,
  UNARY_FUNCTIONS,
  type UnaryFunction,
} from "../../../elementary/names.ts";
import { provideElementary } from "../../../elementary/provide.ts";
import { binary, left, right, type Term, unary } from "../../../operators/term.ts";
import { bitsOf, fromBits } from "../../../values/bits.ts";
import { columnsOf } from "../../../values/value-types.ts";

provideElementary();

type Pair = readonly [first: bigint, second: bigint];

const numberOf = (bits: bigint): number => Number(fromBits("f32", bits));
const hexOf = (bits: bigint): string => bits.toString(16).padStart(8, "0");

function termOf(name: UnaryFunction | BinaryFunction): Term {
  const one = UNARY_FUNCTIONS.find((each) => each === name);
  if (one !== undefined) return unary(one, left("f32"));
  return binary(name as BinaryFunction, left("f32"), right("f32"));
}

interface Case {
  readonly operands: Pair;
  readonly expected: bigint; // the bits of the value
}

/** The cases in which a device has other bits, with both values. */
async function differences(
  { device }: TestAdapter,
  name: UnaryFunction | BinaryFunction,
  cases: readonly Case[],
): Promise<readonly string[]> {
  const body = { columns: columnsOf("f32"), terms: [termOf(name)] };
  const words = Uint32Array.from(cases.flatMap(({ operands }) => operands.map(Number)));
  const actual = await combineOnDevice(await device(), body, words, "native");
  return cases.flatMap(({ operands: [first, second], expected }, i) => {
    if (expected === BigInt(actual[i])) return [];
    return `${name} of ${hexOf(first)} ${hexOf(second)}: ${hexOf(BigInt(actual[i]))} for ${hexOf(expected)}`;
  });
}

/** What MPFR has of a function: edges, random operands, and the hardest. */
function vectorsOf(name: UnaryFunction | BinaryFunction): readonly Case[] {
  const own = VECTORS.filter(({ unary: one, binary: two }) => one === name || two === name);
  return own.map(({ operands: [first, second = 0], bits }) => ({
    operands: [bitsOf("f32", first), bitsOf("f32", second)],
    expected: BigInt(`0x${bits}`),
  }));
}

/** Bits of f32 anywhere, and in the binades where functions do something. */
function pairsOf(seed: number, length: number): readonly Pair[] {
  const pick = seededPick(seed);
  const near = (): bigint => BigInt(pick(2) * 2 ** 31 + (100 + pick(40)) * 2 ** 23 + pick(2 ** 23));
  const more = Array.from({ length }, (): Pair => [near(), near()]);
  return [...hostilePairs("f32", length, pick), ...more];
}

const LENGTH = 4096;

const VECTORS = elementaryVectors().filter(({ type }) => type === "f32");

function casesOf(pairs: readonly Pair[], value: (first: number, second: number) => number): readonly Case[] {
  return pairs.map((operands) => {
    const [first, second] = operands.map(numberOf);
    return { operands, expected: bitsOf("f32", value(first, second)) };
  });
}

describe("elementary functions of f32 in WGSL", () => {
  describeOnAdapters((adapter) => {
    it.each(UNARY_FUNCTIONS)("%s has the bits of MPFR and of JavaScript", async (name) => {
      const cases = casesOf(pairsOf(name.length, LENGTH), unaryFunction(name, "f32"));
      expect(await differences(adapter, name, [...vectorsOf(name), ...cases])).toEqual([]);
    });

    it.each(BINARY_FUNCTIONS)("%s has the bits of MPFR and of JavaScript", async (name) => {
      const cases = casesOf(pairsOf(name.length, LENGTH), binaryFunction(name, "f32"));
      expect(await differences(adapter, name, [...vectorsOf(name), ...cases])).toEqual([]);
    });
  });
});
