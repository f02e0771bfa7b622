import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../../expressions/expression.ts";
import { printExpression } from "../../../expressions/print.ts";
import { BUILT_IN_OPERATORS, operatorNamed } from "../../../operators/built-in.ts";
import { defineOperator } from "../../../operators/define-operator.ts";
import { binary, left, right } from "../../../operators/term.ts";
import { referenceReduce, referenceScan } from "../../../reference/reference.ts";
import { CANONICAL_NAN_BITS, fromBits, toHex } from "../../../values/bits.ts";
import { ACCUMULATION_TYPES } from "../../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../../values/element-types.ts";
import { EmptyInputError } from "../../../values/errors.ts";
import { hashArray } from "../../../values/hash.ts";
import { elementPlan } from "../../executor.ts";
import { fastJavascriptExecutor } from "../fast-javascript-executor.ts";
import { javascriptExecutor } from "../javascript-executor.ts";

const SEED = 25;

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(8),
  ...[1, 3, 8, 16, 32, 64, 100].map(blockDyadic),
  ...[1, 8, 32, 50].map(linearCarry),
];
const TYPED = BUILT_IN_OPERATORS.filter(({ name }) => name !== "tree-hash");

/** Elements that the loops have taken since the last call. */
const takenSince = (() => {
  let before = 0;
  return (): number => {
    const { typedElements } = fastJavascriptExecutor.loopCounts();
    const taken = typedElements - before;
    before = typedElements;
    return taken;
  };
})();

describe("loops of one operation and type", () => {
  it(`have the bits of the closures, in every call (seed ${SEED})`, () => {
    fc.assert(
      fc.property(cases(), ({ contract, input }) => {
        expectSame(contract, input);
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it(`have the bits of the literal reference (seed ${SEED})`, () => {
    fc.assert(
      fc.property(cases(70), ({ contract, input }) => {
        const plan = elementPlan(fastJavascriptExecutor.plan(columnContract(contract)));
        const isScanned = contract.expression.kind !== "bisection";
        if (input.length > 0) {
          const { accumulate } = contract;
          expect(toHex(accumulate, plan.reduce(input))).toBe(
            toHex(accumulate, referenceReduce(contract, input)),
          );
        }
        if (isScanned) {
          expect(hashArray(plan.inclusiveScan(input))).toBe(
            hashArray(referenceScan(contract, "inclusive-scan", input)),
          );
        }
        if (isScanned && contract.initial !== undefined) {
          expect(hashArray(plan.exclusiveScan(input))).toBe(
            hashArray(referenceScan(contract, "exclusive-scan", input)),
          );
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it("have them at every length around octets, blocks and stages", () => {
    const lengths = [...Array.from({ length: 68 }, (_, n) => n), 2047, 2048, 2049, 4096, 6151];
    for (const type of ["f64", "f32"] as const) {
      for (const expression of [blockDyadic(32), linearCarry(16), iteratedPairwise]) {
        for (const direction of ["forward", "backward"] as const) {
          for (const placement of ["outside", "first"] as const) {
            const initial = { value: 0.1, placement };
            const operator = operatorNamed("add");
            const rest = { expression, direction, initial: type === "f64" ? initial : undefined };
            for (const length of lengths) {
              expectSame(
                { ...contractOf({ operator, type, expression }), ...rest },
                elementsOf(type, length, "narrow", 7),
              );
            }
          }
        }
      }
    }
  });

  it("show canonical NaNs only, where they come from infinities and zeros of partial results too", () => {
    const operators = ["add", "multiply", "min", "max"];
    const seen = { f64: new Set<bigint>(), f32: new Set<bigint>() };
    for (const type of ["f64", "f32"] as const) {
      for (const name of operators) {
        for (let draw = 0; draw < 40; draw++) {
          const input = elementsOf(type, 100, "hostile", draw);
          for (const expression of [blockDyadic(32), blockDyadic(8), linearCarry(16), leftFold]) {
            for (const value of [undefined, Number.POSITIVE_INFINITY, 0, Number.NaN]) {
              const contract = contractOf({ operator: operatorNamed(name), type, expression });
              const initial = value === undefined ? undefined : ({ value, placement: "outside" } as const);
              const plan = elementPlan(fastJavascriptExecutor.plan(columnContract({ ...contract, initial })));
              const outputs = [plan.inclusiveScan(input)];
              if (initial !== undefined) outputs.push(plan.exclusiveScan(input));
              for (const output of outputs) for (const bits of nanBits(output)) seen[type].add(bits);
            }
          }
        }
      }
      expect([...seen[type]]).toEqual([CANONICAL_NAN_BITS[type]]);
    }
  });

  it("work in place and into part of a buffer", () => {
    for (const type of ["f64", "f32", "i32", "u64"] as const) {
      for (const expression of [blockDyadic(32), leftFold]) {
        for (const direction of ["forward", "backward"] as const) {
          const value = ELEMENT_TYPE_FACTS[type].isBigInt ? 3n : 3;
          for (const placement of ["outside", "first"] as const) {
            const contract = {
              ...contractOf({ operator: operatorNamed("add"), type, expression }),
              direction,
              initial: { value, placement },
            };
            const plan = elementPlan(fastJavascriptExecutor.plan(columnContract(contract)));
            for (const method of ["inclusiveScan", "exclusiveScan"] as const) {
              const input = elementsOf(type, 5000, "narrow", 3);
              const before = hashArray(input);
              const expected = hashArray(plan[method](input));
              expect(hashArray(input)).toBe(before);
              const inPlace = input.slice();
              expect(plan[method](inPlace, inPlace)).toBe(inPlace);
              expect(hashArray(inPlace)).toBe(expected);
              const within = newElementArray(type, 5011).subarray(7, 5007) as ElementArray;
              plan[method](input, within);
              expect(hashArray(within)).toBe(expected);
            }
          }
        }
      }
    }
  });

  it("give the initial value or an error for the reduce of nothing", () => {
    const contract = contractOf({ operator: operatorNamed("add"), type: "f64", expression: blockDyadic(32) });
    const nothing = new Float64Array(0);
    const planOf = (value?: number) =>
      elementPlan(
        fastJavascriptExecutor.plan(
          columnContract(
            value === undefined ? contract : { ...contract, initial: { value, placement: "outside" } },
          ),
        ),
      );
    expect(() => planOf().reduce(nothing)).toThrow(EmptyInputError);
    expect(planOf(-0).reduce(nothing)).toBe(-0);
    expect(planOf(1).exclusiveScan(nothing)).toEqual(nothing);
    expect(planOf().inclusiveScan(nothing)).toEqual(nothing);
  });
});

describe("loopCounts tells which calls they serve", () => {
  it.each(["forward", "backward"] as const)(
    "all of one operation by the common expressions, %s",
    (direction) => {
      for (const operator of TYPED) {
        for (const type of operator.types) {
          const isTree = ["add", "multiply"].includes(operator.name) && ELEMENT_TYPE_FACTS[type].isFloat;
          for (const expression of EXPRESSIONS) {
            const text = printExpression(expression);
            const isReduced = !isTree || !/bisection|interleaved/.test(text);
            const isScanned = !isTree || /^left-fold$|^(block-dyadic|linear-carry):(8|16|32)$/.test(text);
            const contract = { ...contractOf({ operator, type, expression }), direction };
            const plan = elementPlan(fastJavascriptExecutor.plan(columnContract(contract)));
            const input = elementsOf(type, 40, "narrow", 1);
            takenSince();
            plan.reduce(input);
            expect([operator.name, type, text, takenSince()]).toEqual([
              operator.name,
              type,
              text,
              isReduced ? 40 : 0,
            ]);
            if (expression.kind === "bisection") continue;
            plan.inclusiveScan(input);
            expect([operator.name, type, text, takenSince()]).toEqual([
              operator.name,
              type,
              text,
              isScanned ? 40 : 0,
            ]);
          }
        }
      }
    },
  );

  it("an operator of one's own that is one operation, and no other", () => {
    const own = (swapped: boolean) =>
      defineOperator("f64", [binary("add", swapped ? right("f64") : left("f64"), right("f64"))]);
    const input = Float64Array.of(1, 2, 4);
    const reduceBy = (operator: TypedContract["operator"], expression: Expression = blockDyadic(32)) =>
      elementPlan(
        fastJavascriptExecutor.plan(columnContract(contractOf({ operator, type: "f64", expression }))),
      ).reduce(input);
    takenSince();
    expect([reduceBy(own(false)), takenSince()]).toEqual([7, 3]);
    expect([reduceBy(own(true)), takenSince()]).toEqual([8, 0]);
    expect([reduceBy(operatorNamed("add"), exact), takenSince()]).toEqual([7, 0]);
  });
});

/** The bits of the NaNs in an array, as they lie there. */
function nanBits(array: ElementArray): readonly bigint[] {
  const bits =
    array instanceof Float64Array
      ? new BigUint64Array(array.buffer, array.byteOffset, array.length)
      : Array.from(new Uint32Array(array.buffer, array.byteOffset, array.length), BigInt);
  return [...bits].filter((_, i) => Number.isNaN(array[i]));
}

/** One contract by loops and by closures. */
function expectSame(contract: TypedContract, input: ElementArray): void {
  const columns = columnContract(contract);
  const typed = elementPlan(fastJavascriptExecutor.plan(columns));
  const literal = elementPlan(javascriptExecutor.plan(columns));
  const { operator, type, accumulate, expression, direction, initial } = contract;
  const what = `${operator.name} ${type} in ${accumulate} ${printExpression(expression)} ${direction} ${String(initial?.value)} ${initial?.placement} ${input.length}`;
  if (input.length > 0 || initial !== undefined) {
    expect(`${what} ${toHex(accumulate, typed.reduce(input))}`).toBe(
      `${what} ${toHex(accumulate, literal.reduce(input))}`,
    );
  }
  if (expression.kind === "bisection") return;
  expect(`${what} ${hashArray(typed.inclusiveScan(input))}`).toBe(
    `${what} ${hashArray(literal.inclusiveScan(input))}`,
  );
  if (initial === undefined) return;
  expect(`${what} ${hashArray(typed.exclusiveScan(input))}`).toBe(
    `${what} ${hashArray(literal.exclusiveScan(input))}`,
  );
}

function cases(longest = 5000): fc.Arbitrary<{ contract: TypedContract; input: ElementArray }> {
  return fc
    .record({
      operator: fc.constantFrom(...TYPED),
      pick: fc.nat(),
      expression: fc.constantFrom(...EXPRESSIONS),
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom("none", "outside", "first"),
      length: fc.oneof(fc.nat(Math.min(70, longest)), fc.nat(longest)),
      kind: fc.constantFrom("narrow", "hostile"),
      draw: fc.nat(),
    })
    .map(({ operator, pick, expression, direction, placement, length, kind, draw }) => {
      const type = operator.types[pick % operator.types.length];
      const sums = ACCUMULATION_TYPES[type].filter((sum) => operator.types.includes(sum));
      const accumulate = sums[draw % sums.length];
      const value = elementsOf(accumulate, 1, kind, draw + 1)[0];
      const initial = placement === "none" ? undefined : { value, placement };
      const contract = { ...contractOf({ operator, type, expression }), accumulate, direction, initial };
      return { contract, input: elementsOf(type, length, kind, draw) };
    });
}

/** Floats over a few powers of two, whose trees differ, or with some that overflow, vanish and are not finite; any bits for integers. */
function elementsOf(
  type: ElementType,
  length: number,
  kind: "narrow" | "hostile",
  draw: number,
): ElementArray {
  const elements = newElementArray(type, length);
  let state = BigInt(draw * 2 + 1);
  for (let i = 0; i < length; i++) {
    state = BigInt.asUintN(64, state * 0x5851f42d4c957f2dn + 0x14057b7ef767814fn);
    (elements as ArrayLike<unknown> as Scalar[])[i] = elementFrom(type, state ^ (state >> 29n), kind);
  }
  return elements;
}

const RARE = [1.7e308, -1.7e308, Infinity, -Infinity, 0, -0, 3.4e38, -3.4e38, 1e-300, 1e-44, Number.NaN];

function elementFrom(type: ElementType, draw: bigint, kind: "narrow" | "hostile"): Scalar {
  const { isFloat, bytes } = ELEMENT_TYPE_FACTS[type];
  if (!isFloat) return fromBits(type, BigInt.asUintN(8 * bytes, draw));
  const pick = Number((draw >> 40n) % 97n);
  if (kind === "hostile" && pick < RARE.length) {
    const value = type === "f32" ? Math.fround(RARE[pick]) : RARE[pick];
    return Number.isNaN(value) && type === "f64" ? fromBits("f64", 0xfff8000000001234n) : value;
  }
  const exponent = Number((draw >> 50n) % 9n) - 4;
  const value = (Number(BigInt.asUintN(30, draw)) / 2 ** 30 + 0.5) * 2 ** exponent;
  const signed = (draw & (1n << 33n)) === 0n ? value : -value;
  return type === "f32" ? Math.fround(signed) : signed;
}
