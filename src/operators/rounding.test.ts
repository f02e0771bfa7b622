import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileScalars } from "../../test/helpers/operators/terms.ts";
import { SCALAR_TYPE_FACTS } from "../values/element-types.ts";
import { evaluateTerm } from "./evaluate.ts";
import { type BinaryOperation, binary, convert, left, right, type Term, unary } from "./term.ts";

const SEED = 2026;

/** A float that is a multiple of 2^−151, as that multiple: exact for f32, and for the middle of two of them. */
function scaled(value: number): bigint {
  return BigInt(value * 2 ** 151);
}

const word = new Int32Array(1);
const float = new Float32Array(word.buffer);

/** The f32 above or below a finite one that is not zero. */
function neighbour(value: number, step: 1 | -1): number {
  float[0] = value;
  word[0] += value > 0 ? step : -step;
  return float[0];
}

/**
 * Whether an f32 is the nearest to an exact value, of two equally near ones the even one: the value lies between the middles to the
 * neighbours. `compare` gives the sign of exact − middle, the middle as a multiple of 2^−151.
 */
function isNearest(rounded: number, compare: (middle: bigint) => number): boolean {
  if (rounded === 0) return compare(scaled(2 ** -150)) <= 0 && compare(-scaled(2 ** -150)) >= 0;
  if (!Number.isFinite(rounded)) {
    const beyond = scaled(2 ** 128 - 2 ** 103);
    return rounded > 0 ? compare(beyond) >= 0 : compare(-beyond) <= 0;
  }
  const middleTo = (step: 1 | -1): bigint => {
    const next = neighbour(rounded, step);
    if (Number.isFinite(next)) return (scaled(rounded) + scaled(next)) / 2n;
    return scaled(Math.sign(next) * (2 ** 128 - 2 ** 103));
  };
  const [above, below] = [compare(middleTo(1)), compare(middleTo(-1))];
  float[0] = rounded;
  const isEven = word[0] % 2 === 0;
  return isEven ? above <= 0 && below >= 0 : above < 0 && below > 0;
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

describe("f32 rounds once", () => {
  const finite = hostileScalars("f32").filter((value) => Number.isFinite(value));
  const value = fc.oneof(
    fc.constantFrom(...(finite as number[])),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
  );
  const one = scaled(1);
  const check = (
    term: Term,
    compare: (first: number, second: number) => ((middle: bigint) => number) | undefined,
  ): void => {
    fc.assert(
      fc.property(value, value, (first, second) => {
        const comparison = compare(first, second);
        if (comparison === undefined) return;
        const rounded = evaluateTerm(term, first, second) as number;
        expect(`${first}, ${second}: ${rounded} ${isNearest(rounded, comparison)}`).toBe(
          `${first}, ${second}: ${rounded} true`,
        );
      }),
      { seed: SEED, numRuns: 2000 },
    );
  };
  const term = (operation: BinaryOperation): Term => binary(operation, left("f32"), right("f32"));

  it("in sums and differences", () => {
    check(term("add"), (first, second) => (middle) => signOf(scaled(first) + scaled(second) - middle));
    check(term("subtract"), (first, second) => (middle) => signOf(scaled(first) - scaled(second) - middle));
  });

  it("in products", () => {
    check(
      term("multiply"),
      (first, second) => (middle) => signOf(scaled(first) * scaled(second) - middle * one),
    );
  });

  it("in quotients", () => {
    check(term("divide"), (first, second) => {
      if (second === 0) return undefined;
      return (middle) => signOf(scaled(first) * one - middle * scaled(second)) * Math.sign(second);
    });
  });

  it("in square roots", () => {
    check(unary("sqrt", left("f32")), (first) => {
      if (first < 0) return undefined;
      return (middle) => (middle < 0n ? 1 : signOf(scaled(first) * one - middle * middle));
    });
  });

  it.each(["i64", "u64", "i32", "u32"] as const)("in conversions from %s", (type) => {
    const { bytes, isSigned, isBigInt } = SCALAR_TYPE_FACTS[type];
    const half = 2n ** BigInt(bytes * 8 - 1);
    const integer = fc.oneof(
      fc.constantFrom(...hostileScalars(type).map((each) => BigInt(each))),
      isSigned ? fc.bigInt({ min: -half, max: half - 1n }) : fc.bigInt({ min: 0n, max: 2n * half - 1n }),
    );
    fc.assert(
      fc.property(integer, (each) => {
        const operand = isBigInt ? each : Number(each);
        const rounded = evaluateTerm(convert("f32", left(type)), operand, operand) as number;
        expect(`${each}: ${isNearest(rounded, (middle) => signOf(each * one - middle))}`).toBe(
          `${each}: true`,
        );
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
