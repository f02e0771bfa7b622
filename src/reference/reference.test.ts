import { describe, expect, it } from "vitest";
import { EXPRESSIONS, rightFold } from "../../test/helpers/expressions/expressions.ts";
import type { InitialPlacement, Observation, TypedContract } from "../contracts/contract.ts";
import {
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  iteratedPairwise,
  leftFold,
} from "../expressions/expression.ts";
import { symbolic, symbolicScan } from "../expressions/symbolic.ts";

import { add, max, multiply, treeHash } from "../operators/built-in.ts";
import { evaluateTerm } from "../operators/evaluate.ts";
import { fromHex, toHex } from "../values/bits.ts";
import type { ElementArray, ElementType, Scalar } from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError } from "../values/errors.ts";
import { referenceReduce, referenceScan } from "./reference.ts";

function contractOf(changes: Partial<TypedContract> & { type: ElementType }): TypedContract {
  return {
    kind: "typed",
    operator: add,
    accumulate: changes.type,
    expression: DEFAULT_EXPRESSION,
    direction: "forward",
    initial: undefined,
    version: 1,
    ...changes,
  };
}

const hexOf = (type: ElementType, array: ElementArray): string[] =>
  Array.from(array as ArrayLike<Scalar>, (value) => toHex(type, value));

function countCombines(contract: TypedContract, observation: Observation, input: ElementArray): number {
  let count = 0;
  const onCombine = (): void => {
    count++;
  };
  if (observation === "reduce") referenceReduce(contract, input, onCombine);
  else referenceScan(contract, observation, input, onCombine);
  return count;
}

/** The value of a bracket with treeHash, read from its text: what a person would do with pencil and paper. */
function evaluateBracket(bracket: string, leaves: Readonly<Record<string, bigint>>): bigint {
  const term = treeHash.term("u64");
  const values: bigint[] = [];
  for (const token of bracket.match(/\w+|\)/g) ?? []) {
    if (token === ")") {
      const right = values.pop() as bigint;
      const left = values.pop() as bigint;
      values.push(evaluateTerm(term, left, right) as bigint);
    } else {
      values.push(leaves[token]);
    }
  }
  return values[0];
}

describe("the reference evaluates the bracket", () => {
  const length = 21;
  const input = BigUint64Array.from({ length }, (_, index) => 0x9e3779b97f4a7c15n * BigInt(index + 1));
  const leaves = Object.fromEntries([...input].map((value, index) => [`x${index}`, value]));
  const initialValue = 77n;
  const placements: readonly (InitialPlacement | undefined)[] = [undefined, "outside", "first"];
  const cases = placements.flatMap((placement) =>
    (["forward", "backward"] as const).map((direction) => ({ placement, direction })),
  );

  it.each(cases)("reduce and both scans, %o", ({ placement, direction }) => {
    const initial = placement && { value: initialValue, placement };
    const text = {
      direction,
      ...(placement && { initial: "initial", initialPlacement: placement }),
    };
    const value = (bracket: string): bigint => evaluateBracket(bracket, { ...leaves, initial: initialValue });
    for (const expression of [...EXPRESSIONS, rightFold]) {
      const contract = contractOf({ type: "u64", operator: treeHash, expression, direction, initial });
      for (const present of [1, 2, 7, 21]) {
        const some = input.subarray(0, present);
        expect(referenceReduce(contract, some)).toBe(value(symbolic(expression, present, text)));
        const inclusive = symbolicScan(expression, "inclusive-scan", present, text);
        expect([...referenceScan(contract, "inclusive-scan", some)]).toEqual(inclusive.map(value));
        if (placement === undefined) continue;
        const exclusive = symbolicScan(expression, "exclusive-scan", present, text);
        expect([...referenceScan(contract, "exclusive-scan", some)]).toEqual(exclusive.map(value));
      }
    }
  });
});

describe("a scan agrees with the reduce of each prefix, by bits", () => {
  const input = Float64Array.from({ length: 67 }, (_, index) => (index % 2 === 0 ? 1 : -1) / (index + 0.3));

  it.each([...EXPRESSIONS.slice(0, 12), rightFold])("%o", (expression) => {
    const contract = contractOf({ type: "f64", expression });
    const prefixes = hexOf("f64", referenceScan(contract, "inclusive-scan", input));
    const backward = { ...contract, direction: "backward" } as const;
    const suffixes = hexOf("f64", referenceScan(backward, "inclusive-scan", input));
    for (let index = 0; index < input.length; index++) {
      const prefix = referenceReduce(contract, input.subarray(0, index + 1));
      expect(prefixes[index]).toBe(toHex("f64", prefix));
      const suffix = referenceReduce(backward, input.subarray(index));
      expect(suffixes[index]).toBe(toHex("f64", suffix));
    }
  });
});

describe("the accumulation type", () => {
  it("widens f32 to f64 before the first combine, and each combine rounds to it", () => {
    const input = Float32Array.of(16777216, 1, 1);
    const narrow = contractOf({ type: "f32", expression: leftFold });
    expect(referenceReduce(narrow, input)).toBe(16777216);
    const wide = contractOf({ type: "f32", accumulate: "f64", expression: leftFold });
    expect(referenceReduce(wide, input)).toBe(16777218);
    expect(referenceScan(wide, "inclusive-scan", input)).toEqual(
      Float64Array.of(16777216, 16777217, 16777218),
    );
  });

  it("widens integers by their sign", () => {
    const signed = contractOf({ type: "i32", accumulate: "i64" });
    expect(referenceScan(signed, "inclusive-scan", Int32Array.of(-1, -(2 ** 31)))).toEqual(
      BigInt64Array.of(-1n, -2147483649n),
    );
    const unsigned = contractOf({ type: "u32", accumulate: "u64", operator: multiply });
    expect(referenceReduce(unsigned, Uint32Array.of(2 ** 32 - 1, 2 ** 32 - 1))).toBe(18446744065119617025n);
  });

  it.each<[ElementType, ElementArray, Scalar]>([
    ["i32", Int32Array.of(2 ** 31 - 1, 1), -(2 ** 31)],
    ["u32", Uint32Array.of(2 ** 32 - 1, 2), 1],
    ["i64", BigInt64Array.of(2n ** 63n - 1n, 1n), -(2n ** 63n)],
    ["u64", BigUint64Array.of(2n ** 64n - 1n, 2n), 1n],
  ])("%s wraps", (type, input, expected) => {
    expect(referenceReduce(contractOf({ type }), input)).toBe(expected);
  });
});

describe("nothing", () => {
  const nothing = new Float64Array(0);

  it("reduces to the initial value, and without one is an error", () => {
    for (const placement of ["outside", "first"] as const) {
      const contract = contractOf({ type: "f64", initial: { value: -0, placement } });
      expect(toHex("f64", referenceReduce(contract, nothing))).toBe("8000000000000000");
    }
    expect(() => referenceReduce(contractOf({ type: "f64" }), nothing)).toThrow(EmptyInputError);
  });

  it("cannot begin an exclusive scan without an initial value", () => {
    for (const input of [nothing, Float64Array.of(1, 2)]) {
      const scan = (): ElementArray => referenceScan(contractOf({ type: "f64" }), "exclusive-scan", input);
      expect(scan).toThrow(InvalidArgumentError);
      expect(scan).toThrow("initial value");
    }
  });

  it("scans to nothing", () => {
    for (const direction of ["forward", "backward"] as const) {
      expect(referenceScan(contractOf({ type: "f64", direction }), "inclusive-scan", nothing)).toEqual(
        nothing,
      );
      for (const placement of ["outside", "first"] as const) {
        const contract = contractOf({ type: "f64", direction, initial: { value: 5, placement } });
        for (const observation of ["inclusive-scan", "exclusive-scan"] as const) {
          expect(referenceScan(contract, observation, nothing)).toEqual(nothing);
        }
      }
    }
  });
});

describe("special values", () => {
  it("gives the canonical NaN in scans, whatever NaN comes in", () => {
    const f64 = Float64Array.of(1, fromHex("f64", "fff8000000000abc") as number, 2);
    const bitsOfF64 = new BigUint64Array(
      referenceScan(contractOf({ type: "f64" }), "inclusive-scan", f64).buffer,
    );
    expect([...bitsOfF64]).toEqual([0x3ff0000000000000n, 0x7ff8000000000000n, 0x7ff8000000000000n]);
    const f32 = new Float32Array(Uint32Array.of(0xffc00abc, 0x3f800000).buffer);
    const scanned = referenceScan(contractOf({ type: "f32", operator: max }), "inclusive-scan", f32);
    expect([...new Uint32Array(scanned.buffer)]).toEqual([0x7fc00000, 0x7fc00000]);
  });

  it("keeps −0 and subnormals: no identity is ever combined in", () => {
    const input = Float64Array.of(-0, -0, 5e-324, -5e-324);
    const scan = hexOf("f64", referenceScan(contractOf({ type: "f64" }), "inclusive-scan", input));
    expect(scan).toEqual(["8000000000000000", "8000000000000000", "0000000000000001", "0000000000000000"]);
    const withZero = contractOf({ type: "f64", initial: { value: 0, placement: "outside" } });
    expect(toHex("f64", referenceReduce(withZero, Float64Array.of(-0)))).toBe("0000000000000000");
  });

  it("leaves its input alone", () => {
    const input = Float64Array.of(3, 1, 2);
    const contract = contractOf({
      type: "f64",
      direction: "backward",
      initial: { value: 9, placement: "first" },
    });
    referenceScan(contract, "exclusive-scan", input);
    referenceReduce(contract, input);
    expect(input).toEqual(Float64Array.of(3, 1, 2));
  });

  it("is not limited by the call stack", () => {
    const input = new Float64Array(20_000).fill(1);
    for (const expression of [leftFold, rightFold]) {
      expect(referenceReduce(contractOf({ type: "f64", expression }), input)).toBe(20_000);
    }
  });
});

describe("the count of combines", () => {
  it.each([0, 1, 2, 5, 9, 10])("of an iteratedPairwise scan is (n/2)·log2 n at n = 2^%i", (k) => {
    const contract = contractOf({ type: "i32", expression: iteratedPairwise });
    const input = new Int32Array(2 ** k);
    expect(countCombines(contract, "inclusive-scan", input)).toBe(2 ** (k - 1) * k);
    const backward = { ...contract, direction: "backward" } as const;
    expect(countCombines(backward, "inclusive-scan", input)).toBe(2 ** (k - 1) * k);
  });

  it("of a reduce is n − 1, and n with an initial value", () => {
    const expressions: readonly Expression[] = [...EXPRESSIONS, rightFold];
    for (const expression of expressions) {
      for (const length of [1, 2, 33, 100]) {
        const input = new Int32Array(length);
        const contract = contractOf({ type: "i32", expression });
        expect(countCombines(contract, "reduce", input)).toBe(length - 1);
        for (const placement of ["outside", "first"] as const) {
          const withInitial = { ...contract, initial: { value: 1, placement } };
          expect(countCombines(withInitial, "reduce", input)).toBe(length);
        }
      }
    }
  });

  it("of an initial value outside is one more for each output that has elements", () => {
    const input = new Int32Array(64);
    const contract = contractOf({ type: "i32", expression: blockDyadic(8) });
    const withInitial = { ...contract, initial: { value: 1, placement: "outside" } as const };
    const inclusive = countCombines(contract, "inclusive-scan", input);
    expect(countCombines(withInitial, "inclusive-scan", input)).toBe(inclusive + 64);
  });
});
