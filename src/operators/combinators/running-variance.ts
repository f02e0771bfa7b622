import type { RecordOperator } from "../operator.ts";
import { binary, left, right } from "../term.ts";
import { defineRecord } from "./part.ts";
import { emptyIsZeros, type FloatType, mergeOf } from "./running.ts";
import { type TypeArgument, typeNamed } from "./type-argument.ts";

/** So many elements, their mean, and the sum of their squared distances from it. One element `x` is `{ count: 1, mean: x, m2: 0 }`. */
type VarianceType<Type extends FloatType> = {
  readonly count: "u32";
  readonly mean: Type;
  readonly m2: Type;
};

/**
 * Mean and squared distances of two groups from theirs, over `{ count, mean, m2 }`: `m2 / count` is the variance of a population, `m2 / (count − 1)` of a sample. With `d = m₂ − m₁`
 * and `w = n₂ / (n₁ + n₂)`: `mean = m₁ + d·w`, `m2 = (s₁ + s₂) + (d·d)·(n₁·w)`, rounded after each operation.
 *
 * A group of none changes nothing. Not associative, as floats are not: the expression's tree defines the bits. Counts wrap at 2^32.
 *
 * @throws InvalidArgumentError for a type that is no float
 * @see Welford 1962; Chan, Golub and LeVeque 1983
 */
export function runningVariance<Type extends FloatType>(
  floatType: TypeArgument<Type>,
): RecordOperator<VarianceType<Type>> {
  const type = typeNamed(floatType);
  const { count, mean, difference, leftCount, rightShare, unlessEmpty } = mergeOf(type);
  const within = binary("add", left(type, 2), right(type, 2));
  const between = binary(
    "multiply",
    binary("multiply", difference, difference),
    binary("multiply", leftCount, rightShare),
  );
  return defineRecord(
    { count: "u32", mean: type, m2: type },
    [count, mean, unlessEmpty(binary("add", within, between), 2)],
    {
      name: "running-variance",
      claims: { identity: [0, 0, 0], carrier: emptyIsZeros([left("u32"), left(type, 1), left(type, 2)]) },
      derivation: { combinator: "running-variance", parts: [] },
    },
  );
}
