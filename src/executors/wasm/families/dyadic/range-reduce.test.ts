import { describe, expect, it } from "vitest";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import { blockDyadic, type Expression, iteratedPairwise } from "../../../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS, min, multiply } from "../../../../operators/built-in.ts";
import { toHex } from "../../../../values/bits.ts";
import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../../../../values/element-types.ts";
import { elementPlan } from "../../../executor.ts";
import { javascriptExecutor } from "../../../javascript/javascript-executor.ts";
import { wasmExecutor } from "../../wasm-executor.ts";

/*
 * Reduces in one call of what lies in library memory. With an identity they go by ranges that are filled up with it; a fingerprint,
 * which has none, cannot see that. So values are compared whose bits depend on the bracket.
 */

const wasm = wasmExecutor();
const PIECE = { 4: 16_384, 8: 8192 } as const; // elements of a piece of a range, by bytes
const SHORT = Array.from({ length: 150 }, (_, index) => index + 1);

/** Lengths that end at, before and behind a strip, a list, a block and a piece. */
function lengthsOf(type: ElementType): readonly number[] {
  const piece = PIECE[ELEMENT_TYPE_FACTS[type].bytes as 4 | 8];
  return [...SHORT, 255, 257, 1000, 4111, piece - 1, piece, piece + 1, 2 * piece + 531];
}

/** Element `index`: floats that round at every sum or product; one in nine a zero, half of them negative, where `hasZeros`. */
function elementAt(type: ElementType, index: number, hasZeros: boolean): Scalar {
  const draw = Math.imul(index + 1, 0x9e3779b1) ^ (Math.imul(index + 7, 0x85ebca6b) >>> 13);
  const { isFloat, isBigInt } = ELEMENT_TYPE_FACTS[type];
  if (isFloat && hasZeros && index % 9 === 0) return index % 2 === 0 ? 0 : -0;
  if (isFloat) return type === "f32" ? Math.fround(1 + draw / 2 ** 41) : 1 + draw / 3 / 2 ** 41;
  return isBigInt ? BigInt.asUintN(63, BigInt(draw) * 0x1234_5678_9abcn) : draw >>> 1;
}

const EXPRESSIONS: readonly Expression[] = [iteratedPairwise, ...[1, 2, 8, 32, 128].map(blockDyadic)];
const CASES = BUILT_IN_OPERATORS.flatMap((operator) => operator.types.map((type) => ({ operator, type })));

describe("a long reduce of doubles where they lie", () => {
  const LONG = 2 ** 21;
  const lengths = [LONG, LONG + 1, LONG + 31, LONG + 1023, LONG + 5 * 1024 + 33, 2 * LONG - 1];
  const all = new Float64Array(2 * LONG).map((_, i) => elementAt("f64", i, true) as number);

  it.each([...EXPRESSIONS, blockDyadic(2 ** 14)])(
    "adds by the bracket of $kind $blockLength",
    (expression) => {
      const contract = columnContract(contractOf({ operator: add, type: "f64", expression }));
      const plan = elementPlan(wasm.plan(contract));
      const reference = elementPlan(javascriptExecutor.plan(contract));
      const before = wasm.kernelCounts.generated;
      for (const length of lengths) {
        const part = all.subarray(all.length - length);
        expect([length, toHex("f64", plan.reduce(part))]).toEqual([
          length,
          toHex("f64", reference.reduce(part)),
        ]);
      }
      const total = lengths.reduce((sum, length) => sum + length, 0);
      expect(wasm.kernelCounts.generated - before).toBe(total);
    },
  );

  it("gives the canonical NaN", () => {
    const contract = columnContract(contractOf({ operator: add, type: "f64", expression: blockDyadic(32) }));
    const infinite = new Float64Array(LONG);
    infinite[LONG >> 1] = Number.POSITIVE_INFINITY;
    infinite[LONG - 1] = Number.NEGATIVE_INFINITY;
    expect(toHex("f64", elementPlan(wasm.plan(contract)).reduce(infinite))).toBe("7ff8000000000000");
  });

  it("leaves other operations and types to kernels", () => {
    const before = wasm.kernelCounts.generated;
    for (const [operator, column] of [
      [min, all],
      [multiply, all],
      [add, new Float32Array(LONG)],
    ] as const) {
      const type = column === all ? "f64" : "f32";
      elementPlan(
        wasm.plan(columnContract(contractOf({ operator, type, expression: blockDyadic(32) }))),
      ).reduce(column);
    }
    expect(wasm.kernelCounts.generated).toBe(before);
  });
});

describe("a whole reduce in library memory", () => {
  it.each(CASES)("$operator.name of $type at every length", ({ operator, type }) => {
    const lengths = lengthsOf(type);
    const { array, release } = wasm.allocate(type, Math.max(...lengths));
    for (const hasZeros of [false, operator.name === "add"]) {
      for (let i = 0; i < array.length; i++) array[i] = elementAt(type, i, hasZeros);
      for (const expression of EXPRESSIONS) {
        const contract = contractOf({ operator, type, expression });
        const plan = elementPlan(wasm.plan(columnContract(contract)));
        const reference = elementPlan(javascriptExecutor.plan(columnContract(contract)));
        const before = wasm.kernelCounts.whole;
        for (const length of lengths) {
          const part = array.subarray(array.length - length);
          const place = `${hasZeros} ${expression.kind} ${length}`;
          expect([place, toHex(type, plan.reduce(part))]).toEqual([
            place,
            toHex(type, reference.reduce(part.slice())),
          ]);
        }
        const total = lengths.reduce((sum, length) => sum + length, 0);
        expect(wasm.kernelCounts.whole - before).toBe(total);
      }
    }
    release();
  });

  it.each(["f64", "f32"] as const)("keeps what ends it apart from what lies behind it: %s", (type) => {
    const { array, release } = wasm.allocate(type, 600);
    const plan = elementPlan(
      wasm.plan(columnContract(contractOf({ operator: add, type, expression: blockDyadic(32) }))),
    );
    array.fill(Number.NaN);
    array.subarray(40, 540).fill(-0);
    for (let length = 1; length <= 500; length++) {
      expect(Object.is(plan.reduce(array.subarray(40, 40 + length)), -0)).toBe(true);
    }
    release();
  });
});
