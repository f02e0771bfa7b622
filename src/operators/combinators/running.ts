// Means and variances of ranges that can be put together (Chan, Golub and LeVeque).

import { checkName } from "../../values/check-name.ts";
import type { RecordOperator } from "../operator.ts";
import { binary, constant, convert, left, right, select, type Term, unary } from "../term.ts";
import { areZeros, defineRecord, type TypeArgument, typeNamed } from "./part.ts";

/** The types that means and variances are taken in. */
type FloatType = "f64" | "f32";

const FLOAT_TYPES: readonly FloatType[] = ["f64", "f32"];

/** The merge of two moments, as `runningMean` and `runningVariance` share it: column 0 is the count, column 1 the mean. */
interface Merge {
  readonly count: Term;
  readonly mean: Term;
  readonly difference: Term; // of the means, right − left
  readonly leftCount: Term; // as a float
  readonly rightShare: Term; // the right count over both
  /** The merged value where both sides count something; else that of the side that may. */
  readonly unlessEmpty: (merged: Term, column: number) => Term;
}

/** @throws InvalidArgumentError for a type that is not a float */
function mergeOf(type: FloatType): Merge {
  checkName("type", FLOAT_TYPES, type);
  const [leftMean, rightMean] = [left(type, 1), right(type, 1)];
  const count = binary("add", left("u32"), right("u32"));
  const difference = binary("subtract", rightMean, leftMean);
  const rightShare = binary("divide", convert(type, right("u32")), convert(type, count));
  const unlessEmpty = (merged: Term, column: number): Term =>
    select(
      isZero(left("u32")),
      right(type, column),
      select(isZero(right("u32")), left(type, column), merged),
    );
  return {
    count,
    mean: unlessEmpty(binary("add", leftMean, binary("multiply", difference, rightShare)), 1),
    difference,
    leftCount: convert(type, left("u32")),
    rightShare,
    unlessEmpty,
  };
}

/** The carrier: of no elements, all columns are zeros. */
function emptyIsZeros(columns: readonly Term[]): Term {
  return binary("or", unary("not", isZero(columns[0])), areZeros(columns));
}

function isZero(count: Term): Term {
  return binary("equal", count, constant("u32", 0));
}

/** So many elements, and their mean. One element `x` is `{ count: 1, mean: x }`. */
type MeanType<Type extends FloatType> = { readonly count: "u32"; readonly mean: Type };

/**
 * The mean of two groups from theirs: `mean = m₁ + (m₂ − m₁)·(n₂ / (n₁ + n₂))` over `{ count, mean }`, rounded after each operation.
 *
 * A group of none changes nothing. Not associative, as floats are not: the expression's tree defines the bits. Counts wrap at 2^32.
 *
 * @throws InvalidArgumentError for a type that is not a float
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
 * @throws InvalidArgumentError for a type that is not a float
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
