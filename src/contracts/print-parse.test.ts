import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS, max, treeHash } from "../operators/built-in.ts";
import { OPERATORS, type Operator } from "../operators/operator.ts";
import { fromBits } from "../values/bits.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementType,
  STORAGE_TYPES,
  type StorageType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { FunctionContract, TypedContract } from "./contract.ts";
import { parseContract } from "./parse.ts";
import { printContract } from "./print.ts";

const SEED = 2026;

const plain: TypedContract = {
  kind: "typed",
  operator: add,
  type: "f64",
  accumulate: "f64",
  expression: blockDyadic(32),
  direction: "forward",
  initial: undefined,
  version: 1,
};

const fancy: TypedContract = {
  ...plain,
  operator: max,
  type: "f32",
  accumulate: "f64",
  expression: interleaved(16),
  direction: "backward",
  initial: { value: -0, placement: "first" },
};

describe("printContract", () => {
  it("prints the line of the specification", () => {
    expect(printContract(plain)).toBe("add f64 block-dyadic:32 initial=none v1");
  });

  it("prints every part in its place", () => {
    expect(printContract(fancy)).toBe(
      "max f32 sum=f64 interleaved:16 backward initial=8000000000000000@first v1",
    );
  });

  it("prints the rule of segments before the version", () => {
    expect(printContract({ ...plain, segments: "restart" })).toBe(
      "add f64 block-dyadic:32 initial=none segments=restart v1",
    );
    expect(printContract({ ...fancy, expression: leftFold, segments: "lifted" })).toBe(
      "max f32 sum=f64 left-fold backward initial=8000000000000000@first segments=lifted v1",
    );
  });

  it("prints an initial NaN as the canonical one", () => {
    const quiet = fromBits("f32", 0x7fc00001n);
    const contract: TypedContract = {
      ...plain,
      type: "f32",
      accumulate: "f32",
      initial: { value: quiet, placement: "outside" },
    };
    expect(printContract(contract)).toContain("initial=7fc00000@outside");
  });

  it("prints a plain function as such, and its initial value where that has bits", () => {
    const contract: FunctionContract = {
      kind: "function",
      operator: (left: string, right: string) => left + right,
      type: "any",
      expression: leftFold,
      direction: "forward",
      initial: undefined,
      version: 1,
    };
    expect(printContract(contract)).toBe("function any left-fold initial=none v1");
    const onElements: FunctionContract = {
      ...contract,
      type: "i32",
      initial: { value: -1, placement: "outside" },
    };
    expect(printContract(onElements)).toBe("function i32 left-fold initial=ffffffff@outside v1");
    const onWords: FunctionContract = { ...contract, initial: { value: "z", placement: "outside" } };
    expect(() => printContract(onWords)).toThrow(InvalidArgumentError);
  });
});

describe("parseContract", () => {
  it("gives back the contract that was printed", () => {
    expect(parseContract(printContract(plain))).toEqual(plain);
    expect(parseContract(printContract(fancy))).toEqual(fancy);
  });

  it("inverts printContract on random contracts", () => {
    fc.assert(
      fc.property(contracts(), (contract) => {
        const line = printContract(contract);
        const parsed = parseContract(line);
        expect(parsed).toEqual(contract);
        expect(parsed.operator).toBe(contract.operator);
        expect(printContract(parsed)).toBe(line);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it("knows a caller's own operators and expressions when told", () => {
    const operator: Operator = OPERATORS.mark({ ...treeHash, name: "my-hash" });
    const expression: Expression = { kind: "custom", name: "my-tree", tree: () => 0 };
    const contract: TypedContract = { ...plain, operator, type: "u64", accumulate: "u64", expression };
    const line = printContract(contract);
    expect(line).toBe("my-hash u64 my-tree initial=none v1");
    expect(parseContract(line, { operators: [operator], expressions: [expression] })).toEqual(contract);
    expect(() => parseContract(line)).toThrow(InvalidArgumentError);
  });

  it.each([
    ["", "an operator"],
    ["add", "an element type"],
    ["add f64", "an expression"],
    ["add f64 left-fold", 'followed by "initial="'],
    ["add f64 left-fold initial=none", "its version, v1"],
    ["add f64 left-fold initial=none v2", '"version" must be v1, got "v2"'],
    ["add f64 left-fold initial=none v01", '"version" must be v1, got "v01"'],
    ["add f64 left-fold initial=none v1 ", "a line that ends with v1"],
    ["add f64 left-fold initial=none v1 segments=restart", "a line that ends with v1"],
    ["add f64 left-fold initial=none segments=restart", "its version, v1"],
    ["add f64 left-fold initial=none segments=lift v1", "(nearest: lifted)"],
    ["add f64 left-fold initial=none segments= v1", "restart"],
    ["add f64 left-fold segments=restart initial=none v1", 'followed by "initial="'],
    [" add f64 left-fold initial=none v1", "an operator"],
    ["add  f64 left-fold initial=none v1", "an element type"],
    ["ad f64 left-fold initial=none v1", "(nearest: add)"],
    ["add f46 left-fold initial=none v1", "(nearest: f64)"],
    ["add f64 left-fodl initial=none v1", "left-fold"],
    ["add f64 block-dyadic:0 initial=none v1", "got"],
    ["add f64 sum=f32 left-fold initial=none v1", '"accumulate" must be f64 for elements of f64, got "f32"'],
    ["add f64 sum=f64 left-fold initial=none v1", '"add f64 left-fold initial=none v1"'],
    ["and f64 left-fold initial=none v1", '"operator" must be an operator defined on f64'],
    ["add f64 pairwise initial=none v1", '"add f64 iterated-pairwise initial=none v1"'],
    ["add f64 left-fold forward initial=none v1", 'got "forward"'],
    ["add f64 left-fold initial=0@outside v1", "16 lower-case hexadecimal digits (f64)"],
    ["add f32 left-fold initial=0000000G@outside v1", "8 lower-case hexadecimal digits (f32)"],
    ["add f32 left-fold initial=00000000 v1", "none, or bits@outside or bits@first"],
    ["add f32 left-fold initial=00000000@outsid v1", "(nearest: outside)"],
    ["add f32 left-fold initial=7fc00001@outside v1", "initial=7fc00000@outside"],
    ["function any left-fold initial=none v1", "a plain function has no text"],
  ])("refuses %j and says why", (line, reason) => {
    expect(() => parseContract(line)).toThrow(InvalidArgumentError);
    expect(() => parseContract(line)).toThrow(reason);
  });

  it("refuses what is not text", () => {
    expect(() => parseContract(5 as unknown as string)).toThrow('"contract" must be a line of text, got 5');
  });
});

/** What an operator may combine elements of a type in. */
function sumsOf(operator: Operator, type: StorageType): readonly ElementType[] {
  return ACCUMULATION_TYPES[type].filter((sum) => operator.types.includes(sum));
}

function contracts(): fc.Arbitrary<TypedContract> {
  const blockLength = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Number.MAX_SAFE_INTEGER));
  const expressions: fc.Arbitrary<Expression> = fc.oneof(
    fc.constantFrom(leftFold, iteratedPairwise, bisection),
    blockLength.map(blockDyadic),
    blockLength.map(linearCarry),
    blockLength.map(interleaved),
  );
  const typed = fc
    .constantFrom(...BUILT_IN_OPERATORS)
    .chain((operator) =>
      fc
        .constantFrom(...STORAGE_TYPES.filter((type) => sumsOf(operator, type).length > 0))
        .chain((type) => fc.record({ operator: fc.constant(operator), type: fc.constant(type) })),
    )
    .chain(({ operator, type }) =>
      fc.record({
        operator: fc.constant(operator),
        type: fc.constant(type),
        accumulate: fc.constantFrom(...sumsOf(operator, type)),
      }),
    );
  return fc
    .record({
      typed,
      expression: expressions,
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom("none", "outside", "first"),
      segments: fc.constantFrom(undefined, "restart", "lifted"),
      bits: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    })
    .map(({ typed: { operator, type, accumulate }, expression, direction, placement, segments, bits }) => {
      const value = fromBits(accumulate, BigInt.asUintN(8 * ELEMENT_TYPE_FACTS[accumulate].bytes, bits));
      const initial = placement === "none" ? undefined : { value, placement };
      // Lanes take elements out of their order, and cannot be lifted.
      const isLiftable = expression.kind !== "interleaved" || expression.laneCount === 1;
      const rule = segments === "lifted" && !isLiftable ? "restart" : segments;
      return {
        kind: "typed",
        operator,
        type,
        accumulate,
        expression,
        direction,
        initial,
        ...(rule && { segments: rule }),
        version: 1,
      } as TypedContract;
    });
}
