import { bitsOf } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { specialValues } from "./sample-values.ts";

type Values = readonly Scalar[]; // of one operand, by column

/** Operands that are tried to make a counterexample simpler: enough for a few records, and a bound for large ones. */
const MOST_TRIALS = 3000;

/**
 * Simpler operands that still refute the law: each value in turn, and then all that are equal at once, becomes the simplest special
 * value that will do.
 */
export function shrink(
  operands: readonly Values[],
  types: readonly ScalarType[],
  isRefutedBy: (operands: readonly Values[]) => boolean,
): readonly Values[] {
  const simplest = new Map(types.map((type) => [type, specialValues(type)]));
  let best = operands;
  let trials = 0;
  // Whether a simpler value was found for the one at a place, or for all equal ones.
  const improve = (index: number, column: number, isForAll: boolean): boolean => {
    const type = types[column];
    const current = bitsOf(type, best[index][column]);
    for (const value of simplest.get(type) ?? []) {
      if (bitsOf(type, value) === current || ++trials > MOST_TRIALS) return false;
      const isMeant = (at: number, where: number, other: Scalar): boolean =>
        isForAll
          ? types[where] === type && bitsOf(type, other) === current
          : at === index && where === column;
      const candidate = best.map((values, at) =>
        values.map((other, where) => (isMeant(at, where, other) ? value : other)),
      );
      if (!isRefutedBy(candidate)) continue;
      best = candidate;
      return true;
    }
    return false;
  };
  for (let isBetter = true; isBetter && trials < MOST_TRIALS; ) {
    isBetter = false;
    for (const isForAll of [false, true]) {
      best.forEach((values, index) => {
        values.forEach((_, column) => {
          isBetter = improve(index, column, isForAll) || isBetter;
        });
      });
    }
  }
  return best;
}
