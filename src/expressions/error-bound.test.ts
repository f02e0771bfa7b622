import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rightFold } from "../../test/helpers/expressions/expressions.ts";
import type { InitialValue, TypedContract } from "../contracts/contract.ts";
import { add } from "../operators/built-in.ts";
import { referenceScan } from "../reference/reference.ts";
import type { Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { errorBound, type RoundedType } from "./error-bound.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "./expression.ts";

const EXPRESSIONS = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(3),
  interleaved(16),
  blockDyadic(4),
  blockDyadic(32),
  linearCarry(1),
  linearCarry(8),
  rightFold,
];

/** Every double is a multiple of 2^−1074, so its value times 2^1074 is an integer. */
function exactly(value: number): bigint {
  const bits = BigInt.asUintN(64, new BigInt64Array(Float64Array.of(value).buffer)[0]);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -magnitude : magnitude;
}

const magnitudeOf = (value: bigint): bigint => (value < 0n ? -value : value);

function sumContract(
  expression: Expression,
  type: RoundedType,
  initial?: InitialValue<Scalar>,
): TypedContract {
  const direction = "forward";
  return { kind: "typed", operator: add, type, accumulate: type, expression, direction, initial, version: 1 };
}

/** Checks every prefix of a sum against the exact one, and gives back which share of its bound the last of them uses. */
function checkedShare(contract: TypedContract, input: Float64Array | Float32Array): number {
  const { initial, accumulate, expression } = contract;
  const options = initial === undefined ? {} : { initialPlacement: initial.placement };
  let sum = exactly((initial?.value as number | undefined) ?? 0);
  let magnitudes = magnitudeOf(sum);
  let share = 0;
  referenceScan(contract, "inclusive-scan", input).forEach((value, index) => {
    sum += exactly(input[index]);
    magnitudes += magnitudeOf(exactly(input[index]));
    const bound = errorBound(expression, index + 1, accumulate as RoundedType, options);
    const error = magnitudeOf(exactly(value as number) - sum);
    // |error| ≤ bound·Σ|x|, both sides times 2^2148.
    expect(error << 1074n <= exactly(bound) * magnitudes).toBe(true);
    share =
      bound === 0 || magnitudes === 0n ? 0 : Number((error * 2n ** 100n) / magnitudes) / 2 ** 100 / bound;
  });
  return share;
}

const finite = fc.double({ min: -(2 ** 300), max: 2 ** 300, noNaN: true });
const finiteF32 = fc.float({ min: -(2 ** 60), max: 2 ** 60, noNaN: true });
const initialOf = (value: fc.Arbitrary<number>): fc.Arbitrary<InitialValue<number> | undefined> =>
  fc.option(fc.record({ value, placement: fc.constantFrom("outside" as const, "first" as const) }), {
    nil: undefined,
  });

describe("errorBound", () => {
  it("holds for every prefix of any f64 sum", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXPRESSIONS),
        fc.array(finite, { minLength: 1, maxLength: 70 }),
        initialOf(finite),
        (expression, values, initial) => {
          checkedShare(sumContract(expression, "f64", initial), Float64Array.from(values));
        },
      ),
      { seed: 2026, numRuns: 300 },
    );
  });

  it("holds for every prefix of any f32 sum", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXPRESSIONS),
        fc.array(finiteF32, { minLength: 1, maxLength: 70 }),
        initialOf(finiteF32),
        (expression, values, initial) => {
          checkedShare(sumContract(expression, "f32", initial), Float32Array.from(values));
        },
      ),
      { seed: 2027, numRuns: 300 },
    );
  });

  it("is nearly reached by a left fold, where a shallow tree stays far below even its own", () => {
    // Just above half a unit in the last place of 2: each addition to it rounds up by nearly as much as it can.
    const input = Float32Array.from({ length: 400 }, (_, index) => (index === 0 ? 1 : 2 ** -24 + 2 ** -40));
    expect(checkedShare(sumContract(leftFold, "f32"), input)).toBeGreaterThan(0.9);
    expect(checkedShare(sumContract(iteratedPairwise, "f32"), input)).toBeLessThan(0.2);
  });

  it("is γ_d of the depth: one deeper with an initial value outside, one element longer with one first", () => {
    const gamma = (depth: number, unit: number): number => (depth * unit) / (1 - depth * unit);
    const length = 1024;
    expect(errorBound(leftFold, length, "f64")).toBe(gamma(1023, 2 ** -53));
    expect(errorBound(leftFold, length, "f32")).toBe(gamma(1023, 2 ** -24));
    expect(errorBound(iteratedPairwise, length, "f64")).toBe(gamma(10, 2 ** -53));
    expect(errorBound(iteratedPairwise, length, "f64", { initialPlacement: "outside" })).toBe(
      gamma(11, 2 ** -53),
    );
    expect(errorBound(blockDyadic(32), length, "f64", { initialPlacement: "outside" })).toBe(
      gamma(11, 2 ** -53),
    );
    expect(errorBound(linearCarry(32), length, "f64", { initialPlacement: "first" })).toBe(
      gamma(37, 2 ** -53),
    );
    expect(errorBound(leftFold, 1, "f64")).toBe(0);
  });

  it("is no bound where the depth times the unit reaches 1", () => {
    expect(errorBound(leftFold, 2 ** 24, "f32")).toBe(2 ** 24 - 1);
    expect(errorBound(leftFold, 2 ** 24 + 1, "f32")).toBe(Number.POSITIVE_INFINITY);
  });

  it("refuses types whose additions do not round, other placements and lengths below 1", () => {
    expect(() => errorBound(leftFold, 3, "i32" as "f32")).toThrow('"type" must be one of f64, f32');
    expect(() => errorBound(leftFold, 3, "toString" as "f32")).toThrow(InvalidArgumentError);
    expect(() => errorBound(leftFold, 3, "f64", { initialPlacement: "inside" as "first" })).toThrow(
      '"initialPlacement" must be one of outside, first (nearest: outside)',
    );
    for (const length of [0, -1, 1.5, Number.NaN]) {
      for (const options of [{}, { initialPlacement: "first" } as const]) {
        expect(() => errorBound(leftFold, length, "f64", options)).toThrow('"length" must be an integer');
      }
    }
  });
});
