// Kadane's maximum segment sum as an associative operator, so that it can be scanned in any bracketing.

import { checkName } from "../../values/check-name.ts";
import { ELEMENT_TYPE_FACTS } from "../../values/element-types.ts";
import type { RecordOperator } from "../operator.ts";
import { binary, constant, left, right, type Term } from "../term.ts";
import { allOf, defineRecord, type TypeArgument, typeNamed } from "./part.ts";

/** The sum of all, and the largest sums of a beginning, of an end, and of any stretch: 0 for that of nothing. */
type SegmentSumType<Type> = {
  readonly total: Type;
  readonly prefix: Type;
  readonly suffix: Type;
  readonly best: Type;
};

const TYPES = ["f64", "f32", "i64", "i32"] as const;

/**
 * The largest sum of a stretch, over `{ total, prefix, suffix, best }`: `total = t₁ + t₂`, `prefix = max(p₁, t₁ + p₂)`,
 * `suffix = max(s₂, s₁ + t₂)`, `best = max(max(b₁, b₂), s₁ + p₂)`. One element `x` is `{ x, x⁺, x⁺, x⁺ }` with `x⁺ = max(x, 0)`.
 *
 * Integers: associative while nothing overflows; the identity is zeros, on the carrier of sums that some list has. Floats: neither.
 *
 * @throws InvalidArgumentError for a type without negative numbers
 * @see Bentley 1984 (after Kadane); Cole 1995
 */
export function maxSegmentSum<Type extends (typeof TYPES)[number]>(
  numberType: TypeArgument<Type>,
): RecordOperator<SegmentSumType<Type>> {
  const type = typeNamed(numberType);
  checkName("type", TYPES, type);
  const [leftTotal, leftPrefix, leftSuffix, leftBest] = [0, 1, 2, 3].map((column) => left(type, column));
  const [rightTotal, rightPrefix, rightSuffix, rightBest] = [0, 1, 2, 3].map((column) => right(type, column));
  const sum = (first: Term, second: Term): Term => binary("add", first, second);
  const largest = (first: Term, second: Term): Term => binary("max", first, second);
  const { isFloat, isBigInt } = ELEMENT_TYPE_FACTS[type];
  const zero = isBigInt ? 0n : 0;
  const zeros = [zero, zero, zero, zero];
  return defineRecord(
    { total: type, prefix: type, suffix: type, best: type },
    [
      sum(leftTotal, rightTotal),
      largest(leftPrefix, sum(leftTotal, rightPrefix)),
      largest(rightSuffix, sum(leftSuffix, rightTotal)),
      largest(largest(leftBest, rightBest), sum(leftSuffix, rightPrefix)),
    ],
    {
      name: "max-segment-sum",
      start: zeros,
      ...(isFloat ? {} : { claims: { identity: zeros, carrier: carrierOf(constant(type, zero)) } }),
      derivation: { combinator: "max-segment-sum", parts: [] },
    },
  );
}

/** Nothing and all are a beginning and an end, and these are stretches. */
function carrierOf(zero: Term): Term {
  const [total, prefix, suffix, best] = [0, 1, 2, 3].map((column) => left(zero.type, column));
  const chain = [
    [zero, prefix],
    [zero, suffix],
    [total, prefix],
    [total, suffix],
    [prefix, best],
    [suffix, best],
  ];
  return allOf(chain.map(([less, more]) => binary("lessOrEqual", less, more))) ?? constant("bool", 1);
}
