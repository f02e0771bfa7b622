import fc from "fast-check";
import { expect } from "vitest";
import { evaluateBody, evaluateColumns } from "../../src/operators/evaluate.ts";
import { type AnyOperator, bodyOf, type OperatorBody } from "../../src/operators/operator.ts";
import { toHex } from "../../src/values/bits.ts";
import { extremes, type Scalar, type ScalarType } from "../../src/values/element-types.ts";

/** A record by column. */
export type Values = readonly Scalar[];

const FLOATS = [0, -0, 1, -1, 0.5, 3, 1e30, -1e30, Infinity, -Infinity, NaN];

/** Any value of a type, the awkward ones often. */
function scalars(type: ScalarType): fc.Arbitrary<Scalar> {
  switch (type) {
    case "bool":
      return fc.constantFrom(0, 1);
    case "f64":
      return fc.oneof(fc.constantFrom(...FLOATS), fc.double());
    case "f32":
      return fc.oneof(fc.constantFrom(...FLOATS.map(Math.fround)), fc.float());
    case "i64":
    case "u64": {
      const [min, max] = [BigInt(extremes(type).smallest), BigInt(extremes(type).largest)];
      return fc.oneof(fc.constantFrom(min, max, 0n, 1n), fc.bigInt({ min, max }));
    }
    case "i32":
    case "u32": {
      const [min, max] = [Number(extremes(type).smallest), Number(extremes(type).largest)];
      return fc.oneof(
        fc.constantFrom(min, max, 0, 1),
        fc.integer({ min, max }),
        fc.integer({ min: 0, max: 3 }),
      );
    }
    default:
      return type satisfies never;
  }
}

/** Any record of an operator, among those of its carrier where one is claimed; its identity often. */
export function recordsOf(operator: AnyOperator): fc.Arbitrary<Values> {
  const all = fc.tuple(...bodyOf(operator).columns.map(({ type }) => scalars(type)));
  const { carrier, identity } = operator.claims ?? {};
  const inside =
    carrier === undefined ? all : all.filter((values) => evaluateColumns([carrier], values, values)[0] === 1);
  return identity === undefined ? inside : fc.oneof({ arbitrary: inside, weight: 4 }, fc.constant(identity));
}

/** A record as text, by its bits. */
export function bitsOfRecord({ columns }: OperatorBody, values: Values): string {
  return columns.map(({ type }, i) => toHex(type, values[i])).join(" ");
}

/** The records combined from the left, in order. */
export function foldLeft(operator: AnyOperator, records: readonly Values[]): Values {
  const body = bodyOf(operator);
  return records.slice(1).reduce((left, right) => evaluateBody(body, left, right), records[0]);
}

/** All prefixes, combined from the left. */
export function scanLeft(operator: AnyOperator, records: readonly Values[]): readonly Values[] {
  return records.map((_, i) => foldLeft(operator, records.slice(0, i + 1)));
}

/** The records combined as a tree that is as even as it can be. */
export function foldBalanced(operator: AnyOperator, records: readonly Values[]): Values {
  if (records.length === 1) return records[0];
  const middle = Math.ceil(records.length / 2);
  const [left, right] = [records.slice(0, middle), records.slice(middle)];
  return evaluateBody(bodyOf(operator), foldBalanced(operator, left), foldBalanced(operator, right));
}

const RUNS = { seed: 20261, numRuns: 300 };

export function expectAssociative(operator: AnyOperator, records = recordsOf(operator)): void {
  const body = bodyOf(operator);
  const combine = (left: Values, right: Values): Values => evaluateBody(body, left, right);
  fc.assert(
    fc.property(records, records, records, (a, b, c) => {
      const [first, second] = [combine(combine(a, b), c), combine(a, combine(b, c))];
      expect(bitsOfRecord(body, first)).toBe(bitsOfRecord(body, second));
    }),
    RUNS,
  );
}

export function expectCommutative(operator: AnyOperator, records = recordsOf(operator)): void {
  const body = bodyOf(operator);
  fc.assert(
    fc.property(records, records, (a, b) => {
      expect(bitsOfRecord(body, evaluateBody(body, a, b))).toBe(bitsOfRecord(body, evaluateBody(body, b, a)));
    }),
    RUNS,
  );
}

/** That the claimed identity is one on the claimed carrier, on both sides, and is in the carrier. */
export function expectIdentity(operator: AnyOperator, records = recordsOf(operator)): void {
  const body = bodyOf(operator);
  const { identity, carrier } = operator.claims ?? {};
  if (identity === undefined) throw new Error(`${operator.name} claims no identity`);
  if (carrier !== undefined) expect(evaluateColumns([carrier], identity, identity)).toEqual([1]);
  fc.assert(
    fc.property(records, (values) => {
      expect(bitsOfRecord(body, evaluateBody(body, identity, values))).toBe(bitsOfRecord(body, values));
      expect(bitsOfRecord(body, evaluateBody(body, values, identity))).toBe(bitsOfRecord(body, values));
    }),
    RUNS,
  );
}

/** That the combine of two values of the claimed carrier is in it. */
export function expectClosed(operator: AnyOperator, records = recordsOf(operator)): void {
  const carrier = operator.claims?.carrier;
  if (carrier === undefined) throw new Error(`${operator.name} claims no carrier`);
  fc.assert(
    fc.property(records, records, (a, b) => {
      const both = evaluateBody(bodyOf(operator), a, b);
      expect(evaluateColumns([carrier], both, both)).toEqual([1]);
    }),
    RUNS,
  );
}
