import { MARKS } from "./accumulator.ts";

/** The mark that a term leaves: what it is, if it is not finite, and that it is not −0, if it is not. */
export function markOf(value: number): number {
  if (value !== 0) {
    if (Number.isFinite(value)) return MARKS.notNegativeZero;
    if (Number.isNaN(value)) return MARKS.nan | MARKS.notNegativeZero;
    return (value > 0 ? MARKS.positiveInfinity : MARKS.negativeInfinity) | MARKS.notNegativeZero;
  }
  return Object.is(value, -0) ? 0 : MARKS.notNegativeZero;
}

/** The sum where terms are not finite; undefined where all are. */
export function notFiniteSum(marks: number): number | undefined {
  const infinities = marks & (MARKS.positiveInfinity | MARKS.negativeInfinity);
  if ((marks & MARKS.nan) !== 0) return Number.NaN;
  if (infinities === 0) return undefined;
  if (infinities === MARKS.positiveInfinity) return Number.POSITIVE_INFINITY;
  return infinities === MARKS.negativeInfinity ? Number.NEGATIVE_INFINITY : Number.NaN;
}
