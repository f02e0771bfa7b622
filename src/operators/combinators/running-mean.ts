import type { RecordOperator } from "../operator.ts";
import { left } from "../term.ts";
import { defineRecord } from "./part.ts";
import { emptyIsZeros, type FloatType, mergeOf } from "./running.ts";
import { type TypeArgument, typeNamed } from "./type-argument.ts";

/** So many elements, and their mean. One element `x` is `{ count: 1, mean: x }`. */
type MeanType<Type extends FloatType> = { readonly count: "u32"; readonly mean: Type };

/**
 * The mean of two groups from theirs: `mean = m₁ + (m₂ − m₁)·(n₂ / (n₁ + n₂))` over `{ count, mean }`, rounded after each operation.
 *
 * A group of none changes nothing. Not associative, as floats are not: the expression's tree defines the bits. Counts wrap at 2^32.
 *
 * @throws InvalidArgumentError for a type that is no float
 * @see Chan, Golub and LeVeque 1983
 */
export function runningMean<Type extends FloatType>(
  floatType: TypeArgument<Type>,
): RecordOperator<MeanType<Type>> {
  const type = typeNamed(floatType);
  const { count, mean } = mergeOf(type);
  return defineRecord({ count: "u32", mean: type }, [count, mean], {
    name: "running-mean",
    claims: { identity: [0, 0], carrier: emptyIsZeros([left("u32"), left(type, 1)]) },
    derivation: { combinator: "running-mean", parts: [] },
  });
}
