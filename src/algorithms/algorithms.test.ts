import { describe, expect, it } from "vitest";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { networksJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  iteratedPairwise,
  leftFold,
} from "../expressions/expression.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { koggeStone } from "../networks/generators/kogge-stone.ts";
import { brentKung } from "../networks/generators/up-down-sweep.ts";
import { max, treeHash } from "../operators/built-in.ts";
import { ELEMENT_TYPES, type ElementArray, newElementArray, type Scalar } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import { hashArray } from "../values/hash.ts";
import { bind } from "./bind.ts";

const { reduce, inclusiveScan, exclusiveScan } = bind(() => javascriptExecutor);

describe("reduce, inclusiveScan, exclusiveScan", () => {
  it("need nothing but a typed array", () => {
    const input = Float64Array.of(1e16, -1e16, 1);
    expect(reduce(input)).toBe(1);
    expect(inclusiveScan(input)).toEqual(Float64Array.of(1e16, 0, 1));
    expect(exclusiveScan(input)).toEqual(Float64Array.of(0, 1e16, 0));
  });

  it("keep the element type, all six of them", () => {
    for (const type of ELEMENT_TYPES) {
      const input = ones(type, 5);
      const kind = input.constructor;
      expect(inclusiveScan(input).constructor).toBe(kind);
      expect(exclusiveScan(input).constructor).toBe(kind);
      expect(Number(reduce(input))).toBe(5);
    }
  });

  it("have types that say so", () => {
    const prefixes: Float64Array = inclusiveScan(new Float64Array(2));
    const total: number = reduce(new Float32Array([1, 2]));
    const wholeTotal: bigint = reduce(new BigInt64Array([1n]));
    const widened: Float64Array = inclusiveScan(new Float32Array(2), { accumulate: "f64" });
    const widerTotal: bigint = reduce(new Int32Array([1]), { accumulate: "i64", initial: 1 });
    const converted: BigUint64Array = exclusiveScan([1, 2], { type: "u64" });
    const bytes: Float32Array = inclusiveScan(Uint8Array.of(1, 2), { type: "f32" });
    const text: string = reduce(["a", "b"], { operator: (left, right) => left + right });
    const lists: number[][] = inclusiveScan([[1], [2]], { operator: (left, right) => [...left, ...right] });
    const numbers: number[] = inclusiveScan(new Float64Array([1, 2]), {
      operator: (left, right) => left * right,
    });
    // @ts-expect-error f64 has no wider type
    expect(() => inclusiveScan(new Float64Array(1), { accumulate: "i64" })).toThrow();
    // @ts-expect-error an initial value is of the element type
    expect(() => reduce(new Float64Array(1), { initial: 1n })).toThrow();
    // @ts-expect-error numbers without an element type
    expect(() => reduce([1, 2])).toThrow();
    // @ts-expect-error the output has the accumulation type
    expect(() => inclusiveScan(new Float32Array(1), { output: new Float64Array(1) })).toThrow();
    expect([prefixes.length, total, wholeTotal, widened.length, widerTotal]).toEqual([2, 3, 1n, 2, 2n]);
    expect([converted, bytes, text, lists, numbers]).toEqual([
      BigUint64Array.of(0n, 1n),
      Float32Array.of(1, 3),
      "ab",
      [[1], [1, 2]],
      [1, 2],
    ]);
  });

  it("take operators, expressions and levels in every spelling", () => {
    const input = randomHashes(100);
    const byName = inclusiveScan(input, { operator: "tree-hash", expression: "block-dyadic:8" });
    expect(inclusiveScan(input, { operator: treeHash, expression: blockDyadic(8) })).toEqual(byName);
    expect(
      inclusiveScan(input, { operator: treeHash, expression: blockDyadic(8), determinism: "runToRun" }),
    ).toEqual(byName);
    expect(reduce(input, { operator: treeHash, expression: blockDyadic(8) })).toBe(byName[99]);
  });

  it("widen what they sum, and say zero where nothing was added", () => {
    expect(reduce(Int32Array.of(2 ** 31 - 1, 1))).toBe(-(2 ** 31));
    expect(reduce(Int32Array.of(2 ** 31 - 1, 1), { accumulate: "i64" })).toBe(2n ** 31n);
    expect(exclusiveScan(Float32Array.of(16777216, 1, 1), { accumulate: "f64" })).toEqual(
      Float64Array.of(0, 16777216, 16777217),
    );
  });

  it("show the tree of a plain function", () => {
    const bracket = (left: string, right: string): string => `(${left} ${right})`;
    expect(reduce(["a", "b", "c"], { operator: bracket })).toBe("((a b) c)");
    expect(inclusiveScan(["a", "b", "c"], { operator: bracket, direction: "backward" })).toEqual([
      "(a (b c))",
      "(b c)",
      "c",
    ]);
    expect(exclusiveScan(["a", "b"], { operator: bracket, initial: "z", initialPlacement: "first" })).toEqual(
      ["z", "(z a)"],
    );
    const output = ["", "", ""];
    expect(inclusiveScan(["a", "b", "c"], { operator: bracket, expression: leftFold, output })).toBe(output);
    expect(output).toEqual(["a", "(a b)", "((a b) c)"]);
  });

  it("run a caller's own expression", () => {
    const lastFirst: Expression = {
      kind: "custom",
      name: "two-halves",
      tree: (length) => (length === 1 ? 0 : { left: 0, right: 1 }),
    };
    expect(reduce(Float64Array.of(3, 4), { expression: lastFirst })).toBe(7);
  });

  it("write where they are told, in place included", () => {
    const buffer = new Float64Array(20);
    const input = buffer.subarray(3, 8).fill(1);
    const output = buffer.subarray(8, 13);
    expect(inclusiveScan(input, { output })).toBe(output);
    expect([...buffer.subarray(2, 14)]).toEqual([0, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 0]);
    expect(exclusiveScan(input, { output: input })).toBe(input);
    expect([...input]).toEqual([0, 1, 2, 3, 4]);
    const sameRange = new Float64Array(buffer.buffer, input.byteOffset, 5);
    inclusiveScan(input, { output: sameRange });
    expect([...input]).toEqual([0, 1, 3, 6, 10]);
  });

  it("read views at any offset", () => {
    const whole = randomHashes(64);
    for (const start of [0, 1, 5]) {
      const view = whole.subarray(start, start + 40);
      expect(hashArray(inclusiveScan(view, { operator: max }))).toBe(
        hashArray(inclusiveScan(view.slice(), { operator: max })),
      );
    }
  });

  it("give nothing for nothing, and the initial value or an error for its reduce", () => {
    expect(inclusiveScan(new Float32Array(0))).toEqual(new Float32Array(0));
    expect(exclusiveScan(new Float32Array(0))).toEqual(new Float32Array(0));
    expect(reduce(new Int32Array(0), { initial: 7 })).toBe(7);
    expect(reduce([], { type: "u64", initial: 7n })).toBe(7n);
    expect(() => reduce(new Int32Array(0))).toThrow(EmptyInputError);
    expect(() => reduce([], { operator: (left: string, right: string) => left + right })).toThrow(
      EmptyInputError,
    );
    expect(reduce([], { operator: (left: string, right: string) => left + right, initial: "z" })).toBe("z");
  });

  it("scan by bisection when asked twice", () => {
    const input = randomHashes(9);
    const prefixes = inclusiveScan(input, {
      operator: treeHash,
      expression: bisection,
      allowQuadratic: true,
    });
    prefixes.forEach((prefix, i) => {
      expect(prefix).toBe(reduce(input.subarray(0, i + 1), { operator: treeHash, expression: bisection }));
    });
  });
});

describe("calls are remembered without being confused", () => {
  it("by every option, one at a time and in any order", () => {
    const input = Float32Array.of(1, 2, 3, 4, 5, 6, 7);
    const variants = [
      {},
      { operator: "max" },
      { operator: "multiply" },
      { accumulate: "f64" },
      { expression: leftFold },
      { expression: iteratedPairwise },
      { expression: blockDyadic(2) },
      { expression: blockDyadic(4) },
      { expression: "linear-carry:2" },
      { direction: "backward" },
      { initial: 0 },
      { initial: -0 },
      { initial: 1 },
      { initial: 1, initialPlacement: "first" },
      { initial: Number.NaN },
    ] as const;
    const fresh = variants.map((options) =>
      bind(() => ({ ...javascriptExecutor })).inclusiveScan(input, options),
    );
    for (let round = 0; round < 3; round++) {
      variants.forEach((options, i) => {
        expect(inclusiveScan(input, { ...options })).toEqual(fresh[i]);
      });
    }
    expect(reduce(Float64Array.of(-0), { initial: 0 })).toBe(0);
    expect(reduce(Float64Array.of(-0), { initial: -0 })).toBe(-0);
    expect(reduce(Float64Array.of(-0), { initial: 0 })).toBe(0);
  });

  it("by networks of one name: two widths of a generator, two of the caller's own", () => {
    const ofNetworks = bind(() => networksJavascriptExecutor);
    const input = randomHashes(9);
    const expressions = [
      networkExpression("kogge-stone", 5),
      networkExpression("kogge-stone", 6),
      networkExpression(koggeStone(7), "mine"),
      networkExpression(brentKung(7), "mine"),
    ];
    const found = expressions.map((expression) =>
      ofNetworks.reduce(input, { operator: treeHash, expression }),
    );
    expect(new Set(found).size).toBe(expressions.length);
  });

  it("not when the caller changes an object in between", () => {
    const input = randomHashes(9);
    const expression = { kind: "blockDyadic" as const, blockLength: 2 };
    const first = inclusiveScan(input, { operator: treeHash, expression });
    expression.blockLength = 3;
    const second = inclusiveScan(input, { operator: treeHash, expression });
    expect(second).toEqual(inclusiveScan(input, { operator: treeHash, expression: blockDyadic(3) }));
    expect(second).not.toEqual(first);
  });

  it("by executor", () => {
    const silent = {
      ...javascriptExecutor,
      name: "silent",
      refusal: () => ({ reason: "it is silent", remedy: "use another" }),
    };
    expect(reduce(Float64Array.of(1, 2))).toBe(3);
    expect(() => bind(() => silent).reduce(Float64Array.of(1, 2))).toThrow(
      'reduce of add by block-dyadic:32 at level "everywhere" on executor "silent" is not possible here: it is silent; use another',
    );
    expect(reduce(Float64Array.of(1, 2))).toBe(3);
  });
});

function ones(type: (typeof ELEMENT_TYPES)[number], length: number): ElementArray {
  const elements = newElementArray(type, length);
  const one = typeof (elements as unknown as Scalar[])[0] === "bigint" ? 1n : 1;
  (elements as unknown as Scalar[]).fill(one);
  return elements;
}

function randomHashes(length: number): BigUint64Array {
  return BigUint64Array.from({ length }, (_, i) => BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n));
}
