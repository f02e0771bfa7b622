import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnContract } from "../../contracts/column-contract.ts";
import type { Direction, InitialPlacement, TypedContract } from "../../contracts/contract.ts";
import { resolveContract } from "../../contracts/resolve.ts";
import { defineExpression } from "../../expressions/define-expression.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { add, BUILT_IN_OPERATORS, treeHash } from "../../operators/built-in.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { bitsOf, fromBits, toHex } from "../../values/bits.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { type ElementPlan, elementPlan } from "../executor.ts";
import { javascriptExecutor } from "./javascript-executor.ts";

const SEED = 2026;
const OBSERVATIONS = ["inclusive-scan", "exclusive-scan"] as const;
const DIRECTIONS: readonly Direction[] = ["forward", "backward"];
const PLACEMENTS: readonly (InitialPlacement | "none")[] = ["none", "outside", "first"];

const planOf = (contract: TypedContract): ElementPlan =>
  elementPlan(javascriptExecutor.plan(columnContract(contract)));

const leaning: Expression = defineExpression("right-fold", rightFold);

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  ...[1, 2, 3, 8, 16, 1000].map(interleaved),
  ...[1, 2, 3, 4, 7, 8, 32, 1000].map(blockDyadic),
  ...[1, 3, 8, 1000].map(linearCarry),
  leaning,
];

describe("javascriptExecutor builds the tree that the contract names", () => {
  for (const expression of EXPRESSIONS) {
    it(`${printExpression(expression)}: every observation, direction and initial value`, () => {
      for (const direction of DIRECTIONS) {
        for (const placement of PLACEMENTS) {
          const contract = hashContract(expression, direction, placement);
          for (const length of [1, 2, 3, 4, 7, 8, 9, 16, 25, 33])
            expectReference(contract, randomHashes(length));
        }
      }
    });
  }

  it.each([97, 256, 257])("at length %d, past several blocks", (length) => {
    for (const expression of EXPRESSIONS) {
      expectReference(hashContract(expression, "forward", "none"), randomHashes(length));
    }
  });
});

describe("javascriptExecutor computes every operator on every type", () => {
  for (const operator of BUILT_IN_OPERATORS) {
    for (const type of operator.types) {
      for (const accumulate of ACCUMULATION_TYPES[type].filter((wide) => operator.types.includes(wide))) {
        it(`${operator.name} ${type} summed as ${accumulate}`, () => {
          for (const expression of [leftFold, blockDyadic(4), interleaved(3), bisection]) {
            const contract: TypedContract = {
              ...hashContract(expression, "forward", "none"),
              operator,
              type,
              accumulate,
            };
            expectReference(contract, hostile(type));
          }
        });
      }
    }
  }
});

describe("javascriptExecutor runs where it is told", () => {
  it("gives an empty array for nothing, and the initial value or an error for its reduce", () => {
    const none = planOf(addContract({}));
    expect(() => none.reduce(new Float64Array(0))).toThrow(EmptyInputError);
    expect(none.inclusiveScan(new Float64Array(0))).toEqual(new Float64Array(0));
    const some = planOf(addContract({ initial: -0 }));
    expect(Object.is(some.reduce(new Float64Array(0)), -0)).toBe(true);
    expect(some.exclusiveScan(new Float64Array(0))).toEqual(new Float64Array(0));
  });

  it("keeps a single element's bits, and adds only the initial value that was given", () => {
    expect(toHex("f64", planOf(addContract({})).reduce(Float64Array.of(-0)))).toBe("8000000000000000");
    const fromZero = planOf(addContract({ initial: 0 }));
    expect(toHex("f64", fromZero.reduce(Float64Array.of(-0)))).toBe("0000000000000000");
  });

  it("works in place and into part of a buffer, forward and backward", () => {
    const input = randomHashes(77);
    for (const expression of EXPRESSIONS) {
      for (const direction of DIRECTIONS) {
        for (const placement of PLACEMENTS) {
          const plan = planOf(hashContract(expression, direction, placement));
          for (const method of placement === "none"
            ? (["inclusiveScan"] as const)
            : (["inclusiveScan", "exclusiveScan"] as const)) {
            const expected = hashArray(plan[method](input));
            const inPlace = input.slice();
            expect(plan[method](inPlace, inPlace)).toBe(inPlace);
            expect(hashArray(inPlace)).toBe(expected);
            const within = new BigUint64Array(100).subarray(11, 88);
            plan[method](input, within);
            expect(hashArray(within)).toBe(expected);
          }
        }
      }
    }
  });

  it("shows canonical NaNs whatever the payload of the input", () => {
    const odd = new Float64Array(
      new BigUint64Array([0xfff8000000001234n, 0x7ff0000000000001n, 0x3ff0000000000000n]).buffer,
    );
    for (const operator of ["add", "max"]) {
      const plan = planOf(addContract({ operator, initial: fromBits("f64", 0xfff8000000000777n) }));
      for (const output of [plan.inclusiveScan(odd), plan.exclusiveScan(odd)]) {
        expect([...new BigUint64Array(output.buffer)]).toEqual(Array(3).fill(0x7ff8000000000000n));
      }
      const single = Float64Array.of(plan.reduce(odd.subarray(0, 1)) as number);
      expect(new BigUint64Array(single.buffer)[0]).toBe(0x7ff8000000000000n);
    }
  });

  it("agrees with the reference on random contracts over random bits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BUILT_IN_OPERATORS),
        fc.nat(),
        fc.constantFrom(...EXPRESSIONS),
        fc.constantFrom(...DIRECTIONS),
        fc.constantFrom(...PLACEMENTS),
        fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 40 }),
        (operator, pick, expression, direction, placement, draws) => {
          const type = operator.types[pick % operator.types.length];
          const value = elementFrom(type, draws[0] ^ 0x5555n);
          const initial = placement === "none" ? undefined : { value, placement };
          const base = { ...hashContract(expression, direction, "none"), operator, type, accumulate: type };
          expectReference({ ...base, initial }, elementsFrom(type, draws));
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("follows a custom tree as deep as the input is long", () => {
    const deep: Expression = defineExpression("deep-right-fold", rightFold);
    const contract = { ...addContract({}), expression: deep };
    const total = planOf(contract).reduce(new Float64Array(50_000).fill(1));
    expect(total).toBe(50_000);
  });
});

describe("javascriptExecutor.refusal", () => {
  it("refuses only a scan by bisection, and names iteratedPairwise", () => {
    for (const expression of EXPRESSIONS) {
      const contract = columnContract(hashContract(expression, "forward", "outside"));
      for (const observation of ["reduce", ...OBSERVATIONS] as const) {
        const refusal = javascriptExecutor.refusal({ contract, observation, allowQuadratic: false });
        const isRefused = expression === bisection && observation !== "reduce";
        expect(refusal === undefined).toBe(!isRefused);
        if (refusal !== undefined) expect(refusal.remedy).toContain("iteratedPairwise");
        expect(javascriptExecutor.refusal({ contract, observation, allowQuadratic: true })).toBeUndefined();
      }
    }
  });
});

function expectReference(contract: TypedContract, input: ElementArray): void {
  const plan = planOf(contract);
  const { accumulate } = contract;
  const what = `${contract.operator.name} ${contract.type} ${printExpression(contract.expression)} ${input.length}`;
  const total = toHex(accumulate, referenceReduce(contract, input));
  expect(`${what} ${toHex(accumulate, plan.reduce(input))}`).toBe(`${what} ${total}`);
  const inclusive = referenceScan(contract, "inclusive-scan", input);
  expect(`${what} ${hashArray(plan.inclusiveScan(input))}`).toBe(`${what} ${hashArray(inclusive)}`);
  if (contract.initial === undefined) return;
  const exclusive = referenceScan(contract, "exclusive-scan", input);
  expect(`${what} ${hashArray(plan.exclusiveScan(input))}`).toBe(`${what} ${hashArray(exclusive)}`);
}

function hashContract(
  expression: Expression,
  direction: Direction,
  placement: InitialPlacement | "none",
): TypedContract {
  const initial = placement === "none" ? undefined : { value: 0x123456789abcdefn, placement };
  return {
    kind: "typed",
    operator: treeHash,
    type: "u64",
    accumulate: "u64",
    expression,
    direction,
    initial,
    version: 1,
  };
}

function addContract(options: { readonly operator?: string; readonly initial?: Scalar }): TypedContract {
  const contract = resolveContract({ operator: add, ...options }, "reduce", "f64");
  if (contract.kind === "typed") return contract;
  throw new TypeError("not a typed contract");
}

function randomHashes(length: number): BigUint64Array {
  return BigUint64Array.from({ length }, (_, i) => BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n));
}

/** Values whose sums round, wrap, cancel and overflow. */
function hostile(type: ElementType): ElementArray {
  const draws = randomHashes(37);
  const elements = elementsFrom(type, draws) as unknown as Scalar[];
  const special = ELEMENT_TYPE_FACTS[type].isFloat ? [-0, Infinity, Number.NaN, 1e-45] : [];
  special.forEach((value, i) => {
    elements[20 + 4 * i] = value;
  });
  return elements as unknown as ElementArray;
}

function elementsFrom(type: ElementType, draws: ArrayLike<bigint>): ElementArray {
  const elements = newElementArray(type, draws.length);
  const slots = elements as unknown as Scalar[];
  for (let i = 0; i < draws.length; i++) slots[i] = elementFrom(type, draws[i]);
  return elements;
}

/** Floats of both signs over a few powers of two, so that trees differ; any bits for integers. */
function elementFrom(type: ElementType, draw: bigint): Scalar {
  if (type === "f64")
    return fromBits(type, (draw & ~(0x7ffn << 52n)) | ((1015n + ((draw >> 52n) % 17n)) << 52n));
  if (type === "f32") {
    const low = BigInt.asUintN(32, draw);
    return fromBits(type, (low & ~(0xffn << 23n)) | ((119n + ((low >> 23n) % 17n)) << 23n));
  }
  const bits = ELEMENT_TYPE_FACTS[type].bytes === 4 ? BigInt.asUintN(32, draw) : draw;
  return fromBits(type, bitsOf(type, fromBits(type, bits)));
}

function rightFold(length: number): Tree {
  let tree: Tree = length - 1;
  for (let i = length - 2; i >= 0; i--) tree = { left: i, right: tree };
  return tree;
}
