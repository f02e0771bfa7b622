import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUILT_IN_OPERATORS, treeHash } from "../../src/operators/built-in.ts";
import { evaluateTerm } from "../../src/operators/evaluate.ts";
import type { Operator } from "../../src/operators/operator.ts";
import { fromBits, toHex } from "../../src/values/bits.ts";
import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../../src/values/element-types.ts";

// What the built-in operators claim of themselves, bit for bit, on values where such claims usually break.
const RUNS = { seed: 20_261_121, numRuns: 500 };

const SPECIAL_BITS: Readonly<Record<4 | 8, readonly bigint[]>> = {
  4: [0n, 0x80000000n, 1n, 0x7f800000n, 0xff800000n, 0x7fc00000n, 0x7f7fffffn, 0x3f800000n, 0xffffffffn],
  8: [
    0n,
    0x8000000000000000n,
    1n,
    0x7ff0000000000000n,
    0xfff0000000000000n,
    0x7ff8000000000000n,
    0x7fefffffffffffffn,
    0x3ff0000000000000n,
    0xffffffffffffffffn,
  ],
};

/** Any bits at all, special values often, and numbers near one another, whose sums round. */
function elements(type: ElementType): fc.Arbitrary<Scalar> {
  const { bytes, isFloat } = ELEMENT_TYPE_FACTS[type];
  const bits = fc.oneof(
    fc.constantFrom(...SPECIAL_BITS[bytes]),
    fc.bigInt({ min: 0n, max: 2n ** BigInt(8 * bytes) - 1n }),
  );
  const anything = bits.map((each) => fromBits(type, each));
  if (!isFloat) return anything;
  const near = fc
    .integer({ min: -(2 ** 20), max: 2 ** 20 })
    .map((each) => (type === "f32" ? Math.fround(each / 3) : each / 3));
  return fc.oneof(anything, near);
}

function combiner(operator: Operator, type: ElementType): (left: Scalar, right: Scalar) => Scalar {
  const term = operator.term(type);
  return (left, right) => evaluateTerm(term, left, right);
}

const CASES = BUILT_IN_OPERATORS.flatMap((operator) =>
  operator.types.map((type) => [`${operator.name} ${type}`, operator, type] as const),
);

describe.each(CASES)("%s", (_name, operator, type) => {
  const combine = combiner(operator, type);
  const hex = (value: Scalar): string => toHex(type, value);
  const element = elements(type);

  test("has an identity that changes no bit on either side, where it claims one", () => {
    const identity = operator.identity(type);
    if (identity === undefined) {
      expect(operator).toBe(treeHash);
      return;
    }
    const law = (value: Scalar): void => {
      expect(hex(combine(identity, value))).toBe(hex(value));
      expect(hex(combine(value, identity))).toBe(hex(value));
    };
    fc.assert(fc.property(element, law), RUNS);
  });

  test("is associative exactly where it says so", () => {
    const isSame = (x: Scalar, y: Scalar, z: Scalar): boolean =>
      hex(combine(combine(x, y), z)) === hex(combine(x, combine(y, z)));
    const { failed } = fc.check(fc.property(element, element, element, isSame), RUNS);
    expect(!failed).toBe(operator.isAssociative(type));
  });

  test("is commutative exactly where it says so", () => {
    const isSame = (x: Scalar, y: Scalar): boolean => hex(combine(x, y)) === hex(combine(y, x));
    const { failed } = fc.check(fc.property(element, element, isSame), RUNS);
    expect(!failed).toBe(operator.isCommutative);
  });

  test("starts where its identity is, but for float add", () => {
    const [start, identity] = [operator.start(type), operator.identity(type)];
    if (start === undefined || identity === undefined) expect(start).toBe(identity);
    else if (operator.name === "add" && ELEMENT_TYPE_FACTS[type].isFloat)
      expect([Object.is(start, 0), Object.is(identity, -0)]).toEqual([true, true]);
    else expect(hex(start)).toBe(hex(identity));
  });
});

test("−0 + 0 is +0, so +0 is no identity of float add", () => {
  expect([toHex("f64", -0 + 0), toHex("f64", -0 + -0)]).toEqual(["0000000000000000", "8000000000000000"]);
});

test("tree-hash is its published formula", () => {
  const combine = combiner(treeHash, "u64");
  const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
  const formula = (left: bigint, right: bigint): bigint => {
    const turned = wrap(right << 29n) | (right >> 35n);
    let z = wrap(left * 0x9e3779b97f4a7c15n + turned * 0xc2b2ae3d27d4eb4fn + 0x165667b19e3779f9n);
    z ^= z >> 32n;
    z = wrap(z * 0xd6e8feb86659fd93n);
    return z ^ (z >> 32n);
  };
  const any = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(any, any, (left, right) => {
      expect(combine(left, right)).toBe(formula(left, right));
    }),
    RUNS,
  );
});
